// How large a picture is, from the first bytes of its file.

/// Width and height in pixels.
package struct PictureSize: Equatable, Sendable {
  /// Pixels from left to right.
  package var width: Int
  /// Pixels from top to bottom.
  package var height: Int

  /// More pixels than anybody sees cost memory only.
  package static let mostPixels = 40_000_000

  /// Whether it is worth drawing.
  package var isReasonable: Bool {
    width > 0 && height > 0 && width <= 65_535 && height <= 65_535 && width * height <= Self.mostPixels
  }

  /// Reads the header of a PNG or JPEG file; nil for anything else.
  package init?(of bytes: [UInt8]) {
    guard let size = Self.png(bytes) ?? Self.jpeg(bytes) else { return nil }
    self = size
  }

  private init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// PNG, 11.2.2: the first chunk is IHDR, which begins with width and height.
  private static func png(_ bytes: [UInt8]) -> PictureSize? {
    guard bytes.count >= 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
      bytes[12..<16].elementsEqual("IHDR".utf8)
    else { return nil }
    return PictureSize(width: number(bytes[16..<20]), height: number(bytes[20..<24]))
  }

  /// JPEG (ITU T.81, B.1 and B.2.2): segments one after another, of which a start of frame has the size.
  private static func jpeg(_ bytes: [UInt8]) -> PictureSize? {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
    var index = 2
    while index + 9 <= bytes.count, bytes[index] == 0xFF {
      let marker = bytes[index + 1]
      switch marker {
      case 0xFF: index += 1
      case 0x01, 0xD0...0xD8: index += 2
      // C4, C8 and CC begin tables; they are no frames.
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        return PictureSize(
          width: number(bytes[(index + 7)..<(index + 9)]), height: number(bytes[(index + 5)..<(index + 7)]))
      default: index += 2 + number(bytes[(index + 2)..<(index + 4)])
      }
    }
    return nil
  }

  /// A number, its greatest byte first.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
