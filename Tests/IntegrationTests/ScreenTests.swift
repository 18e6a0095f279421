// What a person sees of the real client, and what the keys do.

import Glibc
import TestSupport
import Testing
import WalkthroughClient

private let editor = "org.example.Editor"
private let paint = "org.example.Paint"

/// An introduction in three languages.
private let introduction = """
  {"format": 1, "id": "\(editor)", "version": "2.4", "name": "Editor",
   "labels": {"done": {"en": "Get started", "de": "Loslegen", "zh_CN": "立即体验"}},
   "pages": [
    {"id": "welcome", "title": {"en": "Welcome", "de": "Willkommen", "zh_CN": "欢迎"}, "alt": "The main window",
     "image": "missing.png", "body": {
      "en": "Write **fast**, in *any* language.\\n\\n- tabs that can be dragged to a window of their own\\n- `ed`\\n",
      "de": "Schreib **schnell**, in *jeder* Sprache.\\n\\n- Reiter, die sich in ein eigenes Fenster ziehen lassen\\n- `ed`",
      "zh_CN": "用*任何*语言**快速**书写。标签页可以拖动到单独的窗口中，所有内容都会自动保存，不会丢失。"}},
    {"id": "end", "title": {"en": "That is all", "de": "Das ist alles", "zh_CN": "就这些"},
     "link": {"label": {"en": "Read more", "de": "Mehr", "zh_CN": "更多"}, "url": "https://example.org/editor"}}]}
  """

/// The two pages in a language: what is there at every size, the second with the focus on the done button.
struct Golden: Sendable, CustomTestStringConvertible {
  let language: String
  let small: [String]
  let standard: [String]
  let large: [String]
  var testDescription: String { language }
}

