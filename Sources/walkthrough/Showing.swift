// Showing walkthroughs: at a prompt on a terminal, as plain text off it.

import Glibc
import Presenter
import Terminal
import WalkthroughClient
import WalkthroughInterface
import WalkthroughJSON
import WalkthroughModel

/// How long "later" is, in seconds: until tomorrow.
private let laterSeconds: UInt32 = 86_400

extension Invocation {
  /// Whether a person can answer.
  private var isInteractive: Bool { !isJSON && isTerminal(STDIN_FILENO) && isTerminal(STDOUT_FILENO) }

  /// Shows what is due of several apps, one after another.
  func show(_ apps: [String], with client: Client) throws -> ExitStatus {
    guard isInteractive else {
      let walkthroughs = try apps.map(client.pages)
      let plain = { walkthroughs.map { plainText($0, client) }.joined() }
      try say(isJSON ? JSON(.array(walkthroughs.map(\.json))).line : plain())
      return .success
    }
    if apps.isEmpty { try say(Messages.best(for: client.locale).nothingIsDue + "\n") }
    for app in apps {
      guard let walkthrough = try client.claim(app) else { continue }
      // Where the person is gone nothing is recorded, and the claim ends with us.
      guard let ending = try present(walkthrough, with: client) else { break }
      try report(ending, walkthrough, with: client)
    }
    return .success
  }

  /// Shows what is due of one app.
  func show(_ app: String, with client: Client) throws -> ExitStatus {
    guard isInteractive else {
      let walkthrough = try client.pages(app)
      try say(isJSON ? walkthrough.json.line : plainText(walkthrough, client))
      return walkthrough.pages.isEmpty ? .no : .success
    }
    guard let walkthrough = try client.claim(app) else {
      let reason = try client.status(app).reason
      if reason == .unknown || reason == .invalid { _ = try client.pages(app) }
      complain("nothing to show of \(app): \(reason.explanation)")
      return .no
    }
    if let ending = try present(walkthrough, with: client) {
      try report(ending, walkthrough, with: client)
    }
    return .success
  }

  /// Shows everything of one app again. That reports nothing.
  func replay(_ app: String, with client: Client) throws -> ExitStatus {
    let walkthrough = try client.allPages(app)
    if isInteractive {
      _ = try present(walkthrough, with: client)
    } else {
      try say(isJSON ? walkthrough.json.line : plainText(walkthrough, client))
    }
    return walkthrough.pages.isEmpty ? .no : .success
  }

  private func report(_ ending: Ending, _ walkthrough: Walkthrough, with client: Client) throws {
    switch ending {
    case .complete: try client.complete(walkthrough.appID, version: walkthrough.version)
    case .skip: try client.skip(walkthrough.appID, version: walkthrough.version)
    case .later: try client.postpone(walkthrough.appID, seconds: laterSeconds)
    }
  }

  /// Every page, one after another, without a question.
  private func plainText(_ walkthrough: Walkthrough, _ client: Client) -> String {
    let messages = Messages.best(for: client.locale)
    guard var screen = WalkthroughScreen(walkthrough, messages) else { return "" }
    let view = PlainView(messages: messages, columns: 80)
    var text = ""
    repeat { text += view.page(screen).text + "\n" } while screen.handle(.next) == .turned
    return text
  }

  /// Lets the person go through the pages; nil where they went away without an answer.
  private func present(_ walkthrough: Walkthrough, with client: Client) throws -> Ending? {
    let messages = Messages.best(for: client.locale)
    guard var screen = WalkthroughScreen(walkthrough, messages) else { return nil }
    let columns = windowSize(of: STDOUT_FILENO)?.columns ?? 80
    let view = PlainView(messages: messages, columns: columns)
    var reader = LineReader()
    var above = view.page(screen)
    while true {
      reader.discardTypedAhead()
      try say("\n" + above.text + "\n" + String(view.prompt(screen).text.dropLast()) + " ")
      guard case .line(let line) = reader.readLine() else { return nil }
      switch screen.handle(view.answer(to: line, on: screen)) {
      case .turned: above = view.page(screen)
      case .stayed(let notice): above = view.notice(notice, on: screen)
      case .ended(let ending): return ending
      }
    }
  }
}

extension WalkthroughScreen {
  /// A walkthrough as the service gave it; nil where it has no pages.
  init?(_ walkthrough: Walkthrough, _ messages: Messages) {
    self.init(
      appName: walkthrough.name,
      pages: walkthrough.pages.map { page in
        ScreenPage(
          title: page.title, body: page.body, image: page.image, imageDescription: page.imageDescription,
          link: page.linkURL.map { ScreenPage.Link(label: page.linkLabel, address: $0) })
      },
      labels: ButtonLabels(
        messages, next: walkthrough.labels[.next], back: walkthrough.labels[.back],
        skip: walkthrough.labels[.skip], done: walkthrough.labels[.done]))
  }
}

extension [StyledLine] {
  /// The lines as text.
  fileprivate var text: String { map { $0.text + "\n" }.joined() }
}
