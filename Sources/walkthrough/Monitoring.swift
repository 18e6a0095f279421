// `monitor`: what is another answer now, after each change that the service tells of.

import Glibc
import WalkthroughClient
import WalkthroughEventLoop
import WalkthroughInterface
import WalkthroughJSON
import WalkthroughModel

extension Invocation {
  /// Prints what changes until a signal ends it (status 0), or the bus is gone.
  func monitor(_ client: Client) throws -> ExitStatus {
    let loop = try EventLoop()
    var result: Result<ExitStatus, Complaint>?
    let signals = try loop.onSignals([SIGINT, SIGTERM]) { _ in result = .success(.success) }
    defer { signals.cancel() }
    var before: [String: AppSummary] = [:]
    try client.watch(
      on: loop,
      changed: {
        do {
          before = try printChanges(since: before, client.list())
        } catch {
          result = .failure(
            (error as? ClientFailure).map(Complaint.init) ?? (error as? Complaint)
              ?? Complaint(description: "\(error)", status: .trouble))
        }
      },
      gone: { result = .failure(Complaint(description: "the bus is gone", status: .noService)) })
    before = Dictionary(try client.list().map { ($0.appID, $0) }) { $1 }
    while true {
      if let result { return try result.get() }
      loop.runOnce()
    }
  }

  /// Prints the apps whose answer is another one; gives the answers that there are now.
  private func printChanges(
    since before: [String: AppSummary], _ apps: [AppSummary]
  ) throws -> [String: AppSummary] {
    let now = Dictionary(apps.map { ($0.appID, $0) }) { $1 }
    var text = ""
    for app in apps where before[app.appID] != app { text += line(app, before[app.appID]) }
    for app in before.values.sorted(by: { $0.appID < $1.appID }) where now[app.appID] == nil {
      text += goneLine(app)
    }
    if !text.isEmpty { try say(text) }
    return now
  }

  private func line(_ app: AppSummary, _ before: AppSummary?) -> String {
    if isJSON {
      let was = before.map { JSON.Member("was", $0.reason.rawValue) }
      return JSON(.object(app.members + [was].compactMap { $0 })).line
    }
    let was = before.flatMap { $0.reason == app.reason ? nil : $0.reason.rawValue + " → " } ?? ""
    let version = app.installed.isEmpty ? "" : " \(app.installed)"
    return sanitizedLine("\(app.appID)\(version): \(was)\(app.reason.rawValue)") + "\n"
  }

  private func goneLine(_ app: AppSummary) -> String {
    guard isJSON else { return sanitizedLine("\(app.appID): \(app.reason.rawValue) → unknown") + "\n" }
    var gone = app
    (gone.installed, gone.reason) = ("", .unknown)
    return JSON(.object(gone.members + [.init("was", app.reason.rawValue)])).line
  }
}
