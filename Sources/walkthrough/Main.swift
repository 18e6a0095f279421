// The terminal client: reads its arguments, does what they say, and ends with a status.

import CLinux
import System
import Terminal
import WalkthroughClient
import WalkthroughModel

@main struct Main {
  static func main() {
    let status: ExitStatus
    do throws(Complaint) {
      status = try Invocation(System().arguments().dropFirst()).run()
    } catch {
      complain(error.description)
      status = error.status
    }
    exit(status.rawValue)
  }
}

/// What the client ends with.
enum ExitStatus: Int32 {
  case success = 0
  /// Not due, or nothing to show.
  case no = 1
  case trouble = 2
  case noService = 3
  case wrongUsage = 64
  /// A command that `run` cannot start, and one that is not there.
  case cannotStart = 126
  case notFound = 127
}

/// What is said on standard error, and the status that goes with it.
struct Complaint: Error, CustomStringConvertible {
  var description: String
  var status: ExitStatus

  /// Wrong usage.
  static func usage(_ text: String) -> Complaint {
    Complaint(description: "\(text)\nTry 'walkthrough --help'.", status: .wrongUsage)
  }

  /// A call that got no answer.
  init(_ failure: ClientFailure) {
    switch failure {
    case .noService(let why):
      self.init(description: "the walkthrough service cannot be reached: \(why)", status: .noService)
    case .refused, .trouble: self.init(description: failure.description, status: .trouble)
    }
  }

  init(description: String, status: ExitStatus) {
    self.description = description
    self.status = status
  }
}

/// Asks the service. Throws what is to be said where it gives no answer.
func ask<Answer>(
  _ question: @autoclosure () throws(ClientFailure) -> Answer
) throws(Complaint) -> Answer {
  do throws(ClientFailure) { return try question() } catch { throw Complaint(error) }
}

/// Says something on standard error.
func complain(_ text: String) { try? Output.error.write("walkthrough: \(sanitized(text))\n") }

/// Prints on standard output. Whoever reads it may be gone, as `head` is; then there is nobody to tell either.
func say(_ text: String) throws(Complaint) {
  do throws(OutputFailed) { try Output.standard.write(text) } catch {
    throw Complaint(description: "cannot write to standard output", status: .trouble)
  }
}

/// The environment, as the libraries want it.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
