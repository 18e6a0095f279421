// Pictures as the screen knows them: their size, the room they get, and what was drawn.

/// The size of a picture, in pixels.
package struct PixelSize: Equatable, Sendable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// Room for a picture, in characters.
package struct PictureBox: Equatable, Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The largest room that keeps the picture's shape, with characters twice as high as wide, and does not
  /// enlarge it; nil where the room is too small to see anything.
  init?(for size: PixelSize, columns: Int, rows: Int) {
    guard size.width > 0, size.height > 0, rows >= 4, columns >= 8 else { return nil }
    let natural = (columns: Double(size.width) / 8, rows: Double(size.height) / 16)
    let scale = min(1, min(Double(columns) / natural.columns, Double(rows) / natural.rows))
    self.columns = max(1, min(columns, Int((natural.columns * scale).rounded())))
    self.rows = max(1, min(rows, Int((natural.rows * scale).rounded(.up))))
  }
}

/// A picture, drawn for a box.
package enum DrawnPicture: Equatable, Sendable {
  /// Made of characters.
  case text([StyledLine])
  /// In a terminal's own format, checked.
  case pixels([UInt8])
}

/// What a frame wants to know of its picture.
package enum PictureWish: Equatable, Sendable {
  /// How large it is.
  case measure(file: String)
  /// The picture itself.
  case draw(file: String, PictureBox)
}

/// What became of a wish; nil means that there is no picture to be had.
package enum PictureNews: Equatable, Sendable {
  case measured(file: String, PixelSize?)
  case drawn(file: String, PictureBox, DrawnPicture?)
}

/// What is known of the pictures of a walkthrough.
struct PictureAlbum: Equatable, Sendable {
  private enum Known: Equatable, Sendable {
    case unusable
    case measured(PixelSize)
  }
  private var known: [String: Known] = [:]
  private var drawn: [Drawing] = []

  private struct Drawing: Equatable, Sendable {
    let file: String
    let box: PictureBox
    let picture: DrawnPicture
  }

  /// So many drawn ones are kept, for who turns back and forth.
  private static let kept = 6

  /// What to do about a picture.
  enum Stand: Equatable { case none, unmeasured, undrawn(PictureBox), drawn(PictureBox, DrawnPicture) }

  func stand(of file: String, columns: Int, rows: Int) -> Stand {
    switch known[file] {
    case nil: return .unmeasured
    case .unusable: return .none
    case .measured(let size):
      guard let box = PictureBox(for: size, columns: columns, rows: rows) else { return .none }
      let drawing = drawn.last { $0.file == file && $0.box == box }
      return drawing.map { .drawn(box, $0.picture) } ?? .undrawn(box)
    }
  }

  mutating func receive(_ news: PictureNews) {
    switch news {
    case .measured(let file, let size): known[file] = size.map(Known.measured) ?? .unusable
    case .drawn(let file, let box, let picture?):
      drawn.append(Drawing(file: file, box: box, picture: picture))
      drawn.removeFirst(max(0, drawn.count - Self.kept))
    case .drawn(let file, _, nil): known[file] = .unusable
    }
  }
}
