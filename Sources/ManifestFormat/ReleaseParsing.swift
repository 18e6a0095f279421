// A release of metainfo: its attributes, its notes and where they go on.

import WalkthroughModel

/// What the attributes of a `release` say.
struct ReleaseAttributes {
  var version = ""
  var isDevelopment = false
  var date: Instant?
  /// A date that is none.
  var unreadableDate: String?

  init() {}

  init(_ attributes: XMLAttributes) {
    version = attributes["version"]?.trimmed ?? ""
    let type = attributes["type"]?.trimmed
    isDevelopment = type == "development" || type == "snapshot"
    let timestamp = attributes["timestamp"].flatMap { Int64($0.trimmed) }
    let day = attributes["date"]?.trimmed
    date = timestamp.map(Instant.init(unixSeconds:)) ?? day.flatMap { Instant(releaseDate: $0) }
    unreadableDate = date == nil ? day ?? attributes["timestamp"] : nil
  }
}

extension Instant {
  /// Reads the dates of real files: RFC 3339, or a day like `2020-1-5` with or without some time of day behind
  /// it, which is then midnight in UTC.
  init?(releaseDate text: String) {
    if let exact = Instant(rfc3339: text) {
      self = exact
      return
    }
    let day = text.prefix { $0 != "T" && $0 != "t" && $0 != " " }
    let fields = day.split(separator: "-", omittingEmptySubsequences: false)
    let widths = [4, 2, 2]
    guard fields.count == widths.count else { return nil }
    let padded = zip(fields, widths).map { field, width in
      String(repeating: "0", count: max(0, width - field.count)) + field
    }
    self.init(rfc3339: padded.joined(separator: "-") + "T00:00:00Z")
  }
}

extension XMLElement {
  /// The notes of a `release`: its `description`, or what stands in it without one, as in old files; nil where
  /// there is no text.
  var releaseDescription: Description? {
    let variants = children.filter { $0.name == "description" }.map { element in
      (language: element.language, value: element.blocks(inheriting: .english))
    }
    if let description = Description(variants: variants.filter { !$0.value.isEmpty }, inheriting: .english) {
      return description
    }
    var loose = XMLElement(name: name)
    loose.content = content.filter {
      guard case .element(let child) = $0 else { return false }
      return child.name != "description" && child.name != "url"
    }
    let blocks = loose.blocks(inheriting: .english)
    return blocks.isEmpty ? nil : Description(blocks)
  }

  /// The first `url` of a `release` that a page may link to.
  var releaseURL: String? {
    children.first { $0.name == "url" && $0.language == nil && isPageURL($0.text) }?.text
  }
}
