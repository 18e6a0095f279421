// Finds in CommonMark what is not shown as its author may think: HTML and pictures.

/// A text in CommonMark without its code, in which anything goes.
struct PlainMarkup {
  private let bytes: [UInt8]

  /// Leaves code spans and fenced code out. A run of backticks without another of its length is text.
  init(_ text: String) {
    let all = Array(text.utf8)
    let runs = backtickRuns(in: all)
    /// For each run the next one of its length.
    var partner = [Int?](repeating: nil, count: runs.count)
    var last: [Int: Int] = [:]
    for index in runs.indices.reversed() {
      partner[index] = last[runs[index].count]
      last[runs[index].count] = index
    }
    var kept: [UInt8] = []
    var position = 0
    var index = 0
    while index < runs.count {
      guard let end = partner[index] else {
        index += 1
        continue
      }
      kept += all[position..<runs[index].lowerBound]
      position = runs[end].upperBound
      index = end + 1
    }
    bytes = kept + all[position...]
  }

  /// Whether there is a picture in the text.
  var hasPicture: Bool { bytes.indices.contains { bytes[$0...].starts(with: "![".utf8) } }

  /// The first tag's name of those that people write by habit. Only these: `<file>` may well be meant as text.
  var firstHTMLTag: String? {
    for index in bytes.indices where bytes[index] == UInt8(ascii: "<") {
      let inside = bytes[(index + 1)...].drop { $0 == UInt8(ascii: "/") }
      let name = inside.prefix(8).prefix { isLetterOrDigit($0) }
      let tag = String(decoding: name, as: UTF8.self).lowercased()
      let rest = inside.dropFirst(name.count).prefix { $0 != UInt8(ascii: "<") }
      let isTag = rest.first.map { " >/\n".utf8.contains($0) } ?? false && rest.contains(UInt8(ascii: ">"))
      if isTag, knownTags.contains(tag) { return tag }
    }
    return nil
  }
}

private let knownTags: Set = [
  "a", "b", "br", "code", "div", "em", "h1", "h2", "h3", "hr", "i", "img", "kbd", "li", "ol", "p", "pre",
  "small",
  "span", "strong", "sub", "sup", "table", "td", "tr", "u", "ul", "video",
]

private func backtickRuns(in bytes: [UInt8]) -> [Range<Int>] {
  var runs: [Range<Int>] = []
  for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "`") {
    if let last = runs.last, last.upperBound == index {
      runs[runs.count - 1] = last.lowerBound..<(index + 1)
    } else {
      runs.append(index..<(index + 1))
    }
  }
  return runs
}

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "a")...UInt8(ascii: "z"):
    true
  default: false
  }
}
