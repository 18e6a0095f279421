// Every error leaves the state as it was, and a crash leaves the old state or the new, whichever call it hits.

import Glibc
import Records
import System
import Testing
import WalkthroughModel

/// Something the store does, from a state of `records`.
struct Work: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The files before.
  let files: [String: String]
  /// What is done.
  let body: @Sendable (RecordStore) throws -> Void

  static let damaged = "garbage"
  static let seen = #"{"format": 1, "app": "a", "seen": "1.0"}"#
  static let postponed =
    #"{"format": 1, "app": "old", "postponed": {"version": "1.0", "until": "2026-12-01T00:00:00Z"}}"#

  static let all: [Work] = [
    Work("a first record") { try $0.complete(try recordNames("a"), "2.0") },
    Work("another version", ["a.json": seen]) { try $0.complete(try recordNames("a"), "2.0") },
    Work("removal", ["a.json": seen]) { _ = try $0.remove(try recordNames("a")) },
    Work("removal of several", ["a.json": seen, "old.json": postponed]) {
      _ = try $0.remove(try recordNames("a", "old"))
    },
    Work("two names", ["a.json": seen, "old.json": postponed]) {
      try $0.complete(try recordNames("a", "old"), "2.0")
    },
    Work("damage", ["a.json": damaged]) { try $0.complete(try recordNames("a"), "2.0") },
    Work("removal of damage", ["a.json": damaged]) { _ = try $0.remove(try recordNames("a")) },
  ]

  init(
    _ description: String, _ files: [String: String] = [:],
    _ body: @escaping @Sendable (RecordStore) throws -> Void
  ) {
    testDescription = description
    self.files = files
    self.body = body
  }

  func prepare() throws -> Disk {
    let disk = try Disk()
    for (name, content) in files { try disk.directory.write(content, to: "records/\(name)") }
    return disk
  }
}

@Suite("Faults") struct FaultTests {
  /// Calls whose failure must be told; the others only tidy up, or look.
  private static let vital: [SystemCall] = [.write, .sync, .rename, .makeDirectory]

  @Test("in any one call leave all as it was, or do not matter", arguments: Work.all)
  func oneFault(_ work: Work) throws {
    let whole = try work.prepare()
    try work.body(whole.records)
    let after = whole.contents()
    #expect(after != work.files)
    #expect(!whole.calls.isEmpty)
    for (number, made) in whole.calls.enumerated() {
      let disk = try work.prepare()
      disk.intervene = { place, _, _ in place == number ? .fail(EIO) : nil }
      var failed = false
      do { try work.body(disk.records) } catch is StorageFailure { failed = true }
      let files = disk.contents().filter { !$0.key.contains("stage") }
      let place: Comment = "call \(number), \(made)"
      #expect(failed || !Self.vital.contains(made.call), place)
      // Damage may be mended by then: that is what it counts as, and is never absent.
      if work.files["a.json"] == Work.damaged, failed {
        #expect(files["a.json"] != nil, place)
      } else {
        #expect(files == (failed ? work.files : after), place)
      }
      if made.call != .remove { #expect(disk.contents() == files, place) }
    }
  }

  @Test("in all calls from one on, as a crash is, leave each file old or new", arguments: Work.all)
  func crash(_ work: Work) throws {
    let whole = try work.prepare()
    try work.body(whole.records)
    let after = whole.contents()
    for number in 0...whole.calls.count {
      let disk = try work.prepare()
      disk.intervene = { place, _, _ in place >= number ? .fail(EIO) : nil }
      try? work.body(disk.records)
      disk.heal()
      let files = disk.contents()
      for name in Set(work.files.keys).union(after.keys) where !name.contains("corrupt") {
        let isMended = work.files[name] == Work.damaged && files[name]?.contains("completed") == true
        #expect(
          files[name] == work.files[name] || files[name] == after[name] || isMended, "\(name), call \(number)"
        )
      }
      let found = Int64(time(nil))
      disk.records.removeLeftovers(at: Instant(unixSeconds: found))
      #expect(disk.contents() == files)
      disk.records.removeLeftovers(at: Instant(unixSeconds: found + 7_200))
      #expect(disk.contents() == files.filter { !$0.key.contains("stage") })
    }
  }

