// Writing to a terminal that may be slow, or stuck, without waiting for it.

import CLinux

/// A terminal that is written to. What it does not take at once waits here.
final class TerminalOutput {
  let descriptor: Int32
  private let isOwn: Bool
  private var pending: ArraySlice<UInt8> = []

  init(_ shared: Int32) {
    // Opened anew, because who shares an open terminal shares O_NONBLOCK, too: the shell, for one.
    let own = open("/proc/self/fd/\(shared)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    isOwn = own >= 0
    descriptor = isOwn ? own : shared
  }

  deinit { if isOwn { close(descriptor) } }

  /// Whether something waits to be written.
  var isBusy: Bool { !pending.isEmpty }

  /// Writes as much as the terminal takes; the rest waits for `flush`.
  func write(_ bytes: [UInt8]) throws(OutputFailed) {
    pending += bytes
    try flush()
  }

  /// Writes as much as the terminal takes of what waits.
  func flush() throws(OutputFailed) {
    while isBusy {
      let (count, code) = pending.withUnsafeBytes { buffer in
        let count = CLinux.write(descriptor, buffer.baseAddress, buffer.count)
        return (count, count < 0 ? errno : 0)
      }
      switch code {
      case 0: pending = pending.dropFirst(count)
      case EINTR: continue
      case EAGAIN: return
      default: throw OutputFailed(code: code)
      }
    }
    pending = []
  }

  /// Writes the last words, after what waits, to a terminal that takes them in the next moments.
  func finish(_ text: String) {
    pending += Array(text.utf8)
    for _ in 0..<20 {
      guard (try? flush()) != nil, isBusy else { break }
      var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&room, 1, 50)
    }
    pending = []
  }
}
