// Locale names, priority lists, and the choice of a translation.

import Testing
import WalkthroughModel

@Suite struct LocaleTests {
  @Test(arguments: [
    ("pt_BR", "pt-BR"), ("pt_BR.UTF-8", "pt_BR"), ("PT-br", "pt_BR"), ("pt_BR.UTF-8@euro", "pt_BR@EURO"),
    ("sr@latin", "sr-Latn"), ("sr_RS@latin", "sr-Latn-RS"), ("sr_RS.UTF-8@latin", "sr-latn-rs"),
    ("uz@cyrillic", "uz-Cyrl"), ("sd@devanagari", "sd-Deva"), ("ca@valencia", "ca-valencia"),
    ("ca_ES@valencia", "ca-ES-valencia"), ("de@1996", "de-1996"), ("no", "nb"), ("no_NO", "nb-NO"),
    ("zh_CN", "zh-Hans"), ("zh_CN", "zh-Hans-CN"), ("zh_TW", "zh-Hant"), ("zh_TW", "zh-Hant-TW"),
    ("zh_HK", "zh-Hant-HK"), ("zh_SG", "zh-Hans-SG"), ("es_419", "es-419"), ("de@", "de"), ("de.", "de"),
  ])
  func sameMeaning(_ one: String, _ other: String) throws {
    #expect(try #require(Locale(one)) == #require(Locale(other)))
  }

  @Test(arguments: [
    ("pt", "pt_BR"), ("pt_PT", "pt_BR"), ("sr", "sr@latin"), ("nb", "nn"), ("zh", "zh_CN"),
    ("zh_CN", "zh_TW"),
    ("zh_HK", "zh-Hans-HK"), ("zh_HK", "zh_TW"), ("de", "de-x-test"),
  ])
  func differentMeaning(_ one: String, _ other: String) throws {
    #expect(try #require(Locale(one)) != #require(Locale(other)))
  }

  @Test(arguments: [
    "", "C", "POSIX", "C.UTF-8", "x-test", "X-Test", "x", "e", "english", "en_", "_US", "en__US", "en_US_GB",
    "en US",
    "en/US", "1n", "dé", "de_ÄÖ", "en@a b", "@euro", ".UTF-8", "en:de", "en\0",
  ])
  func garbage(_ text: String) { #expect(Locale(text) == nil) }

  @Test(arguments: [
    ("en", "en"), ("EN_us", "en"), ("no_NO", "nb"), ("sr-Latn", "sr"), ("ast_ES.UTF-8", "ast"),
  ])
  func language(_ text: String, _ language: String) throws {
    let locale = try #require(Locale(text))
    #expect(locale.language == language)
    #expect(locale.text == text)
    #expect("\(locale)" == text)
  }

  @Test(arguments: [
    ("en", "en", true), ("en_US", "en", true), ("en-GB", "EN", true), ("no_NO", "nb", true),
    ("zh-Hans", "zh", true), ("zh-Hant", "zh_TW", true), ("sr_RS@latin", "sr-Latn", true),
    ("en", "en_US", false),
    ("en_GB", "en_US", false), ("de", "en", false), ("sr@latin", "sr", false), ("sr_RS", "sr@latin", false),
  ])
  func variant(_ one: String, _ other: String, _ expected: Bool) throws {
    #expect(try #require(Locale(one)).isVariant(of: #require(Locale(other))) == expected)
  }
}

@Suite struct LocalizedTests {
  /// The source string is its language's name, in `<>`; a translation is where it stands in the list.
  struct Case: Sendable, CustomTestStringConvertible {
    let wanted: String
    let source: String
    let file: [String]
    let expected: String
    var testDescription: String { "\(wanted) in \(source) + \(file)" }

    init(_ wanted: String, in file: String, source: String = "en", is expected: String) {
      self.wanted = wanted
      self.source = source
      self.file = file.split(separator: " ").map(String.init)
      self.expected = expected
    }
  }

