// The service as real clients see it, each started by bus activation.

import Glibc
import TestSupport
import Testing
import WalkthroughClient

private let gimp = "org.example.Paint"
private let name = "org.walkthroughd.Walkthrough1"
private let path = "/org/walkthroughd/Walkthrough1"

@Suite struct RealClientTests {
  private func session() throws -> Session {
    let session = try Session()
    try session.install(manifest(gimp, "2.0", "intro", "second"), gimp)
    return session
  }

  @Test(.enabled(if: isInstalled("/usr/bin/dbus-send"), "dbus-send is not installed"))
  func dbusSend() throws {
    let session = try session()
    defer { session.stay() }
    func send(_ method: String, _ arguments: String...) throws -> ChildProcess.Result {
      try session.run(
        "/usr/bin/dbus-send",
        ["--session", "--print-reply", "--dest=\(name)", path, "\(name).\(method)"] + arguments)
    }
    #expect(try send("ShouldShow", "string:\(gimp)").output.contains("boolean true"))
    let pages = try send("Pages", "string:\(gimp)", "string:de").output
    #expect(pages.contains("string \"introduction\"") && pages.contains("string \"second\""))
    #expect(try send("Complete", "string:\(gimp)", "string:2.0").status == 0)
    #expect(try send("ShouldShow", "string:\(gimp)").output.contains("boolean false"))
    let refused = try send("Complete", "string:\(gimp)", "string:3.0")
    #expect(refused.status != 0 && refused.errors.contains("org.walkthroughd.Error.InvalidVersion"))
  }

  @Test(.enabled(if: isInstalled("/usr/bin/gdbus"), "gdbus is not installed"))
  func gdbus() throws {
    let session = try session()
    defer { session.stay() }
    let result = try session.run(
      "/usr/bin/gdbus",
      ["call", "--session", "--dest", name, "--object-path", path, "--method", "\(name).Pages", gimp, "de"])
    #expect(result.output.contains("'kind': <'introduction'>"))
    #expect(result.output.contains("'id': <'second'>"))
  }

  @Test(.enabled(if: isInstalled("/usr/bin/busctl"), "busctl is not installed"))
  func busctl() throws {
    let session = try session()
    defer { session.stay() }
    let result = try session.run(
      "/usr/bin/busctl",
      ["--address=\(session.address)", "call", name, path, name, "ShouldShow", "s", gimp])
    #expect(result.output == "b true\n")
    let due = try session.run(
      "/usr/bin/busctl", ["--address=\(session.address)", "call", name, path, name, "ListDue"])
    #expect(due.output == "as 1 \"\(gimp)\"\n")
  }

  @Test(.enabled(if: isInstalled("/usr/bin/gjs"), "gjs is not installed"))
  func gjs() throws {
    let session = try session()
    defer { session.stay() }
    let script = """
      const {Gio, GLib} = imports.gi;
      const call = (method, parameters) => Gio.DBus.session.call_sync('\(name)', '\(path)', '\(name)', method,
          parameters, null, Gio.DBusCallFlags.NONE, -1, null).recursiveUnpack();
      const [granted, walkthrough, pages] = call('Claim', new GLib.Variant('(ss)', ['\(gimp)', 'de']));
      print(granted, walkthrough.kind, pages.map(page => page.title).join());
      call('Skip', new GLib.Variant('(ss)', ['\(gimp)', walkthrough.version]));
      print(call('Status', new GLib.Variant('(s)', ['\(gimp)']))[0].outcome);
      """
    let result = try session.run("/usr/bin/gjs", ["-c", script])
    #expect(result.output == "true introduction intro,second\nskipped\n", "\(result.errors)")
  }

  @Test(.enabled(if: isInstalled("/usr/lib/python3/dist-packages/dbus"), "python3-dbus is not installed"))
  func python() throws {
    let session = try session()
    defer { session.stay() }
    let script = """
      import dbus
      service = dbus.Interface(dbus.SessionBus().get_object('\(name)', '\(path)'), '\(name)')
      walkthrough, pages = service.Pages('\(gimp)', 'de')
      print(walkthrough['kind'], [str(page['title']) for page in pages])
      service.Postpone('\(gimp)', 3600)
      print(bool(service.ShouldShow('\(gimp)')), type(service.Status('\(gimp)')['postponed-until']).__name__)
      """
    let result = try session.run("/usr/bin/python3", ["-c", script])
    #expect(result.output == "introduction ['intro', 'second']\nFalse Int64\n", "\(result.errors)")
  }
}

@Suite struct OwnClientTests {
  private func session() throws -> Session {
    let session = try Session()
    try session.install(manifest(gimp, "2.0", "intro", "second"), gimp)
    return session
  }

