// A manifest that tries to take the terminal over: by its bytes on a pty, nothing of it comes out.

import Glibc
import TestSupport
import Testing
import WalkthroughClient
import WalkthroughJSON

private let id = "org.example.Evil"

/// What a terminal would obey, or what would hide what is written.
private let tricks = [
  "\u{1B}[2J\u{1B}[31m", "\u{1B}]8;;https://evil.example\u{1B}\\click\u{1B}]8;;\u{1B}\\",
  "\u{1B}]52;c;ZXZpbA==\u{7}",
  "\u{9B}31m", "\u{9D}52;c;ZXZpbA==\u{9C}", "\u{90}q\u{9C}", "\u{7}", "\u{8}\u{8}", "\u{D}", "\u{7F}",
  "\u{202E}txt.exe\u{202C}",
  "\u{2066}x\u{2069}", "\u{200E}\u{200F}\u{61C}", "\u{FEFF}", "\u{AD}", "\u{200B}", "\u{85}", "\u{2028}",
  "&#27;[2J&#x9b;31m&#x202e;",
]

@Suite struct ScreenHostileTests {
  private func session() throws -> Session {
    let session = try Session()
    let evil = tricks.joined(separator: " evil ")
    func page(_ id: String) -> JSON {
      JSON(
        .object([
          .init("id", JSON(.string(id))), .init("title", JSON(.string("Title " + evil))),
          .init(
            "body",
            JSON(
              .string(
                "Body \(evil)\n\n    code \(evil)\n\n[link \(evil)](https://x.example/\(evil))\n\n<b>\(evil)")
            )),
          .init("alt", JSON(.string("Alt " + evil))), .init("image", JSON(.string("missing.png"))),
          .init(
            "link",
            JSON(
              .object([
                .init("label", JSON(.string("Link " + evil))),
                .init("url", JSON(.string("https://x.example/?" + evil))),
              ]))),
        ]))
    }
    let labels = ["next", "back", "skip", "done"].map { JSON.Member($0, JSON(.string($0 + " " + evil))) }
    let manifest = JSON(
      .object([
        .init("format", JSON(.number("1"))), .init("id", JSON(.string(id))),
        .init("version", JSON(.string("1.0"))), .init("name", JSON(.string("Name " + evil))),
        .init("labels", JSON(.object(labels))), .init("pages", JSON(.array([page("one"), page("two")]))),
      ]))
    try session.install(String(decoding: manifest.compact, as: UTF8.self), id)
    // Its problem quotes what is in it.
    try session.install(
      String(decoding: JSON(.object([.init(evil, JSON(.string(evil)))])).compact, as: UTF8.self),
      "org.example.Broken")
    session.expectedInLog = ["Broken", "Evil"]
    return session
  }

  /// What is neither readable text nor one of the sequences that the client itself uses.
  private func strays(in text: String) -> [String] {
    var strays: [String] = []
    var rest = text.unicodeScalars[...]
    func starts(_ prefix: String) -> Bool { rest.starts(with: prefix.unicodeScalars) }
    while let scalar = rest.first {
      if starts("\u{1B}["), let end = rest.dropFirst(2).firstIndex(where: { 0x40...0x7E ~= $0.value }) {
        let sequence = String(rest[...end].dropFirst(2))
        let known =
          [
            "?1049h", "?25l", "?7l", "?1000h", "?1006h", "?2004h", "?2026h", "?2026l", "?2004l", "?1006l",
            "?1000l", "?7h",
          ]
          .contains(sequence)
          || ["0m", "H", "K", "2K", "2J", "?1049l", "?25h", "1m", "2m", "3m", "4m", "7m", "36m"].contains(
            sequence)
          || sequence.hasSuffix(";1H") || sequence == "2;36m" || sequence == "1;2m"
        if !known { strays.append(sequence) }
        rest = rest[end...].dropFirst()
        continue
      }
      if starts("\u{1B}]8;;") {
        let address = rest.dropFirst(5).prefix { $0.value != 0x1B }
        if !address.isEmpty, !String(address).hasPrefix("https://x.example/") {
          strays.append(String(address))
        }
        rest = rest.dropFirst(5 + address.count + 2)
        continue
      }
      switch scalar.value {
      case 0x0A, 0x0D: break
      case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F,
        0xFEFF:
        strays.append("U+\(String(scalar.value, radix: 16)) before \(String(rest.dropFirst().prefix(20)))")
      default: break
      }
      rest = rest.dropFirst()
    }
    // The screen is cleared once, when it is left.
    if pieces(of: text, separatedBy: "\u{1B}[2J").count > 2 { strays.append("2J") }
    return strays
  }

  @Test(arguments: [[:], ["VTE_VERSION": "7006"], ["TERM": "xterm-kitty"]])
  func onTheScreen(variables: [String: String]) throws {
    let session = try session()
    defer { session.stay() }
    let terminal = try session.terminal("show", id, variables: variables, columns: 100, rows: 50)
    var place = try terminal.wait(for: "Title")
    for key in ["2", "\t", "\t", "?", "x", "1"] {
      terminal.type(key)
      place = try terminal.wait(for: "?2026l", after: place)
    }
    terminal.type("q")
    #expect(try terminal.finish() == 0)
    // The delete sequence of kitty's pictures is ours.
    let text = pieces(of: terminal.text, separatedBy: "\u{1B}_Ga=d,q=2\u{1B}\\").joined()
    #expect(strays(in: text) == [])
  }

  @Test(arguments: [
    ["list"], ["status", id], ["due"], ["show", id, "--json"], ["list", "--json"], ["status", id, "--json"],
    ["status", "org.example.Broken"], ["show", "org.example.Broken"], ["show", id, "--plain"],
    ["frob\u{1B}[2J\u{9B}"],
    ["due", "\u{1B}]52;c;eA==\u{7}"], ["status", "x\u{202E}\u{9B}31m"],
    ["run", id, "--", "/no\u{1B}[2J\u{9B}31m"],
  ]) func everyOtherPath(arguments: [String]) throws {
    let session = try session()
    defer { session.stay() }
    let environment = session.environment.merging(["TERM": "dumb"]) { $1 }
    let terminal = try TerminalProcess(
      "\(Session.programs)/walkthrough", arguments, environment: environment, columns: 200)
    if arguments.last == "--plain" || arguments.first == "run" {
      try terminal.wait(for: "Later")
      terminal.type("q\n")
    }
    _ = try terminal.finish()
    #expect(!terminal.output.contains(0x1B))
    #expect(strays(in: terminal.text) == [])
    let piped = try session.run("\(Session.programs)/walkthrough", arguments)
    #expect(strays(in: piped.output) == [] && strays(in: piped.errors) == [])
  }
}
