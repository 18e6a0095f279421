// What a terminal can do, as far as the environment tells.

import Presenter

/// What a terminal can do.
package struct TerminalFeatures: Equatable, Sendable {
  /// How many colours there are.
  package enum Colors: Sendable { case none, sixteen, palette, full }
  /// How pictures are painted.
  package enum Pictures: Sendable { case symbols, kitty, sixel, iTerm2 }

  package var colors = Colors.sixteen
  package var hasItalics = true
  /// Whether it knows OSC 8.
  package var hasHyperlinks = false
  /// nil: not at all.
  package var pictures: Pictures? = .symbols

  package init() {}

  /// Reads them out of the environment; nil where only plain text is wanted, or will do: `TERM=dumb` or none,
  /// or `ACCESSIBLE`.
  package init?(environment: (String) -> String?) {
    /// A variable that is set to something.
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    guard let terminal = value("TERM"), terminal != "dumb" else { return nil }
    if let wish = value("ACCESSIBLE"), wish != "0" { return nil }

    let words = terminal.split(separator: "-")
    let program = value("TERM_PROGRAM") ?? ""
    let isMultiplexed =
      value("TMUX") != nil || value("STY") != nil || terminal.hasPrefix("tmux")
      || terminal.hasPrefix("screen")
    /// Whether `TERM` is one of these, or one of their variants.
    func isOne(of names: String...) -> Bool {
      names.contains { terminal == $0 || terminal.hasPrefix($0 + "-") }
    }
    if value("NO_COLOR") != nil || isOne(of: "vt100", "vt102", "vt220", "vt320", "xterm-mono") {
      colors = .none
    } else if ["truecolor", "24bit"].contains(value("COLORTERM") ?? "") || terminal.hasSuffix("-direct") {
      colors = .full
    } else if words.contains("256color") || isOne(of: "xterm-kitty", "foot", "alacritty") {
      colors = .palette
    }
    // Both show something else in italics' place.
    hasItalics = !isOne(of: "screen", "linux")

    let isKitty =
      isOne(of: "xterm-kitty", "xterm-ghostty") || value("KITTY_WINDOW_ID") != nil || program == "ghostty"
    let isITerm = program == "iTerm.app" || program == "WezTerm"
    let isSixel = isOne(of: "foot", "mlterm", "contour", "yaft") || words.contains("sixel")
    let isVTE = value("VTE_VERSION").flatMap { Int($0) }.map { $0 >= 5_000 } ?? false
    let isKonsole = value("KONSOLE_VERSION").flatMap { Int($0) }.map { $0 >= 201_200 } ?? false
    // What is outside a multiplexer is not known inside.
    guard !isMultiplexed else { return }
    hasHyperlinks =
      isKitty || isITerm || isVTE || isKonsole || program == "vscode" || value("WT_SESSION") != nil
      || isOne(of: "foot", "alacritty", "contour")
    pictures = isKitty ? .kitty : isITerm ? .iTerm2 : isSixel ? .sixel : .symbols
  }

  /// What of it the pages' look depends on.
  package func appearance(hasPictures: Bool) -> PageView.Appearance {
    PageView.Appearance(
      links: hasHyperlinks ? .hyperlink : .address, hasPictures: hasPictures && pictures != nil)
  }
}
