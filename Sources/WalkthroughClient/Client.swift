// The client that waits for its answers: typed calls to the service, each with a time limit.

internal import WalkthroughDBus
internal import WalkthroughEventLoop
public import WalkthroughInterface
public import WalkthroughModel

/// A connection to the walkthrough service, for one thread.
///
/// Without a service there is nothing to show, and so whatever is thrown at launch means just that:
///
/// ```swift
/// let client = try? Client(timeoutMilliseconds: 1_000)
/// if let walkthrough = try? client?.claim("org.example.Editor") {
///   show(walkthrough)
///   try client?.complete(walkthrough.appID, version: walkthrough.version)
/// }
/// ```
///
/// Texts are asked for in the locale of the environment. A claim ends with the client that made it.
public final class Client {
  /// The locales that texts are asked for in.
  public let locale: LocalePreference

  let connection: Connection
  private let timeoutMilliseconds: Int
  /// Only waiting for changes needs one.
  private var loop: EventLoop?

  /// Connects to the session bus.
  ///
  /// `environment` says where it is, and the locale. Each call waits at most `timeoutMilliseconds` for its answer.
  public init(
    timeoutMilliseconds: Int = 5_000, environment: (String) -> String? = processEnvironment
  ) throws(ClientFailure) {
    self.timeoutMilliseconds = timeoutMilliseconds
    locale = LocalePreference(environment: environment)
    do throws(DBusError) { connection = try Connection.openSessionBus(environment: environment) } catch {
      throw .noService(error.message)
    }
  }

  /// Whether a walkthrough of the app should be shown now.
  public func shouldShow(_ app: String) throws(ClientFailure) -> Bool { try ask(.shouldShow(app)) }

  /// The pages that are due.
  public func pages(_ app: String) throws(ClientFailure) -> Walkthrough { try ask(.pages(app, locale)) }

  /// Every page of the installed version, whether due or not: for a menu item such as "What's new".
  public func allPages(_ app: String) throws(ClientFailure) -> Walkthrough { try ask(.allPages(app, locale)) }

  /// What is due, claimed so that nobody else shows it; nil where nothing is due, or somebody else shows it.
  ///
  /// The claim ends with `complete`, `skip`, `postpone` or `release`, and with this client.
  public func claim(_ app: String) throws(ClientFailure) -> Walkthrough? { try ask(.claim(app, locale)) }

  /// Gives a claim back.
  public func release(_ app: String) throws(ClientFailure) { try ask(.tell(.release(app: app))) }

  /// The person went through the walkthrough; `version` is that of the pages, empty means the installed one.
  public func complete(_ app: String, version: String) throws(ClientFailure) {
    try ask(.tell(.complete(app: app, version: version)))
  }

  /// The person declined the walkthrough.
  public func skip(_ app: String, version: String) throws(ClientFailure) {
    try ask(.tell(.skip(app: app, version: version)))
  }

  /// The person wants it later; 0 seconds: now again.
  public func postpone(_ app: String, seconds: UInt32) throws(ClientFailure) {
    try ask(.tell(.postpone(app: app, seconds: seconds)))
  }

  /// Forgets what the person saw of the app.
  public func reset(_ app: String) throws(ClientFailure) { try ask(.tell(.reset(app: app))) }

  /// The person wants nothing shown of the app (nil: of any), or wants it again.
  public func mute(_ app: String?, _ isMuted: Bool) throws(ClientFailure) {
    try ask(.tell(.mute(app: app ?? "", isMuted)))
  }

  /// Why the answer about an app is what it is.
  public func status(_ app: String) throws(ClientFailure) -> AppStatus { try ask(.status(app)) }

  /// Every app known, ordered by id.
  public func list() throws(ClientFailure) -> [AppSummary] { try ask(.list) }

  /// The apps of which something is due: introductions first, then updates.
  public func listDue() throws(ClientFailure) -> [String] { try ask(.listDue) }

  /// Changes of answers from now on. Ask for it before what may change, so that no change is missed.
  public func changes() throws(ClientFailure) -> Changes {
    let loop = try attachedLoop()
    do throws(DBusError) { return try Changes(connection, loop) } catch { throw ClientFailure(error) }
  }

  private func attachedLoop() throws(ClientFailure) -> EventLoop {
    if let loop { return loop }
    do throws(EventLoopError) {
      let new = try EventLoop()
      connection.attach(to: new)
      loop = new
      return new
    } catch {
      throw .trouble(error.description)
    }
  }

  private func ask<Answer>(_ question: Question<Answer>) throws(ClientFailure) -> Answer {
    do throws(DBusError) {
      return try question.answer(in: try connection.call(question.call, timeout: timeoutMilliseconds))
    } catch {
      throw ClientFailure(error)
    }
  }
}

/// Changes of the service's answers, whatever changed: a manifest, what the person did, a policy, or the time.
public final class Changes {
  private let connection: Connection
  private let loop: EventLoop
  private var subscription: Cancellable?
  private var hasChanged = false

  init(_ connection: Connection, _ loop: EventLoop) throws(DBusError) {
    self.connection = connection
    self.loop = loop
    subscription = try connection.subscribe(to: .changed) { [unowned(unsafe) self] _ in hasChanged = true }
  }

  deinit { subscription?.cancel() }

  /// Waits until some answer may be another than when this was last called, or made. False where nothing changed
  /// in that many milliseconds.
  public func wait(forAtMost milliseconds: Int) throws(ClientFailure) -> Bool {
    defer { hasChanged = false }
    let isNews = loop.run(forAtMost: milliseconds) { hasChanged || !connection.isConnected }
    guard hasChanged || !isNews else { throw .noService("the connection to the bus is gone") }
    return hasChanged
  }
}
