// What fails in the background is not tried again at once: each try makes events that lead to the next look.

import Glibc
import Records
import System
import Testing
import WalkthroughModel

@Suite("Work in the background that fails")
struct RetryTests {
  private let disk: Disk
  private let app: RecordNames

  init() throws {
    disk = try Disk()
    app = try recordNames("a")
  }

  /// How many files were begun to be written while that was done; no write succeeds.
  private func stagesMade(_ work: () -> Void) -> Int {
    disk.heal()
    disk.fail(.write, with: ENOSPC)
    work()
    defer { disk.heal() }
    return disk.calls.filter { $0.call == .open && $0.path.hasSuffix("-stage") }.count
  }

  @Test("waits a minute or for a new app, where it is baselines")
  func baselines() throws {
    let baselines = disk.baselines
    let version = try Version("1")
    let id = try AppID("a")
    #expect(stagesMade { baselines.add([id: version], at: noon) } == 1)
    #expect(stagesMade { baselines.add([:], at: noon) } == 0)
    #expect(stagesMade { baselines.add([:], at: later) } == 1)
    #expect(baselines.version(of: app) == version)
    // The problem names the file and is told once.
    #expect(disk.log.count == 1 && disk.log.first?.contains("\(disk.path)/baselines.json: ") == true)
    // The next one takes along what could not be written.
    baselines.add([try AppID("b"): version], at: noon)
    #expect(disk.content("\(disk.path)/baselines.json")?.contains("\"a\": \"1\"") == true)
  }

  @Test("waits a minute or for a person's word, where it is a damaged record")
  func repairs() throws {
    try disk.directory.write("garbage", to: "records/a.json")
    let records = disk.records
    let version = try Version("5.0")
    let settled = Instant(unixSeconds: Int64(time(nil)) + 3_600)
    #expect(stagesMade { _ = records.repair(app, assuming: version, at: settled) } == 1)
    #expect(stagesMade { _ = records.repair(app, assuming: version, at: settled) } == 0)
    let minute = settled.adding(seconds: 60)
    #expect(stagesMade { _ = records.repair(app, assuming: version, at: minute) } == 1)
    _ = try records.complete(app, "6.0")
    #expect(records.state(of: app).record?.seen?.version == (try Version("6.0")))
  }
}
