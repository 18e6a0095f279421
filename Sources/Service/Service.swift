// The service on the bus: a call becomes a request, the request a question or a report, its result the reply.

import Callers
import Catalog
import Records
import System
import WalkthroughDBus
import WalkthroughEventLoop
import WalkthroughInterface
import WalkthroughModel

/// Answers `org.walkthroughd.Walkthrough1` on a connection.
package final class Service {
  private let connection: Connection
  private let callers: Callers
  private let desk: Desk
  private let sessionLocale: LocalePreference
  private let log: Log
  private let changes: Changes
  private var leavings: [BusName: Cancellable] = [:]

  /// Makes the service. Nothing happens before `export`.
  package init(
    connection: Connection, loop: EventLoop, system: System, desk: Desk, sessionLocale: LocalePreference,
    log: Log
  ) {
    self.connection = connection
    self.desk = desk
    self.sessionLocale = sessionLocale
    self.log = log
    callers = Callers(connection: connection)
    changes = Changes(desk: desk, loop: loop, system: system, log: log) {
      log.debug("Changed")
      // A signal without arguments fits into every message.
      try? connection.emit(
        WalkthroughInterface.path, WalkthroughInterface.name, WalkthroughInterface.changed)
    }
  }

  /// Puts the object on the bus. Its name is requested after that, for the first call may already wait.
  package func export() {
    connection.export(
      WalkthroughInterface.description, at: WalkthroughInterface.path,
      properties: WalkthroughInterface.properties
    ) { [unowned(unsafe) self] (call, name) throws(DBusError) in try receive(call, name) }
    changes.begin()
  }

  /// Whether somebody is in the middle of a walkthrough.
  package var isClaimed: Bool { !desk.claims.isEmpty }

  /// Leaves the name to a successor, and answers everything that was asked before.
  package func leave(_ loop: EventLoop) {
    // A claim would end with this process. Who is given none asks again at the next launch.
    desk.claims.areGiven = false
    try? connection.release(name: WalkthroughInterface.busName)
    loop.runOnce(forAtMost: 0)
    // Of some it is not known yet who they are.
    _ = loop.run(forAtMost: Self.longestFarewell) { !callers.isAsking }
  }

  private static let longestFarewell = 5_000

  // MARK: The way of a call

  private func receive(_ call: MethodCall, _ name: MemberName) throws(DBusError) {
    guard let sender = call.message.sender, let method = Method(rawValue: name.text) else {
      throw DBusError(.failed, "a call without a sender")
    }
    let request = try Request(method, of: call.message)
    if let caller = callers.caller(sender) { return serve(call, request, caller, sender) }
    try callers.find(sender, weight: request.weight) { [unowned(unsafe) self] caller in
      log.debug("\(sender) is \(caller.words)")
      serve(call, request, caller, sender)
    }
  }

  private func serve(_ call: MethodCall, _ request: Request, _ caller: Caller, _ sender: BusName) {
    do throws(DBusError) { call.reply(try answer(request, caller, sender)) } catch { call.fail(error) }
    // Now nobody waits.
    desk.records.removeOutdated()
  }

  private func answer(_ request: Request, _ caller: Caller, _ sender: BusName) throws(DBusError) -> [Value] {
    changes.catchUp()
    do throws(ServiceError) {
      if case .refused(let why) = caller { throw .accessDenied(why) }
      return try perform(request, caller, sender)
    } catch {
      log.debug("\(request.call.method.rawValue) from \(sender): \(error.overBus)")
      throw error.overBus
    }
  }

  private func perform(
    _ request: Request, _ caller: Caller, _ sender: BusName
  ) throws(ServiceError) -> [Value] {
    switch request {
    case .shouldShow(let app):
      let subject = try desk.subject(app, for: caller)
      logDecision(request, subject)
      return [.bool(desk.shouldShow(subject))]
    case .pages(let app, let locale):
      let subject = try desk.subject(app, for: caller)
      logDecision(request, subject)
      return try desk.pages(subject, in: preference(locale), for: caller).values
    case .allPages(let app, let locale):
      return try desk.allPages(desk.subject(app, for: caller), in: preference(locale), for: caller).values
    case .claim(let app, let locale):
      let subject = try desk.subject(app, for: caller)
      logDecision(request, subject)
      let (isGranted, walkthrough) = try desk.claim(
        subject, in: preference(locale), for: caller, owner: sender)
      if isGranted { endClaimsWhenGone(sender) }
      return [.bool(isGranted)] + walkthrough.values
    case .release(let app):
      let subject = try desk.subject(app, for: caller)
      desk.claims.end(subject.entry?.app.id ?? subject.id, of: sender)
    case .complete(let app, let version):
      try record(request, app, caller) { (subject) throws(ServiceError) in
        try desk.report(.completed, of: version, subject)
      }
    case .skip(let app, let version):
      try record(request, app, caller) { (subject) throws(ServiceError) in
        try desk.report(.skipped, of: version, subject)
      }
    case .postpone(let app, let seconds):
      try record(request, app, caller) { (subject) throws(ServiceError) in
        try desk.postpone(subject, seconds: seconds)
      }
    case .reset(let app):
      try record(request, app, caller) { (subject) throws(ServiceError) in try desk.reset(subject) }
    case .mute(let app, let isMuted):
      defer { changes.checkAll() }
      let changed = try desk.mute(app, isMuted, for: caller)
      logReport(request, app.isEmpty ? "all apps" : app, changed)
    case .status(let app):
      return [.fields(desk.status(try desk.subject(app, for: caller)).fields)]
    case .list:
      defer { changes.tidy() }
      return [.fieldsList(desk.list(for: caller).map { $0.fields })]
    case .listDue:
      let due = desk.listDue(for: caller)
      log.debug("\(request.call.method.rawValue): \(due.isEmpty ? "nothing" : due.joined(separator: " "))")
      return [.strings(due)]
    }
    return []
  }

  /// Lets a report change an app's record, and tells the change even where the report fails: it is quiet then.
  private func record(
    _ request: Request, _ app: String, _ caller: Caller, _ report: (Subject) throws(ServiceError) -> Bool
  ) throws(ServiceError) {
    let subject = try desk.subject(app, for: caller)
    changes.remember(subject.entry?.app.id ?? subject.id)
    defer { changes.check(subject.entry?.app.id ?? subject.id) }
    logReport(request, subject.id.text, try report(subject))
  }

  /// An empty locale is the session's.
  private func preference(_ locale: String) -> LocalePreference {
    locale.isEmpty ? sessionLocale : LocalePreference(locale)
  }

  private func endClaimsWhenGone(_ owner: BusName) {
    guard leavings[owner] == nil else { return }
    leavings[owner] = try? connection.whenGone(owner) { [unowned(unsafe) self] in
      desk.claims.endAll(of: owner)
      leavings[owner] = nil
    }
  }

  private func logDecision(_ request: Request, _ subject: Subject) {
    log.debug("\(request.call.method.rawValue) \(subject.id): \(desk.status(subject).reason.rawValue)")
  }

  private func logReport(_ request: Request, _ app: String, _ changed: Bool) {
    log.debug("\(request.call.method.rawValue) \(app): \(changed ? "kept" : "changes nothing")")
  }
}

extension Caller {
  /// Who it is, for the log.
  fileprivate var words: String {
    switch self {
    case .host: "a process of the host"
    case .flatpak(let app): "the Flatpak app \(app)"
    case .refused: "nobody who is served"
    }
  }
}
