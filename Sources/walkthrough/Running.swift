// `run`: a walkthrough first, then the command in this program's place.

import CLinux
import WalkthroughClient
import WalkthroughModel

extension Invocation {
  /// How long a launch may wait for a service that does not answer, in milliseconds.
  private static let patience = 2_000

  /// Shows what is due of an app where somebody can see it, and becomes a command. Comes back only where that
  /// cannot be started.
  func runCommand(_ command: [String], after app: String) -> ExitStatus {
    if Display.isPossible, !isJSON {
      do throws(Complaint) {
        try showBeforeCommand(
          app,
          with: ask(Client(timeoutMilliseconds: Self.patience, environment: environment)))
      } catch {
        // Without a service there is nothing to show.
        if error.status != .noService { complain(error.description) }
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
