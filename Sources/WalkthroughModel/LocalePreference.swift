// The languages a person reads, and how well a locale serves one of them.

/// The locales a person wants, best first; empty: the source language.
public struct LocalePreference: Equatable, Sendable {
  enum Choice: Equatable, Sendable {
    /// The source language, whatever it is: `C`.
    case source
    case locale(LocaleSearch)
  }

  /// Best first.
  let choices: [Choice]

  /// Reads a priority list separated by `:`; garbage in it is passed over, and all after 64 names. `C` and `POSIX` stand for the source language.
  public init(_ list: String) {
    choices = Self.choices(in: list)
  }

  /// The session's, from `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG` by their usual rules (gettext's).
  public init(environment: (String) -> String?) {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let choice = Self.choice(value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG") ?? "C")
    let list = choice == .source ? nil : value("LANGUAGE")
    choices = list.map(Self.choices(in:)) ?? choice.map { [$0] } ?? []
  }

  /// The priority list, never empty: to a service an empty one would mean its own session's.
  public var text: String {
    if choices.isEmpty { return "C" }
    return choices.map { choice in
      switch choice {
      case .source: "C"
      case .locale(let search): search.wanted.text
      }
    }.joined(separator: ":")
  }

  // Nobody reads more languages; a caller could keep the service busy with more.
  private static let mostChoices = 64

  private static func choices(in list: String) -> [Choice] {
    list.utf8.split(separator: UInt8(ascii: ":"), maxSplits: mostChoices).prefix(mostChoices)
      .compactMap { choice(String(Substring($0))) }
  }

  /// What one name asks for; nil for garbage.
  private static func choice(_ text: String) -> Choice? {
    switch Locale.name(in: text).prefix(while: { $0 != "@" }) {
    case "C", "POSIX": .source
    default: Locale(text).map { .locale(LocaleSearch($0)) }
    }
  }
}

/// The search for one wanted locale: the matching of the Desktop Entry Specification, and what people expect beyond it.
struct LocaleSearch: Equatable, Sendable {
  let wanted: Locale
  /// The exact matches, best first.
  private let chain: [LocaleTag]

  init(_ wanted: Locale) {
    self.wanted = wanted
    let tag = wanted.tag
    var modifiers = [tag.modifier]
    while let last = modifiers.last, !last.isEmpty {
      modifiers.append(String(last[..<(last.lastIndex(of: "-") ?? last.startIndex)]))
    }
    let countries = tag.country == nil ? [nil] : [tag.country, nil]
    var chain = countries.flatMap { country in
      modifiers.map { LocaleTag(language: tag.language, country: country, modifier: $0) }
    }
    if let script = tag.chineseScript {
      chain.append(LocaleTag(language: tag.language, country: LocaleTag.country(ofChineseScript: script)))
    }
    self.chain = chain
  }

  /// How far a locale is from the wanted one: 0 is the same; nil: it does not serve.
  func distance(to locale: Locale) -> Int? {
    let tag = locale.tag
    guard tag.language == wanted.language else { return nil }
    if let place = chain.firstIndex(of: tag) { return place }
    guard tag.modifier.isEmpty else { return nil }
    return tag.chineseScript == wanted.tag.chineseScript ? chain.count : chain.count + 1
  }
}
