// Hostile text must come out inert, whichever way it went in.

import Presenter
import Testing
import WalkthroughModel

/// What no printed byte sequence may hold, by scalar.
func isInert(_ text: String, allowing allowed: Set<Unicode.Scalar> = []) -> Bool {
  text.unicodeScalars.allSatisfy { scalar in
    if allowed.contains(scalar) { return true }
    return switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F: false
    case 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: false
    default: true
    }
  }
}

/// Everything a manifest could try on a terminal.
let hostileTexts = [
  "\u{1B}[31mred\u{1B}[0m", "\u{1B}]8;;https://evil.example\u{1B}\\click\u{1B}]8;;\u{1B}\\",
  "\u{1B}]52;c;aGk=\u{7}", "\u{9B}31mred", "\u{9D}52;c;aGk=\u{9C}", "bell\u{7}", "over\u{8}\u{8}\u{8}\u{8}",
  "pass\rword", "del\u{7F}", "\u{202E}txt.exe", "\u{2066}a\u{2069}", "\u{200E}\u{200F}\u{61C}",
  "\u{FEFF}bom", "so\u{AD}ft", "ze\u{200B}ro", "\u{0}nul", "form\u{C}feed\u{B}", "next\u{85}line",
  "line\u{2028}paragraph\u{2029}", "\u{2060}\u{206F}\u{FFF9}",
]

@Suite struct SanitizingTests {
  @Test(arguments: hostileTexts) func nothingHostileIsLeft(text: String) {
    #expect(isInert(sanitized(text), allowing: ["\n", "\t"]))
    #expect(isInert(sanitizedLine(text)))
  }

  @Test func everyControlAndNothingElseGoes() {
    for value in UInt32(0)...0x2FFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a\(Character(scalar))b"
      let isKept = isInert(text, allowing: ["\n", "\t"]) && value != 0x180E
      #expect((sanitized(text) == text) == isKept, "U+\(String(value, radix: 16))")
    }
  }

  @Test(arguments: [
    ("\u{1B}[31m", "␛[31m"), ("a\u{0}b", "a␀b"), ("a\u{7F}", "a␡"), ("\u{9B}31m", "\u{FFFD}31m"),
    ("a\r\nb", "a\nb"), ("a\rb", "a␍b"), ("a\tb\n", "a\tb\n"), ("\u{202E}abc", "abc"), ("a\u{AD}b", "ab"),
    ("👩\u{200D}💻", "👩\u{200D}💻"), ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("", ""),
  ]) func shows(text: String, safe: String) {
    #expect(sanitized(text) == safe)
  }

  @Test func oneLineHasNoBreaks() {
    #expect(sanitizedLine("a\nb\tc\r\nd\u{2028}e") == "a b c d e")
  }

  @Test func theBytesOfC1NeverComeOut() {
    let bytes = Array(sanitized("\u{80}\u{9B}\u{9D}\u{9F}").utf8)
    #expect(!bytes.contains(0xC2))
    #expect(bytes == Array("\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}".utf8))
  }
}
