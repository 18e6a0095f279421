// Pictures in the real client: the text first, limits, and only pictures.

import Glibc
import TestSupport
import Testing
import WalkthroughClient

private let editor = "org.example.Editor"

/// A PNG of 160 by 64 pixels, black on the left and white on the right.
let smallPicture: [UInt8] = [
  0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00,
  0x00, 0xA0, 0x00, 0x00, 0x00, 0x40, 0x08, 0x00, 0x00, 0x00, 0x00, 0xB8, 0xE0, 0x23, 0x73, 0x00, 0x00, 0x00,
  0x43, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0xED, 0xCE, 0x31, 0x01, 0x00, 0x00, 0x0C, 0xC3, 0xA0, 0xFA, 0x37,
  0xBD, 0x99, 0xC8, 0x09, 0x0A, 0xD8, 0x62, 0x17, 0x9B, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0,
  0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0,
  0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0xA0, 0x60, 0x1D, 0x7C, 0x18, 0xD8, 0xED, 0x1E,
  0x43, 0xF2, 0xD5, 0x77, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
]

/// The beginning of a PNG of that size, which is all there is of it.
private func header(_ width: UInt32, _ height: UInt32) -> [UInt8] {
  func bytes(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
  return Array(smallPicture[..<16]) + bytes(width) + bytes(height) + Array(smallPicture[24...])
}

@Suite struct ScreenPictureTests {
  private func session(_ picture: [UInt8] = smallPicture) throws -> Session {
    let session = try Session()
    try session.home.write(picture, to: "data/walkthroughs/tabs.png")
    try session.install(
      """
      {"format": 1, "id": "\(editor)", "version": "2.4", "name": "Editor", "pages": [
       {"id": "one", "title": "One", "image": "tabs.png", "alt": "The tab bar", "body": "The text."}]}
      """, editor)
    return session
  }

  private func quit(_ terminal: TerminalProcess) throws {
    terminal.type("q")
    #expect(try terminal.finish() == 0)
  }

  @Test(
    .enabled(if: access("/usr/bin/chafa", X_OK) == 0, "chafa is not installed"),
    arguments: [
      (["TERM": "xterm-256color"], "48;5;231m"), (["TERM": "xterm-kitty"], "\u{1B}_Ga=T,q=2,C=1,c=20,r=4,"),
      (["TERM": "foot"], "\u{1B}P0;1;0q"),
      (["TERM": "xterm", "TERM_PROGRAM": "iTerm.app"], "\u{1B}]1337;File=inline=1;width=20;height=4;"),
      (["TERM": "xterm-kitty", "TMUX": "/tmp/x,1,0", "COLORTERM": "truecolor"], "48;2;255;255;255m"),
    ]) func drawnAsTheTerminalCan(variables: [String: String], beginning: String) throws
  {
    let session = try session()
    defer { session.stay() }
    let terminal = try session.terminal("show", editor, "--all", variables: variables)
    let text = try terminal.wait(for: "The text.")
    try terminal.wait(for: beginning, after: text)
    try quit(terminal)
    #expect(!terminal.text.contains("\u{1B}]1337") || beginning.contains("1337"))
  }

  @Test func theTextDoesNotWait() throws {
    let session = try session()
    defer { session.stay() }
    let variables = try session.installProgram(
      "echo $$ >'\(session.home.file("drawing"))'; exec sleep 60", "chafa")
    let terminal = try session.terminal("show", editor, "--all", variables: variables)
    try terminal.wait(for: "The text.")
    try terminal.wait(for: "Picture: The tab bar")
    try session.eventually("a picture is drawn", seconds: 60) { (try? session.contents("drawing")) != nil }
    // Who draws for too long is ended, and the room goes to the text.
    let id = try #require(pid_t(try session.contents("drawing").dropLast()))
    try session.eventually("the child is ended", seconds: 60) { kill(id, 0) != 0 }
    try terminal.wait(for: "\u{1B}[7;1H  The text.")
    try quit(terminal)
  }

  @Test func theChildIsLimited() throws {
    let session = try session()
    defer { session.stay() }
    let limits = session.home.file("limits")
    let variables = try session.installProgram(
      "{ ulimit -v; ulimit -t; ls /proc/$$/fd; echo \"$@\"; } >'\(limits).new'; mv '\(limits).new' '\(limits)'",
      "chafa")
    let terminal = try session.terminal("show", editor, "--all", variables: variables)
    try terminal.wait(for: "The text.")
    try session.eventually("it was started", seconds: 60) { (try? session.contents("limits")) != nil }
    let lines = try session.contents("limits").split(separator: "\n").map(String.init)
    #expect(lines.prefix(2) == ["600000", "3"])
    // No more than the standard ones and the shell's own.
    let descriptors = lines[2..<lines.count - 1]
    #expect(descriptors.allSatisfy { ["0", "1", "2", "10", "11", "255"].contains($0) }, "\(lines)")
    #expect(lines.last?.hasSuffix("--size 20x4 -") == true)
    try quit(terminal)
  }

  @Test(arguments: [
    header(20_000, 20_000), header(100_000, 1), Array("<svg/>".utf8), [], Array(repeating: 0xFF, count: 3),
  ]) func whatIsTooLargeOrNoPictureIsNotEvenTried(picture: [UInt8]) throws {
    let session = try session(picture)
    defer { session.stay() }
    let variables = try session.installProgram("echo >'\(session.home.file("drawing"))'", "chafa")
    let terminal = try session.terminal("show", editor, "--all", variables: variables)
    try terminal.wait(for: "The text.")
    try terminal.wait(for: "The tab bar")
    try quit(terminal)
    #expect((try? session.contents("drawing")) == nil)
  }

  @Test(arguments: [
    #"printf '\033]52;c;aGk=\007'"#, #"printf '\033[2J\033[Hgotcha'"#, #"printf '\302\233gotcha'"#,
    "yes gotcha",
    "printf '\\033[31mgotcha\\033[?1049l'", "exit 1", "kill -9 $$",
  ]) func whatElseItPrintsIsDropped(script: String) throws {
    let session = try session()
    defer { session.stay() }
    let done = session.home.file("done")
    let variables = try session.installProgram("(\(script)); echo >'\(done)'", "chafa")
    let terminal = try session.terminal("show", editor, "--all", variables: variables)
    let text = try terminal.wait(for: "Picture: The tab bar")
    // The room that was kept for the picture is given up.
    try terminal.wait(for: "\u{1B}[6;1H\u{1B}[K\u{1B}[7;1H  The text.", after: text)
    try quit(terminal)
    #expect(!terminal.text.contains("gotcha") && !terminal.text.contains("\u{1B}]52"))
  }

  @Test func aTerminalThatTakesNothingHoldsUpNobody() throws {
    let session = try session()
    defer { session.stay() }
    let done = session.home.file("done")
    let pixels = String(repeating: "A", count: 4_000)
    let variables = try session.installProgram(
      """
      for i in 1 2 3 4 5 6 7 8 9; do for j in 1 2 3 4 5 6 7 8 9 10; do printf '\\033_Gm=1;\(pixels)\\033\\\\'; done; done
      printf '\\033_Gm=0;AAA=\\033\\\\'; echo >'\(done)'
      """, "chafa")
    let terminal = try session.terminal(
      "show", editor, variables: variables.merging(["TERM": "xterm-kitty"]) { $1 })
    try session.eventually("it was drawn", seconds: 60) { (try? session.contents("done")) != nil }
    // Nobody reads what it writes.
    terminal.send(signal: SIGTERM)
    #expect(try terminal.finishUnread() == 128 + SIGTERM)
    try session.eventually("it is due again") { try session.client().status(editor).reason == .introduction }
  }

  @Test func notInPlainText() throws {
    let session = try session()
    defer { session.stay() }
    let variables = try session.installProgram("echo >'\(session.home.file("drawing"))'", "chafa")
    let terminal = try session.terminal("show", editor, "--all", "--plain", variables: variables)
    try terminal.wait(for: "Picture: The tab bar")
    terminal.type("q\n")
    #expect(try terminal.finish() == 0)
    #expect((try? session.contents("drawing")) == nil)
  }
}
