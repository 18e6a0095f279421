// What a connection can have the service keep before it is known who it is.

import Callers
import TestSupport
import Testing
import WalkthroughDBus
import WalkthroughEventLoop

@Suite("Calls that wait until their caller is known") struct WaitingTests {
  private let bus: PrivateBus
  private let loop: EventLoop
  private let connection: Connection

  init() throws {
    bus = try PrivateBus()
    loop = try EventLoop()
    connection = try Connection(address: bus.address)
    connection.attach(to: loop)
  }

  /// How many of these are taken, each of so many bytes.
  private func taken(_ count: Int, weight: Int, _ callers: Callers, _ tell: @escaping () -> Void) -> Int {
    let sender = connection.uniqueName ?? ":0.0"
    return (0..<count).count { _ in
      do throws(DBusError) {
        try callers.find(sender, weight: weight) { _ in tell() }
        return true
      } catch {
        #expect(error.name == .limitsExceeded)
        return false
      }
    }
  }

  @Test(
    "are few and light, and all that were taken are answered",
    arguments: [(10, 256), (1 << 19, 2), (1 << 26, 1)])
  func bounds(weight: Int, expected: Int) throws {
    let callers = Callers(connection: connection)
    var told = 0
    #expect(taken(300, weight: weight, callers) { told += 1 } == expected)
    #expect(loop.run(forAtMost: 20_000) { told == expected })
    // Who is known waits no more.
    #expect(taken(1, weight: 0, callers) { told += 1 } == 1)
  }
}
