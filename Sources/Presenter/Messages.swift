// The client's own words. A further language is a file like English.swift and its name in `translations`.

import WalkthroughModel

/// The client's own words in one language.
package struct Messages: Sendable {
  /// The locale that it is for.
  let locale: String

  /// The words on the buttons, and the ones to type.
  let next: String
  let back: String
  let skip: String
  let later: String
  let done: String
  let help: String

  /// Tells that Enter alone means this word.
  let byEnter: @Sendable (_ word: String) -> String
  /// Where one is: "page 2 of 4".
  let page: @Sendable (_ number: Int, _ count: Int) -> String
  /// A picture in words.
  let picture: @Sendable (_ description: String) -> String
  /// A link that has no label.
  let readMore: String
  /// What can be typed, and what Enter alone does.
  let instructions: String
  /// There is no page before this one.
  let isFirst: String
  /// There is no page after this one; takes the word that completes.
  let isLast: @Sendable (_ done: String) -> String
  /// It cannot be done before the last page.
  let isNotLast: String
  /// No app has anything to show.
  package let nothingIsDue: String

  // MARK: On a whole screen

  /// Ends a walkthrough that is shown again.
  let close: String
  /// There is more of the page below.
  let moreBelow: String
  /// There is more of the page above.
  let moreAbove: String
  /// How the last page is completed.
  let toFinish: String
  /// Which key explains the keys.
  let keyForHelp: String
  /// How the explanation is closed.
  let closeHelp: String
  /// The keys on a page, and what they do.
  let pageKeys: [(keys: String, meaning: String)]

  // MARK: Several apps

  /// Where one is among the apps: "app 2 of 5".
  let app: @Sendable (_ number: Int, _ count: Int) -> String
  /// So many apps have something to show.
  let appsAreDue: @Sendable (_ count: Int) -> String
  /// Heads the apps that are new to the person.
  let introductions: String
  /// Heads the apps that are newer than the person knows them.
  let updates: String
  /// Shows every app, one after another.
  let all: String
  /// Declines every app.
  let skipAll: String
  /// How every app is declined by keys.
  let toSkipAll: String
  /// The keys on the list, and what they do.
  let listKeys: [(keys: String, meaning: String)]
  /// What can be typed at the list.
  let listInstructions: String

  /// Every language but English.
  static let translations: [Messages] = [.german, .simplifiedChinese]

  /// The best language for a person.
  package static func best(for preference: LocalePreference) -> Messages {
    let translations = translations.compactMap { words in
      Locale(words.locale).map { (locale: $0, value: words) }
    }
    return Localized(.english, translations: translations)(preference)
  }
}
