// What a walkthrough manifest says, and what its author is told.

import ManifestFormat
import Testing
import WalkthroughModel

/// Reads a manifest of `org.example.App`.
private func parse(_ json: String) throws(ManifestProblem) -> Manifest {
  try Manifest(parsing: Array(json.utf8), fileStem: "org.example.App")
}

/// A manifest with these keys behind its format and id.
private func manifest(_ keys: String) -> String {
  "{\"format\": 1, \"id\": \"org.example.App\", \(keys)}"
}

/// A manifest with one page of these keys behind its id and title.
private func page(_ keys: String) -> String {
  manifest("\"pages\": [{\"id\": \"a\", \"title\": \"A\", \(keys)}]")
}

@Suite("Walkthrough manifest")
struct ManifestTests {
  @Test("says everything it can")
  func everything() throws {
    let manifest = try parse(
      """
      {
        "format": 1,
        "id": "org.example.App",
        "name": {"en": "App", "de": "Anwendung"},
        "version": "2.4.0",
        "hidden": true,
        "release-notes": false,
        "labels": {"next": "Next", "back": "Back", "skip": "Skip", "done": {"zh_CN": "立即体验", "en": "Start"}},
        "pages": [
          {"id": "welcome", "title": {"en": "Welcome", "de": "Willkommen"}, "body": "Write **fast**.",
           "image": {"en": "a.png", "de": "b.png"}, "alt": "A window"},
          {"id": "Tabs.2_1-x", "since": "2.1", "title": "Tabs", "body": {"en": "Drag", "de": "Zieh"},
           "link": {"label": {"en": "More", "de": "Mehr"}, "url": "https://example.org/tabs"}, "for": "everyone"},
          {"id": "c", "since": "2.2", "title": "C"}
        ]
      }
      """)
    #expect(manifest.id.text == "org.example.App")
    #expect(manifest.name?.source == "App")
    #expect(manifest.name?(LocalePreference("de")) == "Anwendung")
    #expect(manifest.version?.text == "2.4.0")
    #expect(manifest.isHidden && !manifest.usesReleaseNotes)
    #expect(manifest.labels.next?.source == "Next" && manifest.labels.back?.source == "Back")
    #expect(manifest.labels.skip?.source == "Skip" && manifest.labels.done?.source == "Start")
    #expect(manifest.labels.done?(LocalePreference("zh_CN")) == "立即体验")
    #expect(manifest.pages.map(\.id) == ["welcome", "Tabs.2_1-x", "c"])
    #expect(manifest.pages.map(\.since?.text) == [nil, "2.1", "2.2"])
    #expect(manifest.pages.map(\.audience) == [.new, .everyone, .returning])
    let (first, second) = (manifest.pages[0], manifest.pages[1])
    #expect(first.title(LocalePreference("de_AT")) == "Willkommen")
    #expect(first.body?.source == "Write **fast**." && first.imageDescription?.source == "A window")
    #expect(first.image?(LocalePreference("de")) == "b.png" && first.link == nil)
    #expect(second.link?.url == "https://example.org/tabs" && second.body?(LocalePreference("de")) == "Zieh")
    #expect(second.link?.label?(LocalePreference("de")) == "Mehr" && second.image == nil)
  }

  @Test("says nothing it need not")
  func defaults() throws {
    let manifest = try parse("{\"format\": 1, \"id\": \"org.example.App\"}")
    #expect(manifest.name == nil && manifest.version == nil && manifest.pages.isEmpty)
    #expect(!manifest.isHidden && manifest.usesReleaseNotes)
    #expect(manifest.labels.next == nil && manifest.labels.done == nil)
  }

  @Test(
    "may be written in these ways, too",
    arguments: [
      "\u{FEFF}" + manifest("\"pages\": []"), " \n" + manifest("\"name\": \"\"") + "\n",
      manifest("\"future\": {\"a\": [null, 1.5]}, \"pages\": [{\"id\": \"a\", \"title\": \"A\", \"x\": 1}]"),
      "{\"format\": 1.0, \"id\": \"org.example.App\"}", "{\"id\": \"org.example.App\", \"format\": 1}",
      manifest("\"labels\": {}"), manifest("\"labels\": {\"later\": \"Later\"}"),
      manifest("\"name\": {\"en_US\": \"Color\"}"),
      manifest("\"name\": {\"de\": \"x\", \"en-GB\": \"Colour\"}"),
      manifest("\"name\": {\"en\": \"A\", \"??\": \"B\"}"),
      manifest("\"language\": \"pt_BR\", \"name\": {\"pt-BR\": \"A\"}"),
      manifest("\"name\": {\"en.UTF-8\": \"A\"}"),
      manifest("\"name\": \"\(String(repeating: "x", count: 64 << 10))\""),
      page("\"link\": {\"url\": \"man:ls\"}, \"body\": \"\""),
    ])
  func alsoValid(_ json: String) throws {
    #expect(try parse(json).id.text == "org.example.App")
  }

