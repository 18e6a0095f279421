// A value with its translations, and choosing the best of them.

/// A value in its source language and its translations.
public struct Localized<Value: Sendable>: Sendable {
  /// The language of `source`.
  public var language: Locale
  /// What is used where no translation fits.
  public var source: Value
  /// In the order of the file.
  public var translations: [(locale: Locale, value: Value)]

  /// Makes a localized value.
  public init(
    _ source: Value, language: Locale = .english, translations: [(locale: Locale, value: Value)] = []
  ) {
    self.source = source
    self.language = language
    self.translations = translations
  }

  /// The best value for a preference and the locale it is in, as the file spells it.
  public func best(for preference: LocalePreference) -> (locale: Locale, value: Value) {
    for case .locale(let search) in preference.choices.prefix(while: { $0 != .source }) {
      if let match = best(for: search) { return match }
    }
    return (language, source)
  }

  /// The best value for a preference.
  public func callAsFunction(_ preference: LocalePreference) -> Value { best(for: preference).value }

  /// The nearest of the source and the translations; of equally near ones the first, or the one spelled as asked.
  private func best(for search: LocaleSearch) -> (locale: Locale, value: Value)? {
    var best = (locale: language, index: Int?.none)
    var shortest = search.distance(to: language)
    for (index, translation) in translations.enumerated() {
      guard let distance = search.distance(to: translation.locale) else { continue }
      let isBetter =
        if let shortest, distance >= shortest {
          translation.locale == best.locale
            && translation.locale.likeness(to: search.wanted) > best.locale.likeness(to: search.wanted)
        } else {
          true
        }
      if isBetter { (best, shortest) = ((translation.locale, index), distance) }
    }
    guard shortest != nil else { return nil }
    return (best.locale, best.index.map { translations[$0].value } ?? source)
  }
}

/// A string and its translations.
public typealias LocalizedText = Localized<String>
