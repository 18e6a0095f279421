// Writing records: whatever fails, the old record stands whole, and nothing is left lying about.

// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import Glibc
import Records
import System
import TestSupport
import Testing
import WalkthroughModel

private let app = try! AppID("org.example.App")
private let names = RecordNames(own: app)
private let now = Instant(unixSeconds: 1_796_000_000)

private func version(_ text: String) -> Version { try! Version(text) }

private func contents(_ path: String) -> String? {
  let result = try? ChildProcess.run("/bin/cat", [path])
  return result?.status == 0 ? result?.output : nil
}

private func names(in directory: String) throws -> [String] { try System().names(in: directory) }

/// A store with a record in it, whose system calls a test can make fail.
private final class Rig {
  let directory: TemporaryDirectory
  let store: RecordStore
  /// What to do to a call; nil: let it pass.
  var intervene: ((SystemCall, String) -> System.Intervention?)?
  private(set) var calls: [SystemCall] = []
  var path: String { directory.file("records/\(app).json") }

  init(seen: String? = "1.0") throws {
    directory = try TemporaryDirectory()
    var hook: ((SystemCall, String) -> System.Intervention?)?
    let system = System { call, path in hook?(call, path) }
    store = RecordStore(stateDirectory: directory.path, system: system) { _ in }
    if let seen {
      _ = try store.update(names, assuming: nil, at: now) {
        $0.reporting(.completed, of: version(seen), at: now)
      }
    }
    hook = { [unowned self] call, path in
      calls.append(call)
      return intervene?(call, path)
    }
  }

  func complete(_ text: String) throws {
    _ = try store.update(names, assuming: version("9"), at: now) {
      $0.reporting(.completed, of: version(text), at: now)
    }
  }
}

@Suite struct DurabilityTests {
  @Test func aRecordIsWrittenAsTheContractShows() throws {
    let rig = try Rig(seen: nil)
    try rig.complete("2.4.0")
    #expect(
      contents(rig.path) == """
        {"format": 1, "app": "org.example.App", "seen": "2.4.0", "outcome": "completed", \
        "changed": "\(now.rfc3339)"}

        """)
    _ = try rig.store.update(names, assuming: nil, at: now) {
      $0.postponing(Postponement(version: version("2.5.0"), until: now), at: now)
    }
    #expect(
      contents(rig.path)?.contains(#""postponed": {"version": "2.5.0", "until": "\#(now.rfc3339)"}}"#) == true
    )
    var status = stat()
    #expect(stat(rig.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  /// Who reports waits for the new file, not for the removal of the old one.
  @Test func theOldFileGoesWhenNobodyWaits() throws {
    let rig = try Rig()
    try rig.complete("2.0")
    #expect(!rig.calls.contains(.remove))
    #expect(try names(in: rig.directory.file("records")).count == 2)
    rig.store.removeOutdated()
    #expect(try names(in: rig.directory.file("records")) == ["\(app).json"])
    rig.store.removeOutdated()
    #expect(rig.calls.filter { $0 == .remove }.count == 1)
  }

  /// Stage, write, fsync, rename, fsync the directory: in that order.
  @Test func theStepsAreInOrder() throws {
    let rig = try Rig()
    try rig.complete("2.0")
    let steps = rig.calls.filter { [.write, .sync, .rename].contains($0) }
    #expect(steps == [.write, .sync, .rename, .sync])
  }

  @Test func whatChangesNothingWritesNothing() throws {
    let rig = try Rig(seen: "2.0")
    try rig.complete("1.0")
    try rig.complete("2.0")
    #expect(!rig.calls.contains(.write) && !rig.calls.contains(.rename))
  }

