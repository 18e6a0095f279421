// Records that cannot be used: damage is mended and kept, the rest is not touched.

import Glibc
import Records
import System
import Testing
import WalkthroughModel

@Suite("A record that cannot be used")
struct DamageTests {
  let disk: Disk
  let app: RecordNames

  init() throws {
    disk = try Disk()
    app = try recordNames("a")
  }

  private func repair() throws -> Bool {
    // Long after the file was written: it is nobody's work under way.
    disk.records.repair(app, assuming: try Version("5.0"), at: Instant(unixSeconds: Int64(time(nil)) + 3_600))
  }

  @Test("counts as completed where its bytes make no record, and is replaced by such a record")
  func repaired() throws {
    try disk.directory.write("garbage", to: "records/a.json")
    #expect(disk.records.state(of: app) == .unusable(nil))
    #expect(disk.contents() == ["a.json": "garbage"])
    #expect(try repair())
    #expect(disk.records.state(of: app).record?.seen == Seen(try Version("5.0"), .completed))
    let aside = try #require(disk.contents().first { $0.key.hasPrefix("a.json.corrupt-") })
    #expect(aside.value == "garbage")
    #expect(disk.contents().count == 2)
    #expect(try disk.identity(disk.record("a")).permissions == 0o600)
    #expect(disk.log.count == 1 && disk.log.first?.contains(aside.key) == true)
    #expect(disk.log.first?.hasPrefix("\(disk.record("a")):1:1: ") == true)
    #expect(try repair())
    #expect(disk.log.count == 1)
  }

  @Test("is left alone while somebody may still be writing it")
  func settling() throws {
    try disk.directory.write("garbage", to: "records/a.json")
    let written = Instant(unixSeconds: try disk.identity(disk.record("a")).modified / 1_000_000_000)
    #expect(!disk.records.repair(app, assuming: try Version("5.0"), at: written))
    #expect(disk.contents() == ["a.json": "garbage"])
  }

  @Test("is damaged where it is larger than any record")
  func large() throws {
    try disk.directory.write(String(repeating: " ", count: 1 << 20), to: "records/a.json")
    #expect(try repair())
    #expect(disk.contents().count == 2)
    #expect(disk.records.state(of: app).record?.seen?.version.text == "5.0")
  }

  @Test("disturbs no other app")
  func others() throws {
    try disk.directory.write("garbage", to: "records/a.json")
    let other = try recordNames("b")
    try disk.records.complete(other, "1.0")
    #expect(disk.records.state(of: other).record?.seen?.version.text == "1.0")
    #expect(disk.contents()["a.json"] == "garbage")
  }

  @Test("does not take what is known under another name")
  func alias() throws {
    try disk.directory.write("garbage", to: "records/a.json")
    try disk.records.complete(try recordNames("old"), "7.0")
    let state = disk.records.state(of: try recordNames("a", "old"))
    #expect(state.seen(assuming: try Version("5.0"))?.version.text == "7.0")
  }

  @Test("stays a link where it is one; its target is kept beside itself")
  func link() throws {
    try disk.directory.write("garbage", to: "dots/record")
    try disk.directory.write("", to: "records/x")
    symlink("../dots/record", disk.record("a"))
    #expect(try repair())
    #expect(try disk.identity(disk.record("a"), followingLinks: false).kind == .other)
    #expect(disk.names(in: "dots").count == 2)
    #expect(disk.content("\(disk.path)/dots/record")?.contains(#""seen": "5.0""#) == true)
  }

  @Test(
    "never nags: where it cannot be replaced it stays", arguments: [SystemCall.write, .sync, .rename, .open])
  func cannotBeReplaced(_ call: SystemCall) throws {
    try disk.directory.write("garbage", to: "records/a.json")
    disk.intervene = { _, made, path in
      made == call && (call != .open || path.hasSuffix("stage"))
        ? .fail(ENOSPC) : nil
    }
    _ = try repair()
    disk.heal()
    #expect(disk.records.state(of: app) == .unusable(nil))
    #expect(disk.contents() == ["a.json": "garbage"])
  }

  @Test("can be forgotten where it is damaged")
  func reset() throws {
    try disk.directory.write("garbage", to: "records/a.json")
    #expect(try disk.records.remove(app))
    #expect(disk.contents().isEmpty)
  }

  // MARK: - What is no damage

  /// Nothing that a person does goes through, and nothing is touched.
  private func expectUntouched(_ content: String?) throws {
    #expect(disk.records.state(of: RecordNames(own: app.own)) != .absent)
    #expect(disk.records.state(of: app) == .unusable(nil))
    #expect(throws: StorageFailure.self) { try disk.records.complete(app, "9.0") }
    #expect(throws: StorageFailure.self) { try disk.records.postpone(app, at: "9.0", until: later) }
    #expect(throws: StorageFailure.self) { try disk.records.remove(app) }
    _ = try repair()
    #expect(disk.names(in: "records") == ["a.json"])
    if let content { #expect(disk.content(disk.record("a")) == content) }
  }

  @Test("is left as it is where a newer version wrote it")
  func newer() throws {
    let text = #"{"format": 2, "app": "a", "seen": "1.0"}"#
    try disk.directory.write(text, to: "records/a.json")
    try expectUntouched(text)
    #expect(disk.log.allSatisfy { $0.contains("format 2") } && !disk.log.isEmpty)
  }

  @Test("is left as it is where it cannot be read, and tried again", arguments: [EIO, ESTALE, EACCES])
  func unreadable(_ errno: Int32) throws {
    try disk.records.complete(app, "1.0")
    for call in [SystemCall.inspect, .open, .read] {
      disk.fail(call, on: "a.json", with: errno)
      try expectUntouched(nil)
    }
    disk.heal()
    #expect(disk.records.state(of: app).record?.seen?.version.text == "1.0")
  }

  @Test("is left as it is where it is no regular file", arguments: [true, false])
  func notRegular(isDirectory: Bool) throws {
    try disk.directory.write("", to: "records/x")
    unlink("\(disk.path)/records/x")
    #expect((isDirectory ? mkdir(disk.record("a"), 0o755) : mkfifo(disk.record("a"), 0o644)) == 0)
    try expectUntouched(nil)
    #expect(!disk.calls.contains { $0.call == .open && $0.path == disk.record("a") })
  }
}
