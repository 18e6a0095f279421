// Which texts of a manifest lack a language that others have.

import WalkthroughJSON
import WalkthroughModel

/// More than anybody translates into; comparing each with each other has to end.
private let mostLanguages = 256

/// A localizable value of a manifest.
struct ManifestText {
  var key: String
  var value: JSON
  /// Whether it would leave a gap where it is empty.
  var isShownAlone: Bool
  /// Whether a plain string is meant for every language, as a name is.
  var isSameForAll: Bool
}

/// Looks for what is not translated.
struct TranslationReview {
  private(set) var findings: [Finding] = []
  private let language: Locale

  init(language: Locale) { self.language = language }

  mutating func run(over texts: [ManifestText]) {
    var used: [Locale] = []
    for text in texts {
      let locales = text.value.locales
      for (index, member) in locales.enumerated() {
        if let first = locales[..<index].first(where: { $0.locale == member.locale }) {
          warn(
            "\"\(member.locale)\" means the same as \"\(first.locale)\"; keep one of them",
            at: member.place)
        }
        if used.count < mostLanguages, !used.contains(member.locale) { used.append(member.locale) }
      }
    }
    for text in texts { review(text, used) }
  }

  private mutating func review(_ text: ManifestText, _ used: [Locale]) {
    let present: [Locale]
    switch text.value.kind {
    case .string where !text.isSameForAll: present = [language]
    case .object: present = text.value.locales.map { $0.locale }
    default: return
    }
    // A regional variant serves its language and the language its variants, as when a person asks.
    let missing = used.filter { wanted in
      !wanted.isVariant(of: language)
        && !present.contains { wanted.isVariant(of: $0) || $0.isVariant(of: wanted) }
    }
    guard !missing.isEmpty else { return }
    let list = missing.map { "\"\($0)\"" }.joined(separator: ", ")
    warn("`\(text.key)` has no translation in \(list); add it", at: text.value.place)
  }

  private mutating func warn(_ message: String, at place: JSONPlace) {
    findings.append(Finding(.warning, message, at: place))
  }
}

extension JSON {
  /// The strings of a localizable value, or what stands in their place.
  var variants: [JSON] {
    guard case .object(let members) = kind else { return [self] }
    return members.map { $0.value }
  }

  /// The locales of a localizable value.
  fileprivate var locales: [(locale: Locale, place: JSONPlace)] {
    guard case .object(let members) = kind else { return [] }
    return members.prefix(mostLanguages).compactMap { member in
      Locale(member.name).map { ($0, member.namePlace) }
    }
  }
}
