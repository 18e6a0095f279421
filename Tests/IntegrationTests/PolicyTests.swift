// What the administrator and the person allow, while the daemon runs.

import TestSupport
import Testing
import WalkthroughDBus

private let app = "org.example.App"
private let viewer = "org.example.Viewer"
private let notes = "net.example.Notes"
private let administrator = "etc/walkthroughd/policy.json"
private let person = "config/walkthroughd/policy.json"

@Suite struct PolicyOnTheBusTests {
  /// An introduction, an update and release notes are due.
  private func session() throws -> (Session, RawCaller) {
    let session = try Session()
    try session.install(manifest(app, "2.0", "intro"), app)
    try session.install(manifest(viewer, "2.0", "intro", "a@2.0"), viewer)
    try session.installMetainfo(metainfo(notes, "2.0"), "\(notes).metainfo.xml")
    try session.home.write(record(viewer, seen: "1.0"), to: session.recordFile(viewer))
    try session.home.write(record(notes, seen: "1.0"), to: session.recordFile(notes))
    return (session, try RawCaller(session))
  }

  /// The reasons for the three apps, under policies that are put in place while the daemon runs.
  private func reasons(
    _ session: Session, _ caller: RawCaller, administrators: String? = nil, persons: String? = nil
  ) throws -> [String] {
    for (name, text) in [(administrator, administrators), (person, persons)] {
      if let text { try session.replace(name, with: text) } else { try session.remove(name) }
    }
    return try [app, viewer, notes].map { try caller.reason($0) ?? "" }
  }

  private let everything = ["introduction", "update", "update"]
  private let nothing = ["policy", "policy", "policy"]
  private let allOff = #"{"format": 1, "introductions": false, "updates": false}"#

