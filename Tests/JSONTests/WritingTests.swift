// What is written reads back as the same, and a terminal obeys none of it.

import Testing
import WalkthroughJSON

@Suite struct WritingTests {
  private let document = JSON(
    .object([
      .init("a", JSON(.number("1.50"))), .init("b", JSON(.array([JSON(.bool(true)), JSON(.null)]))),
      .init("c", JSON(.object([]))), .init("d", JSON(.array([]))), .init("ä\"\\\n", JSON(.string("𝄞\u{1}"))),
    ]))

  @Test func compactIsOneLine() {
    let expected = #"{"a": 1.50, "b": [true, null], "c": {}, "d": [], "ä\"\\\n": "𝄞\u0001"}"#
    #expect(String(decoding: document.compact, as: UTF8.self) == expected)
  }

  @Test func indentedIsForPeople() {
    let expected = """
      {
        "a": 1.50,
        "b": [
          true,
          null
        ],
        "c": {},
        "d": [],
        "ä\\"\\\\\\n": "𝄞\\u0001"
      }

      """
    #expect(String(decoding: document.indented, as: UTF8.self) == expected)
  }

  @Test func whatIsWrittenReadsBack() throws {
    for written in [document.compact, document.indented] {
      #expect(try JSON(parsing: written).compact == document.compact)
    }
    for scalar in (1...0x2100).compactMap(Unicode.Scalar.init) {
      let text = "a\(Character(scalar))b"
      let written = JSON(.string(text)).compact
      #expect(try JSON(parsing: written).string?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }
  }

  @Test(arguments: [0x1B, 0x07, 0x7F, 0x85, 0x9B, 0x9D, 0xAD, 0x200B, 0x202E, 0x2066, 0xFEFF] as [UInt32])
  func nothingATerminalObeysComesOut(_ value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    let written = String(decoding: JSON(.string(String(Character(scalar)))).compact, as: UTF8.self)
    #expect(!written.unicodeScalars.contains(scalar))
  }
}
