// Hearing the signal that some answer may be another.

import TestSupport
import WalkthroughDBus
import WalkthroughEventLoop
import WalkthroughInterface

/// Counts the signals on a connection.
final class Listener {
  let loop: EventLoop
  private let connection: Connection
  private var subscription: Cancellable?
  private(set) var signatures: [String] = []
  private(set) var times: [Int64] = []

  init(_ session: Session) throws {
    loop = try EventLoop()
    connection = try session.connection()
    connection.attach(to: loop)
    subscription = try connection.subscribe(
      to: MatchRule(
        WalkthroughInterface.busName, WalkthroughInterface.path, WalkthroughInterface.name,
        WalkthroughInterface.changed)
    ) { [unowned self] signal in
      signatures.append(signal.signature)
      times.append(SystemClock.monotonicNanoseconds() / 1_000_000)
    }
    // From here on the bus knows that we listen.
    _ = try connection.call(OutgoingCall(.bus, "/", "org.freedesktop.DBus.Peer", "Ping"))
  }

  /// Whether a signal comes that was not there before something was done. What was done before is told first.
  func hears(_ work: () throws -> Void) throws -> Bool {
    settle()
    let before = signatures.count
    try work()
    return loop.run(forAtMost: 15_000) { signatures.count > before }
  }

  /// Listens until it has been quiet for longer than the signals are apart.
  func settle() {
    var known = -1
    while known != signatures.count {
      known = signatures.count
      _ = loop.run(forAtMost: 600) { signatures.count != known }
    }
  }
}
