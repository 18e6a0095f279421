// Baselines and policy files: what others wrote stays, and what cannot be read is not touched.

// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import Records
import System
import TestSupport
import Testing
import WalkthroughModel

private let now = Instant(unixSeconds: 1_796_000_000)
private func id(_ text: String) -> AppID { try! AppID(text) }
private func version(_ text: String) -> Version { try! Version(text) }
private func contents(_ path: String) -> String? {
  let result = try? ChildProcess.run("/bin/cat", [path])
  return result?.status == 0 ? result?.output : nil
}

@Suite struct BaselineTests {
  private let directory: TemporaryDirectory
  private let baselines: Baselines

  init() throws {
    directory = try TemporaryDirectory()
    baselines = Baselines(stateDirectory: directory.path, system: System()) { _ in }
  }

  private func baseline(_ text: String) -> String? { baselines.version(of: RecordNames(own: id(text)))?.text }

  @Test func whatIsOnTheDiskStays() throws {
    baselines.add([id("a"): version("1")], at: now)
    try directory.write(#"{"format": 1, "apps": {"a": "2", "b": "3"}}"#, to: "baselines.json")
    #expect(baseline("a") == "2")
    baselines.add([id("a"): version("9"), id("c"): version("4")], at: now)
    #expect([baseline("a"), baseline("b"), baseline("c")] == ["2", "3", "4"])
    baselines.replace(RecordNames(own: id("a"), others: [id("b")]), with: version("1"), at: now)
    #expect([baseline("a"), baseline("b"), baseline("c")] == ["1", nil, "4"])
  }

  @Test func damageIsKeptAside() throws {
    try directory.write("garbage", to: "baselines.json")
    baselines.add([id("a"): version("1")], at: now)
    #expect(contents(directory.file("baselines.json.corrupt-\(now.unixSeconds)")) == "garbage")
    #expect(baseline("a") == "1")
  }

  @Test func aNewerFormatIsLeftAlone() throws {
    let newer = #"{"format": 7}"#
    try directory.write(newer, to: "baselines.json")
    baselines.add([id("a"): version("1")], at: now)
    #expect(contents(directory.file("baselines.json")) == newer)
    // It is kept in memory.
    #expect(baseline("a") == "1")
  }
}

@Suite struct PolicyStoreTests {
  private let directory: TemporaryDirectory
  private let store: PolicyStore
  private let app = id("org.example.App")

  init() throws {
    directory = try TemporaryDirectory()
    store = PolicyStore(
      personsDirectory: directory.file("own"),
      administratorsDirectories: [directory.file("etc1"), directory.file("etc2")], system: System()
    ) { _ in }
  }

  private func own(_ text: String) throws { try directory.write(text, to: "own/walkthroughd/policy.json") }
  private var ownText: String? { contents(directory.file("own/walkthroughd/policy.json")) }
  private var permissions: Permissions { store.current.permissions(for: app) }

  @Test func theFirstAdministratorsFileCounts() throws {
    #expect(permissions == .everything)
    try directory.write(#"{"format": 1, "updates": false}"#, to: "etc2/walkthroughd/policy.json")
    #expect(permissions == Permissions(updates: false))
    try directory.write(#"{"format": 1, "introductions": false}"#, to: "etc1/walkthroughd/policy.json")
    #expect(permissions == Permissions(introductions: false))
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"format": 2}"#, #"{"format": 1, "updates": 0}"#, #"{"format": 1, "apps": []}"#,
    #"{"format": 1, "apps": {"a": true}}"#, #"{"format": 1, "lock": "yes"}"#,
    #"{"format": 1, "updates": true, "updates": true}"#,
  ])
  func whatIsNoPolicy(_ text: String) throws {
    try own(text)
    #expect(permissions == .everything)
    #expect(throws: StorageFailure.self) { _ = try store.mute(app, true) }
    #expect(ownText == text)
    try directory.write(text, to: "etc1/walkthroughd/policy.json")
    #expect(permissions == .nothing)
  }

  @Test func mutingKeepsWhatElseIsThere() throws {
    let text =
      #"{"format": 1, "x": [1.50], "apps": {"org.other": {"updates": true, "y": 0}}, "updates": true}"#
    try own(text)
    #expect(try store.mute(app, true))
    #expect(permissions == .nothing)
    #expect(try !store.mute(app, true))
    #expect(ownText?.contains("1.50") == true && ownText?.contains(#""y": 0"#) == true)
    #expect(try store.mute(app, false))
    #expect(permissions == .everything)
    #expect(ownText?.contains("org.example.App") == false)
  }

  @Test func aYesIsWrittenOnlyWhereItIsNeeded() throws {
    try own(#"{"format": 1, "apps": {"org.*": {"updates": false}}}"#)
    #expect(try store.mute(app, false))
    #expect(permissions == .everything)
    #expect(store.current.permissions(for: id("org.other")) == Permissions(updates: false))
    #expect(ownText?.contains(#""introductions""#) == false)
    #expect(try store.mute(nil, true))
    #expect(store.current.permissions(for: id("com.x")) == .nothing)
    #expect(try store.mute(nil, false))
    #expect(store.current.permissions(for: id("com.x")) == .everything)
  }
}
