// What a person is told at login: that apps have something new, whichever and however many there are.

import WalkthroughModel

/// The words of the one notification, or of the one line.
package struct Greeting: Equatable {
  /// So many apps have something new.
  package let summary: String
  /// Which.
  package let names: String
  /// The word on the button that opens what is new.
  package let show: String
  /// The word on the button that postpones it.
  package let later: String
  /// Which command shows it.
  package let toSee: String

  private static let mostNames = 4
  private static let longestName = 40

  /// Greets with the names of apps, as their manifests have them: hostile until shown otherwise.
  package init(names: [String], command: String, messages: Messages) {
    let named = names.prefix(Self.mostNames).map { name in
      let line = sanitizedLine(name)
      return line.count <= Self.longestName ? line : line.prefix(Self.longestName - 1) + "…"
    }
    let list = named.joined(separator: messages.comma)
    let others = names.count - named.count
    summary = messages.appsHaveNews(names.count)
    self.names = others == 0 ? list : messages.andMore(list, others)
    show = messages.show
    later = messages.later
    toSee = messages.toSee(command)
  }

  /// All of it on one line.
  package var line: String { "\(summary): \(names). \(toSee)" }

  /// The names for a notification server that takes markup.
  package var markup: String {
    names.reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      default: text.append(character)
      }
    }
  }
}
