// `run`: a walkthrough first, then the command in this program's place.

import Glibc
import WalkthroughClient
import WalkthroughModel

extension Invocation {
  /// How long a launch may wait for a service that does not answer, in milliseconds.
  private static let patience = 2_000

  /// Shows what is due of an app where somebody can see it, and becomes a command. Comes back only where that
  /// cannot be started.
  func runCommand(_ command: [String], after app: String) -> ExitStatus {
    if Display.isPossible, !isJSON {
      do {
        try showBeforeCommand(
          app, with: Client(timeoutMilliseconds: Self.patience, environment: environment))
      } catch ClientFailure.noService {
        // Then there is nothing to show.
      } catch {
        complain((error as? ClientFailure).map { Complaint($0).description } ?? "\(error)")
      }
    }
    var words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    execvp(command[0], &words)
    let code = errno
    complain("cannot start '\(command[0])': \(String(cString: strerror(code)))")
    return code == ENOENT ? .notFound : .cannotStart
  }
}
