// Several apps are due: a list to choose from, introductions before updates.

import WalkthroughModel

/// An app that has something to show.
package struct DueApp: Equatable, Sendable {
  /// Its name, safe.
  package let name: String
  package let kind: WalkthroughKind

  package init(name: String, kind: WalkthroughKind) {
    self.name = sanitizedLine(name)
    self.kind = kind
  }
}

/// What was chosen from the list.
package enum Choice: Equatable, Sendable {
  /// The app at that place of the list.
  case one(Int)
  case all, skipAll, later
}

/// The list on a whole screen. The focus goes over the apps and then the buttons.
package struct ListView: Scene, Sendable {
  /// In the order of the list.
  package let apps: [DueApp]
  /// The place of the focus among the apps and the buttons behind them.
  package private(set) var focus = 0
  package private(set) var isHelpShown = false
  private var helpScroll = 0
  let messages: Messages
  let progress: PageView.Progress?

  /// The buttons, in order.
  static let buttons: [Choice] = [.all, .skipAll, .later]

  package init(_ apps: [DueApp], messages: Messages, progress: PageView.Progress? = nil) {
    self.apps = apps
    self.messages = messages
    self.progress = progress
  }

  package mutating func receive(_ news: PictureNews) {}

  /// What the focus can be on, in order.
  private var choices: [Choice] { apps.indices.map(Choice.one) + Self.buttons }

  package mutating func handle(_ input: Input, in size: WindowSize) -> Choice? {
    if isHelpShown {
      let (layout, lines) = (layout(in: size), help(in: size))
      if let step = input.scrolling(lines: lines.count, rows: layout.height) {
        helpScroll = min(max(0, helpScroll + step), layout.furthestScroll(lines.count))
      } else {
        (isHelpShown, helpScroll) = (false, 0)
      }
      return nil
    }
    switch input {
    case .down, .right, .tab, .wheelDown, .character("j"), .character("l"): move(by: 1)
    case .up, .left, .backTab, .wheelUp, .character("k"), .character("h"): move(by: -1)
    case .pageDown: focus = min(focus + 10, apps.count - 1)
    case .pageUp: focus = max(focus - 10, 0)
    case .home: focus = 0
    case .end: focus = apps.count - 1
    case .enter, .character(" "): return choices[focus]
    case .character("a"): return .all
    // One key that declines everything would be pressed by mistake.
    case .character("s"): focus = choices.firstIndex(of: .skipAll) ?? focus
    case .escape, .character("q"): return .later
    case .character("?"): isHelpShown = true
    case .click(let row, let column):
      if case .choice(let place) = frame(in: size).target(row: row, column: column) { return choices[place] }
    default: if let app = input.number, apps.indices.contains(app) { return .one(app) }
    }
    return nil
  }

  private mutating func move(by step: Int) { focus = (focus + step + choices.count) % choices.count }

  // MARK: What it looks like

  package func frame(in size: WindowSize) -> Frame {
    let layout = layout(in: size)
    let width = layout.column.width
    let place = progress.map { messages.app($0.number, $0.count) } ?? ""
    var parts = ScreenParts(
      header: .ends(TextRun("walkthrough", .faint), TextRun(place, .faint), width: width), content: [],
      buttons: buttons(width))
    var scroll = helpScroll
    if isHelpShown {
      parts.content = help(in: size)
    } else {
      // The focus stays in the middle where there is more above and below.
      scroll = addList(to: &parts, width: width) - layout.height / 2
    }
    let furthest = layout.furthestScroll(parts.content.count)
    scroll = min(max(0, scroll), furthest)
    return layout.frame(parts, scroll: scroll, hint: hint(above: scroll > 0, below: scroll < furthest, width))
  }

  private func layout(in size: WindowSize) -> ScreenLayout {
    let rows = buttons(TextColumn(in: size).width).lines.count
    return ScreenLayout(in: size, buttonRows: rows, hasPosition: false)
  }

  private func help(in size: WindowSize) -> [StyledLine] {
    helpLines(messages.listKeys, closing: messages.closeHelp, width: TextColumn(in: size).width)
  }

  private func buttons(_ width: Int) -> ButtonRow {
    ButtonRow(
      Self.buttons.enumerated().map { index, choice in
        Button(
          label: messages.label(of: choice), target: .choice(apps.count + index),
          hasFocus: focus == apps.count + index && !isHelpShown)
      }, width: width)
  }

  /// Adds the apps, a line each under their headings; the line that has the focus.
  private func addList(to parts: inout ScreenParts, width: Int) -> Int {
    var focused = 0
    parts.content = wrapped(messages.appsAreDue(apps.count), .strong, width: width)
    var kind: WalkthroughKind?
    for (index, app) in apps.enumerated() {
      if app.kind != kind {
        parts.content += [.blank, StyledLine(messages.heading(of: app.kind), .faint)]
        kind = app.kind
      }
      if index == focus { focused = parts.content.count }
      let number = String(repeating: " ", count: index < 9 && apps.count > 9 ? 1 : 0) + "\(index + 1)"
      let text = "\(index == focus ? "›" : " ") \(number)  \(app.name)".cut(to: width)
      parts.contentRegions.append(
        .init(row: parts.content.count, columns: 0..<text.columns, target: .choice(index)))
      parts.content.append(StyledLine(text, TextStyle(isReversed: index == focus && !isHelpShown)))
    }
    return focus < apps.count ? focused : parts.content.count
  }

  private func hint(above: Bool, below: Bool, _ width: Int) -> StyledLine {
    let isOnSkipAll = choices[focus] == .skipAll && !isHelpShown
    let text =
      isOnSkipAll
      ? messages.toSkipAll
      : below ? (above ? "↑↓ " : "↓ ") + messages.moreBelow : above ? "↑ " + messages.moreAbove : ""
    return .ends(
      TextRun(text, isOnSkipAll ? .strong : .faint), TextRun(isHelpShown ? "" : messages.keyForHelp, .faint),
      width: width)
  }
}

extension Messages {
  /// The words of a button.
  func label(of choice: Choice) -> String {
    switch choice {
    case .all, .one: all
    case .skipAll: skipAll
    case .later: later
    }
  }

  func heading(of kind: WalkthroughKind) -> String { kind == .introduction ? introductions : updates }
}
