// Buttons side by side, in as many rows as they need.

/// A button's place in its row. Every place is kept, so that no second click meets another button.
struct Button {
  enum Appearance { case active, inactive, hidden }
  let label: String
  let target: Frame.Target
  var appearance = Appearance.active
  var hasFocus = false
}

/// Buttons laid out for a width.
struct ButtonRow {
  private(set) var lines: [StyledLine] = []
  private(set) var regions: [Frame.Region] = []

  /// The longest label that is not cut.
  private static let longestLabel = 30

  /// Lays buttons out; rows of the regions count from 0, columns from the left edge of the lines.
  init(_ buttons: [Button], width: Int) {
    let labels = buttons.map { $0.label.cut(to: min(Self.longestLabel, max(width - 2, 1))) }
    let all = labels.reduce(0) { $0 + $1.columns + 2 }
    // Brackets and blanks around the labels keep them apart where there is no room between.
    let gap = all + 2 * (buttons.count - 1) <= width ? 2 : all + buttons.count - 1 <= width ? 1 : 0
    var line = StyledLine()
    for (button, label) in zip(buttons, labels) {
      let columns = label.columns + 2
      if line.columns > 0 {
        if line.columns + gap + columns > width {
          lines.append(line)
          line = StyledLine()
        } else {
          line.append(String(repeating: " ", count: gap), .plain)
        }
      }
      let start = line.columns
      switch button.appearance {
      case .active:
        line.append(button.hasFocus ? "[\(label)]" : " \(label) ", TextStyle(isReversed: button.hasFocus))
        regions.append(.init(row: lines.count, columns: start..<start + columns, target: button.target))
      case .inactive: line.append(" \(label) ", .faint)
      case .hidden: line.append(String(repeating: " ", count: columns), .plain)
      }
    }
    lines.append(line)
  }
}
