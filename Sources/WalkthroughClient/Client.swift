// The client library: typed calls to the service, each with a time limit.

internal import WalkthroughDBus
public import WalkthroughInterface
public import WalkthroughModel

/// Why a call got no answer.
public enum ClientFailure: Error, Equatable, CustomStringConvertible {
  /// There is no service, or it does not answer: an app shows nothing then.
  case noService(String)
  /// The service refuses.
  case refused(ServiceError)
  /// Something else went wrong.
  case trouble(String)

  /// What is wrong, for a person.
  public var description: String {
    switch self {
    case .noService(let text), .trouble(let text): text
    case .refused(let error): error.overBus.message
    }
  }

  init(_ error: DBusError) {
    if let refusal = ServiceError(overBus: error) {
      self = .refused(refusal)
    } else if Self.isAbsence(error.name) {
      self = .noService(error.message)
    } else {
      self = .trouble(error.description)
    }
  }

  /// Errors that the bus gives in the service's place: no bus, no service, or one that cannot be started.
  private static func isAbsence(_ name: ErrorName) -> Bool {
    let absences = [
      "NoServer", "Disconnected", "ServiceUnknown", "NameHasNoOwner", "NoReply", "Timeout", "TimedOut",
      "FileNotFound",
    ]
    let standard = "org.freedesktop.DBus.Error."
    let text = name.text
    return text.hasPrefix(standard + "Spawn.") || text.hasPrefix("org.freedesktop.systemd1.")
      || absences.contains { text == standard + $0 }
  }
}

/// A connection to the walkthrough service, for one thread.
///
/// An app asks with `claim` when it starts. Where `noService` is thrown there is nothing to show.
public final class Client {
  /// The locales that texts are asked for in.
  public let locale: LocalePreference

  let connection: Connection
  private let timeoutMilliseconds: Int

  /// Connects to the session bus.
  ///
  /// `environment` says where it is, and the locale. Each call waits at most `timeoutMilliseconds` for its answer.
  public init(
    timeoutMilliseconds: Int = 5_000, environment: (String) -> String?
  ) throws(ClientFailure) {
    self.timeoutMilliseconds = timeoutMilliseconds
    locale = LocalePreference(environment: environment)
    do throws(DBusError) { connection = try Connection.openSessionBus(environment: environment) } catch {
      throw .noService(error.message)
    }
  }

  /// Whether a walkthrough of the app should be shown now.
  public func shouldShow(_ app: String) throws(ClientFailure) -> Bool {
    try ask(.shouldShow(app: app)) { (reply) throws(DBusError) in try reply.bool() }
  }

  /// The pages that are due.
  public func pages(_ app: String) throws(ClientFailure) -> Walkthrough {
    try ask(.pages(app: app, locale: locale.text), walkthrough)
  }

  /// Every page of the installed version, whether due or not.
  public func allPages(_ app: String) throws(ClientFailure) -> Walkthrough {
    try ask(.allPages(app: app, locale: locale.text), walkthrough)
  }

  /// What is due, claimed so that nobody else shows it; nil where nothing is due, or somebody else shows it.
  ///
  /// The claim ends with `complete`, `skip`, `postpone` or `release`, and with this client.
  public func claim(_ app: String) throws(ClientFailure) -> Walkthrough? {
    try ask(.claim(app: app, locale: locale.text)) { (reply) throws(DBusError) in
      let isGranted = try reply.bool()
      let claimed = try walkthrough(&reply)
      return isGranted ? claimed : nil
    }
  }

  /// Gives a claim back.
  public func release(_ app: String) throws(ClientFailure) { try tell(.release(app: app)) }

  /// The person went through the walkthrough; `version` is that of the pages, empty means the installed one.
  public func complete(_ app: String, version: String) throws(ClientFailure) {
    try tell(.complete(app: app, version: version))
  }

  /// The person declined the walkthrough.
  public func skip(_ app: String, version: String) throws(ClientFailure) {
    try tell(.skip(app: app, version: version))
  }

  /// The person wants it later; 0 seconds: now again.
  public func postpone(_ app: String, seconds: UInt32) throws(ClientFailure) {
    try tell(.postpone(app: app, seconds: seconds))
  }

  /// Forgets what the person saw of the app.
  public func reset(_ app: String) throws(ClientFailure) { try tell(.reset(app: app)) }

  /// The person wants nothing shown of the app (nil: of any), or wants it again.
  public func mute(_ app: String?, _ isMuted: Bool) throws(ClientFailure) {
    try tell(.mute(app: app ?? "", isMuted))
  }

  /// Why the answer about an app is what it is.
  public func status(_ app: String) throws(ClientFailure) -> AppStatus {
    try ask(.status(app: app)) { (reply) throws(DBusError) in AppStatus(try reply.fields()) }
  }

  /// Every app known, ordered by id.
  public func list() throws(ClientFailure) -> [AppSummary] {
    try ask(.list) { (reply) throws(DBusError) in try reply.fieldsList().map(AppSummary.init) }
  }

  /// The apps of which something is due: introductions first, then updates.
  public func listDue() throws(ClientFailure) -> [String] {
    try ask(.listDue) { (reply) throws(DBusError) in try reply.strings() }
  }

  private func tell(_ request: Request) throws(ClientFailure) {
    try ask(request) { (_) throws(DBusError) in }
  }

  private func ask<Answer>(
    _ request: Request, _ read: (inout ArgumentReader) throws(DBusError) -> Answer
  ) throws(ClientFailure) -> Answer {
    let (method, arguments) = request.call
    let call = OutgoingCall(
      WalkthroughInterface.busName, WalkthroughInterface.path, WalkthroughInterface.name, method.member,
      arguments)
    do throws(DBusError) {
      var reply = try connection.call(call, timeout: timeoutMilliseconds).arguments
      return try read(&reply)
    } catch {
      throw ClientFailure(error)
    }
  }
}

private func walkthrough(_ reply: inout ArgumentReader) throws(DBusError) -> Walkthrough {
  Walkthrough(try reply.fields(), pages: try reply.fieldsList())
}
