// Two daemons on one home: neither loses what the other writes, and neither waits long for the other.

import Glibc
import Records
import System
import TestSupport
import Testing
import WalkthroughModel

@Suite("Two writers") struct LockTests {
  private let disk: Disk
  private let names: RecordNames

  init() throws {
    disk = try Disk()
    names = try recordNames("a")
  }

  private func seen() throws -> Version? { disk.records.state(of: names).record?.seen?.version }

  /// The moment that would lose an update: another writes after the first has read, and before it writes.
  @Test("exclude each other from between reading and writing", arguments: ["1.0", nil])
  func exclusion(before: String?) throws {
    if let before { try disk.records.complete(names, before) }
    var isHeld: Bool?
    disk.intervene = { [path = disk.path] _, call, place in
      if call == .rename, place.hasSuffix("/a.json"), isHeld == nil {
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        isHeld = flock(directory, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
        close(directory)
      }
      return nil
    }
    try disk.records.complete(names, "2.0")
    #expect(isHeld == true)
    // It is given back: another need not wait.
    let directory = open(disk.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(directory) }
    #expect(flock(directory, LOCK_EX | LOCK_NB) == 0)
  }

  @Test("lose nothing, whoever is first")
  func greatest() async throws {
    let path = disk.path
    try await withThrowingTaskGroup { group in
      for writer in 0..<4 {
        group.addTask {
          let store = RecordStore(stateDirectory: path, system: System()) { Issue.record("\($0)") }
          // A slow disk is no failure.
          store.patienceMilliseconds = 60_000
          for round in 1...25 { try store.complete(try recordNames("a"), "\(round).\(writer)") }
        }
      }
      try await group.waitForAll()
    }
    #expect(try seen()?.text == "25.3")
    #expect(disk.names(in: "records") == ["a.json"])
  }

  @Test("that hangs with the lock delays the other for a moment only")
  func bounded() throws {
    try disk.records.complete(names, "1.0")
    let directory = open(disk.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(directory) }
    #expect(flock(directory, LOCK_EX) == 0)
    disk.heal()
    try disk.records.complete(names, "2.0")
    #expect(try seen()?.text == "2.0")
    #expect(disk.calls.count { $0.call == .lock } == 50)
  }

  @Test("go on where the file system has no locks", arguments: [EBADF, ENOLCK, EOPNOTSUPP, EINVAL, EIO])
  func lockless(errno: Int32) throws {
    disk.fail(.lock, with: errno)
    #expect(try disk.records.complete(names, "2.0"))
    #expect(disk.calls.count { $0.call == .lock } == 1)
    #expect(disk.log.isEmpty)
  }

  @Test("both keep their baselines, though neither has heard of the other's")
  func baselines() throws {
    let (b, c) = (try recordNames("b"), try recordNames("c"))
    let first = disk.baselines
    let second = Baselines(stateDirectory: disk.path, system: System()) { _ in }
    (first.isWatched, second.isWatched) = (true, true)
    #expect(first.version(of: b) == nil && second.version(of: b) == nil)
    first.add([b.own: try Version("1")], at: noon)
    second.add([c.own: try Version("2")], at: noon)
    #expect(disk.baselines.version(of: b)?.text == "1")
    #expect(disk.baselines.version(of: c)?.text == "2")
  }

  @Test("both keep what was muted")
  func policy() throws {
    func store() -> PolicyStore {
      PolicyStore(personsDirectory: disk.path, administratorsDirectories: [], system: System()) { _ in }
    }
    let (first, second) = (store(), store())
    (first.isWatched, second.isWatched) = (true, true)
    _ = (first.current, second.current)
    let (b, c) = (try AppID("b"), try AppID("c"))
    #expect(try first.mute(b, true))
    #expect(try second.mute(c, true))
    for app in [b, c] { #expect(store().current.permissions(for: app) == .nothing) }
  }
}

@Suite("What a crash left") struct LeftoverTests {
  @Test("of a policy being written is removed, too")
  func policy() throws {
    let disk = try Disk()
    let store = PolicyStore(personsDirectory: disk.path, administratorsDirectories: [], system: disk.system) {
      _ in
    }
    disk.intervene = { _, call, _ in call == .rename || call == .remove ? .fail(EIO) : nil }
    #expect(throws: StorageFailure.self) { try store.mute(nil, true) }
    disk.heal()
    #expect(disk.names(in: "walkthroughd").count == 1)
    let now = Instant(unixSeconds: Int64(time(nil)))
    store.removeLeftovers(at: now)
    #expect(disk.names(in: "walkthroughd").count == 1, "it may be another session's work")
    store.removeLeftovers(at: now.adding(seconds: 7_200))
    #expect(disk.names(in: "walkthroughd") == [])
  }
}
