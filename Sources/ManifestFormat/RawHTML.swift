// Finds HTML in CommonMark, where it is shown as text.

extension String {
  /// The text without code spans and fenced code, in which anything goes.
  var withoutCode: Substring {
    var kept = ""
    var rest = self[...]
    while let start = rest.firstIndex(of: "`") {
      let fence = rest[start...].prefix { $0 == "`" }
      let inside = rest[fence.endIndex...]
      guard let end = inside.end(ofFence: fence.count) else {
        // A fence without an end is text.
        kept += rest[..<fence.endIndex]
        rest = inside
        continue
      }
      kept += rest[..<start]
      rest = rest[end...]
    }
    return (kept + rest)[...]
  }
}

extension Substring {
  /// Where the next run of just that many backticks ends.
  fileprivate func end(ofFence count: Int) -> Index? {
    var rest = self
    while let start = rest.firstIndex(of: "`") {
      let run = rest[start...].prefix { $0 == "`" }
      if run.count == count { return run.endIndex }
      rest = rest[run.endIndex...]
    }
    return nil
  }

  /// The first tag's name of those that people write by habit. Only these: `<file>` may well be meant as text.
  var firstHTMLTag: String? {
    let tags: Set = [
      "a", "b", "br", "code", "div", "em", "h1", "h2", "h3", "hr", "i", "img", "kbd", "li", "ol", "p", "pre",
      "small", "span", "strong", "sub", "sup", "table", "td", "tr", "u", "ul", "video",
    ]
    return split(separator: "<", omittingEmptySubsequences: false).dropFirst().lazy.compactMap { piece in
      let inside = piece.first == "/" ? piece.dropFirst() : piece
      let name = inside.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
      guard piece.contains(">"), tags.contains(name) else { return nil }
      return name
    }.first
  }
}

extension StringProtocol {
  /// Whether that text is in it. The library's own `contains` would bring all of Swift's regular expressions.
  func holds(_ text: String) -> Bool { utf8.indices.contains { utf8[$0...].starts(with: text.utf8) } }
}
