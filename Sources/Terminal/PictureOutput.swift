// What a program drew, read with distrust: only what a picture consists of is taken, and written anew.

import Presenter

/// A picture made of characters: lines of text with colours. nil where there is anything else in it.
package func pictureLines(_ bytes: [UInt8], box: PictureBox) -> [StyledLine]? {
  guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
  var lines = [StyledLine()]
  var style = TextStyle()
  var scalars = text.unicodeScalars[...]
  while let scalar = scalars.popFirst() {
    switch scalar.value {
    case 0x0A:
      lines.append(StyledLine())
    case 0x1B:
      guard scalars.popFirst() == "[" else { return nil }
      let sequence = scalars.prefix { !(0x40...0x7E ~= $0.value) }
      scalars = scalars.dropFirst(sequence.count)
      let last = scalars.popFirst()
      // The cursor, hidden and shown, is our affair.
      if last == "h" || last == "l", String(sequence) == "?25" { continue }
      guard last == "m", style.apply(String(sequence)) else { return nil }
    case 0x20...0x7E, 0xA0, 0x2500...0x28FF, 0x1_FB00...0x1_FBFF:
      guard Character(scalar).columns == 1 else { return nil }
      lines[lines.count - 1].append(String(Character(scalar)), style)
    default: return nil
    }
  }
  if lines.last == .blank { lines.removeLast() }
  guard !lines.isEmpty, lines.count <= box.rows, lines.allSatisfy({ $0.columns <= box.columns }) else {
    return nil
  }
  return lines + Array(repeating: .blank, count: box.rows - lines.count)
}

extension TextStyle {
  /// Does what SGR says about colours; false for other than numbers.
  fileprivate mutating func apply(_ sequence: String) -> Bool {
    let words = sequence.split(separator: ";", omittingEmptySubsequences: false)
    var codes = words.map { $0.isEmpty ? 0 : Int($0) }[...]
    while let next = codes.popFirst() {
      guard let code = next else { return false }
      switch code {
      case 0: self = TextStyle()
      case 1: isStrong = true
      case 7: isReversed = true
      case 22: isStrong = false
      case 27: isReversed = false
      case 30...37: ink.foreground = .palette(UInt8(code - 30))
      case 39: ink.foreground = nil
      case 40...47: ink.background = .palette(UInt8(code - 40))
      case 49: ink.background = nil
      case 90...97: ink.foreground = .palette(UInt8(code - 82))
      case 100...107: ink.background = .palette(UInt8(code - 92))
      case 38, 48:
        guard let color = color(&codes) else { return false }
        if code == 38 { ink.foreground = color } else { ink.background = color }
      default: return false
      }
    }
    return true
  }

  private func color(_ codes: inout ArraySlice<Int?>) -> Ink.Color? {
    /// The next number of a colour.
    func level() -> UInt8? { codes.popFirst().flatMap { $0 }.flatMap { UInt8(exactly: $0) } }
    switch codes.popFirst().flatMap({ $0 }) {
    case 5: return level().map(Ink.Color.palette)
    case 2:
      guard let red = level(), let green = level(), let blue = level() else { return nil }
      return .rgb(red, green, blue)
    default: return nil
    }
  }
}

/// A picture in a terminal's own format, its place and size set by us; nil where it is not wholly that.
package func picturePixels(
  _ bytes: [UInt8], _ format: TerminalFeatures.Pictures, box: PictureBox
) -> [UInt8]? {
  let bytes = withoutCursorModes(bytes)
  switch format {
  case .symbols: return nil
  case .kitty: return kitty(bytes, box: box)
  case .sixel: return sixel(bytes)
  case .iTerm2: return iTerm2(bytes, box: box)
  }
}

/// Without the sequences that hide and show the cursor, and newlines between the pictures.
private func withoutCursorModes(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
  var rest = bytes[...]
  let ignored = ["\u{1B}[?25l", "\u{1B}[?25h", "\n"].map { Array($0.utf8) }
  while let prefix = ignored.first(where: { rest.starts(with: $0) }) { rest = rest.dropFirst(prefix.count) }
  while let suffix = ignored.first(where: { rest.suffix($0.count).elementsEqual($0) }) {
    rest = rest.dropLast(suffix.count)
  }
  return rest
}

private func isBase64(_ bytes: ArraySlice<UInt8>) -> Bool {
  bytes.allSatisfy { byte in
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F, 0x3D: true
    default: false
    }
  }
}

/// APC G chunks, of which the first says what the pixels are.
private func kitty(_ bytes: ArraySlice<UInt8>, box: PictureBox) -> [UInt8]? {
  let (start, end) = (Array("\u{1B}_G".utf8), Array("\u{1B}\\".utf8))
  var rest = bytes
  var result: [UInt8] = []
  while !rest.isEmpty {
    guard rest.starts(with: start), let escape = rest.dropFirst(2).firstIndex(of: 0x1B),
      rest[escape...].starts(with: end)
    else { return nil }
    let chunk = rest[(rest.startIndex + start.count)..<escape]
    rest = rest[(escape + end.count)...]
    let parts = chunk.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    let keys = String(decoding: parts[0], as: UTF8.self).split(separator: ",").map(String.init)
    let data = parts.count > 1 ? parts[1] : []
    guard isBase64(data) else { return nil }
    let hasMore = keys.contains("m=1") ? 1 : 0
    var control = "m=\(hasMore)"
    if result.isEmpty {
      let kept = keys.filter { key in
        ["f=", "s=", "v=", "o="].contains { key.hasPrefix($0) } && key.utf8.count <= 8
          && key.utf8.dropFirst(2).allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "z") }
      }
      // No answers (q), and the cursor stays (C).
      control = (["a=T", "q=2", "C=1", "c=\(box.columns)", "r=\(box.rows)"] + kept + [control])
        .joined(separator: ",")
    }
    result += start + Array(control.utf8) + [UInt8(ascii: ";")] + data + end
  }
  return result.isEmpty ? nil : result
}

/// DCS … q, with the characters that sixels are made of, and ST.
private func sixel(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
  let (start, end) = (Array("\u{1B}P".utf8), Array("\u{1B}\\".utf8))
  guard bytes.starts(with: start), bytes.suffix(2).elementsEqual(end),
    bytes.dropFirst(2).dropLast(2).allSatisfy({ 0x20...0x7E ~= $0 || $0 == 0x0A || $0 == 0x0D }),
    bytes.dropFirst(2).first(where: { !(0x30...0x3B ~= $0) }) == UInt8(ascii: "q")
  else { return nil }
  return Array(bytes)
}

/// OSC 1337 File, with its content in base 64.
private func iTerm2(_ bytes: ArraySlice<UInt8>, box: PictureBox) -> [UInt8]? {
  guard bytes.starts(with: Array("\u{1B}]1337;File=".utf8)), bytes.last == 0x07,
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")), isBase64(bytes[(colon + 1)...].dropLast())
  else { return nil }
  let head =
    "\u{1B}]1337;File=inline=1;width=\(box.columns);height=\(box.rows);preserveAspectRatio=0"
    + ";doNotMoveCursor=1:"
  return Array(head.utf8) + bytes[(colon + 1)...]
}
