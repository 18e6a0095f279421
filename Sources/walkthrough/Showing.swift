// Showing what the service has: to a person who answers, or as text where there is none.

import CLinux
import Presenter
import Terminal
import WalkthroughClient
import WalkthroughInterface
import WalkthroughJSON
import WalkthroughModel

/// How long "later" is, in seconds: until tomorrow.
let laterSeconds: UInt32 = 86_400

extension Invocation {
  /// Whether a person can answer.
  private var isInteractive: Bool { !isJSON && Display.isPossible }

  private func display(for client: Client) -> Display {
    Display(messages: .best(for: client.locale), isPlain: isPlain)
  }

  /// Shows what is due of several apps.
  func show(_ apps: [String], with client: Client) throws(Complaint) -> ExitStatus {
    guard isInteractive else {
      let walkthroughs = try ask(apps.map(client.pages))
      let plain = { walkthroughs.map { plainText($0, .best(for: client.locale)) }.joined() }
      try say(isJSON ? JSON(.array(walkthroughs.map { $0.json })).line : plain())
      return .success
    }
    if apps.isEmpty { try say(Messages.best(for: client.locale).nothingIsDue + "\n") }
    let display = display(for: client)
    defer { display.close() }
    if apps.count == 1 {
      _ = try showDue(apps[0], on: display, with: client)
    } else {
      try choose(from: apps, on: display, with: client)
    }
    return .success
  }

  /// Shows what is due of one app.
  func show(_ app: String, with client: Client) throws(Complaint) -> ExitStatus {
    guard isInteractive else {
      let walkthrough = try ask(client.pages(app))
      try say(isJSON ? walkthrough.json.line : plainText(walkthrough, .best(for: client.locale)))
      return walkthrough.pages.isEmpty ? .no : .success
    }
    let display = display(for: client)
    defer { display.close() }
    guard try showDue(app, on: display, with: client) != .notDue else {
      let reason = try ask(client.status(app).reason)
      if reason == .unknown || reason == .invalid { _ = try ask(client.pages(app)) }
      complain("nothing to show of \(app): \(reason.explanation)")
      return .no
    }
    return .success
  }

  /// Shows everything of one app again. That reports nothing.
  func replay(_ app: String, with client: Client) throws(Complaint) -> ExitStatus {
    let walkthrough = try ask(client.allPages(app))
    let messages = Messages.best(for: client.locale)
    if !isInteractive {
      try say(isJSON ? walkthrough.json.line : plainText(walkthrough, .best(for: client.locale)))
    } else if let screen = WalkthroughScreen(walkthrough, messages, isReplay: true) {
      let display = display(for: client)
      defer { display.close() }
      _ = try display.show(screen)
    }
    return walkthrough.pages.isEmpty ? .no : .success
  }

  /// Every page, one after another, without a question.
  func plainText(_ walkthrough: Walkthrough, _ messages: Messages) -> String {
    guard var screen = WalkthroughScreen(walkthrough, messages) else { return "" }
    let view = PlainView(messages: messages, columns: 80)
    var text = ""
    repeat { text += view.page(screen).text + "\n" } while screen.handle(.next) == .turned
    return text
  }

  // MARK: One app

  /// What came of showing an app.
  private enum Shown: Equatable {
    case notDue
    case ended(Ending)
    /// The person went away: nothing is recorded, and the claim ends with us.
    case gone
  }

  private func showDue(
    _ app: String, on display: Display, with client: Client, progress: PageView.Progress? = nil
  ) throws(Complaint) -> Shown {
    guard let walkthrough = try ask(client.claim(app)),
      let screen = WalkthroughScreen(walkthrough, .best(for: client.locale))
    else { return .notDue }
    guard let ending = try display.show(screen, progress: progress) else { return .gone }
    switch ending {
    case .complete: try ask(client.complete(walkthrough.appID, version: walkthrough.version))
    case .skip: try ask(client.skip(walkthrough.appID, version: walkthrough.version))
    case .later: try ask(client.postpone(walkthrough.appID, seconds: laterSeconds))
    }
    return .ended(ending)
  }

  /// Shows what is due of one app to whoever is there, for `run`: no trouble may come before the command.
  func showBeforeCommand(_ app: String, with client: Client) throws(Complaint) {
    let display = display(for: client)
    defer { display.close() }
    _ = try showDue(app, on: display, with: client)
  }

  // MARK: Several apps

  private func choose(from apps: [String], on display: Display, with client: Client) throws(Complaint) {
    // An app may be gone since it was listed.
    var left = apps.compactMap { try? client.pages($0) }.filter { !$0.pages.isEmpty }
    let count = left.count
    /// Shows one of those that are left.
    func showNext(_ place: Int) throws(Complaint) -> Shown {
      let app = left.remove(at: place).appID
      let progress = PageView.Progress(number: count - left.count, of: count)
      return try showDue(app, on: display, with: client, progress: progress)
    }
    while !left.isEmpty {
      let due = left.map { DueApp(name: $0.name, kind: $0.kind) }
      switch try display.choose(from: due) {
      case .one(let place):
        if try showNext(place) == .gone { return }
      case .all:
        // Who wants one of them later is asked about the others.
        var shown = Shown.notDue
        while !left.isEmpty, shown != .ended(.later) {
          shown = try showNext(0)
          if shown == .gone { return }
        }
      case .skipAll:
        for app in left { try ask(client.skip(app.appID, version: app.version)) }
        return
      case .later:
        for app in left { try ask(client.postpone(app.appID, seconds: laterSeconds)) }
        return
      case nil: return
      }
    }
  }
}

extension WalkthroughScreen {
  /// A walkthrough as the service gave it; nil where it has no pages.
  init?(_ walkthrough: Walkthrough, _ messages: Messages, isReplay: Bool = false) {
    self.init(
      appName: walkthrough.name,
      pages: walkthrough.pages.map { page in
        ScreenPage(
          title: page.title, body: page.body, image: page.image, imageDescription: page.imageDescription,
          link: page.linkURL.map { ScreenPage.Link(label: page.linkLabel, address: $0) })
      },
      labels: ButtonLabels(
        messages, next: walkthrough.labels[.next], back: walkthrough.labels[.back],
        skip: walkthrough.labels[.skip], done: walkthrough.labels[.done], isReplay: isReplay),
      isReplay: isReplay)
  }
}