  private func check(_ test: Case) throws {
    let translations = try test.file.map { (locale: try #require(Locale($0)), value: "\($0)") }
    let language = try #require(Locale(test.source))
    let text = Localized("<\(test.source)>", language: language, translations: translations)
    let best = text.best(for: LocalePreference(test.wanted))
    #expect(best.value == test.expected)
    #expect(best.locale.text == (test.expected == "<\(test.source)>" ? test.source : test.expected))
    #expect(text(LocalePreference(test.wanted)) == test.expected)
  }

  @Test(arguments: [
    Case("sr_RS@latin", in: "sr sr@latin sr_RS sr_RS@latin", is: "sr_RS@latin"),
    Case("sr_RS@latin", in: "sr sr@latin sr_RS", is: "sr_RS"),
    Case("sr_RS@latin", in: "sr sr@latin", is: "sr@latin"),
    Case("sr_RS@latin", in: "de sr", is: "sr"),
    Case("sr@latin", in: "sr sr-Latn", is: "sr-Latn"),
    Case("sr", in: "sr@latin", is: "<en>"),
    Case("sr_RS", in: "sr@latin sr", is: "sr"),
    Case("sr_RS", in: "sr_RS@latin", is: "<en>"),
    Case("sr-Latn-RS-ekavsk", in: "sr sr@latin", is: "sr@latin"),
    Case("ca_ES@valencia", in: "ca ca-valencia", is: "ca-valencia"),
    Case("de_DE.UTF-8@euro", in: "de", is: "de"),
    Case("DE_at", in: "de de-AT", is: "de-AT"),
    Case("pt_BR", in: "pt_PT pt", is: "pt"),
    Case("de", in: "fr", is: "<en>"),
    Case("nn", in: "nb no", is: "<en>"),
    Case("de-u-co-phonebk", in: "fr de", is: "de"),
    Case("no_NO", in: "nb", is: "nb"),
    Case("nb", in: "no", is: "no"),
  ])
  func desktopEntryMatching(_ test: Case) throws { try check(test) }

  @Test(arguments: [
    Case("fr", in: "fr_FR", is: "fr_FR"),
    Case("fr_CA", in: "fr_FR", is: "fr_FR"),
    Case("fr_CA", in: "fr_BE@euro fr_CH fr_FR", is: "fr_CH"),
    Case("fr_CA", in: "fr_FR fr", is: "fr"),
    Case("fr@euro", in: "fr_FR", is: "fr_FR"),
    Case("de_AT", in: "de-DE de-CH de_DE", is: "de_DE"),
  ])
  func anyCountry(_ test: Case) throws { try check(test) }

  @Test(arguments: [
    Case("zh_HK", in: "zh_CN zh_TW", is: "zh_TW"),
    Case("zh_MO", in: "zh_CN zh-Hant", is: "zh-Hant"),
    Case("zh-Hant-HK", in: "zh_CN zh_TW", is: "zh_TW"),
    Case("zh_HK", in: "zh_TW zh_HK", is: "zh_HK"),
    Case("zh_HK", in: "zh_TW zh", is: "zh"),
    Case("zh_HK", in: "zh_CN zh_MO", is: "zh_MO"),
    Case("zh_HK", in: "zh_CN", is: "zh_CN"),
    Case("zh_SG", in: "zh_TW zh_CN", is: "zh_CN"),
    Case("zh", in: "zh_TW zh_CN", is: "zh_CN"),
    Case("zh", in: "zh_TW zh-Hans", is: "zh-Hans"),
    Case("zh", in: "zh_TW", is: "zh_TW"),
    Case("zh_CN", in: "zh_TW zh_SG", is: "zh_SG"),
    Case("zh_TW", in: "zh_CN zh_HK", is: "zh_HK"),
    Case("zh-Hant-US", in: "zh_CN zh_TW", is: "zh_TW"),
    Case("zh-Hans", in: "zh_TW zh_CN", is: "zh_CN"),
    Case("zh_CN", in: "zh-Hant zh-Hans", is: "zh-Hans"),
  ])
  func chineseScripts(_ test: Case) throws { try check(test) }

  @Test(arguments: [
    Case("pt_BR", in: "pt-BR pt_BR", is: "pt_BR"),
    Case("pt-BR", in: "pt_BR pt-BR", is: "pt-BR"),
    Case("pt_BR.UTF-8", in: "pt-BR pt_BR", is: "pt_BR"),
    Case("pt_BR.UTF-8@euro", in: "pt-BR pt_BR", is: "pt_BR"),
    Case("pt_br", in: "pt-BR pt_BR", is: "pt_BR"),
    Case("no", in: "nb no", is: "no"),
    Case("no_NO", in: "nb no", is: "no"),
    Case("nb", in: "no nb", is: "nb"),
    Case("sr_RS@latin", in: "sr-Latn sr@latin", is: "sr@latin"),
    Case("sr-Latn-RS", in: "sr@latin sr-Latn", is: "sr-Latn"),
    Case("zh-Hant", in: "zh_TW zh-Hant-TW zh-Hant", is: "zh-Hant"),
    Case("zh_HK", in: "zh-Hant zh_TW", is: "zh_TW"),
    Case("zh_CN", in: "zh-Hans-CN zh-Hans", is: "zh-Hans-CN"),
    Case("en", in: "EN", is: "<en>"),
  ])
  func askedSpelling(_ test: Case) throws { try check(test) }

  @Test(arguments: [
    Case("en:de", in: "de", is: "<en>"),
    Case("en_GB:de", in: "de", is: "<en>"),
    Case("en_GB:de", in: "de en_GB", is: "en_GB"),
    Case("C:de", in: "de", is: "<en>"),
    Case("POSIX:de", in: "de", is: "<en>"),
    Case("C.UTF-8:de", in: "de", is: "<en>"),
    Case("fr:C:de", in: "de", is: "<en>"),
    Case("fr:de:en", in: "de", is: "de"),
    Case("de_AT:en_GB", in: "en_GB de", is: "de"),
    Case("x-test:!!::garbage:de", in: "fr de", is: "de"),
    Case("", in: "de", is: "<en>"),
    Case("C", in: "de", is: "<en>"),
    Case("!!", in: "de", is: "<en>"),
    Case("x-test", in: "de", is: "<en>"),
    Case("de:en", in: "en", source: "de", is: "<de>"),
    Case("en:de", in: "en", source: "de", is: "en"),
    Case("C:en", in: "en", source: "de", is: "<de>"),
    Case("fr", in: "en", source: "de", is: "<de>"),
    Case("en_GB:de", in: "de", source: "en_US", is: "<en_US>"),
    Case("en_GB", in: "en-GB de", source: "en_US", is: "en-GB"),
    Case("zh_HK:de", in: "zh_CN de", source: "zh_TW", is: "<zh_TW>"),
  ])
  func priorityLists(_ test: Case) throws { try check(test) }
}

@Suite struct LocalePreferenceTests {
  @Test func whatNobodyWritesIsPassedOver() throws {
    let long = "de@" + String(repeating: "x", count: 253)
    #expect(Locale(long) == nil && Locale(String(long.dropLast())) != nil)
    #expect(LocalePreference("\(long):fr").text == "fr")
    let many = (0..<64).map { "de@x\($0)" }.joined(separator: ":")
    #expect(LocalePreference("\(many):fr:it").text == many)
    #expect(LocalePreference("::" + String(repeating: "de:", count: 100)).text.count == 64 * 3 - 1)
  }

  @Test(
    arguments: [
      ([:], "C"),
      (["LANG": "de_DE.UTF-8"], "de_DE.UTF-8"),
      (["LANG": "de", "LC_MESSAGES": "fr"], "fr"),
      (["LANG": "de", "LC_MESSAGES": "fr", "LC_ALL": "it"], "it"),
      (["LANG": "de", "LC_MESSAGES": "", "LC_ALL": ""], "de"),
      (["LANG": "de", "LANGUAGE": "fr:it"], "fr:it"),
      (["LANG": "de", "LANGUAGE": ""], "de"),
      (["LANG": "de", "LANGUAGE": "fr:!!:C"], "fr:C"),
      (["LANGUAGE": "fr"], "C"),
      (["LANG": "", "LANGUAGE": "fr"], "C"),
      (["LANG": "C", "LANGUAGE": "fr"], "C"),
      (["LANG": "POSIX", "LANGUAGE": "fr"], "C"),
      (["LANG": "C.UTF-8", "LANGUAGE": "fr"], "C"),
      (["LANG": "de", "LC_ALL": "C.utf8", "LANGUAGE": "fr"], "C"),
      (["LANG": "C", "LC_MESSAGES": "de", "LANGUAGE": "fr"], "fr"),
      (["LANG": "!!"], "C"),
      (["LANG": "de:fr"], "C"),
    ] as [([String: String], String)])
  func environment(_ environment: [String: String], _ expected: String) {
    let preference = LocalePreference { environment[$0] }
    #expect(preference.text == expected)
  }

  @Test(arguments: [
    ("de_AT.UTF-8:en", "de_AT.UTF-8:en"), ("POSIX:de", "C:de"), (":de:!!:", "de"), ("", "C"), ("x-test", "C"),
  ])
  func text(_ list: String, _ expected: String) {
    let preference = LocalePreference(list)
    #expect(preference.text == expected)
    #expect(LocalePreference(preference.text).text == expected)
  }
}
