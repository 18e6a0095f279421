// From frames to the bytes that a terminal obeys.

import Presenter
import WalkthroughModel

/// Writes frames for a terminal with certain features.
package struct Painter: Sendable {
  package let features: TerminalFeatures

  package init(_ features: TerminalFeatures) { self.features = features }

  /// Takes the terminal over: its other screen, no cursor, no wrapping (terminals disagree on widths), the mouse
  /// (SGR), marks around pasted text.
  package static let enter = "\u{1B}[?1049h" + modes

  /// What of it can be said twice: the other screen remembers where the cursor was.
  static let modes = "\u{1B}[?25l\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h"

  /// Gives it back. The screen is cleared for those terminals that have no other one.
  package static let leave =
    "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?7h\u{1B}[0m\u{1B}[H\u{1B}[2J\u{1B}[?1049l"
    + "\u{1B}[?25h"

  /// The whole frame, to be shown at once by terminals that can (mode 2026).
  package func bytes(of frame: Frame, in size: WindowSize) -> [UInt8] {
    var text = "\u{1B}[?2026h"
    if features.pictures == .kitty { text += "\u{1B}_Ga=d,q=2\u{1B}\\" }
    for row in 0..<size.rows {
      let line = row < frame.lines.count ? frame.lines[row].trimmed : .blank
      text += "\u{1B}[\(row + 1);1H"
      // Behind a full line the cursor stands on its last character.
      let isFull = line.columns >= size.columns
      if isFull { text += "\u{1B}[2K" }
      for run in line.runs { text += painted(run) }
      if !isFull { text += "\u{1B}[K" }
    }
    var bytes = Array(text.utf8)
    if let pixels = frame.pixels, case .pixels(let picture) = pixels.picture {
      bytes += Array("\u{1B}[\(pixels.row + 1);\(pixels.column + 1)H".utf8) + picture
    }
    return bytes + Array("\u{1B}[?2026l".utf8)
  }

  private func painted(_ run: TextRun) -> String {
    let codes = codes(of: run.style)
    let text = codes.isEmpty ? run.text : "\u{1B}[\(codes)m\(run.text)\u{1B}[0m"
    guard features.hasHyperlinks, let link = run.style.link, let address = hyperlinkAddress(link) else {
      return text
    }
    return "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }

  /// The parameters of SGR.
  private func codes(of style: TextStyle) -> String {
    var codes: [String] = []
    if style.isStrong { codes.append("1") }
    if style.isFaint { codes.append("2") }
    if style.isEmphasized { codes.append(features.hasItalics ? "3" : "4") }
    if style.link != nil { codes.append("4") }
    if style.isReversed { codes.append("7") }
    if features.colors != .none {
      if style.isCode { codes.append("36") }
      if let color = style.ink.foreground { codes.append(parameters(of: color, first: 38)) }
      if let color = style.ink.background { codes.append(parameters(of: color, first: 48)) }
    }
    return codes.joined(separator: ";")
  }

  private func parameters(of color: Ink.Color, first: Int) -> String {
    switch color {
    case .palette(let number) where number < 8: "\(first - 8 + Int(number))"
    case .palette(let number) where number < 16: "\(first + 52 + Int(number) - 8)"
    case .palette(let number): "\(first);5;\(number)"
    case .rgb(let red, let green, let blue): "\(first);2;\(red);\(green);\(blue)"
    }
  }
}

/// An address as OSC 8 takes it: ASCII, of a scheme that a page may have; nil for others, and for endless ones.
func hyperlinkAddress(_ address: String) -> String? {
  guard isPageURL(address) else { return nil }
  var encoded = ""
  for byte in address.utf8 {
    if 0x21...0x7E ~= byte {
      encoded.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      let digits = String(byte, radix: 16, uppercase: true)
      encoded += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
    }
  }
  return encoded.utf8.count <= 2_000 ? encoded : nil
}
