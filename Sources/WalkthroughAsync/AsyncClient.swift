// The client for Swift concurrency: the same calls, awaited. It has no thread: Dispatch, on which concurrency runs
// here anyhow, says when the bus's socket is ready. A module of its own, for a program without tasks would carry
// Dispatch for nothing.

// Tasks are not for Embedded Swift, in which the programs are built.
#if !hasFeature(Embedded)

internal import Dispatch
internal import Glibc
// Who awaits gets the types of the answers, and the client that waits, too.
@_exported public import WalkthroughClient
internal import WalkthroughDBus
internal import WalkthroughEventLoop

/// A connection to the walkthrough service, for tasks.
///
/// Without a service there is nothing to show, and so whatever is thrown at launch means just that:
///
/// ```swift
/// let client = try? AsyncClient(timeoutMilliseconds: 1_000)
/// if let walkthrough = try? await client?.claim("org.example.Editor") {
///   await show(walkthrough)
///   try await client?.complete(walkthrough.appID, version: walkthrough.version)
/// }
/// ```
///
/// Texts are asked for in the locale of the environment. A claim ends with the client that made it. Cancelling a
/// task does not take a call back; its answer comes within the time limit.
public actor AsyncClient {
  /// The locales that texts are asked for in.
  public nonisolated let locale: LocalePreference

  private nonisolated let executor: DispatchExecutor
  private let connection: Connection
  private let loop: EventLoop
  private let source: any DispatchSourceRead
  private let timeoutMilliseconds: Int
  private var streams: [Int: (subscription: Cancellable, continuation: AsyncStream<Void>.Continuation)] = [:]
  private var lastStream = 0

  /// Everything happens on a queue, for libdbus' connection and the loop belong to one thread at a time.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Connects to the session bus, which waits for the bus alone.
  ///
  /// `environment` says where it is, and the locale. Each call waits at most `timeoutMilliseconds` for its answer.
  public init(
    timeoutMilliseconds: Int = 5_000, environment: (String) -> String? = processEnvironment
  ) throws(ClientFailure) {
    self.timeoutMilliseconds = timeoutMilliseconds
    locale = LocalePreference(environment: environment)
    executor = DispatchExecutor()
    do {
      loop = try EventLoop()
      connection = try Connection.openSessionBus(environment: environment)
    } catch {
      throw (error as? DBusError).map { .noService($0.message) } ?? .trouble("\(error)")
    }
    connection.attach(to: loop)
    // Dispatch may look at the descriptor until the source is cancelled, which is after the loop is gone.
    let descriptor = dup(loop.descriptor)
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: executor.queue)
    source.setCancelHandler { close(descriptor) }
    self.source = source
    source.setEventHandler { [weak self] in self?.assumeIsolated { $0.turn() } }
    source.activate()
  }

  isolated deinit {
    source.cancel()
    for stream in streams.values { stream.continuation.finish() }
  }

  /// Whether a walkthrough of the app should be shown now.
  public func shouldShow(_ app: String) async throws(ClientFailure) -> Bool {
    try await ask(.shouldShow(app))
  }

  /// The pages that are due.
  public func pages(_ app: String) async throws(ClientFailure) -> Walkthrough {
    try await ask(.pages(app, locale))
  }

  /// Every page of the installed version, whether due or not: for a menu item such as "What's new".
  public func allPages(_ app: String) async throws(ClientFailure) -> Walkthrough {
    try await ask(.allPages(app, locale))
  }

  /// What is due, claimed so that nobody else shows it; nil where nothing is due, or somebody else shows it.
  ///
  /// The claim ends with `complete`, `skip`, `postpone` or `release`, and with this client.
  public func claim(_ app: String) async throws(ClientFailure) -> Walkthrough? {
    try await ask(.claim(app, locale))
  }

  /// Gives a claim back.
  public func release(_ app: String) async throws(ClientFailure) { try await ask(.tell(.release(app: app))) }

  /// The person went through the walkthrough; `version` is that of the pages, empty means the installed one.
  public func complete(_ app: String, version: String) async throws(ClientFailure) {
    try await ask(.tell(.complete(app: app, version: version)))
  }

  /// The person declined the walkthrough.
  public func skip(_ app: String, version: String) async throws(ClientFailure) {
    try await ask(.tell(.skip(app: app, version: version)))
  }

  /// The person wants it later; 0 seconds: now again.
  public func postpone(_ app: String, seconds: UInt32) async throws(ClientFailure) {
    try await ask(.tell(.postpone(app: app, seconds: seconds)))
  }

  /// Forgets what the person saw of the app.
  public func reset(_ app: String) async throws(ClientFailure) { try await ask(.tell(.reset(app: app))) }

  /// The person wants nothing shown of the app (nil: of any), or wants it again.
  public func mute(_ app: String?, _ isMuted: Bool) async throws(ClientFailure) {
    try await ask(.tell(.mute(app: app ?? "", isMuted)))
  }

  /// Why the answer about an app is what it is.
  public func status(_ app: String) async throws(ClientFailure) -> AppStatus { try await ask(.status(app)) }

  /// Every app known, ordered by id.
  public func list() async throws(ClientFailure) -> [AppSummary] { try await ask(.list) }

  /// The apps of which something is due: introductions first, then updates.
  public func listDue() async throws(ClientFailure) -> [String] { try await ask(.listDue) }

  /// Changes of answers from now on, several at once being one. It ends when the bus is gone. Ask for it before
  /// what may change, so that no change is missed.
  public func changes() throws(ClientFailure) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    do {
      let subscription = try connection.subscribe(to: .changed) { _ in continuation.yield() }
      lastStream += 1
      let id = lastStream
      streams[id] = (subscription, continuation)
      continuation.onTermination = { [weak self] _ in Task { await self?.end(stream: id) } }
    } catch {
      throw ClientFailure(error)
    }
    return stream
  }

  private func end(stream id: Int) { streams.removeValue(forKey: id)?.subscription.cancel() }

  private func ask<Answer>(_ question: Question<Answer>) async throws(ClientFailure) -> Answer {
    let result: Result<Answer, ClientFailure> = await withCheckedContinuation { continuation in
      do throws(DBusError) {
        try connection.send(question.call, timeout: timeoutMilliseconds) { reply in
          let answer = reply.flatMap { (message) -> Result<Answer, DBusError> in
            Result { () throws(DBusError) in try question.answer(in: message) }
          }
          continuation.resume(returning: answer.mapError { ClientFailure($0) })
        }
        // The call's limit is over without the descriptor being ready. It began already, so this look, which is asked
        // for later, cannot come too early.
        executor.queue.asyncAfter(deadline: .now() + .milliseconds(timeoutMilliseconds + 1)) { [weak self] in
          self?.assumeIsolated { $0.turn() }
        }
      } catch {
        continuation.resume(returning: .failure(ClientFailure(error)))
      }
    }
    return try result.get()
  }

  private func turn() {
    loop.runOnce(forAtMost: 0)
    guard !connection.isConnected else { return }
    source.cancel()
    for stream in streams.values { stream.continuation.finish() }
  }
}

/// A serial queue as an actor's executor.
private final class DispatchExecutor: SerialExecutor {
  let queue = DispatchQueue(label: "org.walkthroughd.Walkthrough1")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

#endif
