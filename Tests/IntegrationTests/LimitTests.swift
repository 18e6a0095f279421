// What one client asks for costs it an error at most, never the others their answer.

import TestSupport
import Testing
import WalkthroughDBus
import WalkthroughInterface

private let app = "org.example.App"

@Suite struct LimitTests {
  @Test func aConnectionHasSoManyClaims() throws {
    let session = try Session()
    defer { session.stay() }
    let ids = (0...256).map { "org.example.App\($0)" }
    for id in ids { try session.install(manifest(id, "2.0", "intro"), id) }
    let (greedy, other) = (try RawCaller(session), try RawCaller(session))
    for id in ids.dropLast() {
      #expect(try greedy.call("Claim", .string(id), .string("C")).first == .bool(true))
    }
    let last = try #require(ids.last)
    let error = try greedy.error { try greedy.call("Claim", .string(last), .string("C")) }
    #expect(error?.name == .limitsExceeded)
    // What is not due is no claim more, and is answered as ever.
    #expect(try greedy.call("Claim", .string(ids[0]), .string("C")).first == .bool(false))
    #expect(try other.call("Claim", .string(last), .string("C")).first == .bool(true))
    try other.call("Release", .string(last))
    try greedy.call("Release", .string(ids[0]))
    #expect(try greedy.call("Claim", .string(last), .string("C")).first == .bool(true))
  }

  @Test func textsOfAnySizeAreAnsweredSoon() throws {
    let session = try Session()
    defer { session.stay() }
    try session.install(manifest(app, "2.0", "intro"), app)
    let caller = try RawCaller(session)
    let size = 1 << 20
    let locales = [
      String(repeating: "de:", count: size / 3), "de" + String(repeating: "-abcd", count: size / 5),
      "de@" + String(repeating: "-", count: size), String(repeating: ":", count: size),
    ]
    // Each took seconds or minutes once. The call's own limit of 25 s fails the test.
    for locale in locales {
      #expect(try caller.call("Pages", .string(app), .string(locale)).count == 2)
      #expect(try caller.call("AllPages", .string(app), .string(locale)).count == 2)
    }
    for text in ["a.", "9.", "1~", "../", "\n", "x"].map({ String(repeating: $0, count: size) }) {
      for call in [[text, "1.0"], [app, text]] {
        let error = try caller.error {
          try caller.call("Complete", .string(call[0]), .string(call[1]))
        }
        #expect(error?.name.text.hasPrefix("org.walkthroughd.Error.") == true)
        #expect((error?.message.utf8.count ?? 0) < 4096)
      }
    }
  }
}
