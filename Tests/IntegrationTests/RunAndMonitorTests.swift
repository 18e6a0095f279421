// `run`, which becomes a command, and `monitor`, which tells what changes.

import Glibc
import TestSupport
import Testing
import WalkthroughClient

private let editor = "org.example.Editor"

@Suite struct RunTests {
  private func session() throws -> Session {
    let session = try Session()
    try session.install(manifest(editor, "2.4", "welcome"), editor)
    return session
  }

  private let command = ["/bin/sh", "-c", #"printf '<%s>' "$0" "$@"; exit 7"#, "--all", "-h", "a b"]

  private func run(_ session: Session, _ arguments: [String]) throws -> TerminalProcess {
    try TerminalProcess(
      "\(Session.programs)/walkthrough", arguments,
      environment: session.environment.merging(["TERM": "xterm"]) { $1 })
  }

  @Test func whatIsDueComesFirst() throws {
    let session = try session()
    defer { session.stay() }
    let terminal = try run(session, ["run", editor, "--"] + command)
    try terminal.wait(for: "welcome")
    terminal.type("\t\r")
    #expect(try terminal.finish() == 7)
    let place = try terminal.wait(for: "\u{1B}[?1049l")
    try terminal.wait(for: "<--all><-h><a b>", after: place)
    #expect(try session.client().status(editor).outcome == .completed)
  }

  @Test func withoutAnythingDueItIsTheCommand() throws {
    let session = try session()
    defer { session.stay() }
    try session.client().skip(editor, version: "")
    for app in [editor, "org.example.Unknown"] {
      let terminal = try run(session, ["run", app] + command)
      #expect(try terminal.finish() == 7)
      #expect(terminal.text == "<--all><-h><a b>")
    }
  }

  @Test func withoutATerminalOrAServiceItIsTheCommand() throws {
    let session = try session()
    defer { session.stay() }
    let piped = try session.run("\(Session.programs)/walkthrough", ["run", editor] + command)
    #expect(piped.status == 7 && piped.output == "<--all><-h><a b>" && piped.errors.isEmpty)
    #expect(try session.client().status(editor).reason == .introduction)
    for address in ["unix:path=/nonexistent", ""] {
      let terminal = try TerminalProcess(
        "\(Session.programs)/walkthrough", ["run", editor] + command,
        environment: ["TERM": "xterm", "DBUS_SESSION_BUS_ADDRESS": address])
      #expect(try terminal.finish() == 7)
      #expect(terminal.text == "<--all><-h><a b>")
    }
  }

  @Test func statusesAreThoseOfShells() throws {
    let session = try session()
    defer { session.stay() }
    let notThere = try session.walkthrough("run", editor, "/nonexistent")
    #expect(notThere.status == 127 && notThere.errors.contains("/nonexistent"))
    #expect(try session.walkthrough("run", editor, "no-such-command").status == 127)
    #expect(try session.walkthrough("run", editor, "/etc/passwd").status == 126)
    #expect(try session.walkthrough("run", editor, "--", "true").status == 0)
    #expect(try session.walkthrough("run", editor).status == 64)
    #expect(try session.walkthrough("run", editor, "--").status == 64)
    #expect(try session.walkthrough("run").status == 64)
  }
}

@Suite struct MonitorTests {
  @Test(arguments: [
    (false, "\(editor) 2.4: introduction → policy", "\(editor) 2.4: policy → introduction"),
    (
      true,
      #"{"app-id": "\#(editor)", "name": "\#(editor)", "installed": "2.4", "due": false, "reason": "policy", "was": "introduction"}"#,
      #""due": true, "reason": "introduction", "was": "policy"}"#
    ),
  ]) func tellsWhatChanges(isJSON: Bool, muted: String, unmuted: String) throws {
    let session = try Session()
    defer { session.stay() }
    try session.install(manifest(editor, "2.4", "welcome"), editor)
    try session.install(manifest("org.example.Other", "1", "other"), "org.example.Other")
    let client = try session.client()
    #expect(try client.shouldShow(editor))
    let terminal = try TerminalProcess(
      "\(Session.programs)/walkthrough", ["monitor"] + (isJSON ? ["--json"] : []),
      environment: session.environment, columns: 200)
    var isMuted = false
    /// Changes something, and looks whether it is told.
    func isTold(within seconds: Int) throws -> Bool {
      let before = terminal.output.count
      isMuted.toggle()
      try client.mute(editor, isMuted)
      return (try? terminal.wait(for: isMuted ? muted : unmuted, after: before, within: seconds)) != nil
    }
    // It says nothing when it is ready, so something changes until it was noticed.
    try session.eventually("a change is told", seconds: 60) { try isTold(within: 1) }
    #expect(try isTold(within: 60))
    #expect(try isTold(within: 60))
    #expect(!terminal.text.contains("Other"))
    terminal.send(signal: isJSON ? SIGINT : SIGTERM)
    #expect(try terminal.finish() == 0)
  }

  @Test func endsWithTheBus() throws {
    let session = try Session(alone: true)
    defer { session.stay() }
    #expect(try session.client().list().isEmpty)
    let monitor = try ChildProcess(
      "\(Session.programs)/walkthrough", ["monitor"], environment: session.environment)
    try session.eventually("it is on the bus") { true }
    session.bus?.kill()
    #expect(try monitor.finish().status == 3)
  }
}
