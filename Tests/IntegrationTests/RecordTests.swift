// Records and baselines on the disk: shared with others, damaged, of newer versions, out of reach.

import Glibc
import TestSupport
import Testing
import WalkthroughDBus

private let app = "org.example.App"
private let other = "org.example.Other"
private let storageFailed: ErrorName = "org.walkthroughd.Error.StorageFailed"

@Suite struct RecordFileTests {
  private func session() throws -> (Session, RawCaller) {
    let session = try Session()
    try session.install(manifest(app, "2.0", "intro", "a@1.5", "b@2.0"), app)
    try session.install(manifest(other, "1.0", "intro"), other)
    return (session, try RawCaller(session))
  }

  private func seen(_ caller: RawCaller, _ id: String = app) throws -> String? {
    try caller.call("Status", .string(id)).first?.asFields?["seen"]?.asString
  }

  @Test func whatOthersWriteCountsAtTheNextQuestion() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    #expect(try caller.pageIDs("Pages", app) == ["intro"])
    try session.replace(session.recordFile(app), with: record(app, seen: "1.0"))
    #expect(try caller.pageIDs("Pages", app) == ["a", "b"])
    try session.replace(session.recordFile(app), with: record(app, seen: "1.5"))
    #expect(try caller.pageIDs("Pages", app) == ["b"])
    try session.remove(session.recordFile(app))
    #expect(try caller.pageIDs("Pages", app) == ["intro"])
    // What another session saw meanwhile is not lowered.
    try session.replace(session.recordFile(app), with: record(app, seen: "3.0", outcome: "skipped"))
    try caller.call("Complete", .string(app), .string("2.0"))
    #expect(try session.contents(session.recordFile(app)) == record(app, seen: "3.0", outcome: "skipped"))
  }

  @Test func aRecordIsForItsPersonAlone() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    try caller.call("Skip", .string(app), .string(""))
    var status = stat()
    #expect(stat(session.home.file(session.recordFile(app)), &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o600)
    let text = try session.contents(session.recordFile(app))
    #expect(text.contains(#""seen": "2.0", "outcome": "skipped", "changed": "2"#))
    let left = try session.run("/bin/ls", ["-A", session.home.file("state/walkthroughd/records")]).output
    #expect(left == "\(app).json\n")
  }

  @Test func aCallThatChangesNothingWritesNothing() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    try caller.call("Complete", .string(app), .string(""))
    var before = stat()
    #expect(stat(session.home.file(session.recordFile(app)), &before) == 0)
    try caller.call("Complete", .string(app), .string(""))
    try caller.call("Complete", .string(app), .string("1.0"))
    try caller.call("Skip", .string(app), .string("1.9"))
    try caller.call("Postpone", .string(app), .uint32(0))
    var after = stat()
    #expect(stat(session.home.file(session.recordFile(app)), &after) == 0)
    #expect(before.st_ino == after.st_ino && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec)
  }

  @Test func aRecordThatSaysNothingIsRemoved() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    try caller.call("Postpone", .string(app), .uint32(1000))
    let postponed = try session.contents(session.recordFile(app))
    #expect(
      postponed.contains(#""postponed": {"version": "2.0", "until": "2"#) && !postponed.contains("seen"))
    try caller.call("Postpone", .string(app), .uint32(0))
    #expect((try? session.contents(session.recordFile(app))) == nil)
    #expect(try caller.reason(app) == "introduction")
  }

  @Test(arguments: [
    "", "{", "null", #"{"format": 1}"#, #"{"format": 1, "app": "org.example.Else", "seen": "1.0"}"#,
    #"{"format": 1, "app": "org.example.App", "seen": 1}"#,
    #"{"format": 1, "app": "org.example.App", "seen": "1.0", "outcome": "eaten"}"#,
    #"{"format": 1, "app": "org.example.App", "seen": "1.0", "seen": "1.0"}"#,
    #"{"format": 1, "app": "org.example.App", "seen": "1.0", "changed": "yesterday"}"#,
    #"{"format": 1, "app": "org.example.App", "postponed": {"version": "1"}}"#,
    #"{"format": 1, "app": "org.example.App", "seen": "\#u{0}"}"#,
  ])
  func damageNeverNags(_ text: String) throws {
    let (session, caller) = try session()
    defer { session.stay() }
    session.expectedInLog = [".corrupt-"]
    try session.replace(session.recordFile(app), with: text)
    #expect(try caller.reason(app) == "none")
    #expect(try seen(caller) == "2.0")
    #expect(try caller.reason(other) == "introduction")
    // A report need not wait until it is moved aside.
    try caller.call("Complete", .string(app), .string(""))
    #expect(try session.contents(session.recordFile(app)).contains(#""seen": "2.0", "outcome": "completed""#))
    let names = try session.run("/bin/ls", [session.home.file("state/walkthroughd/records")]).output
    let aside = try #require(names.split(separator: "\n").first { $0.contains(".json.corrupt-") })
    #expect(try session.contents("state/walkthroughd/records/\(aside)") == text)
    #expect(session.log.split(separator: "\n").count == 1)
  }

  @Test func whatCannotBeReadIsNoDamage() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    session.expectedInLog = ["record", "cannot"]
    // A folder, a FIFO and what only says that it cannot be read stand for EIO, which root cannot have.
    let file = session.home.file(session.recordFile(app))
    try session.home.write("", to: "\(session.recordFile(app))/in")
    for step in 0..<3 {
      if step == 1 {
        #expect(unlink("\(file)/in") == 0 && rmdir(file) == 0 && mkfifo(file, 0o600) == 0)
      } else if step == 2 {
        #expect(unlink(file) == 0 && symlink("/proc/self/mem", file) == 0)
      }
      #expect(try caller.reason(app) == "none")
      for call in [
        { try caller.call("Complete", .string(app), .string("")) },
        { try caller.call("Skip", .string(app), .string("")) },
        { try caller.call("Postpone", .string(app), .uint32(9)) },
        { try caller.call("Reset", .string(app)) },
      ] { #expect(try caller.error { _ = try call() }?.name == storageFailed, "step \(step)") }
      #expect(try caller.reason(other) == "introduction")
    }
    #expect(unlink(file) == 0)
    try session.killDaemon()
    #expect(try caller.reason(app) == "introduction")
  }

  @Test func recordsOfAllSpellingsCountTogether() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    let alias = "\(app).desktop"
    try session.replace(session.recordFile(alias), with: record(alias, seen: "1.5"))
    try session.replace(session.recordFile(app), with: record(app, seen: "1.0"))
    #expect(try seen(caller) == "1.5")
    #expect(try caller.pageIDs("Pages", alias) == ["b"])
    try caller.call("Reset", .string(app))
    #expect(try caller.pageIDs("Pages", app) == ["intro"])
    for id in [app, alias] { #expect((try? session.contents(session.recordFile(id))) == nil) }
  }

  @Test func removingAnAppKeepsItsRecord() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    try caller.call("Complete", .string(app), .string(""))
    try session.remove("data/walkthroughs/\(app).json")
    #expect(try caller.reason(app) == "unknown")
    try session.install(manifest(app, "2.0", "intro"), app)
    #expect(try caller.reason(app) == "none")
  }

  @Test func aPolicyThatCannotBeWrittenStaysQuiet() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    session.expectedInLog = ["cannot"]
    try session.home.write("", to: "config")
    #expect(try caller.error { try caller.call("Mute", .string(app), .bool(true)) }?.name == storageFailed)
    #expect(try caller.reason(app) == "postponed")
    #expect(try caller.reason(other) == "introduction")
    #expect(try caller.error { try caller.call("Mute", .string(""), .bool(true)) }?.name == storageFailed)
    #expect(try caller.reason(other) == "postponed")
  }
}