  @Test("of the directory's sync put the very file back", arguments: [EIO, ENOSPC, EDQUOT])
  func directorySync(_ errno: Int32) throws {
    let disk = try Disk()
    let app = try recordNames("a")
    try disk.records.complete(app, "1.0")
    let before = try disk.identity(disk.record("a"))
    disk.fail(.sync, on: "/records", with: errno)
    #expect(throws: StorageFailure.self) { try disk.records.complete(app, "2.0") }
    #expect(throws: StorageFailure.self) { try disk.records.remove(app) }
    #expect(throws: StorageFailure.self) { try disk.records.complete(try recordNames("b"), "2.0") }
    let after = try disk.identity(disk.record("a"))
    #expect(after.inode == before.inode && after.modified == before.modified)
    #expect(disk.names(in: "records") == ["a.json"])
  }

  @Test("of a directory's sync that only says it cannot do it are none")
  func directoryThatCannotSync() throws {
    let disk = try Disk()
    disk.fail(.sync, on: "/records", with: EINVAL)
    try disk.records.complete(try recordNames("a"), "2.0")
    #expect(disk.names(in: "records") == ["a.json"])
  }

  @Test("of exchanging, which some file systems cannot, are none", arguments: [EINVAL, ENOSYS, EOPNOTSUPP])
  func noExchange(_ errno: Int32) throws {
    let disk = try Disk()
    let app = try recordNames("a")
    try disk.records.complete(app, "1.0")
    disk.heal()
    // The exchange is refused, the renaming that stands in for it is not.
    disk.intervene = { [unowned disk] _, call, _ in
      call == .rename && disk.calls.filter { $0.call == .rename }.count == 1 ? .fail(errno) : nil
    }
    try disk.records.complete(app, "2.0")
    #expect(disk.calls.filter { $0.call == .rename }.count == 2)
    #expect(disk.records.state(of: app).record?.seen?.version.text == "2.0")
    #expect(disk.names(in: "records") == ["a.json"])
  }

  @Test("of links, which some file systems do not have, are none", arguments: [EPERM, EOPNOTSUPP, EMLINK])
  func noLinks(_ errno: Int32) throws {
    let disk = try Disk()
    try disk.directory.write("garbage", to: "records/a.json")
    disk.fail(.link, with: errno)
    let app = try recordNames("a")
    try disk.records.complete(app, "2.0")
    try disk.records.complete(app, "3.0")
    #expect(disk.records.state(of: app).record?.seen?.version.text == "3.0")
    #expect(disk.names(in: "records") == ["a.json", "a.json.corrupt-\(noon.unixSeconds)"])
    // Nothing can be put back then, but the file must not go.
    disk.intervene = { _, call, path in
      call == .link ? .fail(errno) : call == .sync && path.hasSuffix("/records") ? .fail(EIO) : nil
    }
    #expect(throws: StorageFailure.self) { try disk.records.complete(app, "4.0") }
    #expect(disk.content(disk.record("a")) != nil)
  }

  @Test("of the store name the file and are logged once")
  func message() throws {
    let disk = try Disk()
    let store = disk.records
    disk.fail(.rename, with: ENOSPC)
    let problem = "cannot rename \(disk.record("a")): No space left on device"
    for _ in 0..<2 {
      let failure = #expect(throws: StorageFailure.self) { try store.complete(try recordNames("a"), "1.0") }
      #expect(failure?.description == problem)
    }
    #expect(disk.log == ["\(problem); the record stays as it was"])
  }

  @Test("of a write that was cut short again and again lose nothing", arguments: 1...3)
  func shortWrites(_ length: Int) throws {
    let disk = try Disk()
    disk.intervene = { _, call, _ in [.read, .write].contains(call) ? .shorten(to: length) : nil }
    try disk.records.complete(try recordNames("a"), "2.0")
    let text =
      #"{"format": 1, "app": "a", "seen": "2.0", "outcome": "completed", "changed": "\#(noon.rfc3339)"}"#
    #expect(disk.content(disk.record("a")) == text + "\n")
  }

  @Test("only what is a stage, and old, is removed as a leftover")
  func leftovers() throws {
    let disk = try Disk()
    let stages = ["records/.1f.walkthroughd-stage", ".2e.walkthroughd-stage"]
    for name in stages + ["records/a.json", "records/.other", "records/x.walkthroughd-stage"] {
      try disk.directory.write("x", to: name)
    }
    let now = Int64(time(nil))
    disk.records.removeLeftovers(at: Instant(unixSeconds: now + 3_000))
    #expect(disk.names(in: "records").count == 4)
    disk.records.removeLeftovers(at: Instant(unixSeconds: now + 3_700))
    #expect(disk.names(in: "records") == [".other", "a.json", "x.walkthroughd-stage"])
    #expect(disk.names() == ["records"])
  }
}