  @Test func statusesTellScriptsWhatTheyWant() throws {
    let session = try session()
    defer { session.stay() }
    let unknown = "org.example.Unknown"
    #expect(try session.walkthrough("due", gimp).status == 0)
    #expect(try session.walkthrough("due").output == "\(gimp)\n")
    #expect(try session.walkthrough("due", unknown).status == 1)
    #expect(try session.walkthrough("show", unknown).status == 2)
    #expect(try session.walkthrough("status", unknown).status == 0)
    #expect(try session.walkthrough("complete", unknown).status == 2)
    #expect(try session.walkthrough("due", "../x").status == 2)
    for usage in [
      ["frob"], ["due", "a", "b"], ["show"], ["postpone", gimp, "2y"], ["--frob"], ["list", "--all"],
      ["list", "--updates"], ["due", gimp, "--updates"], ["greet", gimp],
    ] {
      let result = try session.run("\(Session.programs)/walkthrough", usage)
      #expect(result.status == 64 && result.errors.contains("--help") && result.output.isEmpty)
    }
    #expect(try session.walkthrough("postpone", gimp, "2h").status == 0)
    #expect(try session.walkthrough("due", gimp).status == 1)
    #expect(try session.walkthrough("postpone", gimp, "0").status == 0)
    #expect(try session.walkthrough("off", gimp).status == 0)
    #expect(try session.walkthrough("status", gimp).output.contains("policy"))
    #expect(try session.walkthrough("on", gimp).status == 0)
    #expect(try session.walkthrough("skip", "--all").status == 0)
    #expect(try session.walkthrough("due").status == 1)
    #expect(try session.walkthrough("show", gimp).status == 1)
    #expect(try session.walkthrough("show", gimp, "--all").status == 0)
    #expect(try session.walkthrough("reset", gimp).status == 0)
    #expect(try session.walkthrough("due", gimp).status == 0)
  }

  @Test func offATerminalNothingIsCompleted() throws {
    let session = try session()
    defer { session.stay() }
    let shown = try session.walkthrough("show", gimp)
    #expect(shown.status == 0 && shown.output.contains("page 2 of 2"))
    #expect(try session.walkthrough().output == shown.output)
    #expect(try session.walkthrough("due", gimp).status == 0)
    let json = try session.walkthrough("show", gimp, "--json").output
    #expect(
      json.hasPrefix(#"{"app-id": "\#(gimp)", "name": "\#(gimp)", "version": "2.0", "kind": "introduction""#))
    #expect(
      try session.walkthrough("list", "--json").output.contains(#""due": true, "reason": "introduction""#))
  }

  @Test func withoutAServiceThereIsNothingToShow() throws {
    let bus = try PrivateBus()
    let program = "\(Session.programs)/walkthrough"
    for environment in [bus.environment, [:], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]] {
      let result = try ChildProcess.run(program, ["due", gimp], environment: environment)
      #expect(result.status == 3 && result.errors.contains("service"))
    }
  }

  @Test(.enabled(if: isInstalled("/usr/bin/tmux"), "tmux is not installed"))
  func onlyAnExplicitDoneCompletes() throws {
    let session = try session()
    defer { session.stay() }
    let socket = session.home.file("tmux")
    func tmux(_ arguments: String...) throws -> String {
      try session.run(
        "/usr/bin/tmux", ["-S", socket] + arguments, ["TERM": "xterm-256color", "PATH": "/usr/bin:/bin"]
      ).output
    }
    func screen(shows text: String) throws {
      try session.eventually("the screen shows \(text)") {
        try tmux("capture-pane", "-p", "-t", "test").contains(text)
      }
    }
    _ = try tmux(
      "-f", "/dev/null", "new-session", "-d", "-s", "test", "-x", "80", "-y", "24",
      "\(Session.programs)/walkthrough --plain; exec cat")
    defer { _ = try? tmux("kill-server") }
    try screen(shows: "page 1 of 2")
    #expect(try session.client().status(gimp).reason == .claimed)
    _ = try tmux("send-keys", "-t", "test", "Enter")
    try screen(shows: "page 2 of 2")
    _ = try tmux("send-keys", "-t", "test", "Enter")
    try screen(shows: "To finish, type: Done")
    #expect(try session.client().status(gimp).seen == nil)
    _ = try tmux("send-keys", "-t", "test", "done", "Enter")
    try session.eventually("it is completed") { try session.client().status(gimp).seen == "2.0" }
    #expect(try session.client().status(gimp).outcome == .completed)
  }
}
