// Where pages are shown to a person and answered: on the whole screen, or line by line.

import CLinux
import Presenter
import Terminal

/// A person at a terminal. The terminal is theirs again after `close`, which must come before anything else is
/// printed. What an ending means is the caller's to record.
final class Display {
  private let messages: Messages
  /// What the terminal can do; nil where lines of text are wanted.
  private let features: TerminalFeatures?
  private var stage: Stage?
  private var reader = LineReader()

  /// Whether there is a person who can answer.
  static var isPossible: Bool { isTerminal(STDIN_FILENO) && isTerminal(STDOUT_FILENO) }

  init(messages: Messages, isPlain: Bool) {
    self.messages = messages
    features = isPlain ? nil : TerminalFeatures(environment: environment)
  }

  deinit { close() }

  /// Gives the terminal back.
  func close() {
    stage?.leave()
    stage = nil
  }

  /// Lets the person go through pages; nil where they went away without an answer.
  func show(_ screen: WalkthroughScreen, progress: PageView.Progress? = nil) throws(Complaint) -> Ending? {
    guard let (stage, features) = openStage() else { return try ask(screen, progress) }
    let appearance = features.appearance(hasPictures: Self.drawer != nil)
    return outcome(
      of: stage.play(
        PageView(screen, messages: messages, appearance: appearance, progress: progress)))
  }

  /// Lets the person choose from several apps; nil where they went away.
  func choose(from apps: [DueApp], progress: PageView.Progress? = nil) throws(Complaint) -> Choice? {
    guard let (stage, _) = openStage() else { return try ask(apps) }
    return outcome(of: stage.play(ListView(apps, messages: messages, progress: progress)))
  }

  /// The program that draws pictures.
  private static let drawer = findProgram("chafa", path: environment("PATH"))

  /// The whole screen; nil where plain text is wanted, or there is no other way.
  private func openStage() -> (Stage, TerminalFeatures)? {
    guard let features else { return nil }
    if stage == nil { stage = Stage(features: features, drawer: Self.drawer) }
    return stage.map { ($0, features) }
  }

  private func outcome<Outcome>(of exit: Exit<Outcome>) -> Outcome? {
    switch exit {
    case .outcome(let outcome): return outcome
    case .gone: return nil
    case .signal(let signal):
      close()
      surrender(to: signal)
      return nil
    }
  }

  // MARK: Line by line

  private var view: PlainView {
    PlainView(messages: messages, columns: windowSize(of: STDOUT_FILENO)?.columns ?? 80)
  }

  private func ask(_ screen: WalkthroughScreen, _ progress: PageView.Progress?) throws(Complaint) -> Ending? {
    var screen = screen
    var above = view.page(screen, progress: progress)
    while true {
      guard let line = try answer(to: above, view.prompt(screen)) else { return nil }
      switch screen.handle(view.answer(to: line, on: screen)) {
      case .turned: above = view.page(screen, progress: progress)
      case .stayed(let notice): above = view.notice(notice, on: screen)
      case .ended(let ending): return ending
      }
    }
  }

  private func ask(_ apps: [DueApp]) throws(Complaint) -> Choice? {
    var above = view.list(apps)
    while true {
      guard let line = try answer(to: above, view.listPrompt) else { return nil }
      if let choice = view.choice(of: line, from: apps) { return choice }
      above = view.listHelp
    }
  }

  /// Shows lines and a prompt, and waits for a line; nil where there is none to come.
  private func answer(to lines: [StyledLine], _ prompt: [StyledLine]) throws(Complaint) -> String? {
    // Typed-ahead lines must not answer what was not on show yet.
    reader.discardTypedAhead()
    try say("\n" + lines.text + "\n" + String(prompt.text.dropLast()) + " ")
    guard case .line(let line) = reader.readLine() else { return nil }
    return line
  }
}

extension [StyledLine] {
  /// The lines as text.
  var text: String { map { $0.text + "\n" }.joined() }
}
