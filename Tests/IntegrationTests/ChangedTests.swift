// The signal: whatever makes an answer another one is told, nothing else is.

import Glibc
import TestSupport
import Testing
import WalkthroughDBus
import WalkthroughEventLoop
import WalkthroughInterface

private let app = "org.example.App"
private let notes = "org.example.Notes"

@Suite struct ChangeTellingTests {
  private func session() throws -> (Session, RawCaller, Listener) {
    let session = try Session()
    try session.install(manifest(app, "2.0", "intro", "a@2.0"), app)
    try session.installMetainfo(metainfo(notes, "2.0"), "n.xml")
    let listener = try Listener(session)
    let caller = try RawCaller(session)
    _ = try caller.call("List")
    return (session, caller, listener)
  }

  @Test func nothingIsToldOfTheStart() throws {
    let (session, caller, listener) = try session()
    defer { session.stay() }
    listener.settle()
    try session.killDaemon()
    _ = try caller.call("List")
    listener.settle()
    #expect(listener.signatures == [])
  }

  @Test func whateverIsDoneIsTold() throws {
    let (session, caller, listener) = try session()
    defer { session.stay() }
    let work: [(String, () throws -> Void)] = [
      ("Complete", { try caller.call("Complete", .string(app), .string("1.0")) }),
      ("Skip", { try caller.call("Skip", .string(app), .string("2.0")) }),
      ("the outcome", { try caller.call("Complete", .string(app), .string("2.0")) }),
      ("Reset", { try caller.call("Reset", .string(app)) }),
      ("Postpone", { try caller.call("Postpone", .string(app), .uint32(1000)) }),
      ("the end of it", { try caller.call("Postpone", .string(app), .uint32(0)) }),
      ("Mute", { try caller.call("Mute", .string(""), .bool(true)) }),
      ("its end", { try caller.call("Mute", .string(""), .bool(false)) }),
      ("a new app", { try session.install(manifest("new", "1.0", "intro"), "new") }),
      (
        "another text",
        {
          try session.install(
            manifest("new", "1.0", "intro").replacing("\"title\": \"", with: "\"title\": \"X"), "new")
        }
      ),
      ("an upgrade", { try session.installMetainfo(metainfo(notes, "2.1", "2.0"), "n.xml") }),
      ("a removal", { try session.remove("data/walkthroughs/new.json") }),
      (
        "another session's record",
        {
          try session.replace(session.recordFile(notes), with: record(notes, seen: "2.1"))
        }
      ),
      ("its removal", { try session.remove(session.recordFile(notes)) }),
      (
        "the administrator's policy",
        {
          try session.replace("etc/walkthroughd/policy.json", with: #"{"format": 1, "introductions": false}"#)
        }
      ),
      ("its end", { try session.remove("etc/walkthroughd/policy.json") }),
    ]
    for (what, step) in work { #expect(try listener.hears(step), "\(what)") }
    #expect(listener.signatures.allSatisfy { $0 == "" })
  }

  @Test func whatChangesNoAnswerIsNotTold() throws {
    let (session, caller, listener) = try session()
    defer { session.stay() }
    try caller.call("Complete", .string(app), .string(""))
    listener.settle()
    let before = listener.signatures.count
    _ = try caller.call("Claim", .string(notes), .string(""))
    try caller.call("Release", .string(notes))
    try caller.call("Complete", .string(app), .string(""))
    try caller.call("Skip", .string(app), .string("1.0"))
    try caller.call("Postpone", .string(app), .uint32(0))
    try caller.call("Mute", .string(app), .bool(false))
    try session.home.write("x", to: "data/walkthroughs/notes.txt")
    try session.install(manifest(app, "2.0", "intro", "a@2.0"), app)
    try session.replace("etc/walkthroughd/policy.json", with: #"{"format": 1}"#)
    try session.replace(
      session.recordFile("org.example.Nobody"), with: record("org.example.Nobody", seen: "1"))
    #expect(try caller.error { try caller.call("Complete", .string(app), .string("3")) } != nil)
    listener.settle()
    #expect(listener.signatures.count == before)
  }

  @Test func aPostponementsTimeIsTold() throws {
    let (session, caller, listener) = try session()
    defer { session.stay() }
    listener.settle()
    let before = listener.signatures.count
    try caller.call("Postpone", .string(app), .uint32(2))
    // One for the call, one for the time.
    #expect(listener.loop.run(forAtMost: 15_000) { listener.signatures.count == before + 2 })
    #expect(try caller.reason(app) == "introduction")
  }

  @Test func signalsAreApart() throws {
    let (session, caller, listener) = try session()
    defer { session.stay() }
    listener.settle()
    let start = SystemClock.monotonicNanoseconds() / 1_000_000
    for number in 1...60 {
      try caller.call("Postpone", .string(app), .uint32(UInt32(number * 1000)))
      _ = listener.loop.run(forAtMost: 10) { false }
    }
    let last = SystemClock.monotonicNanoseconds() / 1_000_000
    listener.settle()
    // The bus may carry one later than the next, so they are counted: one at once, and one in each 250 ms.
    let duration = try #require(listener.times.last) - start
    #expect(listener.times.count <= 1 + duration / 250)
    #expect(listener.times.count >= 3)
    #expect(try #require(listener.times.last) >= last - 10)
  }
}
