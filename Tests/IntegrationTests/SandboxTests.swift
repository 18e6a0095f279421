// Sandboxed callers, through a real xdg-dbus-proxy in a real bubblewrap sandbox, as Flatpak has them.

import Glibc
import TestSupport
import Testing
import WalkthroughClient
import WalkthroughDBus
import WalkthroughEventLoop
import WalkthroughInterface
import WalkthroughModel

private let app = "org.example.Flat"
private let other = "org.example.Other"

private func canSandbox() -> Bool {
  let programs = ["/usr/bin/bwrap", "/usr/bin/xdg-dbus-proxy"]
  guard programs.allSatisfy({ access($0, X_OK) == 0 }) else { return false }
  return (try? ChildProcess.run("/usr/bin/bwrap", ["--ro-bind", "/", "/", "/bin/true"]))?.status == 0
}

@Suite(.enabled(if: canSandbox(), "bubblewrap or xdg-dbus-proxy is missing or not allowed here"))
struct SandboxTests {
  /// A session with a Flatpak app's files, and another app.
  private func session(_ installation: TemporaryDirectory) throws -> Session {
    let files = "app/\(app)/x86_64/stable/abc/files/share/walkthroughs"
    try installation.write(
      """
      {"format": 1, "id": "\(app)", "version": "1.0",
       "pages": [{"id": "a", "title": "A", "image": "a.png"}, {"id": "b", "title": "B", "image": "b.png"}]}
      """, to: "\(files)/\(app).json")
    try installation.write("png", to: "\(files)/a.png")
    try installation.write("", to: "exports/share/x")
    symlink("x86_64/stable", installation.file("app/\(app)/current"))
    symlink("abc", installation.file("app/\(app)/x86_64/stable/active"))
    let session = try Session(["XDG_DATA_DIRS": installation.file("exports/share")])
    try session.install(manifest(other, "1.0", "intro"), other)
    return session
  }

  /// A proxy to the session's bus in a sandbox of that app; a client that talks through it.
  private func sandboxed(
    _ info: String, in session: Session
  ) throws -> (proxy: ChildProcess, client: Client) {
    let file = try session.home.write(info, to: "flatpak-info")
    let socket = session.home.file("proxy")
    let home = session.home.path
    let bus = session.socketDirectory
    let proxy = try ChildProcess(
      "/usr/bin/bwrap",
      [
        "--die-with-parent", "--tmpfs", "/", "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib",
        "--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev", "--bind", home, home,
        "--bind", bus,
        bus, "--ro-bind", file, "/.flatpak-info", "--", "/usr/bin/xdg-dbus-proxy", session.address,
        socket,
        "--filter", "--talk=org.walkthroughd.Walkthrough1",
      ], environment: ["PATH": "/usr/bin"])
    let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(socket)"]
    var client: Client?
    // The socket is there a moment before anyone listens on it.
    try session.eventually("the proxy listens") {
      client = try? Client(timeoutMilliseconds: 20_000) { environment[$0] }
      return client != nil
    }
    return (proxy, try #require(client))
  }

  @Test func anAppLearnsOfItselfOnly() throws {
    let installation = try TemporaryDirectory()
    let session = try session(installation)
    defer { session.stay() }
    let (proxy, client) = try sandboxed("[Application]\nname=\(app)\nruntime=x\n", in: session)
    #expect(try client.shouldShow(app))
    #expect(try client.shouldShow("\(app).desktop"))
    // Its picture as it sees it; one that is not there is left out.
    #expect(try client.pages(app).pages.map(\.image) == ["/app/share/walkthroughs/a.png", nil])
    #expect(
      try session.client().pages(app).pages.first?.image
        == installation.file("app/\(app)/current/active/files/share/walkthroughs/a.png"))
    #expect(try client.list().map(\.appID) == [app])
    #expect(try client.listDue() == [app])
    var messages: Set<String> = []
    for id in [other, "org.example.NotInstalled"] {
      let calls: [() throws -> Void] = [
        { _ = try client.shouldShow(id) }, { _ = try client.pages(id) }, { _ = try client.allPages(id) },
        { _ = try client.claim(id) }, { try client.release(id) }, { try client.complete(id, version: "") },
        { try client.skip(id, version: "") }, { try client.postpone(id, seconds: 1) },
        { try client.reset(id) },
        { try client.mute(id, true) }, { _ = try client.status(id) },
      ]
      for call in calls {
        #expect(errorName(call) == "org.freedesktop.DBus.Error.AccessDenied")
        do { try call() } catch let failure as ClientFailure { messages.insert(failure.description) }
      }
    }
    // Not even whether the other is installed.
    #expect(messages.count == 1)
    #expect(errorName { try client.mute(nil, true) } == "org.freedesktop.DBus.Error.AccessDenied")
    try client.complete(app, version: "1.0")
    #expect(try session.client().status(app).seen == "1.0")
    proxy.send(signal: SIGTERM)
  }

  @Test func aChangeReachesItAndSaysNothing() throws {
    let installation = try TemporaryDirectory()
    let session = try session(installation)
    defer { session.stay() }
    let (proxy, client) = try sandboxed("[Application]\nname=\(app)\n", in: session)
    let loop = try EventLoop()
    let listener = try Connection(address: "unix:path=\(session.home.file("proxy"))")
    listener.attach(to: loop)
    var signatures: [String] = []
    let subscription = try listener.subscribe(
      to: MatchRule(
        WalkthroughInterface.busName, WalkthroughInterface.path, WalkthroughInterface.name,
        WalkthroughInterface.changed)
    ) { signatures.append($0.signature) }
    // From here on the bus knows that it listens.
    _ = try listener.call(
      OutgoingCall(
        WalkthroughInterface.busName, WalkthroughInterface.path, "org.freedesktop.DBus.Peer", "Ping"))
    #expect(try client.listDue() == [app])
    // What another app did is told in the same words.
    try session.client().complete(other, version: "")
    #expect(loop.run(forAtMost: 15_000) { signatures.count == 1 })
    try client.complete(app, version: "")
    #expect(loop.run(forAtMost: 15_000) { signatures.count == 2 })
    #expect(signatures == ["", ""])
    subscription.cancel()
    proxy.send(signal: SIGTERM)
  }

  @Test(arguments: [
    "", "[Application]\n", "[Runtime]\nname=x\n", "[Application]\nname=../x\n", "name=org.example.Flat\n",
  ])
  func aSandboxThatDoesNotSayWhoseItIsIsRefused(_ info: String) throws {
    let installation = try TemporaryDirectory()
    let session = try session(installation)
    defer { session.stay() }
    let (proxy, client) = try sandboxed(info, in: session)
    #expect(errorName { _ = try client.shouldShow(app) } == "org.freedesktop.DBus.Error.AccessDenied")
    #expect(errorName { _ = try client.list() } == "org.freedesktop.DBus.Error.AccessDenied")
    proxy.send(signal: SIGTERM)
  }
}
