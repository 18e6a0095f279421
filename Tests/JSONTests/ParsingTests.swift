// What is JSON and what is not: every kind of case that parsers get wrong.

import Testing
import WalkthroughJSON

@Suite struct ParsingTests {
  @Test(arguments: [
    "[]", "{}", " [ ] ", "\u{FEFF}[]", "null", "true", "false", "0", "\"\"", "[1]", "[1,2 , 3]", "[[]   ]",
    "\t[\n1\r]\n", "{\"a\":1}", "{\"\":0}", "{\"a\":{\"a\":[]}}", "[-0]", "[-1]", "[1.5]", "[1e5]", "[1E+5]",
    "[1e-5]", "[0e1]", "[0.0]", "[123456789012345678901234567890]", "[-0.000001e-400]", "[1E400]",
    #"["\u0061\u30af\u30EA"]"#, #"["\ud83d\ude39"]"#, #"["\"\\\/\b\f\n\r\t"]"#, "[\"\u{7F}\"]",
    "[\"\u{80}\"]",
    "[\"\u{2028}\u{2029}\"]", "[\"\u{10FFFF}\"]", "[\"€𝄞\"]", #"["\u0012"]"#, #"["\\u0000"]"#,
    #"["\uFFFF"]"#, #"["\uDBFF\uDFFE"]"#, "{\"e\u{301}\":1,\"\u{e9}\":2}", "\"asd \"", "42", "-0.1",
  ])
  func isJSON(_ text: String) throws {
    _ = try JSON(parsing: Array(text.utf8))
  }