@Suite struct BaselineFileTests {
  private let file = "state/walkthroughd/baselines.json"

  private func baseline(_ caller: RawCaller, _ id: String = app) throws -> String? {
    try caller.call("Status", .string(id)).first?.asFields?["baseline"]?.asString
  }

  @Test func baselinesAreInOneFile() throws {
    let session = try Session()
    defer { session.stay() }
    try session.install(manifest(app, "2.0", "a@2.0"), app)
    try session.install(manifest(other, "1.0", "intro"), other)
    try session.installMetainfo(metainfo("org.example.Notes", "43.1"), "n.xml")
    try session.install(
      #"{"format": 1, "id": "org.example.Hidden", "version": "1", "hidden": true}"#, "org.example.Hidden")
    let caller = try RawCaller(session)
    #expect(try baseline(caller) == "2.0")
    try session.eventually("baselines are written") { (try? session.contents(file)) != nil }
    let written = try session.contents(file).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      written == #"{ "format": 1, "apps": { "org.example.App": "2.0", "org.example.Notes": "43.1" } }"#)
  }

  @Test func theOneOnTheDiskStays() throws {
    let session = try Session()
    defer { session.stay() }
    try session.home.write(#"{"format": 1, "apps": {"\#(app)": "1.0", "gone": "7"}}"#, to: file)
    try session.install(manifest(app, "2.0", "a@2.0"), app)
    try session.install(manifest(other, "3.0"), other)
    let caller = try RawCaller(session)
    #expect(try baseline(caller) == "1.0")
    #expect(try caller.pageIDs("Pages", app) == ["a"])
    #expect(try baseline(caller, other) == "3.0")
    #expect(try session.contents(file).contains(#""gone": "7""#))
    // A reset begins anew with what is installed.
    try caller.call("Reset", .string(app))
    #expect(try baseline(caller) == "2.0")
    #expect(try caller.reason(app) == "none")
  }

  @Test(arguments: ["", "{", #"{"format": 1, "apps": []}"#, #"{"format": 1, "apps": {"a": 1}}"#])
  func damagedOnesAreWrittenAnew(_ text: String) throws {
    let session = try Session()
    defer { session.stay() }
    session.expectedInLog = [".corrupt-"]
    try session.home.write(text, to: file)
    try session.install(manifest(app, "2.0", "a@2.0"), app)
    let caller = try RawCaller(session)
    #expect(try baseline(caller) == "2.0")
    try session.eventually("baselines are written") {
      try session.contents(file).contains(#""org.example.App": "2.0""#)
    }
    let names = try session.run("/bin/ls", [session.home.file("state/walkthroughd")]).output
    #expect(names.contains("baselines.json.corrupt-"))
  }

  @Test func ofANewerVersionTheyAreLeftAlone() throws {
    let session = try Session()
    defer { session.stay() }
    session.expectedInLog = ["baselines"]
    let newer = #"{"format": 2, "apps": "elsewhere"}"#
    try session.home.write(newer, to: file)
    try session.install(manifest(app, "2.0", "a@2.0"), app)
    let caller = try RawCaller(session)
    #expect(try baseline(caller) == "2.0")
    try session.install(manifest(app, "2.1", "b@2.1"), app)
    #expect(try caller.pageIDs("Pages", app) == ["b"])
    #expect(try session.contents(file) == newer)
  }
}
