// The real client on terminals of the tests' own: what is on the screen, in tmux and by its bytes alone.

import Glibc
import TestSupport
import Testing

/// The real client, in a tmux of its own.
final class Tmux {
  private let session: Session
  private let socket: String
  private let variables: [String: String]

  static let isInstalled = access("/usr/bin/tmux", X_OK) == 0

  /// Starts a shell command, which may begin with `walkthrough`. What it leaves on the screen stays there.
  init(_ session: Session, _ command: String, columns: Int = 80, rows: Int = 24, language: String = "C.UTF-8")
    throws
  {
    self.session = session
    socket = session.home.file("tmux-\(columns)x\(rows)-\(language)")
    variables = ["TERM": "xterm-256color", "LANG": language, "PATH": "\(Session.programs):/usr/bin:/bin"]
    try tmux(
      "-f", "/dev/null", "new-session", "-d", "-s", "test", "-x", "\(columns)", "-y", "\(rows)",
      "\(command); exec cat")
  }

  deinit { _ = try? tmux("kill-server") }

  @discardableResult
  private func tmux(_ arguments: String...) throws -> String {
    try session.run("/usr/bin/tmux", ["-u", "-S", socket] + arguments, variables).output
  }

  /// Presses keys, by tmux's names.
  func press(_ keys: String...) throws {
    for key in keys { try tmux("send-keys", "-t", "test", key) }
  }

  /// The lines on the screen, without blanks at their ends.
  func lines() throws -> [String] {
    try tmux("capture-pane", "-p", "-t", "test").split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map { trimmed($0) }
  }

  /// Waits until the screen shows a text.
  func wait(for text: String, at location: SourceLocation = #_sourceLocation) throws {
    var last: [String] = []
    let end = Deadline(seconds: 60)
    repeat {
      last = try lines()
      if last.contains(where: { $0.contains(text) }) { return }
      poll(nil, 0, 5)
    } while !end.isOver
    Issue.record(
      "the screen never showed \(text), but:\n\(last.joined(separator: "\n"))", sourceLocation: location)
  }
}

/// Without blanks at the end.
func trimmed(_ line: some StringProtocol) -> String {
  var line = String(line)
  while line.last == " " { line.removeLast() }
  return line
}

/// Several blank lines as one, none at the end, and no margin on the left: a screen in a few lines.
func condensed(_ lines: [String], margin: Int) -> String {
  var result: [String] = []
  for line in lines where !(line.isEmpty && (result.last ?? "").isEmpty) {
    result.append(line.prefix(margin).allSatisfy { $0 == " " } ? String(line.dropFirst(margin)) : line)
  }
  if result.last == "" { result.removeLast() }
  return result.joined(separator: "\n")
}

extension Session {
  /// Starts the real client on a terminal.
  func terminal(
    _ arguments: String..., variables: [String: String] = [:], columns: Int = 80, rows: Int = 24
  ) throws -> TerminalProcess {
    // The development runtime's backtraces would take long, and the terminal.
    let environment = environment.merging(["TERM": "xterm-256color", "SWIFT_BACKTRACE": "enable=no"]) { $1 }
      .merging(variables) { $1 }
    return try TerminalProcess(
      "\(Self.programs)/walkthrough", arguments, environment: environment, columns: columns, rows: rows)
  }

  /// Puts a program in place that is found before the others.
  func installProgram(_ script: String, _ name: String) throws -> [String: String] {
    let file = try home.write("#!/bin/sh\n" + script, to: "bin/\(name)")
    chmod(file, 0o755)
    return ["PATH": "\(home.file("bin")):/usr/bin:/bin"]
  }
}

/// The lines of the last whole frame that the client painted.
func painted(_ output: String) -> [String] {
  guard let frame = pieces(of: output, separatedBy: "\u{1B}[?2026h").last,
    let whole = pieces(of: frame, separatedBy: "\u{1B}[?2026l").first
  else { return [] }
  let lines = pieces(of: whole, separatedBy: ";1H").dropFirst()
  return lines.map { line in
    let rest = pieces(of: line, separatedBy: "\u{1B}[")
    // Behind each start of a sequence, its parameters and final letter go.
    let texts = rest.dropFirst().map { piece in
      String(piece.drop { $0.isNumber || $0 == ";" }.dropFirst())
    }
    return trimmed((rest.first ?? "") + texts.joined())
  }
}

/// Splits at a text, without Foundation.
func pieces(of text: String, separatedBy separator: String) -> [String] {
  var result = [""]
  var rest = text.unicodeScalars[...]
  let separator = Array(separator.unicodeScalars)
  while let scalar = rest.first {
    if rest.starts(with: separator) {
      rest = rest.dropFirst(separator.count)
      result.append("")
    } else {
      result[result.count - 1].unicodeScalars.append(scalar)
      rest = rest.dropFirst()
    }
  }
  return result
}
