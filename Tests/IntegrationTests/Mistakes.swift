// Mistakes that authors make in manifests, each planted into one that is good.

import Testing

/// A manifest with a mistake in it.
struct Mistake: Sendable, CustomTestStringConvertible {
  /// What a JSON Schema can say of it.
  enum Schema { case rejects, accepts }

  /// The manifest.
  let json: String
  /// Where it is found, `line:column`.
  let place: String
  let severity: String
  /// A word of what is said.
  let word: String
  let schema: Schema
  var testDescription: String { "\(place): \(severity): \(word)" }

  /// Puts a text in the place of another; `▸` in it is where the mistake is found.
  init(
    _ severity: String, _ old: String, _ new: String, _ word: String, schema: Schema = .rejects
  ) {
    let marked = goodManifest.replacing(old, with: new, maxReplacements: 1)
    let before = marked.prefix { $0 != "▸" }.split(separator: "\n", omittingEmptySubsequences: false)
    json = marked.replacing("▸", with: "")
    place = "\(before.count):\((before.last?.count ?? 0) + 1)"
    self.severity = severity
    self.word = word
    self.schema = schema
  }
}

/// Everything a manifest can have, and no mistake.
let goodManifest = """
  {
    "$schema": "walkthrough-manifest.schema.json",
    "format": 1,
    "id": "org.example.App",
    "name": "App",
    "version": "2.4.0",
    "language": "en",
    "release-notes": true,
    "pages": [
      {"id": "welcome", "title": {"en": "Welcome", "de": "Willkommen"},
       "body": {"en": "Write **fast**, `<b>` or not.", "de": "Schreibe **schnell**."},
       "image": "pictures/good.png", "alt": {"en": "The window", "de": "Das Fenster"}},
      {"id": "tabs", "since": "2.1", "for": "everyone", "title": {"en": "Tabs", "de_AT": "Reiter"},
       "link": {"label": {"en": "More", "de": "Mehr"}, "url": "HTTPS://example.org/tabs"}}
    ],
    "labels": {"done": {"en_US": "Start", "de": "Los"}}
  }

  """

/// Every kind of mistake, most of them in more than one guise.
let mistakes: [Mistake] = syntaxMistakes + headMistakes + pageMistakes + textMistakes + pictureMistakes

private let syntaxMistakes: [Mistake] = [
  .init("error", "\"format\": 1,", "\"format\": 1,\n▸,", "name"),
  .init("error", "\"Los\"}}\n}", "\"Los\"}}\n▸]", "expected"),
  .init("error", "\"name\": \"App\"", "\"name\": ▸'App'", "value"),
  .init("error", "\"version\":", "▸\"name\": \"Again\", \"version\":", "a second time", schema: .accepts),
  .init("error", goodManifest, "▸[]", "a manifest is an object"),
  .init("error", "\"App\"", "\"App▸\\u0000\"", "U+0000", schema: .accepts),
]

private let headMistakes: [Mistake] = [
  .init("error", "{\n  \"$schema\"", "▸{\n  \"$schema\"", "`format` is missing").without("\"format\": 1,"),
  .init("error", "\"format\": 1", "\"format\": ▸2", "only format 1"),
  .init("error", "\"format\": 1", "\"format\": ▸\"1\"", "is a number"),
  .init("error", "{\n  \"$schema\"", "▸{\n  \"$schema\"", "`id` is missing").without(
    "\"id\": \"org.example.App\","),
  .init("error", "\"org.example.App\"", "▸\"org.example.app\"", "name the file", schema: .accepts),
  .init("error", "\"org.example.App\"", "▸\"org..App\"", "no app id"),
  .init("error", "\"2.4.0\"", "▸\"soon\"", "no version"),
  .init("error", "\"2.4.0\"", "▸2.4", "is a string"),
  .init("error", "\"name\": \"App\"", "\"name\": ▸null", "string or an object"),
  .init("error", "\"language\": \"en\"", "\"language\": ▸\"English\"", "no locale"),
  .init("error", "\"release-notes\": true", "\"release-notes\": ▸\"no\"", "true or false"),
  .init("error", "\"release-notes\": true", "\"hidden\": ▸1", "true or false"),
  .init("warning", "\"name\": \"App\"", "▸\"nmae\": \"App\"", "write `name`"),
  .init("warning", "\"release-notes\": true", "▸\"releaseNotes\": true", "write `release-notes`"),
  .init("warning", "\"release-notes\": true", "▸\"colour\": \"red\"", "remove it"),
  .init("warning", "\"labels\": {\"done\"", "\"labels\": {▸\"Done\"", "write `done`"),
  .init("warning", "\"release-notes\": true", "\"hidden\": ▸true", "ever due", schema: .accepts),
  .init("warning", "{\n  \"$schema\"", "▸{\n  \"$schema\"", "no `version`", schema: .accepts)
    .without("\"version\": \"2.4.0\","),
  .init(
    "error", "\"labels\": {\"done\": {\"en_US\": \"Start\", \"de\": \"Los\"}}", "\"labels\": ▸[]", "an object"
  ),
]

