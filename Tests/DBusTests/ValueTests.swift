// Names and values by themselves.

import Testing

@testable import WalkthroughDBus

@Suite struct ValueTests {
  @Test(arguments: ["", "a", "/a/", "//", "/a-b", "/a\0"]) func wrongPaths(_ text: String) {
    #expect(ObjectPath(validating: text) == nil)
  }

  @Test(arguments: ["/", "/a", "/org/walkthroughd/Walkthrough1"]) func rightPaths(_ text: String) {
    #expect(ObjectPath(validating: text)?.text == text)
  }

  @Test func wrongNames() {
    #expect(BusName(validating: "") == nil)
    #expect(BusName(validating: "a") == nil)
    #expect(BusName(validating: "a.b'") == nil)
    #expect(BusName(validating: ":1.5") != nil)
    #expect(InterfaceName(validating: "a..b") == nil)
    #expect(MemberName(validating: "a.b") == nil)
    #expect(ErrorName(validating: "a") == nil)
    #expect(Signature(validating: "a{vs}") == nil)
    #expect(Signature(validating: "saa{sv}") != nil)
  }

  @Test func fieldsKeepTheirOrder() {
    var fields: Fields = ["b": .bool(true), "a": .uint32(1)]
    fields["c"] = .string("x")
    fields["b"] = .bool(false)
    #expect(fields.pairs.map(\.name) == ["b", "a", "c"])
    fields["a"] = nil
    #expect(fields == ["b": .bool(false), "c": .string("x")])
    #expect(fields != ["c": .string("x"), "b": .bool(false)])
    #expect(fields["a"] == nil)
  }

  @Test func nullIsReplaced() {
    #expect("a\0b".withoutNull == "a\u{FFFD}b")
    #expect("ab".withoutNull == "ab")
  }
}