@Suite(.enabled(if: Tmux.isInstalled, "tmux is not installed")) struct ScreenTests {
  private func session() throws -> Session {
    let session = try Session()
    try session.install(introduction, editor)
    return session
  }

  @Test(arguments: goldens) func looksAsItShould(golden: Golden) throws {
    let session = try session()
    defer { session.stay() }
    for (columns, rows, margin, screens) in [
      (40, 12, 0, golden.small), (80, 24, 2, golden.standard), (200, 60, 50, golden.large),
    ] {
      let tmux = try Tmux(
        session, "walkthrough show \(editor)", columns: columns, rows: rows, language: golden.language)
      try tmux.wait(for: "● ○")
      #expect(condensed(try tmux.lines(), margin: margin) == screens[0])
      #expect(try tmux.lines().count == rows)
      try tmux.press("Right")
      try tmux.wait(for: "○ ●")
      try tmux.press("Tab")
      // On the other pages the brackets are around the next button.
      try tmux.wait(for: "[")
      #expect(condensed(try tmux.lines(), margin: margin) == screens[1])
      try tmux.press("C-c")
      try session.eventually("it can be claimed again") {
        try session.client().status(editor).reason == .introduction
      }

      let bare = try session.terminal(
        "show", editor, variables: ["LANG": golden.language], columns: columns, rows: rows)
      try bare.wait(for: "\u{1B}[?2026l")
      try bare.wait(for: "●")
      #expect(condensed(painted(bare.text), margin: margin) == screens[0])
      bare.send(signal: SIGTERM)
      _ = try bare.finish()
      try session.eventually("it can be claimed again") {
        try session.client().status(editor).reason == .introduction
      }
    }
  }

  @Test func onlyTheDoneButtonCompletes() throws {
    let session = try session()
    defer { session.stay() }
    let tmux = try Tmux(session, "walkthrough")
    try tmux.wait(for: "Welcome")
    #expect(try session.client().status(editor).reason == .claimed)
    try tmux.press("Enter")
    try tmux.wait(for: "That is all")
    try tmux.press("Enter", "Right", "Space", "End", "?")
    try tmux.wait(for: "Any other key closes this.")
    #expect(try session.client().status(editor).reason == .claimed)
    try tmux.press("x", "Tab")
    try tmux.wait(for: "[Get started]")
    try tmux.press("Enter")
    try session.eventually("it is completed", seconds: 30) {
      try session.client().status(editor).outcome == .completed
    }
    // The screen from before is back.
    try session.eventually("the screen is as before", seconds: 30) {
      try tmux.lines().allSatisfy(\.isEmpty)
    }
  }

  @Test func theSizeChangesAtAnyTime() throws {
    let session = try session()
    defer { session.stay() }
    let terminal = try session.terminal("show", editor)
    try terminal.wait(for: "Welcome")
    for (columns, rows) in [(40, 12), (200, 60), (7, 3), (1, 1), (80, 24)] {
      let before = terminal.output.count
      terminal.resize(columns: columns, rows: rows)
      try terminal.wait(for: "\u{1B}[\(rows);1H", after: before)
      try terminal.wait(for: "\u{1B}[?2026l", after: before)
    }
    #expect(condensed(painted(terminal.text), margin: 2) == goldens[0].standard[0])
  }

  @Test func suspendedAndResumed() throws {
    let session = try session()
    defer { session.stay() }
    let tmux = try Tmux(session, "PS1='shell> ' sh -i")
    try tmux.wait(for: "shell>")
    try tmux.press("walkthrough", "Enter")
    try tmux.wait(for: "Welcome")
    try tmux.press("C-z")
    try tmux.wait(for: "Stopped")
    try tmux.press("echo $((6*7))x", "Enter")
    try tmux.wait(for: "42x")
    try tmux.press("fg", "Enter")
    try tmux.wait(for: "Welcome")
    try tmux.press("Right")
    try tmux.wait(for: "That is all")
    #expect(try session.client().status(editor).reason == .claimed)
    try tmux.press("q")
    try tmux.wait(for: "42x")
    try session.eventually("it is postponed", seconds: 30) {
      try session.client().status(editor).reason == .postponed
    }
  }

  @Test func severalAppsAreChosenFrom() throws {
    let session = try session()
    defer { session.stay() }
    try session.install(manifest(paint, "1.0", "paint"), paint)
    try session.install(manifest("org.example.Mail", "1.0", "mail"), "org.example.Mail")
    let tmux = try Tmux(session, "walkthrough")
    try tmux.wait(for: "3 apps have something to show")
    #expect(try tmux.lines().contains("  › 1  Editor"))
    try tmux.press("2")
    try tmux.wait(for: "app 1 of 3")
    try tmux.wait(for: "mail")
    try tmux.press("s")
    try tmux.wait(for: "2 apps have something to show")
    try tmux.press("a")
    try tmux.wait(for: "Welcome")
    #expect(try tmux.lines()[0].hasSuffix("app 2 of 3"))
    try tmux.press("End")
    try tmux.wait(for: "That is all")
    try tmux.press("Tab", "Enter")
    try tmux.wait(for: "app 3 of 3")
    try tmux.press("q")
    try session.eventually("all are answered", seconds: 30) {
      try session.client().status(paint).reason == .postponed
    }
    #expect(try session.client().status("org.example.Mail").outcome == .skipped)
    #expect(try session.client().status(editor).outcome == .completed)
  }

  @Test func allAppsAreDeclinedOrPutOff() throws {
    let session = try session()
    defer { session.stay() }
    try session.install(manifest(paint, "1.0", "paint"), paint)
    var terminal = try session.terminal()
    try terminal.wait(for: "2 apps")
    terminal.type("q")
    #expect(try terminal.finish() == 0)
    for app in [editor, paint] {
      #expect(try session.client().status(app).reason == .postponed)
      try session.client().postpone(app, seconds: 0)
    }
    terminal = try session.terminal()
    try terminal.wait(for: "2 apps")
    terminal.type("s\r")
    #expect(try terminal.finish() == 0)
    for app in [editor, paint] { #expect(try session.client().status(app).outcome == .skipped) }
  }

  @Test func whatWasTypedOrPastedDoesNotAnswerTheNextApp() throws {
    let session = try session()
    defer { session.stay() }
    try session.install(manifest(paint, "1.0", "paint"), paint)
    let terminal = try session.terminal()
    try terminal.wait(for: "2 apps")
    // Pasted text is no keys.
    terminal.type("\u{1B}[200~s\rqqq\u{1B}[201~a")
    let first = try terminal.wait(for: "app 1 of 2")
    // All of it arrives before the second app is there.
    terminal.type("ssss\tsss\r\r\rqqqq" + String(repeating: "s", count: 300))
    try terminal.wait(for: "app 2 of 2", after: first)
    #expect(try session.client().status(editor).outcome == .skipped)
    #expect(try session.client().status(paint).reason == .claimed)
    terminal.send(signal: SIGTERM)
    _ = try terminal.finish()
    try session.eventually("it is due") { try session.client().status(paint).reason == .introduction }
  }

  @Test func theMouse() throws {
    let session = try session()
    defer { session.stay() }
    let terminal = try session.terminal("show", editor)
    let shown = try terminal.wait(for: "\u{1B}[?2026l")
    terminal.type("\u{1B}[<0;12;24M\u{1B}[<0;12;24m")
    let turned = try terminal.wait(for: "That is all", after: shown)
    terminal.type("\u{1B}[<0;5;24M")
    let back = try terminal.wait(for: "Welcome", after: turned)
    terminal.type("\u{1B}[<0;29;24M")
    #expect(try terminal.finish() == 0)
    #expect(back > 0)
    #expect(try session.client().status(editor).reason == .postponed)
  }

  @Test func colourIsLeftOutWhereItIsNotWanted() throws {
    let session = try session()
    defer { session.stay() }
    for (variables, isColoured) in [([:], true), (["NO_COLOR": "1"], false)] {
      let terminal = try session.terminal("show", editor, "--all", variables: variables)
      try terminal.wait(for: "Welcome")
      try terminal.wait(for: "?2026l")
      #expect(terminal.text.contains("\u{1B}[36m") == isColoured)
    }
  }

  @Test func linksWhereTheTerminalKnowsThem() throws {
    let session = try session()
    defer { session.stay() }
    let terminal = try session.terminal("show", editor, "--all", variables: ["VTE_VERSION": "7006"])
    try terminal.wait(for: "Welcome")
    terminal.type("2")
    try terminal.wait(
      for: "\u{1B}]8;;https://example.org/editor\u{1B}\\\u{1B}[4mRead more\u{1B}[0m\u{1B}]8;;\u{1B}\\")
    terminal.type("q")
    #expect(try terminal.finish() == 0)
  }

  @Test(arguments: [
    (["--plain"], [:]), ([], ["TERM": "dumb"]), ([], ["ACCESSIBLE": "1"]), ([], ["TERM": ""]),
  ]) func plainTextHasNoEscapes(arguments: [String], variables: [String: String]) throws {
    let session = try session()
    defer { session.stay() }
    try session.install(manifest(paint, "1.0", "paint"), paint)
    let environment = session.environment.merging(["TERM": "xterm"]) { $1 }.merging(variables) { $1 }
    let terminal = try TerminalProcess(
      "\(Session.programs)/walkthrough", arguments, environment: environment)
    var place = try terminal.wait(for: "All (Enter), Skip all, Later: ")
    terminal.type("1\n")
    place = try terminal.wait(for: "Next (Enter), Skip, Later: ", after: place)
    #expect(terminal.text.contains("app 1 of 2, page 1 of 2"))
    #expect(terminal.text.contains("Picture: The main window"))
    for _ in 0..<3 {
      terminal.type("\n")
      place = try terminal.wait(for: "Get started: ", after: place)
    }
    #expect(try session.client().status(editor).reason == .claimed)
    terminal.type("get\n")
    place = try terminal.wait(for: "All (Enter), Skip all, Later: ", after: place)
    #expect(try session.client().status(editor).outcome == .completed)
    terminal.type("skip\n")
    #expect(try terminal.finish() == 0)
    #expect(try session.client().status(paint).outcome == .skipped)
    #expect(!terminal.output.contains(0x1B))
  }
}
