// Every way out: the terminal is as it was, nothing is recorded, and the claim is free.

import Glibc
import TestSupport
import Testing
import WalkthroughClient

private let editor = "org.example.Editor"

/// Where the client is when it happens.
enum Moment: CaseIterable, Sendable { case start, page, help, picture, list, prompt }

@Suite struct ScreenWaysOutTests {
  private func session() throws -> Session {
    let session = try Session()
    try session.home.write(smallPicture, to: "data/walkthroughs/tabs.png")
    try session.install(
      """
      {"format": 1, "id": "\(editor)", "version": "2.4", "name": "Editor", "pages": [
       {"id": "one", "title": "One"}, {"id": "two", "title": "Two", "image": "tabs.png", "alt": "Tabs"}]}
      """, editor)
    return session
  }

  /// Starts the client and brings it to that moment.
  private func start(_ session: Session, _ moment: Moment) throws -> TerminalProcess {
    // Draws as long as it is let.
    let variables = try session.installProgram(
      "echo $$ >'\(session.home.file("drawing"))'; exec sleep 60", "chafa")
    if moment == .list {
      try session.install(manifest("org.example.Paint", "1", "paint"), "org.example.Paint")
    }
    let terminal =
      moment == .prompt
      ? try session.terminal("show", editor, "--plain", variables: variables)
      : try session.terminal(variables: variables)
    switch moment {
    case .start: try terminal.wait(for: "\u{1B}[?1049h")
    case .page:
      let place = try terminal.wait(for: "One")
      terminal.type("2")
      let second = try terminal.wait(for: "Two", after: place)
      terminal.type("1")
      try terminal.wait(for: "One", after: second)
    case .help:
      try terminal.wait(for: "One")
      terminal.type("?")
      try terminal.wait(for: "Any other key")
    case .picture:
      try terminal.wait(for: "One")
      terminal.type("2")
      try terminal.wait(for: "Two")
      try session.eventually("a picture is drawn", seconds: 60) { (try? session.contents("drawing")) != nil }
    case .list: try terminal.wait(for: "2 apps")
    case .prompt: try terminal.wait(for: "Later: ")
    }
    return terminal
  }

  private func expectNothingHappened(_ session: Session, _ terminal: TerminalProcess) throws {
    try session.eventually("it is due again", seconds: 60) {
      try session.client().status(editor).reason == .introduction
    }
    let status = try session.client().status(editor)
    #expect(status.outcome == nil && status.postponedUntil == nil)
    #expect(try session.client().claim(editor) != nil)
    // Of what entered the terminal, all has left it.
    func last(_ text: String) -> Int { pieces(of: terminal.text, separatedBy: text).count }
    #expect(last("\u{1B}[?1049h") == last("\u{1B}[?1049l"))
    if let drawing = try? session.contents("drawing"), let id = pid_t(trimmed(drawing.dropLast())) {
      try session.eventually("nobody draws any more") { kill(id, 0) != 0 }
    }
  }

