// The parts of a full-screen view put in their places, for any size of the window.

/// The parts, before the size decides which of them there is room for.
struct ScreenParts {
  /// The first line.
  var header: StyledLine
  /// The scrolled middle.
  var content: [StyledLine]
  /// Where the mouse can click in the middle; rows count from the content's first line.
  var contentRegions: [Frame.Region] = []
  /// What tells where one is: the dots.
  var position = StyledLine.blank
  var positionRegions: [Frame.Region] = []
  var buttons: ButtonRow
}

/// How the window's rows are shared out.
struct ScreenLayout {
  let column: TextColumn
  /// The first row of the content.
  let top: Int
  /// The rows of the content.
  let height: Int
  private let size: WindowSize
  private let hasHeader: Bool
  private let hasHint: Bool
  private let hasPosition: Bool
  private let hasButtons: Bool

  /// Fewer rows of content are too few to read: other parts go before.
  private static let leastContent = 3

  init(in size: WindowSize, buttonRows: Int, hasPosition wantsPosition: Bool) {
    self.size = size
    column = TextColumn(in: size)
    var left = size.rows - Self.leastContent
    /// Takes rows for a part while there are any, the most important part first.
    func take(_ rows: Int, if isWanted: Bool = true) -> Bool {
      guard isWanted, left >= rows else { return false }
      left -= rows
      return true
    }
    hasButtons = take(buttonRows)
    hasHint = take(1)
    hasHeader = take(1)
    hasPosition = take(1, if: wantsPosition)
    // Air, where it costs no reading.
    let hasGap = left >= 2 && hasHeader && take(1)
    top = (hasHeader ? 1 : 0) + (hasGap ? 1 : 0)
    let below = (hasButtons ? buttonRows : 0) + (hasHint ? 1 : 0) + (hasPosition ? 1 : 0)
    height = max(1, size.rows - top - below)
  }

  /// How far content of so many lines can be scrolled.
  func furthestScroll(_ lines: Int) -> Int { max(0, lines - height) }

  /// Puts the parts together, the content scrolled by so many lines.
  func frame(_ parts: ScreenParts, scroll: Int, hint: StyledLine) -> Frame {
    var frame = Frame()
    func add(_ lines: [StyledLine], _ regions: [Frame.Region] = []) {
      let first = frame.lines.count
      frame.regions += regions.map { region in
        let columns = region.columns.lowerBound + column.left..<region.columns.upperBound + column.left
        return Frame.Region(row: region.row + first, columns: columns, target: region.target)
      }
      frame.lines += lines.map { $0.prefixed(by: column.indent) }
    }
    if hasHeader { add([parts.header]) }
    while frame.lines.count < top { frame.lines.append(.blank) }
    let shown = parts.content.dropFirst(scroll).prefix(height)
    let visible = parts.contentRegions.compactMap { region in
      (0..<height).contains(region.row - scroll)
        ? Frame.Region(row: region.row - scroll, columns: region.columns, target: region.target) : nil
    }
    add(Array(shown), visible)
    while frame.lines.count < top + height { frame.lines.append(.blank) }
    if hasHint { add([hint]) }
    if hasPosition { add([parts.position], parts.positionRegions) }
    if hasButtons { add(parts.buttons.lines, parts.buttons.regions) }
    return frame
  }
}
