// How large a picture is, read from its first bytes.

import Presenter

/// The size of a PNG or JPEG picture, from the beginning of its file; nil for anything else.
package func pictureSize(in bytes: [UInt8]) -> PixelSize? {
  pngSize(in: bytes) ?? jpegSize(in: bytes)
}

/// The number of that many bytes, high byte first.
private func number(_ bytes: [UInt8], at place: Int, count: Int) -> Int? {
  guard place + count <= bytes.count else { return nil }
  return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
}

/// The first chunk of a PNG is its header.
private func pngSize(in bytes: [UInt8]) -> PixelSize? {
  guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    bytes.dropFirst(12).starts(with: Array("IHDR".utf8)),
    let width = number(bytes, at: 16, count: 4), let height = number(bytes, at: 20, count: 4)
  else { return nil }
  return usable(width, height)
}

/// A JPEG's size stands in the segment that starts its frame, behind others of any length.
private func jpegSize(in bytes: [UInt8]) -> PixelSize? {
  guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
  var place = 2
  while place + 4 <= bytes.count, bytes[place] == 0xFF {
    let marker = bytes[place + 1]
    switch marker {
    case 0xFF: place += 1  // Filling.
    case 0x01, 0xD0...0xD7: place += 2
    case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
      guard let height = number(bytes, at: place + 5, count: 2),
        let width = number(bytes, at: place + 7, count: 2)
      else { return nil }
      return usable(width, height)
    case 0xD9, 0xDA: return nil
    default:
      guard let length = number(bytes, at: place + 2, count: 2), length >= 2 else { return nil }
      place += 2 + length
    }
  }
  return nil
}

/// More pixels than anybody sees in a terminal cost memory only.
private let mostPixels = 40_000_000

private func usable(_ width: Int, _ height: Int) -> PixelSize? {
  guard width > 0, height > 0, width <= 65_535, height <= 65_535, width * height <= mostPixels else {
    return nil
  }
  return PixelSize(width: width, height: height)
}
