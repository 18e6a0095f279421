// A whole screen as a value: its lines, where the mouse can click, and its picture.

/// The size of a terminal, in characters.
package struct WindowSize: Equatable, Sendable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = max(columns, 1)
    self.rows = max(rows, 1)
  }
}

/// What is painted: at most as many lines as the window has rows.
package struct Frame: Equatable, Sendable {
  package var lines: [StyledLine] = []
  package var regions: [Region] = []
  /// The picture that belongs here and is not drawn yet.
  package var wish: PictureWish?
  /// A picture made of pixels, to be put over the lines.
  package var pixels: Pixels?

  package init() {}

  /// Where a click does something.
  package struct Region: Equatable, Sendable {
    package let row: Int
    package let columns: Range<Int>
    package let target: Target
  }

  /// What can be clicked.
  package enum Target: Equatable, Sendable {
    case answer(Answer)
    case page(Int)
    /// The item or button of a list, in the order of the focus.
    case choice(Int)
  }

  /// A picture in a terminal's own format, and its place.
  package struct Pixels: Equatable, Sendable {
    package let row: Int
    package let column: Int
    package let picture: DrawnPicture

    package init(row: Int, column: Int, picture: DrawnPicture) {
      self.row = row
      self.column = column
      self.picture = picture
    }
  }

  /// What is at a place.
  func target(row: Int, column: Int) -> Target? {
    regions.first { $0.row == row && $0.columns.contains(column) }?.target
  }
}

/// Something that is shown full-screen until it has an outcome.
package protocol Scene {
  associatedtype Outcome
  /// Does what was asked for; the outcome where that ends it.
  mutating func handle(_ input: Input, in size: WindowSize) -> Outcome?
  /// What it looks like.
  func frame(in size: WindowSize) -> Frame
  /// Takes what became of the picture that a frame wished for.
  mutating func receive(_ news: PictureNews)
}

/// The column that text stands in: 40 to 100 wide where the window allows it, in the middle.
struct TextColumn {
  let left: Int
  let width: Int

  init(in size: WindowSize) {
    width = min(100, max(min(size.columns, 40), size.columns - 4))
    left = (size.columns - width) / 2
  }

  var indent: String { String(repeating: " ", count: left) }
}

extension StyledLine {
  /// Two texts at both ends of a width. Where there is no room for both, the left one is cut, down to so many
  /// columns (nil: not at all), or else the right one goes.
  static func ends(_ left: TextRun, _ right: TextRun, width: Int, leastLeft: Int? = nil) -> StyledLine {
    var line = StyledLine()
    let rightColumns = right.text.columns
    let least = min(left.text.columns, leastLeft ?? left.text.columns)
    let hasRoom = rightColumns > 0 && least + 2 + rightColumns <= width
    line.append(left.text.cut(to: hasRoom ? width - rightColumns - 2 : width), left.style)
    guard hasRoom else { return line }
    line.append(String(repeating: " ", count: width - line.columns - rightColumns), .plain)
    line.append(right.text, right.style)
    return line
  }
}

extension String {
  /// At most so many columns, with an ellipsis where something is missing.
  func cut(to width: Int) -> String {
    guard columns > width else { return self }
    var (kept, used) = ("", 0)
    for character in self {
      guard used + character.columns <= width - 1 else { break }
      kept.append(character)
      used += character.columns
    }
    return width > 0 ? kept + "…" : ""
  }
}
