// Breaking text into lines by its width: at spaces, between wide characters, and inside words too long for a line.

/// Breaks text into lines of at most `width` columns. A newline in a run always breaks.
package func wrapped(_ runs: [TextRun], width: Int) -> [StyledLine] {
  var wrapper = Wrapper(width: width)
  for run in runs {
    for character in run.text { wrapper.add(Cell(character: character, style: run.style)) }
  }
  return wrapper.finish()
}

/// Breaks plain or evenly styled text into lines of at most `width` columns.
package func wrapped(_ text: String, _ style: TextStyle = .plain, width: Int) -> [StyledLine] {
  wrapped([TextRun(text, style)], width: width)
}

/// Breaks text at newlines and where `width` is full, keeping every space: for code.
func folded(_ text: String, _ style: TextStyle, width: Int) -> [StyledLine] {
  text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { source in
    var lines: [StyledLine] = []
    var line = StyledLine()
    var used = 0
    for character in source {
      let cell = character == "\t" ? String(repeating: " ", count: 4 - used % 4) : String(character)
      let columns = cell.columns
      if used > 0, used + columns > width {
        lines.append(line)
        line = StyledLine()
        used = 0
      }
      line.append(cell, style)
      used += columns
    }
    return lines + [line]
  }
}

/// A grapheme cluster on its way into a line.
private struct Cell {
  let character: Character
  let style: TextStyle
  let columns: Int

  init(character: Character, style: TextStyle) {
    self.character = character
    self.style = style
    columns = character.columns
  }

  /// Not the no-break space, which is there to prevent it.
  var isSpace: Bool { character == " " || character == "\t" || character == "\u{3000}" }

  /// A line may end between it and the next cell.
  func allowsBreak(before next: Cell) -> Bool {
    if next.isSpace { return false }
    if isSpace { return true }
    return (columns > 1 || next.columns > 1) && !opening.contains(character)
      && !closing.contains(next.character)
      && !isNoBreakSpace && !next.isNoBreakSpace
  }

  private var isNoBreakSpace: Bool { character == "\u{A0}" || character == "\u{202F}" }
}

/// What must not end a line.
private let opening: Set<Character> = Set("([{<‘“«（［｛〈《「『【〔〖〘〝￥＄")

/// What must not begin a line.
private let closing: Set<Character> = Set(
  ")]}>’”»）］｝〉》」』】〕〗〙〞,.;:!?%…、。，．；：！？％·・～〜ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ")

/// The greedy algorithm: the line is full where the next cell does not fit, and ends at its last good place.
private struct Wrapper {
  let width: Int
  private var lines: [StyledLine] = []
  private var cells: [Cell] = []
  private var used = 0
  /// How many cells stand before the last place where the line may end.
  private var lastBreak: Int?

  init(width: Int) { self.width = width }

  mutating func add(_ cell: Cell) {
    if cell.character == "\n" {
      end(at: cells.count)
      return
    }
    if let previous = cells.last {
      if previous.allowsBreak(before: cell) { lastBreak = cells.count }
    } else if cell.isSpace {
      return
    }
    // Spaces hang over the edge: a line ends before them.
    if used + cell.columns > width, !cell.isSpace, !cells.isEmpty { end(at: lastBreak ?? cells.count) }
    cells.append(cell)
    used += cell.columns
  }

  mutating func finish() -> [StyledLine] {
    if !cells.isEmpty { end(at: cells.count) }
    return lines
  }

  private mutating func end(at count: Int) {
    let rest = cells[count...]
    var kept = cells[..<count]
    while kept.last?.isSpace == true { kept.removeLast() }
    var line = StyledLine()
    for cell in kept { line.append(cell.character == "\t" ? " " : String(cell.character), cell.style) }
    lines.append(line)
    cells = Array(rest)
    used = rest.reduce(0) { $0 + $1.columns }
    lastBreak = nil
  }
}
