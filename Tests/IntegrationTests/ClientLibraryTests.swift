// The client library as an app uses it: waiting and awaiting, with a service and without.

import TestSupport
import Testing
import WalkthroughAsync
import WalkthroughDBus
import WalkthroughInterface

private let app = "org.example.App"

@Suite struct ClientLibraryTests {
  private func asyncClient(_ environment: [String: String]) throws -> AsyncClient {
    try AsyncClient(timeoutMilliseconds: 20_000) { environment[$0] }
  }

  /// Always on a bus of its own: on one that was given, tests that wait for their turn block the threads on which
  /// an awaiting test would go on.
  private func session() throws -> Session {
    let session = try Session(["LANG": "de_DE.UTF-8"], alone: true)
    try session.install(
      """
      {"format": 1, "id": "\(app)", "version": "2.0", "pages": [
        {"id": "a", "title": {"en": "Welcome", "de": "Willkommen"}}, {"id": "b", "since": "2.0", "title": "B"}]}
      """, app)
    return session
  }

  @Test(.timeLimit(.minutes(1))) func everythingCanBeAwaited() async throws {
    let session = try session()
    defer { session.stay() }
    let client = try asyncClient(session.environment)
    #expect(try await client.shouldShow(app))
    #expect(try await client.listDue() == [app])
    #expect(try await client.list().map(\.reason) == [.introduction])
    #expect(try await client.pages(app).pages.map(\.title) == ["Willkommen"])
    #expect(try await client.allPages(app).pages.map(\.id) == ["a", "b"])
    let walkthrough = try #require(try await client.claim(app))
    #expect(try await client.claim(app) == nil)
    #expect(try await client.status(app).reason == .claimed)
    try await client.release(app)
    #expect(try await client.shouldShow(app))
    try await client.complete(app, version: walkthrough.version)
    #expect(try await client.status(app).outcome == .completed)
    try await client.reset(app)
    try await client.postpone(app, seconds: 60)
    #expect(try await client.status(app).reason == .postponed)
    try await client.skip(app, version: "")
    #expect(try await client.status(app).outcome == .skipped)
    try await client.reset(app)
    try await client.mute(app, true)
    #expect(try await client.status(app).reason == .policy)
    await #expect(throws: ClientFailure.self) { try await client.pages("org.example.Unknown") }
  }

  @Test(.timeLimit(.minutes(1))) func manyCallsCanBeUnderWay() async throws {
    let session = try session()
    defer { session.stay() }
    let client = try asyncClient(session.environment)
    let answers = await withTaskGroup { group in
      for _ in 0..<50 { group.addTask { try? await client.shouldShow(app) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == Array(repeating: true, count: 50))
  }

  @Test(.timeLimit(.minutes(1))) func changesCanBeAwaited() async throws {
    let session = try session()
    let client = try asyncClient(session.environment)
    var changes: AsyncStream<Void>.Iterator? = try await client.changes().makeAsyncIterator()
    #expect(try await client.shouldShow(app))
    try await client.complete(app, version: "")
    #expect(await changes?.next() != nil)
    #expect(try await !client.shouldShow(app))
    // One that nobody listens to any more is no trouble.
    changes = nil
    let last = try await client.changes()
    session.stay()
    try #require(session.bus).kill()
    for await _ in last {}
    await #expect(throws: ClientFailure.self) { try await client.shouldShow(app) }
  }

  /// The daemon's first idle moment, in which it looks at all apps, is 30 ms after its start.
  @Test(arguments: 24..<40) func changesAreToldWhateverTheDaemonDoes(milliseconds: Int) throws {
    let session = try session()
    let client = try session.client()
    let changes = try client.changes()
    #expect(try client.shouldShow(app))
    #expect(try !changes.wait(forAtMost: milliseconds))
    try client.complete(app, version: "")
    #expect(try changes.wait(forAtMost: 20_000))
  }

  @Test func changesCanBeWaitedFor() throws {
    let session = try session()
    let client = try session.client()
    let changes = try client.changes()
    #expect(try client.shouldShow(app))
    #expect(try !changes.wait(forAtMost: 1))
    try session.client().complete(app, version: "")
    #expect(try changes.wait(forAtMost: 20_000))
    #expect(try !client.shouldShow(app))
    try #require(session.bus).kill()
    #expect(throws: ClientFailure.self) { while try !changes.wait(forAtMost: 20_000) {} }
  }

  @Test(.timeLimit(.minutes(1))) func withoutAServiceThereIsNothingToShow() async throws {
    let bus = try PrivateBus()
    let environment = bus.environment
    let client = try? AsyncClient { environment[$0] }
    #expect(client != nil)
    #expect(await (try? client?.claim(app)) == nil)
    #expect((try? AsyncClient { _ in nil }) == nil)
    #expect(throws: ClientFailure.self) { try AsyncClient { _ in "unix:path=/nonexistent" } }
    // A service that never answers is none.
    let mute = try Connection(address: bus.address)
    #expect(try mute.request(name: WalkthroughInterface.busName) == .acquired)
    let hasty = try AsyncClient(timeoutMilliseconds: 50) { environment[$0] }
    await #expect {
      try await hasty.shouldShow(app)
    } throws: {
      if case ClientFailure.noService = $0 { true } else { false }
    }
    // However the machine divides its time, each call ends.
    let hastier = try AsyncClient(timeoutMilliseconds: 1) { environment[$0] }
    for _ in 0..<100 { await #expect(throws: ClientFailure.self) { try await hastier.shouldShow(app) } }
    let blocking = try Client(timeoutMilliseconds: 50) { environment[$0] }
    #expect {
      try blocking.shouldShow(app)
    } throws: {
      if case ClientFailure.noService = $0 { true } else { false }
    }
    #expect(mute.isConnected)
  }
}
