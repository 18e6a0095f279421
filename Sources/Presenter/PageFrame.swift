// What the page on show looks like full-screen.

extension PageView {
  package func frame(in size: WindowSize) -> Frame {
    let layout = layout(in: size)
    let content = content(in: layout)
    let furthest = layout.furthestScroll(content.lines.count)
    let scroll = min(scroll, furthest)
    var parts = ScreenParts(
      header: header(layout.column.width), content: content.lines, buttons: buttons(layout.column.width))
    (parts.position, parts.positionRegions) = position(layout.column.width)
    let hint = hint(above: scroll > 0, below: scroll < furthest, width: layout.column.width)
    var frame = layout.frame(parts, scroll: scroll, hint: hint)
    frame.wish = content.wish
    if let pixels = content.pixels, pixels.row >= scroll,
      pixels.row + pixels.rows <= scroll + layout.height
    {
      frame.pixels = Frame.Pixels(
        row: layout.top + pixels.row - scroll, column: layout.column.left, picture: pixels.picture)
    }
    return frame
  }

  /// What scrolling has to know.
  func measures(in size: WindowSize) -> (layout: ScreenLayout, lines: Int) {
    let layout = layout(in: size)
    return (layout, content(in: layout).lines.count)
  }

  private func layout(in size: WindowSize) -> ScreenLayout {
    let width = TextColumn(in: size).width
    return ScreenLayout(
      in: size, buttonRows: buttons(width).lines.count, hasPosition: screen.pages.count > 1)
  }

  private func header(_ width: Int) -> StyledLine {
    let place = progress.map { messages.app($0.number, $0.count) } ?? ""
    return .ends(
      TextRun(screen.appName, .faint), TextRun(place, .faint), width: width, leastLeft: 12)
  }

  // MARK: Content

  private struct Content {
    var lines: [StyledLine] = []
    var wish: PictureWish?
    var pixels: (row: Int, rows: Int, picture: DrawnPicture)?
  }

  private func content(in layout: ScreenLayout) -> Content {
    let width = layout.column.width
    var content = Content()
    if isHelpShown {
      content.lines = helpLines(messages.pageKeys, closing: messages.closeHelp, width: width)
      return content
    }
    let page = screen.page
    content.lines = wrapped(page.title, .strong, width: width)
    /// Puts a part behind what is there, a blank line between.
    func add(_ part: [StyledLine]) {
      guard !part.isEmpty else { return }
      if !content.lines.isEmpty { content.lines.append(.blank) }
      content.lines += part
    }
    let description = page.imageDescription.map { wrapped(messages.picture($0), .faint, width: width) } ?? []
    // More than half of the height would leave the text no room.
    let stand: PictureAlbum.Stand =
      page.image.map {
        appearance.hasPictures ? album.stand(of: $0, columns: width, rows: layout.height / 2) : .none
      }
      ?? .none
    switch (stand, page.image) {
    case (.unmeasured, let file?):
      content.wish = .measure(file: file)
      add(description)
    case (.undrawn(let box), let file?):
      content.wish = .draw(file: file, box)
      add(box.filled(with: description))
    case (.drawn(_, .text(let lines)), _): add(lines)
    case (.drawn(let box, let picture), _):
      content.pixels = (content.lines.count + (content.lines.isEmpty ? 0 : 1), box.rows, picture)
      add(box.filled(with: []))
    default: add(description)
    }
    add(body(width: width))
    if let link = page.link {
      add(
        wrapped(
          linkRuns(link.label ?? messages.readMore, address: link.address, links: appearance.links),
          width: width))
    }
    return content
  }

  // MARK: The lines below

  private func hint(above: Bool, below: Bool, width: Int) -> StyledLine {
    let (text, style) = hint(above: above, below: below)
    return .ends(
      TextRun(text, style), TextRun(isHelpShown ? "" : messages.keyForHelp, .faint), width: width)
  }

  private func hint(above: Bool, below: Bool) -> (String, TextStyle) {
    switch notice {
    case .isFirst: return (messages.isFirst, .strong)
    case .isLast: return (messages.toFinish, .strong)
    case .isNotLast, .help, nil: break
    }
    if below { return ((above ? "↑↓ " : "↓ ") + messages.moreBelow, .faint) }
    if screen.isLast, focus != .done, !isHelpShown { return (messages.toFinish, .faint) }
    return (above ? "↑ " + messages.moreAbove : "", .faint)
  }

  /// A dot for each page, or words where there are too many.
  private func position(_ width: Int) -> (StyledLine, [Frame.Region]) {
    let count = screen.pages.count
    guard count > 1 else { return (.blank, []) }
    guard count * 2 - 1 <= width - 1 else {
      return (StyledLine((" " + messages.page(screen.index + 1, count)).cut(to: width)), [])
    }
    var line = StyledLine(" ")
    var regions: [Frame.Region] = []
    for page in 0..<count {
      if page > 0 { line.append(" ", .plain) }
      // As wide as a finger: the blank behind the dot counts.
      regions.append(.init(row: 0, columns: line.columns..<line.columns + 2, target: .page(page)))
      line.append(page == screen.index ? "●" : "○", page == screen.index ? .strong : .plain)
    }
    return (line, regions)
  }

  /// Every button of the walkthrough has its place on every page. Done is seen where it can be pressed.
  private func buttons(_ width: Int) -> ButtonRow {
    let isSingle = screen.pages.count == 1
    let places: [Answer] =
      (isSingle ? [] : [.back, .next]) + screen.answers.filter { $0 == .skip || $0 == .later } + [.done]
    let shown = screen.answers
    let row = places.map { answer in
      Button(
        label: screen.labels[answer], target: .answer(answer),
        appearance: shown.contains(answer) ? .active : answer == .done ? .hidden : .inactive,
        hasFocus: answer == focus && shown.contains(answer) && !isHelpShown)
    }
    return ButtonRow(row, width: width)
  }
}

/// Keys and what they do, in two columns where there is room for them.
func helpLines(_ keys: [(keys: String, meaning: String)], closing: String, width: Int) -> [StyledLine] {
  let first = (keys.map { $0.keys.columns }.max() ?? 0) + 2
  let hasRoom = width - first >= 12
  let lines = keys.flatMap { names, meaning in
    guard hasRoom else { return wrapped(names, .strong, width: width) + wrapped(meaning, width: width) }
    return wrapped(meaning, width: width - first).enumerated().map { index, text in
      var line = StyledLine(index == 0 ? names : "", .strong)
      line.append(String(repeating: " ", count: first - line.columns) + text.text, .plain)
      return line
    }
  }
  return lines + [.blank] + wrapped(closing, .faint, width: width)
}

extension PictureBox {
  /// As many lines as it has rows, beginning with these.
  fileprivate func filled(with lines: [StyledLine]) -> [StyledLine] {
    Array((lines + Array(repeating: .blank, count: rows)).prefix(rows))
  }
}
