// `greet`: once at the start of a session, one word about all that is new.

import CLinux
import Presenter
import Terminal
import WalkthroughClient
import WalkthroughDBus
import WalkthroughEventLoop
import WalkthroughInterface
import WalkthroughJSON
import WalkthroughModel

extension Invocation {
  /// The name of the one that greets on a bus: a desktop may start it by its unit and by its autostart entry.
  private static let greeterName: BusName = "org.walkthroughd.Greeter"
  /// What shows all that is new.
  private static let command = ["walkthrough", "--updates"]
  /// A login shell waits for this, so not for long; in milliseconds.
  private static let patience = 2_000

  /// Tells of updates that are due. Introductions belong to an app's first launch: on a desktop that has many apps
  /// they would be a storm. Where there is no service, or nobody to tell it, nothing is said: a session that
  /// starts is no place for complaints.
  func greet() throws(Complaint) -> ExitStatus {
    guard let client = try? Client(timeoutMilliseconds: Self.patience, environment: environment),
      let updates = try? client.listUpdates()
    else { return .success }
    if isJSON {
      try say(JSON(.array(updates.map { JSON(.string($0.appID)) })).line)
      return .success
    }
    guard !updates.isEmpty else { return .success }
    let greeting = Greeting(
      names: updates.map { $0.name }, command: Self.command.joined(separator: " "),
      messages: .best(for: client.locale))
    if Self.isOnTextConsole {
      try say(greeting.line + "\n")
      return .success
    }
    switch notify(greeting, with: client) {
    case .show(let token)?: return openTerminal(token: token)
    case .later?:
      // What the person saw meanwhile is not due any more.
      for app in (try? client.listUpdates()) ?? [] {
        try ask(client.postpone(app.appID, seconds: laterSeconds))
      }
    case .closed?, nil: break
    }
    return .success
  }

  private static var isOnTextConsole: Bool {
    let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment($0)?.isEmpty == false }
    return Display.isPossible && (!hasDisplay || environment("SSH_CONNECTION") != nil)
  }

  /// What became of the notification; nil where there can be none.
  private func notify(_ greeting: Greeting, with client: Client) -> Notification.Outcome? {
    guard let loop = try? EventLoop(), let bus = try? Connection.openSessionBus(environment: environment)
    else { return nil }
    bus.attach(to: loop)
    guard (try? bus.request(name: Self.greeterName)) == .acquired,
      let notification = try? Notification(greeting, on: bus)
    else { return nil }
    let watching: Void? = try? client.watch(
      on: loop,
      changed: {
        // The person found it without us.
        if let updates = try? client.listUpdates(), updates.isEmpty { notification.close() }
      },
      gone: { notification.outcome = .closed })
    guard watching != nil else { return nil }
    while true {
      if let outcome = notification.outcome { return outcome }
      loop.runOnce()
    }
  }

  /// Becomes a terminal that shows what is new. Comes back only where there is none.
  private func openTerminal(token: String?) -> ExitStatus {
    if let token {
      // Lets the window come to the front, by either name that toolkits know.
      setenv("XDG_ACTIVATION_TOKEN", token, 1)
      setenv("DESKTOP_STARTUP_ID", token, 1)
    }
    let words = [ownProgram] + Self.command.dropFirst()
    for terminal in TerminalProgram.candidates(preferred: environment("TERMINAL")) {
      guard let program = findProgram(terminal.name, path: environment("PATH")) else { continue }
      var arguments = ([program] + terminal.arguments + words).map { strdup($0) } + [nil]
      execv(program, &arguments)
      for argument in arguments { free(argument) }
    }
    complain("there is no terminal to show it in; xdg-terminal-exec or $TERMINAL can name one")
    return .trouble
  }

  /// This program, which need not be in PATH.
  private var ownProgram: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return Self.command[0] }
      let count = readlink("/proc/self/exe", start, buffer.count)
      let path = String(decoding: UnsafeRawBufferPointer(buffer).prefix(max(0, count)), as: UTF8.self)
      // An upgrade may have replaced it: then the new one is by the same name.
      let deleted = " (deleted)"
      guard count > 0 else { return Self.command[0] }
      return path.hasSuffix(deleted) ? String(path.dropLast(deleted.count)) : path
    }
  }
}
