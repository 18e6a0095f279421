// Baselines and policy where the disk does not do as it should.

import Glibc
import Records
import System
import Testing
import WalkthroughModel

@Suite("The baselines file")
struct BaselinesFileTests {
  let disk: Disk
  let (a, b): (RecordNames, RecordNames)

  init() throws {
    disk = try Disk()
    a = try recordNames("a", "old")
    b = try recordNames("b")
  }

  private var path: String { "\(disk.path)/baselines.json" }

  @Test("is written as the format shows it, in the order of ids")
  func format() throws {
    disk.baselines.add([b.own: try Version("2"), a.own: try Version("43.1")], at: noon)
    #expect(
      disk.content(path) == """
        {
          "format": 1,
          "apps": {
            "a": "43.1",
            "b": "2"
          }
        }

        """)
    #expect(try disk.identity(path).permissions == 0o600)
    let before = try disk.identity(path)
    disk.baselines.add([b.own: try Version("3")], at: noon)
    disk.baselines.add([:], at: noon)
    disk.baselines.replace(b, with: try Version("2"), at: noon)
    #expect(try disk.identity(path) == before)
  }

  @Test("counts under all names of an app, the greatest version")
  func names() throws {
    try disk.directory.write(#"{"format": 1, "apps": {"a": "1.9", "old": "1.10"}}"#, to: "baselines.json")
    #expect(disk.baselines.version(of: a)?.text == "1.10")
    #expect(disk.baselines.version(of: b) == nil)
  }

  @Test(
    "is moved aside where it is damaged",
    arguments: [
      "", "[]", #"{"apps": {}}"#, #"{"format": 1, "apps": []}"#, #"{"format": 1, "apps": {"": "1"}}"#,
      #"{"format": 1, "apps": {"a": 1}}"#, #"{"format": 1, "apps": {"a": "x"}}"#,
      #"{"format": 1, "apps": {"a": "1", "a": "1"}}"#,
    ])
  func damage(_ text: String) throws {
    try disk.directory.write(text, to: "baselines.json")
    let baselines = disk.baselines
    #expect(baselines.version(of: a) == nil)
    baselines.add([b.own: try Version("2")], at: noon)
    #expect(disk.content("\(path).corrupt-\(noon.unixSeconds)") == text)
    #expect(disk.names() == ["baselines.json", "baselines.json.corrupt-\(noon.unixSeconds)"])
    #expect(disk.baselines.version(of: b)?.text == "2")
    #expect(disk.log.count == 1)
  }

  @Test("stays as it is on any error, and baselines are kept in memory until it can be written")
  func unwritable() throws {
    let text = #"{"format": 1, "apps": {"old": "4"}}"#
    for call in [SystemCall.open, .write, .sync, .rename] {
      try disk.directory.write(text, to: "baselines.json")
      disk.heal()
      let baselines = disk.baselines
      disk.intervene = { _, made, path in
        made == call && (call != .open || path.hasSuffix("stage"))
          ? .fail(ENOSPC) : nil
      }
      baselines.add([b.own: try Version("2")], at: noon)
      baselines.add([b.own: try Version("2")], at: noon)
      // A new beginning counts at once, too.
      baselines.replace(a, with: try Version("3"), at: noon)
      #expect(baselines.version(of: a)?.text == "3")
      #expect(baselines.version(of: b)?.text == "2")
      #expect(disk.content(path) == text)
      #expect(disk.names() == ["baselines.json"])
      disk.heal()
      baselines.add([:], at: noon)
      #expect(disk.baselines.version(of: a)?.text == "3")
      #expect(disk.baselines.version(of: b)?.text == "2")
    }
  }

  @Test("is not touched where it cannot be read", arguments: [EIO, EACCES, ESTALE])
  func unreadable(_ errno: Int32) throws {
    let text = #"{"format": 1, "apps": {"b": "4"}}"#
    try disk.directory.write(text, to: "baselines.json")
    let baselines = disk.baselines
    disk.fail(.open, on: "baselines.json", with: errno)
    baselines.add([a.own: try Version("1"), b.own: try Version("2")], at: noon)
    #expect(baselines.version(of: a)?.text == "1")
    #expect(disk.content(path) == text)
    #expect(disk.log.count == 1)
    disk.heal()
    // The one on the disk stays.
    #expect(baselines.version(of: b)?.text == "4")
    baselines.add([:], at: noon)
    #expect(disk.baselines.version(of: a)?.text == "1")
    #expect(disk.baselines.version(of: b)?.text == "4")
  }
}

@Suite("The policy file")
struct PolicyFileTests {
  let disk: Disk
  let store: PolicyStore
  let app: AppID

  init() throws {
    let disk = try Disk()
    self.disk = disk
    store = PolicyStore(
      personsDirectory: disk.path, administratorsDirectories: ["\(disk.path)/etc"], system: disk.system
    ) { _ in }
    app = try AppID("org.example.App")
  }

