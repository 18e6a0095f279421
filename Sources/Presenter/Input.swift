// What a person does at a terminal, decoded.

/// A key, or what the mouse did.
package enum Input: Equatable, Sendable {
  case character(Character)
  case enter, tab, backTab, escape, backspace
  case left, right, up, down, home, end, pageUp, pageDown
  /// The left button, on a place counted from 0.
  case click(row: Int, column: Int)
  case wheelUp, wheelDown

  /// By how many lines it scrolls text of so many, shown in so many rows; nil where it does not scroll.
  func scrolling(lines: Int, rows: Int) -> Int? {
    switch self {
    case .down, .character("j"): 1
    case .up, .character("k"): -1
    case .wheelDown: 3
    case .wheelUp: -3
    case .pageDown: max(1, rows - 1)
    case .pageUp: -max(1, rows - 1)
    case .character("g"): -lines
    case .character("G"): lines
    default: nil
    }
  }

  /// The page or item that a digit names, counted from 0.
  var number: Int? {
    guard case .character(let character) = self, let digit = character.wholeNumberValue, character.isASCII
    else { return nil }
    return digit > 0 ? digit - 1 : nil
  }
}