private let pageMistakes: [Mistake] = [
  .init("error", "\"id\": \"tabs\"", "\"id\": ▸\"welcome\"", "already", schema: .accepts),
  .init("error", "\"id\": \"tabs\"", "\"id\": ▸\"new tabs\"", "nothing else"),
  .init("error", "{\"id\": \"tabs\", ", "▸{", "`id` is missing"),
  .init("error", "\"title\": {\"en\": \"Tabs\", \"de_AT\": \"Reiter\"},", "", "`title` is missing")
    .at("{\"id\": \"tabs\""),
  .init("error", "\"since\": \"2.1\"", "\"since\": ▸\"two\"", "no version"),
  .init("error", "\"since\": \"2.1\"", "\"since\": ▸2.1", "is a string"),
  .init("error", "\"everyone\"", "▸\"all\"", "\"returning\""),
  .init("error", "{\"id\": \"tabs\"", "▸\"tips\", {\"id\": \"tabs\"", "a page is an object"),
  .init("warning", "\"since\": \"2.1\"", "\"since\": ▸\"2.5\"", "before version 2.5", schema: .accepts),
  .init(
    "warning", "\"since\": \"2.1\", \"for\": \"everyone\"", "\"since\": ▸\"3\", \"for\": \"new\"",
    "raise `version`", schema: .accepts),
  .init("warning", "\"2.4.0\"", "\"2.1~rc1\"", "before version 2.1", schema: .accepts).at("\"2.1\", \"for\""),
  .init("warning", "\"since\": \"2.1\", \"for\": \"everyone\"", "\"for\": ▸\"returning\"", "never due"),
  .init("warning", "\"since\": \"2.1\", \"for\": \"everyone\"", "\"for\": ▸\"everyone\"", "new people only"),
  .init("warning", "\"since\": \"2.1\"", "▸\"sicne\": \"2.1\", \"since\": \"2.1\"", "write `since`"),
  .init(
    "error",
    "\"link\": {\"label\": {\"en\": \"More\", \"de\": \"Mehr\"}, \"url\": \"HTTPS://example.org/tabs\"}",
    "\"link\": ▸\"https://example.org\"", "is an object"),
  .init("error", ", \"url\": \"HTTPS://example.org/tabs\"", "", "no `url`").at("{\"label\""),
  .init("error", "\"HTTPS://example.org/tabs\"", "▸\"file:///etc/passwd\"", "https, http, help or man"),
  .init("error", "\"HTTPS://example.org/tabs\"", "▸\"example.org/tabs\"", "https, http, help or man"),
  .init("warning", "\"url\":", "▸\"href\": \"x\", \"url\":", "`href` is unknown"),
]

