// What each command does: it asks the service, and prints or shows the answer.

import CLinux
import Presenter
import WalkthroughClient
import WalkthroughInterface
import WalkthroughJSON
import WalkthroughModel

extension Invocation {
  /// Does what was asked for.
  func run() throws(Complaint) -> ExitStatus {
    switch command {
    case .help:
      try say(help)
      return .success
    case .version:
      try say("walkthrough \(WalkthroughInterface.version)\n")
      return .success
    case .check(let files): return try check(files)
    case .preview(let file, let seen, let locale): return try preview(file, from: seen, locale: locale)
    case .new(let app): return try writeNew(app)
    case .run(let app, let command): return runCommand(command, after: app)
    case .greet: return try greet()
    default: return try run(with: ask(Client(environment: environment)))
    }
  }

  private func run(with client: Client) throws(Complaint) -> ExitStatus {
    switch command {
    case .help, .version, .check, .preview, .new, .run, .greet: break
    case .showDue: return try show(ask(listDue(client)), with: client)
    case .show(let app, all: false): return try show(app, with: client)
    case .show(let app, all: true): return try replay(app, with: client)
    case .due(let app?):
      let isDue = try ask(client.shouldShow(app))
      if isJSON { try say(JSON(.object([.init("app-id", app), .init("due", isDue)])).line) }
      return isDue ? .success : .no
    case .due(nil):
      let apps = try ask(listDue(client))
      try say(isJSON ? JSON(.array(apps.map { JSON(.string($0)) })).line : lines(apps))
      return apps.isEmpty ? .no : .success
    case .list:
      let apps = try ask(client.list())
      try say(isJSON ? JSON(.array(apps.map { $0.json })).line : table(apps))
    case .status(let app):
      let status = try ask(client.status(app))
      try say(isJSON ? status.json.line : text(status))
    case .complete(let app): try ask(client.complete(app, version: ""))
    case .skip(let app?): try ask(client.skip(app, version: ""))
    case .skip(nil):
      for app in try ask(client.listDue()) { try ask(client.skip(app, version: "")) }
    case .postpone(let app, let seconds): try ask(client.postpone(app, seconds: seconds))
    case .reset(let app): try ask(client.reset(app))
    case .mute(let app, let isMuted): try ask(client.mute(app, isMuted))
    case .monitor: return try monitor(client)
    }
    return .success
  }
}

extension Invocation {
  /// The apps of which something is due that is asked for.
  private func listDue(_ client: Client) throws(ClientFailure) -> [String] {
    isUpdatesOnly ? try client.listUpdates().map { $0.appID } : try client.listDue()
  }
}

extension Client {
  /// The apps of which an update is due, the most recently installed first.
  func listUpdates() throws(ClientFailure) -> [AppSummary] {
    let updates = try list().filter { $0.reason == .update }
    return try listDue().compactMap { app in updates.first { $0.appID == app } }
  }
}

private func lines(_ apps: [String]) -> String { apps.map { sanitizedLine($0) + "\n" }.joined() }

private func table(_ apps: [AppSummary]) -> String {
  let rows = apps.map { app in
    [app.appID, app.installed, app.reason.rawValue, app.name].map(sanitizedLine)
  }
  let widths = (0..<3).map { column in rows.map { $0[column].columns }.max() ?? 0 }
  return rows.map { row in
    let cells = zip(row, widths).map { cell, width in
      cell + String(repeating: " ", count: width - cell.columns)
    }
    return (cells + [row[3]]).joined(separator: "  ") + "\n"
  }.joined()
}

private func text(_ status: AppStatus) -> String {
  let lines: [(String, String?)] = [
    ("app", status.appID), ("name", status.name),
    ("reason", "\(status.reason): \(status.reason.explanation)"),
    ("installed", status.installed), ("seen", status.seen), ("outcome", status.outcome?.rawValue),
    ("changed", status.changed?.rfc3339), ("postponed until", status.postponedUntil?.rfc3339),
    ("baseline", status.baseline), ("source", status.source), ("problem", status.problem),
  ]
  return lines.compactMap { name, value in
    guard let value, !value.isEmpty else { return nil }
    return "\(name):" + String(repeating: " ", count: 17 - name.count) + sanitizedLine(value) + "\n"
  }.joined()
}

extension Reason {
  /// The reason in words.
  var explanation: String {
    switch self {
    case .unknown: "no manifest tells of it"
    case .invalid: "its manifest cannot be used"
    case .hidden: "its manifest says that it never has anything to show"
    case .policy: "policy switches it off"
    case .none: "there is nothing that was not seen"
    case .postponed: "it was postponed"
    case .claimed: "it is being shown right now"
    case .introduction: "its introduction is due"
    case .update: "what is new in it is due"
    }
  }
}
