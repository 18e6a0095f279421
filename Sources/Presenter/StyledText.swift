// Text with style, as values: what a page looks like before a terminal's escapes are put to it.

/// How a stretch of text looks.
package struct TextStyle: Equatable, Sendable {
  /// Emphasized, mostly in italics.
  package var isEmphasized = false
  /// Strongly emphasized, mostly in bold. Headings are, too.
  package var isStrong = false
  /// Code.
  package var isCode = false
  /// Less important than what is around it.
  package var isFaint = false
  /// Foreground and background exchanged: what has the focus.
  package var isReversed = false
  /// Where it leads.
  package var link: String?
  /// The colours of a picture's character.
  package var ink = Ink()

  package init(
    isEmphasized: Bool = false, isStrong: Bool = false, isCode: Bool = false, isFaint: Bool = false,
    isReversed: Bool = false, link: String? = nil
  ) {
    self.isEmphasized = isEmphasized
    self.isStrong = isStrong
    self.isCode = isCode
    self.isFaint = isFaint
    self.isReversed = isReversed
    self.link = link
  }

  package static let plain = TextStyle()
  package static let strong = TextStyle(isStrong: true)
  package static let faint = TextStyle(isFaint: true)
}

/// Colours; nil is the terminal's own.
package struct Ink: Equatable, Sendable {
  package var foreground: Color?
  package var background: Color?

  package init(foreground: Color? = nil, background: Color? = nil) {
    self.foreground = foreground
    self.background = background
  }

  /// A colour of the terminal's palette, or a true one.
  package enum Color: Equatable, Sendable {
    case palette(UInt8)
    case rgb(UInt8, UInt8, UInt8)
  }
}

/// A stretch of text in one style.
package struct TextRun: Equatable, Sendable {
  package var text: String
  package var style: TextStyle

  package init(_ text: String, _ style: TextStyle = .plain) {
    self.text = text
    self.style = style
  }
}

/// One line of the screen: runs of text, neighbours differing in style. Holds safe text without newlines.
package struct StyledLine: Equatable, Sendable {
  package private(set) var runs: [TextRun] = []

  package init() {}

  package init(_ text: String, _ style: TextStyle = .plain) { append(text, style) }

  /// An empty line.
  package static let blank = StyledLine()

  /// The text alone, without any escape.
  package var text: String { runs.map { $0.text }.joined() }

  /// The columns it takes.
  package var columns: Int { runs.reduce(0) { $0 + $1.text.columns } }

  /// Puts text at the end.
  package mutating func append(_ text: some StringProtocol, _ style: TextStyle) {
    guard !text.isEmpty else { return }
    if let last = runs.indices.last, runs[last].style == style {
      runs[last].text += text
    } else {
      runs.append(TextRun(String(text), style))
    }
  }

  /// The line without the spaces at its end.
  package var trimmed: StyledLine {
    var line = self
    while let last = line.runs.last, last.style == .plain {
      let kept = last.text.droppingTrailingSpaces
      line.runs.removeLast()
      guard kept.isEmpty else {
        line.append(kept, .plain)
        break
      }
    }
    return line
  }

  /// The line behind a plain prefix; a blank line gets none of the prefix' trailing spaces.
  func prefixed(by prefix: String) -> StyledLine {
    var line = StyledLine(runs.isEmpty ? prefix.droppingTrailingSpaces : prefix)
    for run in runs { line.append(run.text, run.style) }
    return line
  }
}

extension String {
  fileprivate var droppingTrailingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
