// Typed lines, read without stdio, so that nothing waits in a buffer that cannot be dropped.

import CLinux

/// What came of waiting for a line.
package enum ReadLine: Equatable, Sendable {
  /// A line, without its newline.
  case line(String)
  /// There is no more input: end of file, or the terminal is gone.
  case end
  /// The `interrupt` descriptor became readable.
  case interrupted
}

/// Reads lines from a descriptor, which is not closed.
package struct LineReader {
  private let input: Int32
  private let interrupt: Int32?
  private var pending: [UInt8] = []
  private var hasRead = false

  /// Longer lines are cut: no answer is as long.
  private static let longest = 4096

  /// How long the rest of a pasted text may take to arrive behind its first line, in milliseconds.
  private static let pasteGap: Int32 = 30

  /// How many such gaps are waited for.
  private static let longestPaste = 20

  /// Reads from `input`. Waiting ends when `interrupt`, such as a signalfd, becomes readable; it is not read.
  package init(input: Int32 = STDIN_FILENO, interrupt: Int32? = nil) {
    self.input = input
    self.interrupt = interrupt
  }

  /// Drops what was typed or pasted so far, so that it cannot answer what is shown next; nothing where the
  /// input is no terminal. Call it before a page and its prompt are written, which go out in one go.
  package mutating func discardTypedAhead() {
    guard isTerminal(input) else { return }
    pending = []
    tcflush(input, TCIFLUSH)
    var rounds = hasRead ? Self.longestPaste : 0
    while rounds > 0, isReadable(within: Self.pasteGap) {
      tcflush(input, TCIFLUSH)
      rounds -= 1
    }
  }

  /// Waits for a line.
  package mutating func readLine() -> ReadLine {
    while true {
      if let newline = pending.firstIndex(of: UInt8(ascii: "\n")) {
        defer { pending.removeSubrange(...newline) }
        return .line(String(decoding: pending[..<newline], as: UTF8.self))
      }
      if pending.count > Self.longest { pending.removeSubrange(Self.longest...) }
      guard waitForInput() else { return .interrupted }
      guard readMore() else {
        guard !pending.isEmpty else { return .end }
        pending.append(UInt8(ascii: "\n"))  // The last line may have none.
        continue
      }
    }
  }

  /// Takes what there is; false at the end of the input.
  private mutating func readMore() -> Bool {
    hasRead = true
    var chunk = [UInt8](repeating: 0, count: Self.longest)
    let (count, code) = chunk.withUnsafeMutableBytes { buffer in
      let count = read(input, buffer.baseAddress, buffer.count)
      return (count, count < 0 ? errno : 0)
    }
    pending += chunk.prefix(max(count, 0))
    return count > 0 || code == EINTR || code == EAGAIN
  }

  /// False where something interrupts.
  private func waitForInput() -> Bool {
    var waited = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: interrupt ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&waited, nfds_t(waited.count), -1) < 0, errno == EINTR {}
    return waited[1].revents == 0
  }

  private func isReadable(within milliseconds: Int32) -> Bool {
    var waited = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return poll(&waited, 1, milliseconds) > 0 && waited.revents & Int16(POLLIN) != 0
  }
}
