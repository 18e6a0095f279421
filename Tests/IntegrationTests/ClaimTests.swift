// Of several windows that start at once only one shows a walkthrough.

import TestSupport
import Testing
import WalkthroughDBus
import WalkthroughInterface

private let app = "org.example.App"

@Suite struct ClaimTests {
  private func session() throws -> (Session, RawCaller, RawCaller) {
    let session = try Session()
    try session.install(manifest(app, "2.0", "intro"), app)
    return (session, try RawCaller(session), try RawCaller(session))
  }

  private func claims(_ caller: RawCaller) throws -> Bool {
    let reply = try caller.call("Claim", .string(app), .string("C"))
    let isGranted = reply.first == .bool(true)
    let kind = reply[1].asFields?["kind"]?.asString
    #expect(kind == (isGranted ? "introduction" : "none"))
    #expect(reply[2].asFieldsList?.count == (isGranted ? 1 : 0))
    return isGranted
  }

  @Test func onlyTheOwnerGivesAClaimBack() throws {
    let (session, owner, other) = try session()
    defer { session.stay() }
    #expect(try claims(owner))
    try other.call("Release", .string(app))
    #expect(try !claims(other))
    #expect(try !claims(owner))
    try owner.call("Release", .string(app))
    #expect(try claims(other))
  }

  @Test func anyReportEndsAClaim() throws {
    let (session, owner, other) = try session()
    defer { session.stay() }
    let reports: [() throws -> Void] = [
      { try other.call("Postpone", .string(app), .uint32(0)) },
      { try other.call("Complete", .string(app), .string("1.0")) },
      { try other.call("Skip", .string(app), .string("0.9")) },
    ]
    for report in reports {
      try other.call("Reset", .string(app))
      try owner.call("Release", .string(app))
      #expect(try claims(owner))
      try report()
      #expect(try owner.reason(app) != "claimed")
    }
  }

  @Test func aClaimIsSeenWhereItMust() throws {
    let (session, owner, other) = try session()
    defer { session.stay() }
    #expect(try claims(owner))
    for caller in [owner, other] {
      #expect(try caller.call("ShouldShow", .string(app)) == [.bool(false)])
      #expect(try caller.reason(app) == "claimed")
      // These ignore claims.
      #expect(try caller.pageIDs("Pages", app) == ["intro"])
      #expect(try caller.call("ListDue") == [.strings([app])])
      let listed = try caller.call("List").first?.asFieldsList?.first
      #expect(listed?["due"] == .bool(true) && listed?["reason"] == .string("introduction"))
    }
  }

  @Test func whatIsNotDueIsNotGranted() throws {
    let (session, owner, other) = try session()
    defer { session.stay() }
    try owner.call("Complete", .string(app), .string(""))
    #expect(try !claims(owner))
    try owner.call("Reset", .string(app))
    try owner.call("Postpone", .string(app), .uint32(1000))
    #expect(try !claims(other))
    // Nothing was left behind by what was not granted.
    try owner.call("Postpone", .string(app), .uint32(0))
    #expect(try claims(other))
  }

  @Test func aClaimEndsWithTheProgramThatMadeIt() throws {
    let (session, caller, _) = try session()
    defer { session.stay() }
    let sent = try session.run(
      "/usr/bin/dbus-send",
      [
        "--session", "--print-reply", "--dest=org.walkthroughd.Walkthrough1",
        "/org/walkthroughd/Walkthrough1", "org.walkthroughd.Walkthrough1.Claim", "string:\(app)", "string:",
      ])
    #expect(sent.output.contains("boolean true"))
    try session.eventually("the claim ends") { try caller.reason(app) == "introduction" }
  }

  @Test func claimsEndWithTheDaemon() throws {
    let (session, owner, other) = try session()
    defer { session.stay() }
    #expect(try claims(owner))
    try session.killDaemon()
    #expect(try claims(other))
  }

  @Test func aCrowdGetsOneGrant() throws {
    let (session, _, _) = try session()
    defer { session.stay() }
    let crowd = try (0..<20).map { _ in try RawCaller(session) }
    #expect(try crowd.map { try claims($0) }.filter(\.self).count == 1)
  }
}
