// A part of a document as a small tree, and how its text is taken.

import WalkthroughModel

/// What an element's `xml:lang` says.
enum ElementLanguage {
  /// Nothing, or `C`: the element is in the source language.
  case none
  case some(Locale)
  /// No locale, or the one of translators' tests, which nobody asks for.
  case unusable

  init(_ text: String) {
    switch text {
    case "", "C", "POSIX": self = .none
    case "x-test": self = .unusable
    default: self = Locale(text).map { .some($0) } ?? .unusable
    }
  }
}

/// An element with what is in it.
struct XMLElement {
  /// What is in an element.
  enum Content {
    /// Text, white space folded to single spaces.
    case text(String)
    case element(XMLElement)
  }

  var name: String
  /// The language of its `xml:lang`, if it has one.
  var language: Locale?
  var content: [Content] = []

  /// The child elements.
  var children: some Sequence<XMLElement> {
    content.lazy.compactMap { if case .element(let child) = $0 { child } else { nil } }
  }

  /// All the text in it.
  var text: String {
    var text = ""
    for part in content {
      switch part {
      case .text(let piece): text += piece
      case .element(let child): text += child.text
      }
    }
    return text.trimmed
  }
}

/// Text as it comes in pieces: white space is folded to single spaces, control characters are dropped.
struct FoldedText {
  private var bytes: [UInt8] = []

  /// Adds a piece of UTF-8 that does not end within a character.
  mutating func append(_ piece: UnsafeRawBufferPointer) {
    var index = 0
    while index < piece.count {
      let start = index
      while index < piece.count, isPlain(piece, index) { index += 1 }
      bytes.append(contentsOf: piece[start..<index])
      guard index < piece.count else { return }
      switch piece[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if bytes.last != UInt8(ascii: " ") { bytes.append(UInt8(ascii: " ")) }
      case 0xC2: index += 1
      default: break
      }
      index += 1
    }
  }

  /// Whether a byte is neither white space nor of a control character (C1 is C2 80 to C2 9F).
  private func isPlain(_ piece: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    switch piece[index] {
    case 0...0x20, 0x7F: false
    case 0xC2: index + 1 == piece.count || piece[index + 1] >= 0xA0
    default: true
    }
  }

  /// Hands out the text and begins a new one; nil where there is none.
  mutating func take() -> String? {
    guard !bytes.isEmpty else { return nil }
    defer { bytes.removeAll(keepingCapacity: true) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