  @Test(
    "serves a page without a link that leads nowhere we go",
    arguments: [
      ("{\"url\": \"https://example.org\"}", "https://example.org"), ("{\"url\": \"HTTP://A\"}", "HTTP://A"),
      ("{\"url\": \"Help:app/x\"}", "Help:app/x"), ("{\"url\": \"man:ls(1)\"}", "man:ls(1)"),
      ("{\"url\": \"ftp://example.org\"}", nil), ("{\"url\": \"javascript:alert(1)\"}", nil),
      ("{\"url\": \"file:///etc/passwd\"}", nil), ("{\"url\": \"\"}", nil), ("{\"url\": \"https\"}", nil),
      ("{\"url\": \"https:\"}", nil), ("{\"url\": \" https://a\"}", nil), ("{\"url\": \"/relative\"}", nil),
      ("{\"url\": \"xhttps://a\"}", nil), ("{\"label\": \"More\"}", nil), ("{}", nil),
    ] as [(String, String?)])
  func links(_ link: String, _ url: String?) throws {
    let page = try #require(try parse(page("\"link\": \(link)")).pages.first)
    #expect(page.link?.url == url)
    #expect(page.link?.label == nil)
  }

  @Test(
    "has strings in its own language",
    arguments: [
      ("\"language\": \"de\", \"name\": \"App\"", "de", "App"), ("\"name\": \"App\"", "en", "App"),
      ("\"name\": {\"de\": \"1\", \"en\": \"2\"}", "en", "2"),
      ("\"name\": {\"de\": \"1\", \"en_GB\": \"2\", \"en_US\": \"3\"}", "en_GB", "2"),
      ("\"name\": {\"en_GB\": \"2\", \"en\": \"3\"}", "en", "3"),
      ("\"language\": \"zh_TW\", \"name\": {\"zh_CN\": \"1\", \"zh-Hant\": \"2\"}", "zh-Hant", "2"),
      ("\"name\": {\"de\": \"1\", \"en\": \"2\"}, \"language\": \"de\"", "de", "1"),
    ])
  func languages(_ keys: String, _ language: String, _ source: String) throws {
    let name = try #require(try parse(manifest(keys)).name)
    #expect(name.language.text == language)
    #expect(name.source == source)
  }

  @Test("may be as large as 1 MiB with 256 pages")
  func limits() throws {
    func json(pages: Int, size: Int? = nil) -> String {
      let list = (0..<pages).map { "{\"id\": \"p\($0)\", \"title\": \"x\"}" }.joined(separator: ",")
      let json = manifest("\"pages\": [\(list)]")
      return json + String(repeating: " ", count: max(0, (size ?? 0) - json.utf8.count))
    }
    #expect(try parse(json(pages: 256, size: 1 << 20)).pages.count == 256)
    #expect(throws: ManifestProblem.self) { try parse(json(pages: 257)) }
    #expect(throws: ManifestProblem.self) { try parse(json(pages: 1, size: 1 << 20 + 1)) }
  }

  @Test(
    "names the formats that can be read", arguments: ["2", "0", "-1", "1.5", "1e9", "99999999999999999999"])
  func otherFormats(_ format: String) throws {
    let json = "{\"id\": 7, \"format\": \(format), \"pages\": {}}"
    let problem = try #require(throws: ManifestProblem.self) { try parse(json) }
    #expect(problem.place?.description == "1:21")
    #expect(problem.message.contains("only format 1"))
  }

  @Test(
    "must be called as its file is", arguments: ["org.example.app", "org.example.App.desktop", "", "a/b"])
  func otherName(_ stem: String) throws {
    let json = Array("{\"format\": 1, \"id\": \"org.example.App\"}".utf8)
    let problem = try #require(throws: ManifestProblem.self) { try Manifest(parsing: json, fileStem: stem) }
    #expect(problem.place?.description == "1:21")
  }

  @Test("tells its author everything at once, in the order of the file")
  func report() {
    let json = """
      {
        "format": 1, "language": "??",
        "id": "org.example.App", "colour": 1,
        "pages": [
          {"id": "a b", "titel": "A"},
          {"id": "b", "title": "B", "since": "", "for": "all", "link": {"url": "ftp://x"}},
          7
        ],
        "hidden": "yes"
      }
      """
    let report = ManifestReport(on: Array(json.utf8), fileStem: "org.example.App")
    #expect(report.manifest == nil)
    #expect(
      report.findings.map { "\($0.place?.description ?? "") \($0.severity)" } == [
        "1:1 warning", "2:28 error", "3:28 warning", "5:5 error", "5:12 error", "5:19 warning", "6:40 error",
        "6:51 error", "6:74 error", "7:5 error", "9:13 error",
      ])

    let good = ManifestReport(on: Array(page("\"x\": 1, \"link\": {}").utf8), fileStem: "org.example.App")
    #expect(good.manifest?.pages.count == 1 && good.findings.count == 3)
  }
}
