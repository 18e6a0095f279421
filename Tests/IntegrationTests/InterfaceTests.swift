// The interface as it is on the bus: methods, errors, introspection, the signal.

import Glibc
import TestSupport
import Testing
import WalkthroughClient
import WalkthroughDBus
import WalkthroughEventLoop
import WalkthroughInterface
import WalkthroughModel

private let app = "org.example.App"

@Suite struct InterfaceOnTheBusTests {
  private func session() throws -> (Session, Client) {
    let session = try Session()
    try session.install(manifest(app, "2.0", "intro", "a@1.5"), app)
    return (session, try session.client())
  }

  @Test func unknownAppsAreUnknown() throws {
    let (session, client) = try session()
    defer { session.stay() }
    let unknown = "org.example.Unknown"
    #expect(try client.shouldShow(unknown) == false)
    #expect(try client.claim(unknown) == nil)
    #expect(try client.status(unknown) == AppStatus(reason: .unknown, appID: unknown, name: unknown))
    try client.release(unknown)
    let calls: [() throws -> Void] = [
      { _ = try client.pages(unknown) }, { _ = try client.allPages(unknown) },
      { try client.complete(unknown, version: "1") }, { try client.skip(unknown, version: "1") },
      { try client.postpone(unknown, seconds: 1) }, { try client.reset(unknown) },
    ]
    for call in calls { #expect(errorName(call) == "org.walkthroughd.Error.UnknownApp") }
  }

  @Test(arguments: ["", ".hidden", "a..b", "a/b", "../x", "a b", "ä", String(repeating: "a", count: 231)])
  func whatIsNoAppIDIsRefused(_ id: String) throws {
    let (session, client) = try session()
    defer { session.stay() }
    #expect(errorName { _ = try client.shouldShow(id) } == "org.walkthroughd.Error.InvalidAppId")
    #expect(errorName { try client.complete(id, version: "") } == "org.walkthroughd.Error.InvalidAppId")
    if !id.isEmpty {
      #expect(errorName { try client.mute(id, true) } == "org.walkthroughd.Error.InvalidAppId")
    }
  }

  @Test func versionsAreChecked() throws {
    let (session, client) = try session()
    defer { session.stay() }
    for version in ["2.0.1", "abc", " 1", String(repeating: "1", count: 256)] {
      #expect(
        errorName { try client.complete(app, version: version) } == "org.walkthroughd.Error.InvalidVersion")
    }
    #expect(try client.shouldShow(app))
    // Metainfo often lags behind the package.
    try session.installMetainfo(metainfo("org.example.Lagging", "1.0"), "org.example.Lagging.xml")
    try client.complete("org.example.Lagging", version: "9")
    #expect(try client.status("org.example.Lagging").seen == "1.0")
  }

  @Test func skipIsRemembered() throws {
    let (session, client) = try session()
    defer { session.stay() }
    try client.skip(app, version: "2.0")
    #expect(try client.status(app).outcome == .skipped)
    #expect(try !client.shouldShow(app))
    try client.complete(app, version: "1.0")
    #expect(try client.status(app).outcome == .skipped)
    try client.complete(app, version: "2.0")
    #expect(try client.status(app).outcome == .completed)
    try client.reset(app)
    #expect(try client.status(app).seen == nil)
    #expect(try client.shouldShow(app))
    try session.eventually("no record is left") { (try? session.contents(session.recordFile(app))) == nil }
  }

  @Test func postponementsEnd() throws {
    let (session, client) = try session()
    defer { session.stay() }
    try client.postpone(app, seconds: .max)
    #expect(try client.status(app).reason == .postponed)
    try client.postpone(app, seconds: 1)
    try session.eventually("its time comes") { try client.shouldShow(app) }
    try client.postpone(app, seconds: .max)
    #expect(try !client.shouldShow(app))
    try client.postpone(app, seconds: 0)
    #expect(try client.shouldShow(app))
  }

  @Test func everythingCanBeSeenAgain() throws {
    let (session, client) = try session()
    defer { session.stay() }
    #expect(try client.allPages(app).pages.map(\.id) == ["intro", "a"])
    #expect(try client.allPages(app).kind == .introduction)
    try client.complete(app, version: "")
    #expect(try client.allPages(app).pages.map(\.id) == ["intro", "a"])
    #expect(try client.allPages(app).kind == WalkthroughKind.none)
  }