private let textMistakes: [Mistake] = [
  .init(
    "warning", "\"title\": {\"en\": \"Tabs\", \"de_AT\": \"Reiter\"}", "\"title\": ▸\"Tabs\"",
    "no translation in \"de\"", schema: .accepts),
  .init(
    "warning", "{\"en\": \"More\", \"de\": \"Mehr\"}", "▸{\"en\": \"More\"}", "no translation in \"de\"",
    schema: .accepts),
  .init(
    "error", "{\"en\": \"More\", \"de\": \"Mehr\"}", "▸{\"de\": \"Mehr\"}", "lacks the source language",
    schema: .accepts),
  .init("error", "\"en\": \"More\", \"de\": \"Mehr\"", "\"en\": \"More\", \"de\": ▸7", "is a string"),
  .init("warning", "\"de\": \"Mehr\"", "\"de\": \"Mehr\", ▸\"german\": \"Mehr\"", "no locale"),
  .init(
    "warning", "\"de\": \"Mehr\"", "\"de\": \"Mehr\", ▸\"DE\": \"Mehr\"", "means the same", schema: .accepts),
  .init("warning", "\"en\": \"Tabs\"", "\"en\": ▸\" \"", "`title` is empty"),
  .init("warning", "\"name\": \"App\"", "\"name\": ▸\"\"", "`name` is empty"),
  .init(
    "warning", "\"en\": \"Write **fast**, `<b>` or not.\"", "\"en\": ▸\"Write <b>fast</b>.\"", "<b>",
    schema: .accepts),
  .init(
    "warning", "\"Schreibe **schnell**.\"", "▸\"Schreibe ![schnell](a.png).\"", "`image`", schema: .accepts),
  .init("error", "\"name\": \"App\"", "\"name\": ▸\"\(String(repeating: "x", count: 65_537))\"", "64 KiB"),
]

private let pictureMistakes: [Mistake] = [
  .init("warning", ", \"alt\": {\"en\": \"The window\", \"de\": \"Das Fenster\"}", "", "no `alt`").at(
    "\"pictures/"),
  .init("warning", "\"image\": \"pictures/good.png\", \"alt\": {", "\"alt\": ▸{", "without an `image`"),
  .init(
    "error", "\"pictures/good.png\"", "▸\"pictures/missing.png\"", "no such picture", schema: .accepts),
  .init(
    "error", "\"pictures/good.png\"", "{\"en\": \"pictures/good.png\", \"de\": ▸\"de.png\"}",
    "no such picture",
    schema: .accepts),
  .init("error", "\"pictures/good.png\"", "▸\"/usr/share/good.png\"", "relative"),
  .init("error", "\"pictures/good.png\"", "▸\"https://example.org/good.png\"", "relative"),
  .init("error", "\"pictures/good.png\"", "▸\"pictures\"", "no regular file", schema: .accepts),
  .init("error", "\"pictures/good.png\"", "▸\"pictures/fifo\"", "no regular file", schema: .accepts),
  .init("error", "\"pictures/good.png\"", "▸\"../outside.png\"", "outside", schema: .accepts),
  .init("error", "\"pictures/good.png\"", "▸\"pictures/linked.png\"", "outside", schema: .accepts),
  .init("warning", "\"pictures/good.png\"", "▸\"pictures/wide.png\"", "8000×6000", schema: .accepts),
  .init("warning", "\"pictures/good.png\"", "▸\"pictures/wide.jpg\"", "8000×6000", schema: .accepts),
  .init("warning", "\"pictures/good.png\"", "▸\"pictures/heavy.png\"", "10 MB", schema: .accepts),
]

extension Mistake {
  private init(_ other: Mistake, json: String, place: String) {
    self.json = json
    self.place = place
    (severity, word, schema) = (other.severity, other.word, other.schema)
  }

  /// The same mistake, with that line gone.
  fileprivate func without(_ line: String) -> Mistake {
    Mistake(self, json: json.replacing("  \(line)\n", with: ""), place: place)
  }

  /// The same mistake, found at that text.
  fileprivate func at(_ text: String) -> Mistake {
    let before = json.prefix(upTo: json.firstRange(of: text)?.lowerBound ?? json.startIndex)
      .split(separator: "\n", omittingEmptySubsequences: false)
    return Mistake(self, json: json, place: "\(before.count):\((before.last?.count ?? 0) + 1)")
  }
}
