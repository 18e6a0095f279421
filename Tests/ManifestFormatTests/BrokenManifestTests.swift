// Manifests that cannot be used, each with the place its author is pointed to.

import ManifestFormat
import Testing
import WalkthroughModel

/// A manifest with one mistake in it; `place` is where, as `line:column`.
struct Broken: Sendable, CustomTestStringConvertible {
  let json: String
  let place: String
  var testDescription: String { "\(json.prefix(120)) → \(place)" }

  init(_ json: String, _ place: String) {
    self.json = json
    self.place = place
  }

  /// The mistake is a value of a manifest's key.
  init(key: String, _ value: String) {
    self.init("{\"format\": 1, \"id\": \"org.example.App\",\n\"\(key)\": \(value)}", "2:\(key.count + 5)")
  }

  /// The mistake is a value of a page's key.
  init(pageKey key: String, _ value: String, title: String = ", \"title\": \"A\"") {
    let page = "{\"id\": \"a\"\(title),\n\"\(key)\": \(value)}"
    self.init("{\"format\": 1, \"id\": \"org.example.App\", \"pages\": [\(page)]}", "2:\(key.count + 5)")
  }
}

private let notStrings = ["null", "true", "1", "[]", "{}"]
private let notTexts = ["null", "false", "0", "[]", "[\"x\"]"]
private let notFlags = ["null", "0", "1", "\"true\"", "[]", "{}"]
private let notObjects = ["null", "true", "1", "\"x\"", "[]"]
private let notLists = ["null", "true", "1", "\"x\"", "{}"]
private let notVersions = ["\"\"", "\"abc\"", "\"1 0\"", "\" 1\"", "\"+1\"", "\"1:\"", "\"é1\""]
/// Objects of translations without the source language, and with something else than text.
private let lacking = [
  "{}", "{\"de\": \"x\"}", "{\"fr_CA\": \"x\", \"de\": \"y\"}", "{\"eng\": \"x\"}", "{\"??\": \"x\"}",
]

private let keys: [Broken] = {
  var all: [Broken] = []
  all += notTexts.map { Broken(key: "name", $0) } + lacking.map { Broken(key: "name", $0) }
  all += notStrings.map { Broken(key: "version", $0) } + notVersions.map { Broken(key: "version", $0) }
  all += notFlags.map { Broken(key: "hidden", $0) } + notFlags.map { Broken(key: "release-notes", $0) }
  all += notStrings.map { Broken(key: "language", $0) }
  all += ["\"\"", "\"C\"", "\"POSIX\"", "\"??\"", "\"e\"", "\"a b\""].map { Broken(key: "language", $0) }
  all += notObjects.map { Broken(key: "labels", $0) } + notLists.map { Broken(key: "pages", $0) }
  all += notStrings.map { Broken("{\"format\": 1,\n\"id\": \($0)}", "2:7") }
  all += ["\"\"", "\"a b\"", "\".a\"", "\"a..b\"", "\"a/b\"", "\"ä\"", "\"other\""].map {
    Broken("{\"format\": 1,\n\"id\": \($0)}", "2:7")
  }
  all += ["null", "true", "\"1\"", "[]", "{}", "2", "0", "1.1"].map {
    Broken("{\"id\": \"org.example.App\",\n\"format\": \($0)}", "2:11")
  }
  return all
}()

private let labels: [Broken] = ["next", "back", "skip", "done"].flatMap { key in
  (notTexts + lacking).map { Broken(key: "labels", "{\n\"\(key)\": \($0)}") }
    .map { Broken($0.json, "3:\(key.count + 5)") }
}

private let pages: [Broken] = {
  var all: [Broken] = []
  for key in ["body", "image", "alt"] { all += (notTexts + lacking).map { Broken(pageKey: key, $0) } }
  all += (notTexts + lacking).map { Broken(pageKey: "title", $0, title: "") }
  all += (notStrings + notVersions).map { Broken(pageKey: "since", $0) }
  all += (notStrings + ["\"\"", "\"all\"", "\"New\"", "\" new\""]).map { Broken(pageKey: "for", $0) }
  all += notObjects.map { Broken(pageKey: "link", $0) }
  all += notStrings.map { Broken(Broken(pageKey: "link", "{\n\"url\": \($0)}").json, "3:8") }
  all += (notTexts + lacking).map {
    Broken(Broken(pageKey: "link", "{\n\"label\": \($0), \"url\": \"https://a\"}").json, "3:10")
  }
  all += (notStrings + ["\"\"", "\"a b\"", "\"ä\"", "\"a/b\"", "\"a:b\""]).map {
    Broken(
      "{\"format\": 1, \"id\": \"org.example.App\", \"pages\": [{\n\"id\": \($0), \"title\": \"A\"}]}", "2:7")
  }
  all += ["null", "1", "\"x\"", "[]", "true"].map {
    Broken("{\"format\": 1, \"id\": \"org.example.App\", \"pages\": [\n \($0)]}", "2:2")
  }
  return all
}()

