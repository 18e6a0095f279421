// Running text with emphasis and code → CommonMark inline markup in which no character of the text is markup.

/// The text of one paragraph as it is gathered, white space folded.
struct InlineText {
  /// How a part of the text is set.
  enum Style {
    case plain
    case emphasis
    case code
  }

  private var runs: [(style: Style, text: String)] = []
  /// White space that waits for more text, and where it stood.
  private var space: Style?

  /// Adds text in which white space is folded to single spaces.
  mutating func append(_ text: String, _ style: Style) {
    guard let first = text.utf8.first, let last = text.utf8.last else { return }
    if first == UInt8(ascii: " ") { appendSpace(style) }
    let core = text.utf8.trimmingSpaces
    guard !core.isEmpty else { return }
    place(Substring(core), style)
    if last == UInt8(ascii: " ") { appendSpace(style) }
  }

  /// Whether there is nothing to see.
  var isBlank: Bool {
    runs.allSatisfy { $0.text.unicodeScalars.allSatisfy { $0.properties.isWhitespace } }
  }

  /// The text as CommonMark; nil where it is blank.
  var markup: String? {
    guard !isBlank else { return nil }
    var markup: [UInt8] = []
    for (index, run) in runs.enumerated() {
      switch run.style {
      case .plain: appendEscaped(run.text, to: &markup)
      case .code: appendCode(run.text, to: &markup)
      case .emphasis where canEmphasize(index):
        markup.append(UInt8(ascii: "*"))
        appendEscaped(run.text, to: &markup)
        markup.append(UInt8(ascii: "*"))
      case .emphasis: appendEscaped(run.text, to: &markup)
      }
    }
    return String(decoding: markup, as: UTF8.self)
  }

  private mutating func appendSpace(_ style: Style) {
    guard !runs.isEmpty else { return }
    space = space == nil || space == style ? style : .plain
  }

  /// Neighbours of one style are one run: two code spans or emphases side by side would not be read back.
  private mutating func place(_ core: Substring, _ style: Style) {
    if let space {
      let isInside = space == style && runs.last?.style == style
      extend(" ", isInside ? style : .plain)
      self.space = nil
    }
    extend(core, style)
  }

  private mutating func extend(_ text: Substring, _ style: Style) {
    if runs.last?.style == style {
      runs[runs.count - 1].text += text
    } else {
      runs.append((style, String(text)))
    }
  }

  /// Whether `*` on both sides of a run is read as emphasis (CommonMark 0.30, 6.2: left- and right-flanking).
  private func canEmphasize(_ index: Int) -> Bool {
    let text = runs[index].text.unicodeScalars
    let before = index > 0 ? outerEdge(runs[index - 1]) { $0.last } : nil
    let after = index + 1 < runs.count ? outerEdge(runs[index + 1]) { $0.first } : nil
    return isOpen(inside: text.first, outside: before) && isOpen(inside: text.last, outside: after)
  }

  private func outerEdge(
    _ run: (style: Style, text: String), _ edge: (String.UnicodeScalarView) -> Unicode.Scalar?
  ) -> Unicode.Scalar? {
    run.style == .code ? "`" : edge(run.text.unicodeScalars)
  }

  /// What is neither surely a word's nor surely a boundary is taken for the less favourable of the two.
  private func isOpen(inside: Unicode.Scalar?, outside: Unicode.Scalar?) -> Bool {
    guard let inside, !inside.properties.isWhitespace else { return false }
    if inside.properties.isAlphabetic || inside.properties.numericType != nil { return true }
    guard let outside else { return true }
    if outside.isASCII { return !outside.properties.isAlphabetic && outside.properties.numericType == nil }
    return outside.properties.isWhitespace
  }
}

/// Adds plain text; what stands at a paragraph's start gets the escapes that matter only there.
private func appendEscaped(_ text: String, to markup: inout [UInt8]) {
  let bytes = Array(text.utf8)
  let startEscape = markup.isEmpty ? blockMarker(in: bytes) : nil
  var copied = 0
  for index in bytes.indices where index == startEscape || needsEscape(bytes, index) {
    markup += bytes[copied..<index]
    markup.append(UInt8(ascii: "\\"))
    copied = index
  }
  markup += bytes[copied...]
}

/// Where a character stands that could open a heading, quote, list, rule or fence at the start of a line.
private func blockMarker(in bytes: [UInt8]) -> Int? {
  switch bytes.first {
  case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "="): 0
  default: orderedListDelimiter(in: bytes)
  }
}

private func orderedListDelimiter(in bytes: [UInt8]) -> Int? {
  let digits = bytes.prefix { isDigit($0) }.count
  guard digits > 0, digits < bytes.count else { return nil }
  guard bytes[digits] == UInt8(ascii: ".") || bytes[digits] == UInt8(ascii: ")") else { return nil }
  return digits + 1 == bytes.count || bytes[digits + 1] == UInt8(ascii: " ") ? digits : nil
}

private func needsEscape(_ bytes: [UInt8], _ index: Int) -> Bool {
  switch bytes[index] {
  case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "["), UInt8(ascii: "<"),
    UInt8(ascii: "~"):
    true
  // Between letters and digits it is never emphasis, and names of things are full of it.
  case UInt8(ascii: "_"):
    index == 0 || index + 1 == bytes.count || !isAlphanumeric(bytes[index - 1])
      || !isAlphanumeric(bytes[index + 1])
  case UInt8(ascii: "&"): isEntity(bytes[(index + 1)...])
  default: false
  }
}

/// Whether what follows a `&` could make it an entity: `#`, letters and digits, and a `;`.
private func isEntity(_ rest: ArraySlice<UInt8>) -> Bool {
  let longest = 33
  let name = rest.prefix(longest).drop { $0 == UInt8(ascii: "#") }
  return name.first { !isAlphanumeric($0) } == UInt8(ascii: ";")
}

/// Adds a code span whose fence is longer than any run of backticks in it.
private func appendCode(_ text: String, to markup: inout [UInt8]) {
  let tick = UInt8(ascii: "`")
  let longest = text.utf8.split { $0 != tick }.reduce(0) { max($0, $1.count) }
  let fence = [UInt8](repeating: tick, count: longest + 1)
  let padding = text.utf8.first == tick || text.utf8.last == tick ? [UInt8(ascii: " ")] : []
  markup += fence + padding + Array(text.utf8) + padding + fence
}

private func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

private func isAlphanumeric(_ byte: UInt8) -> Bool {
  isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
}

extension BidirectionalCollection<UInt8> {
  /// Without the spaces at both ends.
  var trimmingSpaces: SubSequence {
    let start = self.drop { $0 == UInt8(ascii: " ") }
    guard let last = start.lastIndex(where: { $0 != UInt8(ascii: " ") }) else { return self[endIndex...] }
    return self[start.startIndex...last]
  }
}

extension String {
  /// Without the spaces at both ends.
  var trimmed: String { String(Substring(utf8.trimmingSpaces)) }
}
