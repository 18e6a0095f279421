// What a person does at a terminal, decoded.

/// A key, or what the mouse did.
package enum Input: Equatable, Sendable {
  case character(Character)
  case enter, tab, backTab, escape, backspace
  case left, right, up, down, home, end, pageUp, pageDown
  /// The left button, on a place counted from 0.
  case click(row: Int, column: Int)
  case wheelUp, wheelDown

  /// The page or item that a digit names, counted from 0.
  var number: Int? {
    guard case .character(let character) = self, let digit = character.wholeNumberValue, character.isASCII
    else { return nil }
    return digit > 0 ? digit - 1 : nil
  }
}
