// What the service makes of metainfo, and what not, for its author.

import WalkthroughJSON
import WalkthroughModel

/// What there is to say of a metainfo file, for its author.
package struct MetainfoReport: Sendable {
  /// What the service takes of it; nil where it cannot be used, or is of no app.
  package let metainfo: Metainfo?
  /// What is wrong with it, and what of it is used, in the order of the file.
  package let findings: [Finding]

  /// Reads metainfo.
  package init(on bytes: [UInt8]) {
    let reader = MetainfoReader(detail: .full)
    reader.notes = MetainfoNotes()
    var metainfo: Metainfo?
    var problems: [Finding] = []
    do throws(ManifestProblem) { metainfo = try reader.read(bytes) } catch { problems = [Finding(error)] }
    self.metainfo = metainfo
    findings = (problems + (reader.notes?.findings ?? [])).inOrder
  }
}

/// What is told of a document as it is read.
struct MetainfoNotes {
  private(set) var findings: [Finding] = []
  /// Where the element began that is read now.
  private var place = JSONPlace(line: 1, column: 1)
  private var releases: [(version: Version, hasNotes: Bool)] = []
  private var urlPlaces: [JSONPlace] = []

  /// An element begins, whether it is taken or not.
  mutating func note(
    _ name: String, _ attributes: XMLAttributes, in section: String, depth: Int, at place: () -> JSONPlace
  ) {
    switch (depth, section, name) {
    case (1, _, "launchable"), (2, "provides", "id"): self.place = place()
    case (2, "releases", "release"):
      self.place = place()
      urlPlaces = []
    case (1, _, "releases"):
      guard attributes["type"]?.trimmed == "external" else { return }
      add(.warning, "releases in a file of their own are not read; put them here, too", at: place())
    case (3, "releases", "url") where (attributes["type"]?.trimmed ?? "details") == "details":
      if attributes["xml:lang"] == nil { urlPlaces.append(place()) }
    default: break
    }
    let isTaken = depth == 1 && name == "name" || depth > 2 && section == "releases"
    if isTaken, let language = attributes["xml:lang"]?.trimmed, language != "x-test",
      case .unusable = ElementLanguage(language)
    {
      add(
        .warning, "\"\(language.excerpt)\" is no locale, so this is left out; write one like \"de\"",
        at: place())
    }
  }

  mutating func isNoApp(_ type: String, at place: JSONPlace) {
    add(.warning, "a component of type \(type.excerpt) is no app, so nothing of this file is used", at: place)
  }

  mutating func alias(_ text: String) {
    do { _ = try AppID(text) } catch {
      add(.warning, "\(error), so this one is ignored; write the app's other id", at: place)
    }
  }

  mutating func releaseIsTooLong() {
    let message = "this release has too many elements, the rest is left out; shorten it"
    if findings.last?.message != message { add(.warning, message, at: place) }
  }

  /// A release was read.
  mutating func release(_ attributes: ReleaseAttributes, _ element: XMLElement) {
    if let date = attributes.unreadableDate {
      add(.warning, "\"\(date.excerpt)\" is no date and is ignored; write one like \"2026-11-30\"", at: place)
    }
    let version: Version
    do { version = try Version(attributes.version) } catch {
      let reason = attributes.version.isEmpty ? "it has no `version`" : "\(error)"
      return add(.warning, "this release is not used: \(reason); write one like \"2.4.0\"", at: place)
    }
    let hasNotes = element.releaseDescription != nil
    defer { releases.append((version, hasNotes)) }
    if !hasNotes {
      return add(.note, "this release has no description, so it becomes no page", at: place)
    }
    if let twin = releases.first(where: { $0.version == version && $0.hasNotes }) {
      return add(
        .warning, "release \(twin.version.text.excerpt) has notes already, so these are not used; join them",
        at: place)
    }
    if attributes.isDevelopment || version.isPreRelease {
      add(.note, "a development release: shown only where one is installed", at: place)
    }
    for (url, place) in zip(
      element.children.lazy.filter { $0.name == "url" && $0.language == nil }, urlPlaces)
    where !isPageURL(url.text) {
      add(.warning, "this link is not used; write an https, http, help or man address", at: place)
    }
  }

  /// All of it was read.
  mutating func read(_ metainfo: Metainfo, at place: JSONPlace?) {
    guard let version = metainfo.version else {
      return add(
        .warning, "no release has a version, so a walkthrough manifest must say which is installed; add one",
        at: place)
    }
    let names =
      metainfo.aliases.isEmpty ? "" : " (also \(metainfo.aliases.map { $0.text }.joined(separator: ", ")))"
    let count = metainfo.releases.count { $0.description != nil }
    add(
      .note,
      "app \(metainfo.id)\(names), version \(version); \(count) of \(metainfo.releases.count) releases have notes",
      at: place)
    if metainfo.name == nil { add(.warning, "there is no name, so the id is shown; add <name>", at: place) }
  }

  private mutating func add(_ severity: Finding.Severity, _ message: String, at place: JSONPlace?) {
    findings.append(Finding(severity, message, at: place))
  }
}
