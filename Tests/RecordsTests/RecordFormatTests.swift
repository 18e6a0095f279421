// What a record file says, byte for byte.

import Records
import Testing
import WalkthroughModel

@Suite("The record file")
struct RecordFormatTests {
  private let editor = """
    {"format": 1, "app": "org.example.Editor", "seen": "2.4.0", "outcome": "completed", \
    "changed": "2026-11-30T02:22:00Z", \
    "postponed": {"version": "2.5.0", "until": "2026-12-01T00:00:00Z"}}

    """

  private func parse(_ text: String, of app: String = "a") throws -> Record {
    try Record(parsing: Array(text.utf8), of: try AppID(app))
  }

  @Test("is read and written as the format shows it")
  func example() throws {
    let record = try parse(editor, of: "org.example.Editor")
    #expect(record.seen == Seen(try Version("2.4.0"), .completed))
    #expect(record.changed.rfc3339 == "2026-11-30T02:22:00Z")
    #expect(record.postponed?.version == (try Version("2.5.0")))
    #expect(record.postponed?.until.rfc3339 == "2026-12-01T00:00:00Z")
    #expect(String(decoding: record.serialized(of: try AppID("org.example.Editor")), as: UTF8.self) == editor)
  }

  @Test("may hold a postponement alone, or what was seen alone")
  func parts() throws {
    let postponed = try parse(
      #"{"format":1,"app":"a","postponed":{"version":"1","until":"2026-12-01T01:00:00+01:00"}}"#)
    #expect(postponed.seen == nil)
    #expect(postponed.postponed?.until.rfc3339 == "2026-12-01T00:00:00Z")
    let seen = try parse(#"{"later": [null], "seen": "1.0", "outcome": "skipped", "app": "a", "format": 1}"#)
    #expect(seen.seen == Seen(try Version("1.0"), .skipped))
    #expect(seen.postponed == nil)
    for record in [postponed, seen] {
      #expect(try Record(parsing: record.serialized(of: try AppID("a")), of: try AppID("a")) == record)
    }
  }

  @Test(
    "is damaged where it says no record",
    arguments: [
      "", "garbage", "[]", "{}", #"{"format": "1", "app": "a"}"#, #"{"format": 0, "app": "a"}"#,
      #"{"format": 2.0, "app": "a"}"#, #"{"format": -99999999999999999999, "app": "a"}"#,
      #"{"format": 1}"#, #"{"format": 1, "app": "b"}"#, #"{"format": 1, "app": "A"}"#,
      #"{"format": 1, "app": "a", "app": "a"}"#, #"{"format": 1, "app": "a", "seen": "none"}"#,
      #"{"format": 1, "app": "a", "seen": 1}"#, #"{"format": 1, "app": "a", "seen": "1", "outcome": "x"}"#,
      #"{"format": 1, "app": "a", "changed": "yesterday"}"#, #"{"format": 1, "app": "a", "postponed": {}}"#,
      #"{"format": 1, "app": "a", "postponed": null}"#,
      #"{"format": 1, "app": "a", "postponed": {"version": "1", "until": "soon"}}"#,
      #"{"format": 1, "app": "a"} x"#,
    ])
  func damage(_ text: String) throws {
    let failure = #expect(throws: FormatFailure.self) { try parse(text) }
    guard case .damaged? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test("of a larger format is of a newer version, whatever else it says")
  func newer() {
    #expect(throws: FormatFailure.newer(format: 2)) { try parse(#"{"format": 2, "app": 7}"#) }
    let huge = String(repeating: "9", count: 300)
    #expect(throws: FormatFailure.newer(format: .max)) { try parse("{\"format\": \(huge), \"app\": \"a\"}") }
  }
}
