// AppStream metainfo: bytes → component.

import WalkthroughJSON
import WalkthroughModel

/// How much of metainfo is kept.
package enum MetainfoDetail: Sendable {
  /// All of it.
  case full
  /// A release that has a description gets one without blocks: enough to decide by, at a fraction of the memory.
  case outline
}

extension Metainfo {
  /// Reads a metainfo file (AppStream 1.0 and the older layouts still shipped); nil where the component is no
  /// app. Throws where the file cannot be used.
  package init?(parsing bytes: [UInt8], detail: MetainfoDetail = .full) throws(ManifestProblem) {
    let reader = MetainfoReader(detail: detail)
    guard let metainfo = try reader.read(bytes) else { return nil }
    self = metainfo
  }
}

/// Picks what concerns us out of a document, one small tree at a time.
final class MetainfoReader: XMLConsumer {
  /// Component types that are no apps.
  private static let otherTypes: Set<String> = [
    "addon", "source", "font", "codec", "inputmethod", "firmware", "driver", "localization", "repository",
    "operating-system", "runtime", "icon-theme",
  ]
  /// What is taken of one release, ten times what the longest real one has with all its translations; the rest
  /// is left out.
  private static let elementLimit = 16_384

  /// What an author is told; nil where nobody wants to know.
  var notes: MetainfoNotes?
  private let detail: MetainfoDetail
  private var isApp = true
  private var rootPlace: JSONPlace?
  private var depth = 0
  private var section = ""
  private var ids: [(text: String, place: JSONPlace)] = []
  private var aliases: [String] = []
  private var names: [(language: Locale?, value: String)] = []
  private var releases: [Release] = []

  /// The tree that is being gathered, from its root to the element that is open now.
  private var open: [XMLElement] = []
  private var openAttributes = ReleaseAttributes()
  private var elementCount = 0
  /// Whether the open release is known to have notes; an outline needs no more of them.
  private var hasNotes = false
  private var text = FoldedText()
  /// Making a locale costs more than finding it again.
  private var languages: [String: ElementLanguage] = [:]

  init(detail: MetainfoDetail) { self.detail = detail }

  /// Reads a document; nil where the component is no app.
  func read(_ bytes: [UInt8]) throws(ManifestProblem) -> Metainfo? {
    let limit = 8 << 20
    guard bytes.count <= limit else {
      throw ManifestProblem("metainfo has at most 8 MiB, this file \(bytes.count) bytes; shorten it")
    }
    try scanXML(bytes, into: self)
    guard isApp else { return nil }
    let metainfo = try metainfo()
    notes?.read(metainfo, at: rootPlace)
    return metainfo
  }

  private func metainfo() throws(ManifestProblem) -> Metainfo {
    guard let first = ids.first else {
      throw ManifestProblem("the component has no id; add <id> with the app's id", at: rootPlace)
    }
    var metainfo: Metainfo
    do {
      metainfo = Metainfo(id: try AppID(first.text))
    } catch {
      throw ManifestProblem("\(error); write the app's id here", at: first.place)
    }
    var known: Set = [metainfo.id]
    for text in ids.dropFirst().map({ $0.text }) + aliases {
      if let alias = try? AppID(text), known.insert(alias).inserted { metainfo.aliases.append(alias) }
    }
    metainfo.name = LocalizedText(variants: names, inheriting: .english)
    metainfo.releases = releases
    return metainfo
  }

  func start(_ name: String, _ attributes: XMLAttributes, at place: () -> JSONPlace) -> XMLStep {
    notes?.note(name, attributes, in: section, depth: depth, at: place)
    let step = open.isEmpty ? startOutside(name, attributes, at: place) : startInside(name, attributes)
    if step == .enter { depth += 1 }
    return step
  }

  func text(_ piece: UnsafeRawBufferPointer) {
    guard let element = open.last else { return }
    text.append(piece)
    if detail == .outline, depth > 3, element.name != "url" {
      hasNotes = hasNotes || piece.contains { (0x21...0x7E).contains($0) }
    }
  }

  func end() {
    depth -= 1
    takeText()
    guard let element = open.popLast() else { return }
    if open.isEmpty {
      finish(element)
    } else {
      open[open.count - 1].content.append(.element(element))
    }
  }

  private func startOutside(_ name: String, _ attributes: XMLAttributes, at place: () -> JSONPlace) -> XMLStep
  {
    switch (depth, section, name) {
    case (0, _, _):
      rootPlace = place()
      return checkType(attributes, at: place)
    case (1, _, "id"):
      guard case .none = language(attributes) else { return .skip }
      // Old metainfo says the component's type here.
      guard checkType(attributes, at: place) == .enter else { return .stop }
      ids.append(("", place()))
    case (1, _, "launchable"):
      guard attributes["type"]?.trimmed == "desktop-id" else { return .skip }
    case (1, _, "provides"), (1, _, "releases"):
      section = name
      return .enter
    case (2, "provides", "id"):
      guard case .none = language(attributes) else { return .skip }
    case (1, _, "name"): break
    case (2, "releases", "release"):
      openAttributes = ReleaseAttributes(attributes)
      elementCount = 0
      hasNotes = false
    default: return .skip
    }
    return enter(name, language(attributes))
  }

  private func startInside(_ name: String, _ attributes: XMLAttributes) -> XMLStep {
    takeText()
    if depth == 3, section == "releases", !isTaken(name, attributes) { return .skip }
    if hasNotes, name != "url" { return .skip }
    guard elementCount < Self.elementLimit else {
      notes?.releaseIsTooLong()
      return .skip
    }
    elementCount += 1
    return enter(name, language(attributes))
  }

  private func enter(_ name: String, _ language: ElementLanguage) -> XMLStep {
    switch language {
    case .none: open.append(XMLElement(name: name))
    case .some(let locale): open.append(XMLElement(name: name, language: locale))
    case .unusable: return .skip
    }
    return .enter
  }

  private func takeText() {
    guard !open.isEmpty, let text = text.take() else { return }
    open[open.count - 1].content.append(.text(text))
  }

  private func finish(_ element: XMLElement) {
    switch element.name {
    case "id" where depth == 1: ids[ids.count - 1].text = element.text
    case "id", "launchable":
      aliases.append(element.text)
      notes?.alias(element.text)
    case "name":
      let name = element.text
      if !name.isEmpty { names.append((element.language, name)) }
    default:
      notes?.release(openAttributes, element)
      guard let version = try? Version(openAttributes.version) else { return }
      var description = element.releaseDescription
      if detail == .outline, description != nil { description = Description([]) }
      releases.append(
        Release(
          version: version, isDevelopment: openAttributes.isDevelopment, date: openAttributes.date,
          description: description, url: element.releaseURL))
    }
  }

  /// Whether a release's child concerns us.
  private func isTaken(_ name: String, _ attributes: XMLAttributes) -> Bool {
    switch name {
    case "description", "p", "ul", "ol": true
    case "url": (attributes["type"]?.trimmed ?? "details") == "details"
    default: false
    }
  }

  private func checkType(_ attributes: XMLAttributes, at place: () -> JSONPlace) -> XMLStep {
    guard let type = attributes["type"]?.trimmed, Self.otherTypes.contains(type) else { return .enter }
    isApp = false
    notes?.isNoApp(type, at: place())
    return .stop
  }

  private func language(_ attributes: XMLAttributes) -> ElementLanguage {
    guard let text = attributes["xml:lang"]?.trimmed else { return .none }
    if let known = languages[text] { return known }
    let language = ElementLanguage(text)
    languages[text] = language
    return language
  }
}
