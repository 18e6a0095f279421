// Reports on files that are cut short, hostile, or both: each ends, soon, with places inside the file.

import ManifestFormat
import TestSupport
import Testing

private let manifest = """
  {"format": 1, "id": "org.example.App", "version": "2.0", "language": "de", "colour": {"x": [1, true, null]},
   "pages": [{"id": "a", "title": {"de": "A", "fr": "B", "x": "C"}, "body": "`a` <b>", "image": "é.png",
   "since": "3", "for": "new", "link": {"url": "help:a"}}], "labels": {"done": "Los"}}
  """

private let metainfoText = """
  <?xml version="1.0"?><component type="desktop-application"><id>org.example.App</id><name xml:lang="de">A</name>
  <provides><id>a b</id></provides><releases><release version="1.0" date="x"><description><p>A</p></description>
  <url>x</url></release><release version="1.0"><ul><li>B</li></ul></release></releases></component>
  """

@Suite("Reports")
struct ReportTests {
  @Test("of a manifest cut anywhere say so at a place in it")
  func cutManifest() {
    let bytes = Array(manifest.utf8)
    for count in 0..<bytes.count {
      let report = ManifestReport(on: Array(bytes[..<count]), fileStem: "org.example.App")
      #expect(report.manifest == nil && report.findings.first?.severity == .error, "\(count)")
      #expect(report.findings.allSatisfy { 1...3 ~= $0.place?.line ?? 0 }, "\(count): \(report.findings)")
    }
    #expect(ManifestReport(on: bytes, fileStem: "org.example.App").manifest != nil)
  }

  @Test("of metainfo cut anywhere say so")
  func cutMetainfo() {
    let bytes = Array(metainfoText.utf8)
    for count in 0..<bytes.count {
      let report = MetainfoReport(on: Array(bytes[..<count]))
      #expect(report.metainfo == nil && report.findings.contains { $0.severity == .error }, "\(count)")
    }
    #expect(MetainfoReport(on: bytes).metainfo != nil)
  }

  @Test("come in the order of the file")
  func order() {
    let places = ManifestReport(on: Array(manifest.utf8), fileStem: "b").findings.compactMap(\.place)
    #expect(places.count > 5)
    #expect(zip(places, places.dropFirst()).allSatisfy { ($0.line, $0.column) <= ($1.line, $1.column) })
  }

  @Test("on thousands of languages, keys or backticks end soon", .timeLimit(.minutes(1)))
  func hostile() {
    let locales = (0..<15_000).map { "\"aa-x-\($0)\": \"\"" }.joined(separator: ",")
    let keys = (0..<15_000).map { "\"titl\($0)\": 1" }.joined(separator: ",")
    let runs = (1..<350).map { String(repeating: "`", count: $0) }.joined(separator: "<b ")
    let bodies = (0..<6).map { "{\"id\": \"\($0)\", \"title\": \"A\", \"body\": \"\(runs)\"}" }
    for rest in [
      "\"name\": {\"en\": \"A\", \(locales)}",
      "\"pages\": [{\"id\": \"a\", \"title\": {\"en\": \"A\", \(locales)}}]",
      keys, "\"pages\": [\(bodies.joined(separator: ","))]",
    ] {
      let text = "{\"format\": 1, \"id\": \"a\", \"version\": \"1\", \(rest)}"
      #expect(text.utf8.count < 1 << 20)
      #expect(ManifestReport(on: Array(text.utf8), fileStem: "a").manifest != nil)
    }
  }
}
