// The terminals that a program can be opened in.

/// A terminal, and what stands before the command in its arguments.
struct TerminalProgram {
  let name: String
  let arguments: [String]

  init(_ name: String, _ arguments: String...) {
    self.name = name
    self.arguments = arguments
  }

  /// Those to try, in order: what the desktop chooses, what the person does, what Debian's alternatives do, and
  /// then whatever is there.
  static func candidates(preferred: String?) -> [TerminalProgram] {
    let chosen = preferred.flatMap { $0.isEmpty ? nil : $0 }.map { name in
      known.first { $0.name == name.split(separator: "/").last.map(String.init) }?.named(name)
        ?? TerminalProgram(name, "-e")
    }
    return [TerminalProgram("xdg-terminal-exec")] + [chosen].compactMap { $0 }
      + [TerminalProgram("x-terminal-emulator", "-e")] + known
  }

  private func named(_ name: String) -> TerminalProgram {
    TerminalProgram(name: name, arguments: arguments)
  }

  private init(name: String, arguments: [String]) {
    self.name = name
    self.arguments = arguments
  }

  private static let known = [
    TerminalProgram("gnome-terminal", "--"), TerminalProgram("ptyxis", "--"), TerminalProgram("kgx", "--"),
    TerminalProgram("konsole", "-e"), TerminalProgram("xfce4-terminal", "-x"),
    TerminalProgram("mate-terminal", "-x"), TerminalProgram("tilix", "-e"),
    TerminalProgram("qterminal", "-e"), TerminalProgram("lxterminal", "-e"),
    TerminalProgram("cosmic-term", "-e"), TerminalProgram("foot"), TerminalProgram("kitty"),
    TerminalProgram("alacritty", "-e"), TerminalProgram("wezterm", "start", "--"),
    TerminalProgram("ghostty", "-e"), TerminalProgram("urxvt", "-e"), TerminalProgram("st", "-e"),
    TerminalProgram("xterm", "-e"),
  ]
}
