// The keys of a walkthrough manifest, one after the other; problems are noted and reading goes on.

import WalkthroughJSON
import WalkthroughModel

/// An object of the manifest that knows which keys were asked for.
struct ManifestObject {
  let members: [JSON.Member]
  let place: JSONPlace
  private(set) var known: [String] = []

  init(members: [JSON.Member], place: JSONPlace) {
    self.members = members
    self.place = place
  }

  /// The value of a key, which is known from now on.
  mutating func take(_ name: String) -> JSON? {
    known.append(name)
    return members.first { $0.name == name }?.value
  }
}

/// Reads one manifest.
struct ManifestReader {
  var notes: ManifestNotes
  /// The source language; nil where the file says one that is none.
  private var language: Locale? = .english
  /// The locales by name: each text has the same.
  private var locales: [String: Locale?] = [:]

  /// In bytes.
  static let longestString = 64 << 10

  init(notes: ManifestNotes) { self.notes = notes }

  /// Reads all of it; nil where the id is no id. The result counts only where there is no problem.
  mutating func manifest(_ object: ManifestObject, fileStem: String) -> Manifest? {
    var object = object
    _ = object.take("format")
    // Editors look here for the schema.
    _ = object.take("$schema")
    readLanguage(&object)
    let id = id(&object, fileStem: fileStem)
    let name = text("name", &object)
    let version = version("version", &object)
    let isHidden = flag("hidden", &object)
    let usesReleaseNotes = flag("release-notes", &object)
    let labels = labels(&object)
    let pages = pages(&object)
    warnOfUnknown(object)
    guard let id else { return nil }
    var manifest = Manifest(id: id)
    manifest.name = name
    manifest.version = version
    manifest.isHidden = isHidden ?? manifest.isHidden
    manifest.usesReleaseNotes = usesReleaseNotes ?? manifest.usesReleaseNotes
    manifest.labels = labels
    manifest.pages = pages
    return manifest
  }

  /// Notes every string of the document that is too long, whether its key is known or not.
  mutating func checkLengths(_ value: JSON) {
    switch value.kind {
    case .string(let text): checkLength(text, at: value.place)
    case .array(let values): for value in values { checkLengths(value) }
    case .object(let members):
      for member in members {
        checkLength(member.name, at: member.namePlace)
        checkLengths(member.value)
      }
    case .null, .bool, .number: break
    }
  }

  private mutating func checkLength(_ text: String, at place: JSONPlace) {
    guard text.utf8.count > Self.longestString else { return }
    note("a string has at most 64 KiB, this one \(text.utf8.count) bytes; shorten it", at: place)
  }

  // MARK: - The manifest's keys

  private mutating func readLanguage(_ object: inout ManifestObject) {
    guard let value = object.take("language") else { return }
    language = nil
    guard let text = string(value, "language") else { return }
    language = Locale(text)
    if language == nil {
      note("`language` is no locale; write one like \"en\" or \"pt_BR\"", at: value.place)
    }
  }

  private mutating func id(_ object: inout ManifestObject, fileStem: String) -> AppID? {
    guard let value = required("id", &object, "the app's id"), let text = string(value, "id") else {
      return nil
    }
    do {
      let id = try AppID(text)
      if text != fileStem {
        note(
          "`id` differs from the file's name; name the file \(text).json or write the other id",
          at: value.place)
      }
      return id
    } catch {
      note("`id` is no app id (\(error)); write the app's id", at: value.place)
      return nil
    }
  }

  private mutating func labels(_ object: inout ManifestObject) -> Labels {
    var labels = Labels()
    guard let value = object.take("labels"), var found = self.object(value, "labels") else { return labels }
    labels.next = text("next", &found)
    labels.back = text("back", &found)
    labels.skip = text("skip", &found)
    labels.done = text("done", &found)
    warnOfUnknown(found)
    return labels
  }

  private mutating func pages(_ object: inout ManifestObject) -> [Page] {
    guard let value = object.take("pages") else { return [] }
    guard case .array(let values) = value.kind else {
      note("`pages` is a list; write it between [ and ]", at: value.place)
      return []
    }
    let limit = 256
    if values.count > limit {
      note("a manifest has at most \(limit) pages; leave out the rest from here", at: values[limit].place)
    }
    var ids: Set<String> = []
    return values.prefix(limit).compactMap { page($0, &ids) }
  }

  // MARK: - A page's keys

  private mutating func page(_ value: JSON, _ ids: inout Set<String>) -> Page? {
    guard var object = object(value, "a page") else { return nil }
    let id = pageID(&object, &ids)
    let title = required("title", &object, "a title").flatMap { text($0, "title") }
    let body = text("body", &object)
    let since = version("since", &object)
    let audience = audience(&object)
    let image = text("image", &object)
    let imageDescription = text("alt", &object)
    let link = link(&object)
    warnOfUnknown(object)
    guard let id, let title else { return nil }
    return Page(
      id: id, title: title, body: body, since: since, audience: audience, image: image,
      imageDescription: imageDescription, link: link)
  }

  private mutating func pageID(_ object: inout ManifestObject, _ ids: inout Set<String>) -> String? {
    guard let value = required("id", &object, "an id of its own"), let id = string(value, "id") else {
      return nil
    }
    guard !id.isEmpty, id.utf8.allSatisfy(isAllowedInPageID) else {
      note(
        "a page's `id` holds one or more of A-Z a-z 0-9 . _ - and nothing else; rename it", at: value.place)
      return nil
    }
    guard ids.insert(id).inserted else {
      note("another page has the `id` \(id.excerpt) already; rename one of them", at: value.place)
      return nil
    }
    return id
  }