  @Test func wrongTypesSayTheRightOnes() throws {
    let (session, _) = try session()
    defer { session.stay() }
    let connection = try session.connection()
    for method in Method.allCases {
      let call = OutgoingCall(
        WalkthroughInterface.busName, WalkthroughInterface.path, WalkthroughInterface.name, method.member,
        [.int64(1)])
      let error = #expect(throws: DBusError.self) { _ = try connection.call(call) }
      #expect(error?.name == .invalidArgs)
      #expect(error?.message.contains("'\(method.description.inputSignature)'") == true)
    }
  }

  @Test func introspectionTellsEveryMethod() throws {
    let (session, _) = try session()
    defer { session.stay() }
    let result = try session.run(
      "/usr/bin/gdbus",
      [
        "introspect", "--session", "--dest", "org.walkthroughd.Walkthrough1", "--object-path",
        "/org/walkthroughd/Walkthrough1",
      ])
    #expect(result.status == 0)
    for method in Method.allCases { #expect(result.output.contains("\(method.rawValue)(")) }
    #expect(result.output.contains("Changed()"))
    #expect(result.output.contains("Version = '\(WalkthroughInterface.version)'"))
  }

  @Test func aSecondInstanceLeaves() throws {
    let (session, client) = try session()
    defer { session.stay() }
    _ = try client.list()
    let second = try session.run("\(Session.programs)/walkthroughd", [])
    #expect(second.status == 2)
    #expect(second.errors.contains("taken"))
  }

  @Test func theDaemonEndsInOrderWithTheBus() throws {
    let session = try Session(alone: true)
    let daemon = try ChildProcess(
      "\(Session.programs)/walkthroughd", environment: session.environment)
    try session.eventually("it has the name") { try session.isServed() }
    #expect(try session.daemonID() == daemon.id)
    let threads = try session.run("/bin/ls", ["/proc/\(daemon.id)/task"]).output.split(separator: "\n")
    #expect(threads.count == 1)
    session.bus?.kill()
    #expect(try daemon.finish().status == 0)
  }

  @Test func questionsChangeNothing() throws {
    let (session, client) = try session()
    defer { session.stay() }
    try session.installMetainfo(metainfo("org.example.Notes", "1.0"), "org.example.Notes.xml")
    _ = try client.list()
    try session.eventually("baselines are written") {
      (try? session.contents("state/walkthroughd/baselines.json")) != nil
    }
    func files() throws -> String {
      try session.run(
        "/usr/bin/find",
        [session.home.file("state"), session.home.file("config"), "-printf", "%p %s %T@ %C@ %i\n"]
      ).output
    }
    let before = try files()
    for _ in 0..<25 {
      _ = try client.shouldShow(app)
      _ = try client.pages(app)
      _ = try client.allPages(app)
      _ = try client.claim(app)
      try client.release(app)
      _ = try client.status("org.example.Notes")
      _ = try client.list()
      _ = try client.listDue()
    }
    #expect(try files() == before)
  }

  @Test func aFailedMuteIsQuietUntilItIsTakenBack() throws {
    let (session, client) = try session()
    defer { session.stay() }
    session.expectedInLog = ["the policy counts as not there"]
    try session.home.write("no policy", to: "config/walkthroughd/policy.json")
    for id in [app, nil] {
      #expect(errorName { try client.mute(id, true) } == "org.walkthroughd.Error.StorageFailed")
      #expect(try client.status(app).reason == .postponed)
      try session.home.write(#"{"format": 1}"#, to: "config/walkthroughd/policy.json")
      try client.mute(id, false)
      #expect(try client.shouldShow(app))
      try session.home.write("no policy", to: "config/walkthroughd/policy.json")
    }
  }

  @Test func whatWasSeenSurvivesACrash() throws {
    let (session, client) = try session()
    defer { session.stay() }
    try client.complete(app, version: "2.0")
    try session.killDaemon()
    #expect(try client.status(app).seen == "2.0")
    #expect(try !client.shouldShow(app))
  }

  @Test func recordsThatCannotBeUsedAreLeftAlone() throws {
    let (session, client) = try session()
    defer { session.stay() }
    session.expectedInLog = ["newer version", "not a regular file"]
    let newer = #"{"format": 2, "app": "org.example.App", "what": "ever"}"#
    try session.home.write(newer, to: session.recordFile(app))
    #expect(try !client.shouldShow(app))
    let calls: [() throws -> Void] = [
      { try client.complete(app, version: "") }, { try client.skip(app, version: "") },
      { try client.postpone(app, seconds: 1) }, { try client.reset(app) },
    ]
    for call in calls { #expect(errorName(call) == "org.walkthroughd.Error.StorageFailed") }
    #expect(try session.contents(session.recordFile(app)) == newer)
    try session.home.write("", to: "state/walkthroughd/records/org.example.Dir.json/in")
    try session.install(manifest("org.example.Dir", "1.0", "intro"), "org.example.Dir")
    #expect(try !client.shouldShow("org.example.Dir"))
    #expect(
      errorName { try client.complete("org.example.Dir", version: "") }?.hasSuffix("StorageFailed") == true)
  }

  @Test func aLinkedRecordStaysALink() throws {
    let (session, client) = try session()
    defer { session.stay() }
    try session.home.write("", to: "elsewhere/x")
    try session.home.write("", to: "state/walkthroughd/records/x")
    let link = session.home.file(session.recordFile(app))
    #expect(symlink(session.home.file("elsewhere/record.json"), link) == 0)
    try client.complete(app, version: "2.0")
    #expect(try session.contents("elsewhere/record.json").contains("2.0"))
    var status = stat()
    #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }
}

@Suite struct ChangedTests {
  /// Counts the signals that come while something is done and for a moment after.
  private final class Listener {
    let loop: EventLoop
    let connection: Connection
    private(set) var count = 0
    private var subscription: Cancellable?

    init(_ session: Session) throws {
      loop = try EventLoop()
      connection = try session.connection()
      connection.attach(to: loop)
      let rule = MatchRule(
        WalkthroughInterface.busName, WalkthroughInterface.path, WalkthroughInterface.name,
        WalkthroughInterface.changed)
      subscription = try connection.subscribe(to: rule) { [unowned self] _ in count += 1 }
    }

    func wait(for number: Int) -> Bool { loop.run(forAtMost: 15_000) { count >= number } }

    /// Listens for longer than the signals are apart.
    func settle() -> Int {
      _ = loop.run(forAtMost: 800) { false }
      return count
    }
  }

  @Test func eachChangeIsToldOnce() throws {
    let session = try Session()
    defer { session.stay() }
    try session.install(manifest(app, "1.0", "intro"), app)
    let client = try session.client()
    let listener = try Listener(session)
    _ = try client.list()
    #expect(listener.settle() == 0)
    // A text alone makes another answer, too.
    try session.install(manifest(app, "1.0", "other"), app)
    #expect(listener.wait(for: 1))
    #expect(listener.settle() == 1)
    try client.complete(app, version: "")
    #expect(listener.wait(for: 2))
    #expect(listener.settle() == 2)
    // A call that changes nothing tells nothing, nor does a claim, nor a file that is only touched.
    try client.complete(app, version: "")
    #expect(errorName { try client.complete("org.example.Unknown", version: "1") } != nil)
    #expect(errorName { try client.complete(app, version: "99") } != nil)
    _ = try client.claim(app)
    #expect(utimes(session.home.file("data/walkthroughs/\(app).json"), nil) == 0)
    #expect(listener.settle() == 2)
    try session.home.write(
      #"{"format": 1, "app": "\#(app)", "seen": "9", "changed": "2026-11-30T02:22:00Z"}"#,
      to: session.recordFile(app))
    #expect(listener.wait(for: 3))
    #expect(try client.status(app).seen == "9")
    _ = listener.settle()
    let before = listener.count
    try client.reset(app)
    try client.mute(app, true)
    #expect(listener.wait(for: before + 1))
    #expect(try client.status(app).reason == .policy)
  }

  @Test func aStormIsToldSlowly() throws {
    let session = try Session()
    defer { session.stay() }
    try session.install(manifest(app, "1.0", "intro"), app)
    let client = try session.client()
    let listener = try Listener(session)
    _ = try client.list()
    let start = SystemClock.monotonicNanoseconds()
    for number in 1...40 { try client.postpone(app, seconds: UInt32(1000 + number)) }
    let count = listener.settle()
    let milliseconds = (SystemClock.monotonicNanoseconds() - start) / 1_000_000
    // One at once, and then at most one in 250 ms.
    #expect(count >= 2 && count <= 1 + milliseconds / 250)
  }
}
