// Unbuffered output: all of a text, or an error.

import CLinux

/// Why a text could not be written whole.
package struct OutputFailed: Error, Equatable {
  /// The `errno` of the failing call.
  package let code: Int32

  package init(code: Int32) { self.code = code }
}

/// A descriptor that text is written to. It is not closed.
package struct Output: Sendable {
  package static let standard = Output(descriptor: STDOUT_FILENO)
  package static let error = Output(descriptor: STDERR_FILENO)

  package let descriptor: Int32

  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Writes the whole text, waiting where the other side is slow.
  package func write(_ text: String) throws(OutputFailed) { try write(Array(text.utf8)) }

  /// Writes all the bytes, waiting where the other side is slow.
  package func write(_ bytes: [UInt8]) throws(OutputFailed) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let (count, code) = bytes.withUnsafeBytes { buffer in
        let count = CLinux.write(descriptor, buffer.baseAddress, buffer.count)
        return (count, count < 0 ? errno : 0)
      }
      switch code {
      case 0: bytes = bytes.dropFirst(count)
      case EINTR: continue
      case EAGAIN:  // Someone who shares the terminal made it non-blocking.
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&room, 1, -1)
      default: throw OutputFailed(code: code)
      }
    }
  }
}
