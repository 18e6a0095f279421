// From a terminal's bytes to what a person did.

import Presenter

/// Decodes keys and mouse reports, which may come in any pieces. What it does not know it passes over.
package struct KeyDecoder {
  private enum State: Equatable {
    case ground
    case escape
    /// ESC [, and what came since.
    case control
    /// ESC O.
    case single
    /// A string that a terminal answers with, up to BEL or ST.
    case string(sawEscape: Bool)
    /// Rest of a character in UTF-8.
    case character(missing: Int)
  }
  private var state = State.ground
  private var collected: [UInt8] = []
  private var isPasting = false

  /// No sequence that means anything is longer.
  private static let longest = 64

  package init() {}

  /// How long to wait for more, in milliseconds, before `expire`: an Esc key sends no more, and a paste may have
  /// lost its end. nil: nothing is open.
  package var patience: Int? {
    if isPasting { return 1_000 }
    return state == .ground ? nil : 100
  }

  /// Takes bytes; gives what they say.
  package mutating func take(_ bytes: some Sequence<UInt8>) -> [Input] {
    var inputs: [Input] = []
    for byte in bytes {
      guard let input = take(byte) else { continue }
      if !isPasting { inputs.append(input) }
    }
    return inputs
  }

  /// Nothing came for as long as `patience` said.
  package mutating func expire() -> Input? {
    defer {
      self = KeyDecoder()
    }
    return state == .escape && !isPasting ? .escape : nil
  }

  private mutating func take(_ byte: UInt8) -> Input? {
    switch state {
    case .ground: return start(byte)
    case .escape: return afterEscape(byte)
    case .control: return inControl(byte)
    case .single:
      state = .ground
      return cursorKey(byte)
    case .string(let sawEscape):
      if byte == 0x07 || byte == 0x9C || sawEscape && byte == UInt8(ascii: "\\") {
        state = .ground
      } else {
        state = .string(sawEscape: byte == 0x1B)
      }
      return nil
    case .character(let missing):
      guard 0x80...0xBF ~= byte else {
        state = .ground
        return start(byte)
      }
      collected.append(byte)
      state = missing > 1 ? .character(missing: missing - 1) : .ground
      guard missing == 1, let text = String(validating: collected, as: UTF8.self) else { return nil }
      return text.first.map(Input.character)
    }
  }

  private mutating func start(_ byte: UInt8) -> Input? {
    collected = [byte]
    switch byte {
    case 0x1B: state = .escape
    case 0x09: return .tab
    case 0x0A, 0x0D: return .enter
    case 0x08, 0x7F: return .backspace
    case 0x20...0x7E: return .character(Character(Unicode.Scalar(byte)))
    case 0xC2...0xDF: state = .character(missing: 1)
    case 0xE0...0xEF: state = .character(missing: 2)
    case 0xF0...0xF4: state = .character(missing: 3)
    default: break
    }
    return nil
  }

  private mutating func afterEscape(_ byte: UInt8) -> Input? {
    collected = []
    state = .ground
    switch byte {
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "O"): state = .single
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
      state = .string(sawEscape: false)
    case 0x1B:
      state = .escape
      return .escape
    default: break  // A key pressed together with Alt.
    }
    return nil
  }

  private mutating func inControl(_ byte: UInt8) -> Input? {
    if byte == 0x1B {
      state = .escape
      return nil
    }
    guard 0x40...0x7E ~= byte, !(collected.isEmpty && byte == UInt8(ascii: "[")) else {
      collected.append(byte)
      if collected.count > Self.longest { state = .ground }
      return nil
    }
    state = .ground
    if collected.first == UInt8(ascii: "<") {
      return mouse(collected.dropFirst(), isPress: byte == UInt8(ascii: "M"))
    }
    // The Linux console's function keys.
    guard collected.first != UInt8(ascii: "[") else { return nil }
    let parameters = numbers(collected[...])
    guard byte == UInt8(ascii: "~") else { return byte == UInt8(ascii: "Z") ? .backTab : cursorKey(byte) }
    switch parameters.first ?? 0 {
    case 1, 7: return .home
    case 4, 8: return .end
    case 5: return .pageUp
    case 6: return .pageDown
    case 200: isPasting = true
    case 201: isPasting = false
    default: break
    }
    return nil
  }

  private func cursorKey(_ byte: UInt8) -> Input? {
    switch byte {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M"): .enter  // The keypad's.
    default: nil
    }
  }

  /// `button;column;row`, counted from 1. Presses of the left button count, and the wheel; not with modifiers.
  private func mouse(_ report: ArraySlice<UInt8>, isPress: Bool) -> Input? {
    let parameters = numbers(report)
    guard isPress, parameters.count == 3 else { return nil }
    switch parameters[0] {
    case 0: return .click(row: parameters[2] - 1, column: parameters[1] - 1)
    case 64: return .wheelUp
    case 65: return .wheelDown
    default: return nil
    }
  }

  private func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { digits in
      Int(String(decoding: digits.prefix(6), as: UTF8.self)) ?? 0
    }
  }
}
