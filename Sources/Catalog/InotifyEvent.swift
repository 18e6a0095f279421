// One event as inotify(7) puts it into the buffer.

import CLinux

/// An event.
struct InotifyEvent {
  /// The watch it came from.
  var descriptor: Int32
  /// The name in the directory; nil: it happened to the directory itself.
  var name: String?
  /// Whether events were lost.
  var isOverflow: Bool

  // Swift does not import the name at the end of the C structure.
  private static let headerSize = 16

  /// Takes the next event out of what was read; nil at the end.
  init?(takenFrom buffer: inout Slice<UnsafeRawBufferPointer>) {
    guard buffer.count >= Self.headerSize else { return nil }
    let bytes = UnsafeRawBufferPointer(rebasing: buffer)
    descriptor = bytes.loadUnaligned(fromByteOffset: 0, as: Int32.self)
    isOverflow = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self) & UInt32(IN_Q_OVERFLOW) != 0
    let length = Int(bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    let text = bytes[Self.headerSize...].prefix(length).prefix { $0 != 0 }
    name = text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    buffer = buffer.dropFirst(Self.headerSize + length)
  }
}
