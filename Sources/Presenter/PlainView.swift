// A walkthrough as plain text: no escapes, no repaint, one page after another, good with a screen reader.

import WalkthroughModel

/// Shows a walkthrough's pages as lines of plain text, and understands typed answers.
package struct PlainView: Sendable {
  /// The client's words.
  package let messages: Messages
  /// The columns there are for text.
  package let width: Int

  /// Makes a view for that many columns: of more than 100, 100 are used.
  package init(messages: Messages, columns: Int) {
    self.messages = messages
    width = min(max(columns, 1), 100)
  }

  /// The page on show: names, place (also among several apps), text, picture in words, link.
  package func page(_ screen: WalkthroughScreen, progress: PageView.Progress? = nil) -> [StyledLine] {
    let page = screen.page
    // Release notes already name the app in their titles.
    let namesApp = page.title.hasPrefix(screen.appName + " ") || page.title == screen.appName
    let heading = namesApp ? page.title : "\(screen.appName): \(page.title)"
    let app = progress.map { messages.app($0.number, $0.count) + ", " } ?? ""
    let place = app + messages.page(screen.index + 1, screen.pages.count)
    let picture = page.imageDescription.map { wrapped(messages.picture($0), width: width) }
    let link = page.link.map { link in
      wrapped(
        linkRuns(link.label ?? messages.readMore, address: link.address, links: .address), width: width)
    }
    let parts = [
      wrapped(heading, .strong, width: width) + wrapped(place, width: width),
      page.body.lines(width: width), picture ?? [], link ?? [],
    ]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [.blank]))
  }

  /// Why the page stayed.
  package func notice(_ notice: Notice, on screen: WalkthroughScreen) -> [StyledLine] {
    let text =
      switch notice {
      case .isFirst: messages.isFirst
      case .isLast: messages.isLast(screen.labels.done)
      case .isNotLast: messages.isNotLast
      case .help: messages.instructions
      }
    return wrapped(text, width: width)
  }

  /// The answers that there are. The last line is the prompt; a space and no newline go behind it.
  package func prompt(_ screen: WalkthroughScreen) -> [StyledLine] {
    let words = screen.answers.map { answer in
      answer == .next ? messages.byEnter(screen.labels[.next]) : screen.labels[answer]
    }
    return wrapped(words.joined(separator: ", ") + ":", width: width)
  }

  /// The answer that a typed line is.
  package func answer(to line: String, on screen: WalkthroughScreen) -> Answer {
    Vocabulary(messages, labels: screen.labels).answer(to: line)
  }

  // MARK: Several apps

  /// The apps to choose from, numbered.
  package func list(_ apps: [DueApp]) -> [StyledLine] {
    var lines = wrapped(messages.appsAreDue(apps.count), .strong, width: width)
    var kind: WalkthroughKind?
    for (index, app) in apps.enumerated() {
      if app.kind != kind { lines += [.blank] + wrapped(messages.heading(of: app.kind) + ":", width: width) }
      kind = app.kind
      lines += wrapped("\(index + 1). \(app.name)", width: width)
    }
    return lines
  }

  /// The answers to the list, as `prompt`.
  package var listPrompt: [StyledLine] {
    let words = ListView.buttons.map { choice in
      choice == .all ? messages.byEnter(messages.label(of: choice)) : messages.label(of: choice)
    }
    return wrapped(words.joined(separator: ", ") + ":", width: width)
  }

  /// What can be answered to the list.
  package var listHelp: [StyledLine] { wrapped(messages.listInstructions, width: width) }

  /// The choice that a typed line is; nil: none.
  package func choice(of line: String, from apps: [DueApp]) -> Choice? {
    Vocabulary.choice(of: line, from: apps.count, messages)
  }
}