  @Test(arguments: Moment.allCases, [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func signals(moment: Moment, signal: Int32) throws {
    let session = try session()
    defer { session.stay() }
    let probe = try TerminalProcess("/bin/true", environment: [:])
    let terminal = try start(session, moment)
    terminal.send(signal: signal)
    #expect(try terminal.finish() == 128 + signal)
    #expect(terminal.modes == probe.modes)
    if moment != .prompt { #expect(terminal.text.hasSuffix("\u{1B}[?1049l\u{1B}[?25h")) }
    try expectNothingHappened(session, terminal)
  }

  @Test(arguments: [Moment.page, .picture], [SIGSEGV, SIGABRT, SIGILL, SIGTRAP])
  func crashes(moment: Moment, signal: Int32) throws {
    let session = try session()
    defer { session.stay() }
    let probe = try TerminalProcess("/bin/true", environment: [:])
    let terminal = try start(session, moment)
    terminal.send(signal: signal)
    #expect(try terminal.finish() == 128 + signal)
    #expect(terminal.modes == probe.modes)
    #expect(terminal.text.hasSuffix("\u{1B}[?1049l\u{1B}[?25h"))
    try session.eventually("it is due again") { try session.client().status(editor).reason == .introduction }
  }

  @Test(arguments: Moment.allCases) func theTerminalIsClosed(moment: Moment) throws {
    let session = try session()
    defer { session.stay() }
    let terminal = try start(session, moment)
    terminal.hangUp()
    #expect(try terminal.finish() == 128 + SIGHUP)
    try session.eventually("it is due again", seconds: 60) {
      try session.client().status(editor).reason == .introduction
    }
    #expect(try session.client().status(editor).outcome == nil)
  }

  @Test func theTerminalIsClosedThoughHangupsAreIgnored() throws {
    let session = try session()
    defer { session.stay() }
    let environment = session.environment.merging(["TERM": "xterm"]) { $1 }
    let terminal = try TerminalProcess(
      "/bin/sh", ["-c", "trap '' HUP; exec '\(Session.programs)/walkthrough'"], environment: environment)
    try terminal.wait(for: "One")
    terminal.send(signal: SIGHUP)
    terminal.type("?")
    try terminal.wait(for: "Any other key")
    terminal.hangUp()
    #expect(try terminal.finish() == 0)
    try session.eventually("it is due again") { try session.client().status(editor).reason == .introduction }
  }

  @Test func killed() throws {
    let session = try session()
    defer { session.stay() }
    let terminal = try start(session, .page)
    terminal.send(signal: SIGKILL)
    #expect(try terminal.finish() == 128 + SIGKILL)
    try session.eventually("it is due again") { try session.client().status(editor).reason == .introduction }
    #expect(try session.client().status(editor).outcome == nil)
  }

  @Test func stoppedByOthersItComesBackAsItWas() throws {
    let session = try session()
    defer { session.stay() }
    let terminal = try start(session, .page)
    let modes = terminal.modes
    let before = terminal.output.count
    terminal.send(signal: SIGSTOP)
    terminal.send(signal: SIGCONT)
    let repainted = try terminal.wait(for: "One", after: before)
    #expect(terminal.modes == modes)
    terminal.type("2")
    let turned = try terminal.wait(for: "Two", after: repainted)
    // Without a shell to come back to, this is no way out.
    terminal.type("\u{1A}")
    let entered = try terminal.wait(for: "\u{1B}[?1049h", after: turned)
    try terminal.wait(for: "Two", after: entered)
    terminal.type("q")
    #expect(try terminal.finish() == 0)
    #expect(try session.client().status(editor).reason == .postponed)
  }

  @Test func theKeyboardSendsSignals() throws {
    let session = try session()
    defer { session.stay() }
    let terminal = try start(session, .page)
    terminal.type("\u{3}")
    #expect(try terminal.finish() == 128 + SIGINT)
    try expectNothingHappened(session, terminal)
  }

  @Test func answersLeaveTheTerminalAsItWas() throws {
    let session = try session()
    defer { session.stay() }
    let probe = try TerminalProcess("/bin/true", environment: [:])
    let terminal = try start(session, .page)
    #expect(terminal.modes != probe.modes)
    terminal.type("q")
    #expect(try terminal.finish() == 0)
    #expect(terminal.modes == probe.modes)
    #expect(terminal.text.hasSuffix("\u{1B}[?1049l\u{1B}[?25h"))
  }

  @Test func theServiceIsLostMeanwhile() throws {
    let session = try Session(alone: true)
    defer { session.stay() }
    try session.install(manifest(editor, "1", "one"), editor)
    let probe = try TerminalProcess("/bin/true", environment: [:])
    let terminal = try session.terminal()
    try terminal.wait(for: "Skip")
    session.bus?.kill()
    terminal.type("s")
    #expect(try terminal.finish() == 3)
    #expect(terminal.modes == probe.modes)
    // The complaint comes when the screen is the person's again.
    let after = try terminal.wait(for: "\u{1B}[?1049l")
    try terminal.wait(for: "cannot be reached", after: after)
  }
}
