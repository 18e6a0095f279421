// Records on disk: what is written, when, and where.

import Glibc
import Records
import System
import Testing
import WalkthroughModel

@Suite("The record store")
struct RecordStoreTests {
  let disk: Disk
  let app: RecordNames

  init() throws {
    disk = try Disk()
    app = try recordNames("a.b.C")
  }

  @Test("writes one file of the person's own for an app")
  func write() throws {
    #expect(disk.records.state(of: app) == .absent)
    #expect(disk.records.state(of: RecordNames(own: app.own)) == .absent)
    #expect(try disk.records.complete(app, "2.0"))
    let text = """
      {"format": 1, "app": "a.b.C", "seen": "2.0", "outcome": "completed", "changed": "\(noon.rfc3339)"}

      """
    #expect(disk.content(disk.record("a.b.C")) == text)
    #expect(disk.names(in: "records") == ["a.b.C.json"])
    #expect(try disk.identity(disk.record("a.b.C")).permissions == 0o600)
    #expect(try disk.identity("\(disk.path)/records").permissions == 0o700)
    #expect(disk.records.state(of: app).record?.seen == Seen(try Version("2.0"), .completed))
    #expect(disk.records.state(of: RecordNames(own: app.own)) != .absent)
  }

  @Test("makes a file that others could read the person's own")
  func mode() throws {
    try disk.directory.write(#"{"format": 1, "app": "a.b.C", "seen": "1"}"#, to: "records/a.b.C.json")
    try disk.records.complete(app, "2.0")
    #expect(try disk.identity(disk.record("a.b.C")).permissions == 0o600)
  }

  @Test("sees at once what another session wrote, changed or removed")
  func otherSession() throws {
    let (mine, theirs) = (disk.records, disk.records)
    try mine.complete(app, "1.0")
    try theirs.complete(app, "3.0", at: later)
    #expect(mine.state(of: app).record?.seen?.version.text == "3.0")
    unlink(disk.record("a.b.C"))
    #expect(mine.state(of: app) == .absent)
    try disk.directory.write(#"{"format": 1, "app": "a.b.C", "seen": "0.5"}"#, to: "records/a.b.C.json")
    #expect(mine.state(of: app).record?.seen?.version.text == "0.5")
  }

  @Test("never lowers what was seen, also where another session wrote it meanwhile")
  func neverLowered() throws {
    let mine = disk.records
    try mine.complete(app, "1.0")
    try disk.records.complete(app, "1.10")
    let before = try disk.identity(disk.record("a.b.C"))
    #expect(try !mine.complete(app, "1.9"))
    #expect(try disk.identity(disk.record("a.b.C")) == before)
    #expect(mine.state(of: app).record?.seen?.version.text == "1.10")
  }

  @Test("keeps another session's postponement where only the version seen grows by it, and the reverse")
  func mergesParts() throws {
    try disk.records.complete(app, "1.0")
    try disk.records.postpone(app, at: "1.1", until: later)
    let record = try #require(disk.records.state(of: app).record)
    #expect(record.seen?.version.text == "1.0")
    #expect(record.postponed?.until == later)
  }

  @Test("writes nothing where nothing changes")
  func unchanged() throws {
    try disk.records.complete(app, "2.0")
    let before = try disk.identity(disk.record("a.b.C"))
    disk.heal()
    #expect(try !disk.records.complete(app, "2.0", at: later))
    #expect(try !disk.records.complete(app, "2.0.0", at: later))
    #expect(try !disk.records.postpone(app, at: "2.0", until: nil))
    #expect(try disk.identity(disk.record("a.b.C")) == before)
    #expect(disk.calls.allSatisfy { [.inspect, .open, .lock, .read].contains($0.call) })
    #expect(try !disk.records.postpone(try recordNames("never.seen"), at: "2.0", until: nil))
    #expect(disk.names(in: "records") == ["a.b.C.json"])
  }

  @Test("removes a record that says nothing any more")
  func emptied() throws {
    try disk.records.postpone(app, at: "1.0", until: later)
    #expect(disk.records.state(of: app).record?.seen == nil)
    #expect(disk.names(in: "records") == ["a.b.C.json"])
    #expect(try disk.records.postpone(app, at: "1.0", until: nil))
    #expect(disk.names(in: "records").isEmpty)
    #expect(disk.records.state(of: app) == .absent)
  }

  @Test("takes an id of the greatest length", arguments: [230])
  func longID(_ length: Int) throws {
    let app = try recordNames(String(repeating: "x", count: length))
    try disk.directory.write("garbage", to: "records/\(app.own).json")
    try disk.records.complete(app, "2.0")
    #expect(disk.names(in: "records").count == 2)
    #expect(disk.records.state(of: app).record?.seen?.version.text == "2.0")
  }

  // MARK: - Links

  @Test("leaves a record that is a link one, and replaces what it leads to", arguments: [true, false])
  func links(isRelative: Bool) throws {
    try disk.directory.write(#"{"format": 1, "app": "a.b.C", "seen": "1"}"#, to: "dots/record")
    try disk.directory.write("", to: "records/other")
    let link = disk.record("a.b.C")
    symlink(isRelative ? "../dots/step" : "\(disk.path)/dots/step", link)
    symlink("record", "\(disk.path)/dots/step")
    try disk.records.complete(app, "2.0")
    #expect(try disk.identity(link, followingLinks: false).kind == .other)
    #expect(try disk.identity("\(disk.path)/dots/step", followingLinks: false).kind == .other)
    #expect(disk.content("\(disk.path)/dots/record")?.contains(#""seen": "2.0""#) == true)
    #expect(disk.names(in: "records") == ["a.b.C.json", "other"])
    #expect(disk.names(in: "dots") == ["record", "step"])

    #expect(try disk.records.remove(app))
    #expect(disk.records.state(of: app) == .absent)
    #expect(try disk.identity(link, followingLinks: false).kind == .other)
    #expect(disk.names(in: "dots") == ["step"])
  }

  @Test("writes through a link that leads nowhere yet")
  func danglingLink() throws {
    try disk.directory.write("", to: "records/other")
    symlink("../far/away/record", disk.record("a.b.C"))
    #expect(disk.records.state(of: app) == .absent)
    try disk.records.complete(app, "2.0")
    #expect(try disk.identity(disk.record("a.b.C"), followingLinks: false).kind == .other)
    #expect(disk.content("\(disk.path)/far/away/record")?.contains(#""seen": "2.0""#) == true)
  }

  @Test("fails on links that lead in a circle, and leaves them")
  func linkLoop() throws {
    try disk.directory.write("", to: "records/other")
    symlink("a.b.C.json", disk.record("a.b.C"))
    #expect(disk.records.state(of: app) == .absent)
    #expect(throws: StorageFailure.self) { try disk.records.complete(app, "2.0") }
    #expect(disk.names(in: "records") == ["a.b.C.json", "other"])
  }

  // MARK: - Several names of one app

  @Test("counts the greater version under all names, and writes under the own one")
  func aliases() throws {
    try disk.records.complete(try recordNames("old.Name"), "3.0")
    try disk.records.complete(try recordNames("a.b.C.desktop"), "1.0")
    let all = try recordNames("a.b.C", "a.b.C.desktop", "old.Name")
    #expect(disk.records.state(of: all).record?.seen?.version.text == "3.0")
    #expect(try !disk.records.complete(all, "2.0"))
    #expect(try disk.records.complete(all, "4.0"))
    #expect(disk.content(disk.record("a.b.C"))?.contains(#""seen": "4.0""#) == true)
    #expect(disk.content(disk.record("old.Name"))?.contains(#""seen": "3.0""#) == true)
    #expect(try disk.records.remove(all))
    #expect(disk.names(in: "records").isEmpty)
    #expect(try !disk.records.remove(all))
  }

  @Test("ends a postponement under whatever name it was said")
  func postponedAlias() throws {
    try disk.records.postpone(try recordNames("old.Name"), at: "1.0", until: later)
    let all = try recordNames("a.b.C", "old.Name")
    #expect(disk.records.state(of: all).record?.postponed?.until == later)
    #expect(try disk.records.complete(all, "1.0"))
    #expect(disk.records.state(of: all).record?.postponed == nil)
    #expect(disk.names(in: "records") == ["a.b.C.json"])
  }

  @Test("changes the records under all names or none", arguments: [SystemCall.sync, .rename])
  func allOrNone(_ call: SystemCall) throws {
    try disk.records.postpone(try recordNames("old.Name"), at: "1.0", until: later)
    try disk.records.complete(try recordNames("a.b.C"), "0.5")
    let all = try recordNames("a.b.C", "old.Name")
    let before = disk.contents()
    // The first file is written with two syncs and one rename.
    let works = call == .sync ? 2 : 1
    for change in ["complete", "remove"] {
      var made = 0
      disk.intervene = { _, one, _ in
        guard one == call else { return nil }
        made += 1
        return made == works + (change == "remove" ? 0 : 1) ? .fail(EIO) : nil
      }
      #expect(throws: StorageFailure.self) {
        if change == "remove" { try disk.records.remove(all) } else { try disk.records.complete(all, "1.0") }
      }
      disk.heal()
      #expect(disk.contents() == before)
    }
  }
}
