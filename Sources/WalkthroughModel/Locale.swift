// Locale names: one meaning behind the POSIX and the BCP 47 spelling.

/// A locale name, read from the POSIX (`pt_BR.UTF-8@euro`) or BCP 47 (`pt-BR`, `sr-Latn`) spelling.
///
/// Two are equal when they mean the same, however they are spelled.
public struct Locale: Equatable, Sendable, CustomStringConvertible {
  /// The name as it was written.
  public let text: String
  /// What the name means.
  let tag: LocaleTag

  /// The name, for a person.
  public var description: String { text }

  /// The language subtag, in lower case (`pt`; `nb` for `no`).
  public var language: String { tag.language }

  // No locale has a longer name; what is done with its parts takes the square of the length.
  private static let longestName = 255

  /// Reads a name; nil for garbage, `x-test`, `C` and `POSIX`.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.longestName else { return nil }
    guard let tag = LocaleTag(name: Self.name(in: text)) else { return nil }
    self.text = text
    self.tag = tag
  }

  /// English, the source language where none is said.
  public static let english = Locale(english: ())
  private init(english: Void) {
    text = "en"
    tag = LocaleTag(language: "en")
  }

  /// The same language, script and variants.
  public static func == (left: Locale, right: Locale) -> Bool { left.tag == right.tag }

  /// Whether it means the other, or is the other with a country (`en` and `en_US` are variants of `en`).
  public func isVariant(of other: Locale) -> Bool {
    tag == other.tag
      || other.tag.country == nil && tag.language == other.tag.language && tag.modifier == other.tag.modifier
  }

  /// How much of the spelling is also the other's; greatest for the very same one.
  func likeness(to other: Locale) -> Int {
    let (mine, others) = (Self.name(in: text).utf8, Self.name(in: other.text).utf8)
    func common(_ pairs: some Sequence<(UInt8, UInt8)>) -> Int { pairs.prefix { $0 == $1 }.count }
    return common(zip(mine, others)) + common(zip(mine.reversed(), others.reversed()))
  }

  /// A name without its encoding, which says nothing about a language.
  static func name(in text: String) -> String {
    guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return text }
    let modifier = text[dot...].utf8.firstIndex(of: UInt8(ascii: "@")) ?? text.endIndex
    return String(text[..<dot] + text[modifier...])
  }
}

/// What a locale name means, in one spelling.
struct LocaleTag: Equatable, Sendable {
  /// In lower case.
  let language: String
  /// In upper case.
  private(set) var country: String?
  /// Script and variants in lower case, joined by `-`; empty without any.
  private(set) var modifier: String

  init(language: String, country: String? = nil, modifier: String = "") {
    self.language = language
    self.country = country
    self.modifier = modifier
    if language == "zh" { dropImpliedScript() }
  }

  /// Reads a name without encoding; nil where it is none.
  init?(name: String) {
    let bytes = Array(name.utf8)
    let end = bytes.firstIndex(of: UInt8(ascii: "@")) ?? bytes.count
    var language: String?
    var country: String?
    var modifiers: [String] = []
    var isExtension = false
    var start = 0
    while start <= end {
      let stop = bytes[start..<end].firstIndex { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") } ?? end
      let subtag = bytes[start..<stop]
      start = stop + 1
      guard language != nil else {
        guard 2...3 ~= subtag.count, subtag.allSatisfy({ $0.isLetter }) else { return nil }
        language = String(decoding: subtag, as: UTF8.self).lowercased()
        continue
      }
      guard 1...32 ~= subtag.count, subtag.allSatisfy({ $0.isLetter || $0.isDigit }) else { return nil }
      isExtension = isExtension || subtag.count == 1
      let isCountry =
        subtag.count == 2 && subtag.allSatisfy { $0.isLetter }
        || subtag.count == 3 && subtag.allSatisfy { $0.isDigit }
      if isCountry, !isExtension {
        guard country == nil else { return nil }
        country = String(decoding: subtag, as: UTF8.self).uppercased()
      } else {
        modifiers.append(Self.modifier(subtag))
      }
    }
    let behind = bytes[min(end + 1, bytes.count)...]
    if !behind.isEmpty {
      guard behind.allSatisfy({ 0x21...0x7e ~= $0 }) else { return nil }
      modifiers.append(Self.modifier(behind))
    }
    guard let language else { return nil }
    self.init(
      language: language == "no" ? "nb" : language, country: country,
      modifier: modifiers.joined(separator: "-"))
  }

  /// The Chinese script it is read in, which the country implies where none is said; nil in other languages.
  var chineseScript: String? {
    guard language == "zh" else { return nil }
    let said = Self.firstPart(of: modifier)
    return said == "hans" || said == "hant" ? said : impliedScript
  }

  /// The country that stands for a Chinese script.
  static func country(ofChineseScript script: String) -> String { script == "hant" ? "TW" : "CN" }

  private var impliedScript: String {
    switch country {
    case "TW", "HK", "MO": "hant"
    default: "hans"
    }
  }

  /// Makes `zh-Hans` and `zh-Hans-CN` mean `zh_CN`.
  private mutating func dropImpliedScript() {
    let script = Self.firstPart(of: modifier)
    guard script == "hans" || script == "hant" else { return }
    country = country ?? Self.country(ofChineseScript: script)
    if impliedScript == script { modifier = String(modifier.dropFirst(script.count + 1)) }
  }

  private static func firstPart(of modifier: String) -> String {
    String(modifier.prefix { $0 != "-" })
  }

  /// A modifier, a script by its code.
  private static func modifier(_ text: ArraySlice<UInt8>) -> String {
    let modifier = String(decoding: text, as: UTF8.self).lowercased()
    return switch modifier {
    case "latin": "latn"
    case "cyrillic": "cyrl"
    case "devanagari": "deva"
    case "arabic": "arab"
    default: modifier
    }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