  private let name = "walkthroughd/policy.json"
  private var path: String { "\(disk.path)/\(name)" }

  @Test("is made by Mute as the person's own, and says what is switched off")
  func fresh() throws {
    #expect(try store.mute(app, true))
    #expect(
      disk.content(path) == """
        {
          "format": 1,
          "apps": {
            "org.example.App": {
              "introductions": false,
              "updates": false,
              "release-notes": false
            }
          }
        }

        """)
    #expect(try disk.identity(path).permissions == 0o600)
    #expect(try store.mute(app, false))
    #expect(disk.content(path) == "{\n  \"format\": 1\n}\n")
    #expect(try store.mute(nil, true))
    #expect(try store.mute(nil, false))
    #expect(disk.content(path) == "{\n  \"format\": 1\n}\n")
  }

  @Test("keeps its order, its other content and its mode", arguments: [0o644, 0o666, 0o640] as [mode_t])
  func kept(_ mode: mode_t) throws {
    try disk.directory.write(
      #"{"updates": true, "n": 1e2, "format": 1, "apps": {"z": {"updates": false}, "org.example.App": {"k": 0}}}"#,
      to: name)
    chmod(path, mode)
    #expect(try store.mute(app, true))
    #expect(try disk.identity(path).permissions == mode)
    #expect(try store.mute(app, false))
    #expect(try store.mute(nil, true))
    #expect(try store.mute(nil, false))
    let text = try #require(disk.content(path))
    #expect(
      text.filter { !" \n".contains($0) }
        == #"{"n":1e2,"format":1,"apps":{"z":{"updates":false},"org.example.App":{"k":0}}}"#)
    #expect(try disk.identity(path).permissions == mode)
  }

  @Test(
    "is not written where it says so already",
    arguments: [
      #"{"format": 1}"#, #"{"format": 1, "apps": {}}"#, #"{"format": 1, "apps": {"b": {}}}"#,
      #"{"format": 1, "apps": {"org.example.App": {"updates": true}, "org.*": {"updates": false}}}"#,
    ])
  func unchanged(_ text: String) throws {
    try disk.directory.write(text, to: name)
    #expect(try !store.mute(app, false))
    #expect(try !store.mute(nil, false))
    #expect(disk.content(path) == text)
  }

  @Test("gets a yes only for the key that a pattern or the general keys still switch off")
  func yes() throws {
    try disk.directory.write(
      #"{"format": 1, "introductions": false, "apps": {"org.*": {"introductions": true, "updates": false}}}"#,
      to: name)
    #expect(try store.mute(app, true))
    #expect(store.current.permissions(for: app) == .nothing)
    #expect(try store.mute(app, false))
    #expect(store.current.permissions(for: app) == .everything)
    #expect(
      disk.content(path)?.filter { !" \n".contains($0) }
        == #"{"format":1,"introductions":false,"apps":{"org.*":{"introductions":true,"updates":false},"#
        + #""org.example.App":{"updates":true}}}"#)
  }

  @Test("stays a link where it is one")
  func link() throws {
    try disk.directory.write(#"{"format": 1}"#, to: "dots/policy")
    try disk.directory.write("", to: "walkthroughd/x")
    symlink("../dots/policy", path)
    #expect(try store.mute(app, true))
    #expect(try disk.identity(path, followingLinks: false).kind == .other)
    #expect(store.current.permissions(for: app) == .nothing)
  }

  @Test("stays as it is on any error", arguments: [SystemCall.write, .sync, .rename, .setPermissions])
  func unwritable(_ call: SystemCall) throws {
    let text = #"{"format": 1, "updates": false}"#
    try disk.directory.write(text, to: name)
    disk.fail(call, with: EIO)
    #expect(throws: StorageFailure.self) { try store.mute(app, true) }
    disk.heal()
    #expect(disk.content(path) == text)
    #expect(disk.names(in: "walkthroughd") == ["policy.json"])
    #expect(store.current.permissions(for: app) == Permissions(updates: false))
  }

  @Test("of the person counts as not there, of the administrator as all off, where it cannot be read")
  func unreadable() throws {
    for directory in ["", "etc/"] {
      try disk.directory.write(#"{"format": 1, "updates": false}"#, to: directory + name)
    }
    disk.fail(.open, on: "\(disk.path)/\(name)", with: EACCES)
    #expect(store.current == Policy(administrator: store.current.administrator))
    #expect(store.current.permissions(for: app) == Permissions(updates: false))
    #expect(throws: StorageFailure.self) { try store.mute(app, true) }
    disk.fail(.inspect, on: "etc/\(name)", with: EACCES)
    #expect(store.current.permissions(for: app) == .nothing)
    // Tried again.
    disk.heal()
    #expect(store.current.permissions(for: app) == Permissions(updates: false))
    unlink("\(disk.path)/etc/\(name)")
    #expect(mkfifo("\(disk.path)/etc/\(name)", 0o644) == 0)
    #expect(store.current.permissions(for: app) == .nothing)
  }
}