  @Test func policyCountsAtOnce() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    #expect(try reasons(session, caller) == everything)
    #expect(try reasons(session, caller, administrators: allOff) == nothing)
    #expect(try caller.call("ListDue") == [.strings([])])
    #expect(try reasons(session, caller) == everything)
    #expect(try reasons(session, caller, persons: allOff) == nothing)
    #expect(
      try reasons(session, caller, persons: #"{"format": 1, "updates": false}"#)
        == ["introduction", "policy", "policy"])
    #expect(
      try reasons(session, caller, administrators: #"{"format": 1, "release-notes": false}"#)
        == ["introduction", "update", "policy"])
  }

  @Test func thePersonsWordIsOverTheAdministratorsUnlessLocked() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    let allOn = #"{"format": 1, "introductions": true, "updates": true, "release-notes": true}"#
    #expect(try reasons(session, caller, administrators: allOff, persons: allOn) == everything)
    let locked = #"{"format": 1, "lock": true, "introductions": false, "updates": false}"#
    #expect(try reasons(session, caller, administrators: locked, persons: allOn) == nothing)
    // A person can ask for less, and a lock in their own file means nothing.
    let lockedOn = #"{"format": 1, "lock": true}"#
    #expect(
      try reasons(
        session, caller, administrators: lockedOn, persons: #"{"format": 1, "introductions": false}"#)
        == ["policy", "update", "update"])
    #expect(
      try reasons(
        session, caller, administrators: allOff,
        persons: #"{"format": 1, "lock": true, "introductions": true}"#)
        == ["introduction", "policy", "policy"])
  }

  @Test func theLongestPatternWins() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    func policy(_ apps: String) -> String { #"{"format": 1, "apps": {\#(apps)}}"# }
    let off = #"{"introductions": false, "updates": false}"#
    let on = #"{"introductions": true, "updates": true}"#
    let cases: [(String, [String])] = [
      (#""org.*": \#(off)"#, ["policy", "policy", "update"]),
      (#""*": \#(off), "org.example.V*": \#(on)"#, ["policy", "update", "policy"]),
      (#""org.example.V*": \#(on), "*": \#(off)"#, ["policy", "update", "policy"]),
      (
        #""org.example.Viewer": \#(off), "org.example.Viewe*": \#(on)"#, ["introduction", "policy", "update"]
      ),
      // Each key has its own longest pattern.
      (
        #""org.example.App": {"updates": true}, "org.example.*": {"introductions": false}"#,
        ["policy", "update", "update"]
      ),
    ]
    for (apps, expected) in cases {
      #expect(try reasons(session, caller, administrators: policy(apps)) == expected, "\(apps)")
    }
    let exact =
      #"{"format": 1, "introductions": false, "apps": {"org.example.App": {"introductions": true}}}"#
    #expect(try reasons(session, caller, administrators: exact) == everything)
  }

  @Test func theExamplesForAdministratorsDoWhatTheySay() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    let kiosk = #"{"format": 1, "lock": true, "introductions": false, "updates": false}"#
    let classroom = #"{"format": 1, "release-notes": false}"#
    let vendor = #"{"format": 1, "apps": {"org.example.*": {"introductions": false}}}"#
    // In a kiosk nobody gets anything back.
    #expect(try reasons(session, caller, administrators: kiosk) == nothing)
    for id in ["", app, notes] { try caller.call("Mute", .string(id), .bool(false)) }
    #expect(try [app, viewer, notes].map(caller.reason) == nothing)
    #expect(try caller.call("Claim", .string(app), .string("C")).first == .bool(false))
    // In a classroom a person gets release notes back, of all apps or of one.
    #expect(
      try reasons(session, caller, administrators: classroom) == ["introduction", "update", "policy"])
    let own = #"{"format": 1, "release-notes": true}"#
    #expect(try reasons(session, caller, administrators: classroom, persons: own) == everything)
    let one = #"{"format": 1, "apps": {"net.example.Notes": {"release-notes": true}}}"#
    #expect(try reasons(session, caller, administrators: classroom, persons: one) == everything)
    // One vendor's introductions: its updates and other apps stay.
    #expect(try reasons(session, caller, administrators: vendor) == ["policy", "update", "update"])
    #expect(try reasons(session, caller) == everything)
  }

  @Test(arguments: [
    "", "{", "[]", #"{"lock": true}"#, #"{"format": 2}"#, #"{"format": 1, "updates": "no"}"#,
    #"{"format": 1, "apps": []}"#, #"{"format": 1, "apps": {"a": true}}"#,
    #"{"format": 1, "lock": false, "lock": false}"#, #"{"format": "1"}"#,
  ])
  func whatIsNoPolicyFailsQuietly(_ text: String) throws {
    let (session, caller) = try session()
    defer { session.stay() }
    session.expectedInLog = ["policy.json"]
    // The administrator's switches everything off, whatever the person says; the person's counts as not there.
    let allOn = #"{"format": 1, "introductions": true, "updates": true, "release-notes": true}"#
    #expect(try reasons(session, caller, administrators: text, persons: allOn) == nothing)
    #expect(try reasons(session, caller, persons: text) == everything)
    #expect(session.log.contains(session.home.file(person)))
    #expect(session.log.contains(session.home.file(administrator)))
    // A policy that makes none is left as it is.
    let error = try caller.error { try caller.call("Mute", .string(app), .bool(true)) }
    #expect(error?.name == "org.walkthroughd.Error.StorageFailed")
    #expect(try session.contents(person) == text)
    #expect(try caller.reason(app) == "postponed")
  }

  @Test func aFolderInAPolicysPlaceIsUnreadable() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    session.expectedInLog = ["policy.json"]
    try session.home.write("", to: "\(administrator)/in")
    #expect(try [app, viewer, notes].map { try caller.reason($0) ?? "" } == nothing)
  }

  @Test func theFirstAdministratorsFileCounts() throws {
    let home = try TemporaryDirectory()
    try home.write(#"{"format": 1}"#, to: "first/walkthroughd/policy.json")
    try home.write(allOff, to: "second/walkthroughd/policy.json")
    let session = try Session(["XDG_CONFIG_DIRS": "\(home.file("first")):relative:\(home.file("second"))"])
    defer { session.stay() }
    try session.install(manifest(app, "2.0", "intro"), app)
    let caller = try RawCaller(session)
    #expect(try caller.reason(app) == "introduction")
    try home.write(allOff, to: "first/walkthroughd/policy.json")
    #expect(try caller.reason(app) == "policy")
  }

  @Test func introductionsThatAreOffLeaveABaseline() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    let off = #"{"format": 1, "introductions": false}"#
    #expect(try reasons(session, caller, administrators: off)[0] == "policy")
    try session.install(manifest(app, "2.1", "intro", "a@2.1"), app)
    #expect(try caller.pageIDs("Pages", app) == ["a"])
    let status = try caller.call("Status", .string(app)).first?.asFields
    #expect(status?["baseline"] == .string("2.0"))
    // Switched on again, the introduction is due again.
    try session.remove(administrator)
    #expect(try caller.pageIDs("Pages", app) == ["intro"])
  }

  @Test func muteGoesAndComesBack() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    let own =
      #"{"format": 1, "apps": {"net.*": {"updates": true}}, "comment": "stays", "introductions": true}"#
    try session.home.write(own, to: person)
    try caller.call("Mute", .string(app), .bool(true))
    #expect(try caller.reason(app) == "policy")
    #expect(try caller.reason(viewer) == "update")
    let muted = try session.contents(person)
    for kept in [#""comment": "stays""#, #""net.*""#, #""release-notes": false"#] {
      #expect(muted.contains(kept), "\(kept)")
    }
    try caller.call("Mute", .string(app), .bool(false))
    #expect(try caller.reason(app) == "introduction")
    let back = try session.contents(person)
    #expect(back.contains(#""comment": "stays""#) && !back.contains("false"))

    try caller.call("Mute", .string(""), .bool(true))
    for id in [app, viewer] { #expect(try caller.reason(id) == "policy") }
    // Wanted again, although all are off: only now the file says so.
    try caller.call("Mute", .string(app), .bool(false))
    #expect(try caller.reason(app) == "introduction")
    #expect(try caller.reason(viewer) == "policy")
    try caller.call("Mute", .string(""), .bool(false))
    #expect(try caller.reason(viewer) == "update")
  }

  @Test func appsThatAreNotKnownYetCanBeMuted() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    let later = "org.example.Later"
    try caller.call("Mute", .string(later), .bool(true))
    try session.install(manifest(later, "1.0", "intro"), later)
    #expect(try caller.reason(later) == "policy")
    try caller.call("Mute", .string(later), .bool(false))
    #expect(try caller.reason(later) == "introduction")
  }
}
