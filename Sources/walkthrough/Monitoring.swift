// `monitor`: what is another answer now, after each change that the service tells of.

import CLinux
import WalkthroughClient
import WalkthroughEventLoop
import WalkthroughInterface
import WalkthroughJSON
import WalkthroughModel

extension Invocation {
  /// Prints what changes until a signal ends it (status 0), or the bus is gone.
  func monitor(_ client: Client) throws(Complaint) -> ExitStatus {
    var result: Result<ExitStatus, Complaint>?
    let loop: EventLoop
    let signals: Cancellable
    do throws(EventLoopError) {
      loop = try EventLoop()
      signals = try loop.onSignals([SIGINT, SIGTERM]) { _ in result = .success(.success) }
    } catch {
      throw Complaint(description: error.description, status: .trouble)
    }
    defer { signals.cancel() }
    var before: [AppSummary] = []
    let changed = {
      do throws(Complaint) {
        let now = try ask(client.list())
        try printChanges(since: before, now)
        before = now
      } catch {
        result = .failure(error)
      }
    }
    let gone = { result = .failure(Complaint(description: "the bus is gone", status: .noService)) }
    try ask(client.watch(on: loop, changed: changed, gone: gone))
    before = try ask(client.list())
    while true {
      if let result { return try result.get() }
      loop.runOnce()
    }
  }

  /// Prints the apps whose answer is another one.
  private func printChanges(since before: [AppSummary], _ now: [AppSummary]) throws(Complaint) {
    let known = before.byID
    let there = now.byID
    var text = ""
    for app in now where known[app.appID] != app { text += line(app, known[app.appID]) }
    for app in before where there[app.appID] == nil { text += goneLine(app) }
    if !text.isEmpty { try say(text) }
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

extension [AppSummary] {
  fileprivate var byID: [String: AppSummary] { reduce(into: [:]) { $0[$1.appID] = $1 } }
}