  /// The calls of a write that can fail before the new record is in place, each failing in turn.
  @Test(arguments: [
    (SystemCall.open, EACCES), (.open, EROFS), (.open, ENOSPC), (.write, ENOSPC), (.write, EIO),
    (.write, EDQUOT),
    (.sync, EIO), (.rename, EIO), (.rename, EXDEV), (.makeDirectory, EACCES),
  ])
  func eachStepMayFail(_ call: SystemCall, _ errno: Int32) throws {
    let rig = try Rig()
    let before = contents(rig.path)
    if call == .makeDirectory { rename(rig.directory.file("records"), rig.directory.file("away")) }
    rig.intervene = { made, path in
      // Reading the record is another matter.
      made == call && (call != .open || path.hasSuffix("-stage")) ? .fail(errno) : nil
    }
    #expect(throws: StorageFailure.self) { try rig.complete("2.0") }
    if call == .makeDirectory { rename(rig.directory.file("away"), rig.directory.file("records")) }
    #expect(contents(rig.path) == before)
    #expect(try names(in: rig.directory.file("records")) == ["\(app).json"])
  }

  @Test func shortWritesAreGoneOnWith() throws {
    let rig = try Rig()
    rig.intervene = { call, _ in call == .write || call == .read ? .shorten(to: 7) : nil }
    try rig.complete("2.0")
    #expect(contents(rig.path)?.contains(#""seen": "2.0""#) == true)
    rig.intervene = { call, _ in call == .write ? .shorten(to: 0) : nil }
    #expect(throws: StorageFailure.self) { try rig.complete("3.0") }
    #expect(contents(rig.path)?.contains(#""seen": "2.0""#) == true)
  }

  /// Power is lost after each number of calls: the old record stands, or the new one, whole.
  @Test func aCrashLeavesTheOldOrTheNew() throws {
    let whole = try Rig()
    let old = contents(whole.path)
    try whole.complete("2.0")
    let new = contents(whole.path)
    for count in 0...whole.calls.count {
      let rig = try Rig()
      var made = 0
      rig.intervene = { _, _ in
        made += 1
        return made > count ? .fail(EIO) : nil
      }
      _ = try? rig.complete("2.0")
      #expect([old, new].contains(contents(rig.path)), "after \(count) calls")
      // What is left is removed once it is old.
      rig.intervene = nil
      rig.store.removeLeftovers(at: Instant(unixSeconds: Int64(time(nil)) + 7_200))
      #expect(try names(in: rig.directory.file("records")) == ["\(app).json"])
    }
  }

  @Test func anErrorInReadingIsNoDamage() throws {
    let rig = try Rig()
    let before = contents(rig.path)
    rig.intervene = { call, _ in call == .read ? .fail(EIO) : nil }
    #expect(rig.store.state(of: names) == .unusable(nil))
    #expect(throws: StorageFailure.self) { try rig.complete("2.0") }
    #expect(throws: StorageFailure.self) { _ = try rig.store.remove(names) }
    rig.intervene = nil
    #expect(contents(rig.path) == before)
    #expect(rig.store.state(of: names).record?.seen?.version == version("1.0"))
  }

  @Test func damageIsKeptAside() throws {
    let rig = try Rig()
    try rig.directory.write("garbage", to: "records/\(app).json")
    try rig.directory.write("taken", to: "records/\(app).json.corrupt-\(now.unixSeconds)")
    #expect(rig.store.state(of: names) == .unusable(nil))
    try rig.complete("2.0")
    #expect(contents("\(rig.path).corrupt-\(now.unixSeconds)") == "taken")
    #expect(contents("\(rig.path).corrupt-\(now.unixSeconds + 1)") == "garbage")
    // Damage counts as completed at the installed version, 9 here.
    #expect(rig.store.state(of: names).record?.seen?.version == version("9"))
  }

  @Test func namesCountTogether() throws {
    let rig = try Rig(seen: "1.0")
    let old = try AppID("org.example.Old")
    let both = RecordNames(own: app, others: [old])
    _ = try rig.store.update(RecordNames(own: old), assuming: nil, at: now) {
      $0.reporting(.skipped, of: version("3.0"), at: now)
        .postponing(Postponement(version: version("3.0"), until: now), at: now)
    }
    #expect(rig.store.state(of: both).record?.seen == Seen(version("3.0"), .skipped))
    _ = try rig.store.update(both, assuming: nil, at: now) {
      $0.reporting(.completed, of: version("2.0"), at: now)
    }
    #expect(rig.store.state(of: names).record?.seen == Seen(version("3.0"), .skipped))
    #expect(rig.store.state(of: both).record?.postponed == nil)
    #expect(try rig.store.remove(both))
    #expect(rig.store.state(of: both) == .absent)
  }
}