  @Test(arguments: [
    ("", "1:1"), (" \n ", "2:2"), ("[", "1:2"), ("[1", "1:3"), ("[1,", "1:4"), ("[1,]", "1:4"),
    ("[,1]", "1:2"), ("[1 2]", "1:4"), ("[1]x", "1:4"), ("[1]]", "1:4"), ("[[1]", "1:5"), ("]", "1:1"),
    ("{", "1:2"), ("{\"a\"", "1:5"), ("{\"a\" 1}", "1:6"), ("{\"a\":}", "1:6"), ("{\"a\":1,}", "1:8"),
    ("{a:1}", "1:2"), ("{1:1}", "1:2"), ("{'a':1}", "1:2"), ("{\"a\":1 \"b\":2}", "1:8"), ("{\"a\":1", "1:7"),
    ("{\"a\"::1}", "1:6"), ("{,}", "1:2"), ("{}}", "1:3"), ("[01]", "1:3"), ("[-01]", "1:4"), ("[1.]", "1:4"),
    ("[.5]", "1:2"), ("[+1]", "1:2"), ("[-]", "1:3"), ("[--1]", "1:3"), ("[1e]", "1:4"), ("[1e+]", "1:5"),
    ("[1.e1]", "1:4"), ("[0x1]", "1:3"), ("[1_000]", "1:3"), ("[NaN]", "1:2"), ("[Infinity]", "1:2"),
    ("[-Infinity]", "1:3"), ("[nul]", "1:2"), ("[True]", "1:2"), ("[truth]", "1:2"), ("[nulls]", "1:6"),
    ("[\"a]", "1:5"), ("[\"\\", "1:4"), ("[\"\\x\"]", "1:3"), ("[\"\\'\"]", "1:3"), ("[\"\\u12\"]", "1:7"),
    ("[\"\\u00g0\"]", "1:7"), ("[\"\n\"]", "1:3"), ("[\"\t\"]", "1:3"), ("[\"\u{1F}\"]", "1:3"),
    ("[\"\u{0}\"]", "1:3"), ("['a']", "1:2"), ("[1]//", "1:4"), ("/**/[1]", "1:1"), ("[1]\u{FEFF}", "1:4"),
    ("\u{FEFF}\u{FEFF}[]", "1:1"), ("\u{A0}[]", "1:1"), ("[1]\u{0}", "1:4"), ("[\u{c}1]", "1:2"),
    ("[\"\\u0000\"]", "1:3"), ("[\"\\ud800\"]", "1:3"), ("[\"\\udc00\"]", "1:3"), ("[\"\\ud800\\n\"]", "1:3"),
    ("[\"\\ud800\\u0061\"]", "1:3"), ("[\"\\udc00\\ud800\"]", "1:3"), ("{\"a\":1,\"a\":2}", "1:8"),
    ("{\"a\":1,\n  \"\\u0061\":2}", "2:3"), ("[\n  \"é€𝄞\", x]", "2:10"), ("[\n\n1\n,\n]", "5:1"),
  ])
  func isNoJSON(_ text: String, _ place: String) {
    let error = #expect(throws: JSONError.self) { _ = try JSON(parsing: Array(text.utf8)) }
    #expect(error?.place.description == place, "\(error.map(\.description) ?? "")")
    #expect(error?.problem.isEmpty == false)
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE], [0xC3],
      [0xE2, 0x82], [0xF0, 0x9D, 0x84], [0xE9], [0xC3, 0x28], [0xE2, 0x28, 0xA1], [0xF0, 0x9D, 0x28, 0x9E],
    ] as [[UInt8]])
  func isNoUTF8(_ bytes: [UInt8]) {
    for tail in [Array("\"]".utf8), []] {
      let error = #expect(throws: JSONError.self) { _ = try JSON(parsing: Array("[\"".utf8) + bytes + tail) }
      #expect(error?.place == JSONPlace(line: 1, column: 3))
    }
    #expect(throws: JSONError.self) { _ = try JSON(parsing: bytes) }
  }

  @Test func nestingHasALimit() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    _ = try JSON(parsing: nested(128))
    #expect(throws: JSONError.self) { _ = try JSON(parsing: nested(129)) }
    #expect(throws: JSONError.self) { _ = try JSON(parsing: nested(100_000)) }
    let objects = String(repeating: "{\"\":", count: 100_000)
    #expect(throws: JSONError.self) { _ = try JSON(parsing: Array(objects.utf8)) }
  }

  @Test func valuesKnowTheirPlaceAndOrder() throws {
    let text = "{\n  \"ä\": [true, null],\n  \"b\": {\"c\": -1.50}}"
    let document = try JSON(parsing: Array(text.utf8))
    guard case .object(let members) = document.kind else {
      Issue.record("no object")
      return
    }
    #expect(members.map(\.name) == ["ä", "b"])
    #expect(members.map(\.namePlace.description) == ["2:3", "3:3"])
    #expect(document["ä"]?.place == JSONPlace(line: 2, column: 8))
    guard case .array(let elements) = document["ä"]?.kind else {
      Issue.record("no array")
      return
    }
    #expect(elements.map(\.place.description) == ["2:9", "2:15"])
    guard case .number("-1.50") = document["b"]?["c"]?.kind else {
      Issue.record("a number is kept as written")
      return
    }
    #expect(document["missing"] == nil)
  }

  @Test func escapesMeanWhatTheySay() throws {
    let text = #"["\u00e4\ud834\udd1e\/\"\\\b\f\n\r\t"]"#
    guard case .array(let elements) = try JSON(parsing: Array(text.utf8)).kind else {
      Issue.record("no array")
      return
    }
    #expect(elements.first?.string == "ä𝄞/\"\\\u{8}\u{c}\n\r\t")
  }

  @Test func manyMembersAreNotCompared() throws {
    let members = (0..<50_000).map { "\"member\($0)\":\($0)" }.joined(separator: ",")
    guard case .object(let read) = try JSON(parsing: Array("{\(members)}".utf8)).kind else {
      Issue.record("no object")
      return
    }
    #expect(read.count == 50_000)
    let error = #expect(throws: JSONError.self) {
      _ = try JSON(parsing: Array("{\(members),\"member7\":1}".utf8))
    }
    #expect(error?.problem.contains("member7") == true)
  }

  @Test func integersAreExact() throws {
    func integer(_ text: String) throws -> Int64? { try JSON(parsing: Array(text.utf8)).integer }
    #expect(try integer("9223372036854775807") == .max)
    #expect(try integer("-9223372036854775808") == .min)
    #expect(try integer("9223372036854775808") == nil)
    #expect(try integer("1.0") == nil)
    #expect(try integer("1e3") == nil)
    #expect(try integer("\"1\"") == nil)
  }
}
