// How large a picture is, by its first bytes.

import Testing
import WalkthroughModel

/// The beginning of a PNG of that size.
private func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
  func bytes(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
  return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + bytes(width)
    + bytes(height)
}

@Suite struct PictureSizeTests {
  @Test func sizes() throws {
    let picture = try #require(PictureSize(of: png(640, 480)))
    #expect(picture.width == 640 && picture.height == 480 && picture.isReasonable)
    let jpeg: [UInt8] = [
      0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC0, 0, 11, 8, 0x01, 0x00, 0x02, 0x00, 3,
    ]
    let other = try #require(PictureSize(of: jpeg))
    #expect(other.width == 512 && other.height == 256)
    for length in 0..<jpeg.count - 1 { #expect(PictureSize(of: Array(jpeg[..<length])) == nil) }
  }

  @Test(arguments: [(20_000, 20_000), (UInt32.max, UInt32.max), (70_000, 10), (0, 10)] as [(UInt32, UInt32)])
  func someAreNotWorthDrawing(_ width: UInt32, _ height: UInt32) throws {
    #expect(try #require(PictureSize(of: png(width, height))).isReasonable == false)
  }

  @Test(arguments: [
    Array(png(640, 480).dropLast()), Array("<svg/>".utf8), [0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 0xFF],
    [0xFF, 0xD8] + Array(repeating: 0xFF, count: 99_999),
  ])
  func whatIsNoPictureHasNoSize(_ bytes: [UInt8]) { #expect(PictureSize(of: bytes) == nil) }
}
