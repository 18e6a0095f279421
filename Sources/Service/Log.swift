// What an administrator can read of the service: a line for each event that matters.

import CLinux
import WalkthroughModel

/// Writes lines to standard error; under systemd with the priorities of sd-daemon(3).
package final class Log: Sendable {
  private let isUnderSystemd: Bool
  private let isDebugging: Bool

  /// `JOURNAL_STREAM` says which stream systemd reads: terminals inherit the variable, and are not read.
  /// `WALKTHROUGHD_DEBUG=1` asks for every decision.
  package init(environment: (String) -> String?) {
    var stream = stat()
    isUnderSystemd =
      fstat(STDERR_FILENO, &stream) == 0
      && environment("JOURNAL_STREAM") == "\(stream.st_dev):\(stream.st_ino)"
    isDebugging = environment("WALKTHROUGHD_DEBUG") == "1"
  }

  /// The service cannot go on.
  package func error(_ text: String) { write(3, text) }
  /// Something does not work as it should.
  package func warning(_ text: String) { write(4, text) }
  /// Something happened that explains what one sees.
  package func notice(_ text: String) { write(5, text) }
  /// For the person who must find out why.
  package func debug(_ text: @autoclosure () -> String) { if isDebugging { write(7, text()) } }

  private func write(_ priority: Int, _ text: String) {
    let line = "\(isUnderSystemd ? "<\(priority)>" : "walkthroughd: ")\(sanitizedLine(text))\n"
    var bytes = Array(line.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { CLinux.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      // A log that cannot be written to is nobody's loss but the reader's.
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
