// The state of a walkthrough on show: its pages, where one is, and what each answer does.

import WalkthroughModel

/// A page as it is shown. Its texts are safe.
package struct ScreenPage: Equatable, Sendable {
  /// The heading.
  package let title: String
  /// The text.
  package let body: Markup
  /// The picture's file.
  package let image: String?
  /// The picture in words.
  package let imageDescription: String?
  /// A link below the text; without a label the client has its own words.
  package let link: Link?

  package struct Link: Equatable, Sendable {
    package let label: String?
    package let address: String

    package init(label: String?, address: String) {
      self.label = label.flatMap(wording)
      self.address = sanitizedLine(address)
    }
  }

  /// Makes a page of what a service said, `body` being CommonMark.
  package init(
    title: String, body: String = "", image: String? = nil, imageDescription: String? = nil, link: Link? = nil
  ) {
    self.title = sanitizedLine(title)
    self.body = Markup(commonMark: body)
    self.image = image
    self.imageDescription = imageDescription.flatMap(wording)
    self.link = link
  }
}

/// What a person can answer to a page.
package enum Answer: CaseIterable, Sendable {
  case next, back, skip, later, done, help
}

/// How a walkthrough ended.
package enum Ending: Equatable, Sendable {
  /// Gone through.
  case complete
  /// Declined.
  case skip
  /// To be shown again later.
  case later
}

/// What came of an answer.
package enum Reaction: Equatable, Sendable {
  /// Another page is there.
  case turned
  /// The page stayed, and this is why.
  case stayed(Notice)
  /// The walkthrough is over.
  case ended(Ending)
}

/// Why a page stayed.
package enum Notice: Equatable, Sendable {
  /// There is none before it.
  case isFirst
  /// There is none after it.
  case isLast
  /// The walkthrough cannot be done before its last page.
  case isNotLast
  /// Help was wanted, or needed.
  case help
}

/// A walkthrough on show.
package struct WalkthroughScreen: Equatable, Sendable {
  /// The app's name.
  package let appName: String
  /// At least one.
  package let pages: [ScreenPage]
  /// The words on the buttons.
  package let labels: ButtonLabels
  /// Whether the ending is of no consequence, as when a walkthrough is shown again: then it is closed at any
  /// time, and there is nothing to skip.
  package let isReplay: Bool
  /// The page on show.
  package private(set) var index = 0

  /// Starts at the first page; nil where there is none.
  package init?(appName: String, pages: [ScreenPage], labels: ButtonLabels, isReplay: Bool = false) {
    guard !pages.isEmpty else { return nil }
    self.isReplay = isReplay
    self.appName = sanitizedLine(appName)
    self.pages = pages
    self.labels = labels
  }

  /// The page on show.
  package var page: ScreenPage { pages[index] }

  package var isFirst: Bool { index == 0 }

  package var isLast: Bool { index == pages.count - 1 }

  /// The answers that lead somewhere from this page, in the order of their buttons.
  package var answers: [Answer] {
    (isFirst ? [] : [.back]) + (isLast ? [] : [.next]) + (isReplay ? [.later] : [.skip, .later])
      + (isLast ? [.done] : [])
  }

  /// Does what was answered. Only `done`, and only on the last page, completes.
  package mutating func handle(_ answer: Answer) -> Reaction {
    switch answer {
    case .next: turn(by: 1, or: .isLast)
    case .back: turn(by: -1, or: .isFirst)
    case .skip: .ended(.skip)
    case .later: .ended(.later)
    case .done: isLast ? .ended(.complete) : .stayed(.isNotLast)
    case .help: .stayed(.help)
    }
  }

  /// Goes to a page; false where it is none, or the one on show.
  package mutating func turn(to page: Int) -> Bool {
    guard pages.indices.contains(page), page != index else { return false }
    index = page
    return true
  }

  private mutating func turn(by step: Int, or notice: Notice) -> Reaction {
    guard pages.indices.contains(index + step) else { return .stayed(notice) }
    index += step
    return .turned
  }
}

/// A safe line, or nil where nothing readable is left of it.
func wording(_ text: String) -> String? {
  let line = sanitizedLine(text)
  return line.allSatisfy { $0.isWhitespace } ? nil : line
}