  private mutating func audience(_ object: inout ManifestObject) -> Audience? {
    guard let value = object.take("for"), let text = string(value, "for") else { return nil }
    let audience = Audience(rawValue: text)
    if audience == nil {
      note("`for` is \"new\", \"returning\" or \"everyone\"; write one of these", at: value.place)
    }
    return audience
  }

  private mutating func link(_ object: inout ManifestObject) -> PageLink? {
    guard let value = object.take("link"), var found = self.object(value, "link") else { return nil }
    let label = text("label", &found)
    let url = found.take("url")
    warnOfUnknown(found)
    guard let url else {
      drop("the link has no `url`, so the page is served without it; add one", at: value.place)
      return nil
    }
    guard let text = string(url, "url") else { return nil }
    guard isPageURL(text) else {
      drop("the page is served without this link; write an https, http, help or man address", at: url.place)
      return nil
    }
    return PageLink(label: label, url: text)
  }

  // MARK: - Kinds of values

  private mutating func required(_ key: String, _ object: inout ManifestObject, _ what: String) -> JSON? {
    let value = object.take(key)
    if value == nil { note("`\(key)` is missing; add \(what)", at: object.place) }
    return value
  }

  private mutating func string(_ value: JSON, _ key: @autoclosure () -> String) -> String? {
    if case .string(let text) = value.kind { return text }
    note("`\(key())` is a string; write it between quotes", at: value.place)
    return nil
  }

  private mutating func object(_ value: JSON, _ what: String) -> ManifestObject? {
    guard case .object(let members) = value.kind else {
      note("\(what) is an object; write it between { and }", at: value.place)
      return nil
    }
    return ManifestObject(members: members, place: value.place)
  }

  private mutating func flag(_ key: String, _ object: inout ManifestObject) -> Bool? {
    guard let value = object.take(key) else { return nil }
    if value.bool == nil { note("`\(key)` is true or false; write one of these", at: value.place) }
    return value.bool
  }

  private mutating func version(_ key: String, _ object: inout ManifestObject) -> Version? {
    guard let value = object.take(key), let text = string(value, key) else { return nil }
    do {
      return try Version(text)
    } catch {
      note("`\(key)` is no version (\(error)); write one like \"2.4.0\"", at: value.place)
      return nil
    }
  }

  private mutating func text(_ key: String, _ object: inout ManifestObject) -> LocalizedText? {
    object.take(key).flatMap { text($0, key) }
  }

  /// A string, or an object of locale → string that has the source language.
  private mutating func text(_ value: JSON, _ key: String) -> LocalizedText? {
    switch value.kind {
    case .string(let text): return LocalizedText(text, language: language ?? .english)
    case .object(let members): return translations(members, key, at: value.place)
    default:
      note("`\(key)` is a string or an object of locales and strings; write one of these", at: value.place)
      return nil
    }
  }

  private mutating func translations(_ members: [JSON.Member], _ key: String, at place: JSONPlace)
    -> LocalizedText?
  {
    var translations: [(locale: Locale, value: String)] = []
    translations.reserveCapacity(members.count)
    for member in members {
      // What is no text is noted, and the result does not count then.
      let text = string(member.value, member.name.excerpt) ?? ""
      if let locale = locale(member.name) {
        translations.append((locale, text))
      } else {
        warn(
          "\"\(member.name.excerpt)\" is no locale and is ignored; write one like \"de\"",
          at: member.namePlace)
      }
    }
    guard let language else { return nil }
    // The same locale, else the first that is it with a country.
    let same = translations.firstIndex { $0.locale == language }
    guard let source = same ?? translations.firstIndex(where: { $0.locale.isVariant(of: language) }) else {
      note("`\(key)` lacks the source language; add the text in \"\(language)\"", at: place)
      return nil
    }
    let (locale, text) = translations.remove(at: source)
    return LocalizedText(text, language: locale, translations: translations)
  }

  private mutating func locale(_ name: String) -> Locale? {
    if let known = locales[name] { return known }
    let locale = Locale(name)
    locales[name] = .some(locale)
    return locale
  }

  // MARK: - Notes

  private mutating func note(_ problem: String, at place: JSONPlace) {
    notes.problems.append(ManifestProblem(problem, at: place))
  }

  /// Notes what is never shown to anybody.
  private mutating func drop(_ message: @autoclosure () -> String, at place: JSONPlace) {
    if notes.isForAuthor { notes.findings.append(Finding(.error, message(), at: place)) }
  }

  private mutating func warn(_ message: @autoclosure () -> String, at place: JSONPlace) {
    if notes.isForAuthor { notes.findings.append(Finding(.warning, message(), at: place)) }
  }

  private mutating func warnOfUnknown(_ object: ManifestObject) {
    guard notes.isForAuthor else { return }
    // A file with more of them has other troubles than its spelling.
    let mostSpelled = 100
    for member in object.members where !object.known.contains(member.name) {
      let known = notes.findings.count < mostSpelled ? object.known : []
      warn(unknownKey(member.name, known: known), at: member.namePlace)
    }
  }
}

/// What an author is told of a key that means nothing.
private func unknownKey(_ key: String, known: [String]) -> String {
  let remedy = nearest(to: key, among: known).map { "write `\($0)`, or remove it" } ?? "remove it"
  return "the key `\(key.excerpt)` is unknown and is ignored; \(remedy)"
}

private func isAllowedInPageID(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
    true
  default: false
  }
}
