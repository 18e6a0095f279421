// Frames to bytes, by what a terminal can do; and what the environment tells of that.

import Presenter
import Terminal
import Testing

@Suite struct PainterTests {
  private func painted(
    _ runs: [TextRun], _ change: (inout TerminalFeatures) -> Void = { _ in }
  ) -> String {
    var features = TerminalFeatures()
    change(&features)
    var line = StyledLine()
    for run in runs { line.append(run.text, run.style) }
    var frame = Frame()
    frame.lines = [line]
    let bytes = Painter(features).bytes(of: frame, in: WindowSize(columns: 20, rows: 1))
    let text = String(decoding: bytes, as: UTF8.self)
    let start = "\u{1B}[?2026h\u{1B}[1;1H"
    #expect(text.hasPrefix(start) && text.hasSuffix("\u{1B}[?2026l"))
    return String(text.dropFirst(start.count).dropLast("\u{1B}[?2026l".count))
  }

  @Test func styles() {
    #expect(painted([TextRun("x")]) == "x\u{1B}[K")
    #expect(painted([TextRun("x", .strong), TextRun("y")]) == "\u{1B}[1mx\u{1B}[0my\u{1B}[K")
    #expect(painted([TextRun("x", TextStyle(isCode: true))]) == "\u{1B}[36mx\u{1B}[0m\u{1B}[K")
    #expect(painted([TextRun("x", TextStyle(isReversed: true))]) == "\u{1B}[7mx\u{1B}[0m\u{1B}[K")
  }

  @Test func withoutColours() {
    var style = TextStyle(isStrong: true, isCode: true)
    style.ink = Ink(foreground: .rgb(1, 2, 3), background: .palette(200))
    #expect(painted([TextRun("x", style)]) { $0.colors = .none } == "\u{1B}[1mx\u{1B}[0m\u{1B}[K")
    #expect(painted([TextRun("x", style)]) == "\u{1B}[1;36;38;2;1;2;3;48;5;200mx\u{1B}[0m\u{1B}[K")
    style.ink = Ink(foreground: .palette(3), background: .palette(12))
    #expect(painted([TextRun("x", style)]) == "\u{1B}[1;36;33;104mx\u{1B}[0m\u{1B}[K")
  }

  @Test func aFullLineIsErasedBefore() {
    let full = String(repeating: "x", count: 20)
    #expect(painted([TextRun(full)]) == "\u{1B}[2K\(full)")
  }

  @Test(arguments: [
    ("https://a.example/x?y=1", "https://a.example/x?y=1"),
    ("https://a.example/ü b", "https://a.example/%C3%BC%20b"),
    ("file:///etc/passwd", nil), ("javascript:alert(1)", nil), ("", nil), ("https:", nil),
    ("https://a/" + String(repeating: "x", count: 3_000), nil), ("help:gimp", "help:gimp"),
  ]) func hyperlinks(address: String, written: String?) {
    let style = TextStyle(link: address)
    let underlined = "\u{1B}[4mx\u{1B}[0m"
    let expected = written.map { "\u{1B}]8;;\($0)\u{1B}\\\(underlined)\u{1B}]8;;\u{1B}\\" } ?? underlined
    #expect(painted([TextRun("x", style)]) { $0.hasHyperlinks = true } == expected + "\u{1B}[K")
    #expect(painted([TextRun("x", style)]) == underlined + "\u{1B}[K")
  }

  private func features(_ variables: [String: String]) -> TerminalFeatures? {
    TerminalFeatures { variables[$0] }
  }

  @Test func plainWhereNothingElseIsWanted() {
    #expect(features([:]) == nil)
    #expect(features(["TERM": ""]) == nil)
    #expect(features(["TERM": "dumb"]) == nil)
    #expect(features(["TERM": "xterm", "ACCESSIBLE": "1"]) == nil)
    #expect(features(["TERM": "xterm", "ACCESSIBLE": "0"]) != nil)
  }

  @Test func colours() {
    #expect(features(["TERM": "xterm"])?.colors == .sixteen)
    #expect(features(["TERM": "xterm-256color"])?.colors == .palette)
    #expect(features(["TERM": "xterm-256color", "COLORTERM": "truecolor"])?.colors == .full)
    #expect(
      features(["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"])?.colors
        == TerminalFeatures.Colors.none)
    #expect(features(["TERM": "xterm-256color", "NO_COLOR": ""])?.colors == .palette)
    #expect(features(["TERM": "vt100"])?.colors == TerminalFeatures.Colors.none)
  }

  @Test func knownTerminals() {
    func known(_ variables: [String: String]) -> String {
      guard let features = features(variables) else { return "plain" }
      return "\(features.hasHyperlinks) \(features.pictures.map { "\($0)" } ?? "none")"
    }
    #expect(known(["TERM": "xterm-kitty"]) == "true kitty")
    #expect(known(["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"]) == "true kitty")
    #expect(known(["TERM": "foot"]) == "true sixel")
    #expect(known(["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"]) == "true iTerm2")
    #expect(known(["TERM": "xterm-256color", "VTE_VERSION": "7006"]) == "true symbols")
    #expect(known(["TERM": "xterm-256color", "VTE_VERSION": "4000"]) == "false symbols")
    #expect(known(["TERM": "xterm-256color"]) == "false symbols")
    #expect(known(["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1", "TMUX": "x"]) == "false symbols")
    #expect(known(["TERM": "screen", "VTE_VERSION": "7006"]) == "false symbols")
  }
}