private let others: [Broken] = {
  let start = "{\"format\": 1, \"id\": \"org.example.App\""
  return [
    // No JSON.
    Broken("", "1:1"), Broken("{", "1:2"), Broken("{\"format\": 1,}", "1:14"), Broken(start + "} x", "1:40"),
    Broken("{'format': 1}", "1:2"), Broken("// c\n{}", "1:1"), Broken("{\"format\": 01}", "1:13"),
    Broken(start + ",\n \"name\": \"a\nb\"}", "2:12"),
    Broken(start + ",\n\"id\": \"org.example.App\"}", "2:1"),
    Broken(start + ",\n\"name\": {\"en\": \"a\", \"en\": \"b\"}}", "2:21"),
    Broken(start + ",\n\"name\": \"\\u0000\"}", "2:10"), Broken(start + ",\n\"name\": \"\\ud800\"}", "2:10"),
    // No manifest.
    Broken("[]", "1:1"), Broken(" null", "1:2"), Broken("\"x\"", "1:1"), Broken("\n\n7", "3:1"),
    // What is missing.
    Broken("{}", "1:1"), Broken(" {\"id\": \"org.example.App\"}", "1:2"), Broken("\n{\"format\": 1}", "2:1"),
    Broken(start + ",\n\"pages\": [{\"title\": \"A\"}]}", "2:11"),
    Broken(start + ",\n\"pages\": [{\"id\": \"a\"}]}", "2:11"), Broken(start + ",\n\"pages\": [{}]}", "2:11"),
    // What is there twice.
    Broken(
      start + ",\n\"pages\": [{\"id\": \"a\", \"title\": \"A\"},\n{\"id\": \"a\", \"title\": \"B\"}]}", "3:8"),
    // Translations that are no text.
    Broken(start + ",\n\"name\": {\"en\": \"a\", \"de\": 1}}", "2:27"),
    Broken(start + ",\n\"name\": {\"en\": null}}", "2:16"),
    // Another language than the manifest's.
    Broken(start + ", \"language\": \"de\",\n\"name\": {\"en\": \"a\"}}", "2:9"),
    Broken(start + ",\n\"name\": {\"en\": \"a\"}, \"language\": \"de\"}", "2:9"),
    // Too long, be the key known or not.
    Broken(start + ",\n\"name\": \"\(String(repeating: "x", count: 64 << 10 + 1))\"}", "2:9"),
    Broken(start + ",\n\"x\": [\"\(String(repeating: "é", count: 32 << 10 + 1))\"]}", "2:7"),
    Broken(start + ",\n\"\(String(repeating: "x", count: 64 << 10 + 1))\": 1}", "2:1"),
    // Columns count characters, not bytes.
    Broken(start + ",\n\"é\": \"日本\", \"hidden\": 1}", "2:22"),
    // The first of several in the file.
    Broken(start + ",\n\"pages\": 1,\n\"version\": 1}", "2:10"),
    Broken(start + ",\n\"version\": 1,\n\"pages\": 1}", "2:12"),
  ]
}()

@Suite("Broken manifests")
struct BrokenManifestTests {
  @Test("are refused at the place of the mistake", arguments: keys + labels + pages + others)
  func broken(_ broken: Broken) throws {
    let problem = try #require(throws: ManifestProblem.self) {
      try Manifest(parsing: Array(broken.json.utf8), fileStem: "org.example.App")
    }
    #expect(problem.place?.description == broken.place, "\(problem)")
    #expect(problem.description.hasPrefix("\(broken.place): "))
  }

  @Test(
    "are refused where they are not UTF-8",
    arguments: [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xC0, 0xAF]])
  func notUTF8(_ bytes: [UInt8]) throws {
    let start = Array("{\"format\": 1, \"id\": \"org.example.App\",\n\"name\": \"".utf8)
    let problem = try #require(throws: ManifestProblem.self) {
      try Manifest(parsing: start + bytes + Array("\"}".utf8), fileStem: "org.example.App")
    }
    #expect(problem.place?.line == 2)
  }
}
