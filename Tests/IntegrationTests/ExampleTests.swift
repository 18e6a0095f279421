// The contract's examples of the decision, each through the real bus. The numbers are the contract's.

import Glibc
import TestSupport
import Testing
import WalkthroughClient
import WalkthroughModel

private let app = "org.example.App"

@Suite struct ExampleTests {
  /// Kind and page ids of what is due.
  private func due(_ client: Client, _ id: String = app) throws -> [String] {
    let walkthrough = try client.pages(id)
    #expect(try client.shouldShow(id) == (walkthrough.kind != .none))
    #expect(try client.listDue().contains(id) == (walkthrough.kind != .none))
    return [walkthrough.kind.rawValue] + walkthrough.pages.map(\.id)
  }

  /// A session in which a version was completed before.
  private func session(seen: String?, _ manifest: String) throws -> (Session, Client) {
    let session = try Session()
    if let seen {
      try session.home.write(
        """
        {"format": 1, "app": "\(app)", "seen": "\(seen)", "outcome": "completed", "changed": "2026-11-30T02:22:00Z"}
        """, to: session.recordFile(app))
    }
    try session.install(manifest, app)
    return (session, try session.client())
  }

  @Test func example1() throws {
    let (session, client) = try session(seen: nil, manifest(app, "2.0", "intro", "a@2.0"))
    defer { session.stay() }
    #expect(try due(client) == ["introduction", "intro"])
    try client.complete(app, version: "2.0")
    #expect(try due(client) == ["none"])
    let record = try session.contents(session.recordFile(app))
    #expect(
      record.hasPrefix(#"{"format": 1, "app": "org.example.App", "seen": "2.0", "outcome": "completed", "#))
  }

  @Test func example2() throws {
    let (session, client) = try session(seen: nil, manifest(app, "2.0", "a@2.0"))
    defer { session.stay() }
    #expect(try due(client) == ["none"])
    #expect(try client.status(app).baseline == "2.0")
    try session.install(manifest(app, "2.1", "a@2.0", "b@2.1"), app)
    #expect(try due(client) == ["update", "b"])
  }

  @Test func example3() throws {
    let (session, client) = try session(seen: "5.1", manifest(app, "5.2.1", "a@5.2"))
    defer { session.stay() }
    #expect(try due(client) == ["update", "a"])
    try client.complete(app, version: "")
    #expect(try client.status(app).seen == "5.2.1")
    try session.install(manifest(app, "5.2.2", "a@5.2"), app)
    #expect(try due(client) == ["none"])
  }

  @Test func example4() throws {
    let (session, client) = try session(seen: "1.0", manifest(app, "1.3", "a@1.1", "b@1.2", "c@1.3"))
    defer { session.stay() }
    #expect(try due(client) == ["update", "a", "b", "c"])
  }

  @Test func example5() throws {
    let (session, client) = try session(seen: "1.10", manifest(app, "1.9", "a@1.9"))
    defer { session.stay() }
    #expect(try due(client) == ["none"])
    try client.complete(app, version: "1.9")
    #expect(try client.status(app).seen == "1.10")
  }

  @Test func example6() throws {
    let (session, client) = try session(seen: "2.8", manifest(app, "2.9", "a@3.0"))
    defer { session.stay() }
    #expect(try due(client) == ["none"])
  }

  @Test func example7() throws {
    let (session, client) = try session(seen: nil, manifest(app, "1.1", "intro", "a@1.1"))
    defer { session.stay() }
    try client.complete(app, version: "1.0")
    #expect(try due(client) == ["update", "a"])
  }

  @Test func example8() throws {
    let (session, client) = try session(seen: "2.0~beta1", manifest(app, "2.0", "a@2.0"))
    defer { session.stay() }
    #expect(try due(client) == ["update", "a"])
  }

  @Test func example9() throws {
    let (session, client) = try session(seen: nil, manifest(app, "2.0", "intro"))
    defer { session.stay() }
    do {
      let killed = try session.client()
      #expect(try killed.pages(app).kind == .introduction)
    }
    #expect(try due(client) == ["introduction", "intro"])
  }

  @Test func example10() throws {
    let (session, client) = try session(seen: nil, manifest(app, "2.0", "intro"))
    defer { session.stay() }
    do {
      let owner = try session.client()
      #expect(try owner.claim(app)?.pages.map(\.id) == ["intro"])
      #expect(try owner.claim(app) == nil)
      #expect(try client.claim(app) == nil)
      #expect(try client.status(app).reason == .claimed)
      #expect(try client.shouldShow(app) == false)
      #expect(try client.listDue() == [app])
    }
    try session.eventually("the claim ends with its owner") { try client.shouldShow(app) }
    #expect(try client.claim(app) != nil)
    try client.release(app)
    #expect(try client.shouldShow(app))
  }

  @Test func example11() throws {
    let (session, client) = try session(seen: nil, manifest(app, "2.0", "intro"))
    defer { session.stay() }
    session.expectedInLog = [".corrupt-"]
    try session.install(manifest("org.example.Other", "1.0", "intro"), "org.example.Other")
    try session.home.write("garbage", to: session.recordFile(app))
    #expect(try due(client) == ["none"])
    #expect(try due(client, "org.example.Other") == ["introduction", "intro"])
    try session.eventually("the damaged record is moved aside") {
      try session.run("/bin/ls", [session.home.file("state/walkthroughd/records")]).output
        .contains("\(app).json.corrupt-")
    }
    try session.eventually("another stands in its place") {
      (try? session.contents(session.recordFile(app)))?.contains(#""seen": "2.0""#) == true
    }
    #expect(try due(client) == ["none"])
  }

  @Test func example12() throws {
    let (session, client) = try session(seen: nil, manifest(app, "2.0", "intro"))
    defer { session.stay() }
    session.expectedInLog = ["cannot"]
    // Root may write everywhere, but not below a file.
    try session.home.write("", to: "state/walkthroughd/records")
    #expect(try due(client) == ["introduction", "intro"])
    let name = errorName { try client.complete(app, version: "2.0") }
    #expect(name == "org.walkthroughd.Error.StorageFailed")
    #expect(try client.status(app).reason == .postponed)
    #expect(try client.shouldShow(app) == false)
    try session.killDaemon()
    #expect(try due(client) == ["introduction", "intro"])
  }

  @Test func example13() throws {
    let (session, client) = try session(seen: "1.0", manifest(app, "1.1", "a@1.1"))
    defer { session.stay() }
    let before = unixTime()
    try client.postpone(app, seconds: 3600)
    let until = try #require(try client.status(app).postponedUntil).unixSeconds
    #expect((before + 3600...unixTime() + 3600).contains(until))
    #expect(try due(client) == ["none"])
    #expect(try client.status(app).reason == .postponed)
    // The hour passes as the record says it does.
    let record = try session.contents(session.recordFile(app))
    let past = Instant(unixSeconds: unixTime() - 1).rfc3339
    try session.home.write(
      record.replacing(Instant(unixSeconds: until).rfc3339, with: past), to: session.recordFile(app))
    #expect(try due(client) == ["update", "a"])
    try session.home.write(record, to: session.recordFile(app))
    #expect(try due(client) == ["none"])
    try session.install(manifest(app, "1.1.1", "a@1.1"), app)
    #expect(try due(client) == ["none"])
    try session.install(manifest(app, "1.2", "a@1.1", "b@1.2"), app)
    #expect(try due(client) == ["update", "a", "b"])
  }

  @Test func example14() throws {
    let session = try Session()
    defer { session.stay() }
    let client = try session.client()
    try session.installMetainfo(metainfo(app, "43.1"), "\(app).metainfo.xml")
    #expect(try due(client) == ["none"])
    #expect(try client.status(app).baseline == "43.1")
    try session.installMetainfo(metainfo(app, "43.3", "43.2", "43.1"), "\(app).metainfo.xml")
    #expect(try due(client) == ["update", "release-43.3", "release-43.2"])
    #expect(try client.pages(app).pages.map(\.title) == ["App 43.3", "App 43.2"])
    #expect(try client.pages(app).pages.first?.body.contains("Notes of 43.3") == true)
  }

  private func unixTime() -> Int64 { Int64(time(nil)) }
}
