// Who is behind each connection: asked once, remembered.

import WalkthroughDBus

/// Tells who is behind a connection to the bus.
///
/// The bus never gives a unique name twice, so what is remembered cannot become wrong; the oldest is forgotten
/// when there are many, which needs no word from the bus when a connection leaves.
package final class Callers {
  private let connection: Connection
  private var known: [BusName: Caller] = [:]
  private var order: [BusName] = []
  private var waiting: [BusName: Queue] = [:]

  /// The calls of a connection that wait until it is known.
  private struct Queue {
    var weight = 0
    var tells: [(Caller) -> Void] = []
  }

  private static let mostRemembered = 256
  private static let patienceMilliseconds = 5_000
  // What a connection can have the daemon keep before it is known who it is; its first call may be of any size.
  private static let mostWaiting = 256
  private static let mostWeight = 1 << 20

  /// Looks up the callers on a connection.
  package init(connection: Connection) { self.connection = connection }

  /// Whether somebody waits to be told.
  package var isAsking: Bool { !waiting.isEmpty }

  /// The caller behind a connection, where it was found already.
  package func caller(_ sender: BusName) -> Caller? { known[sender] }

  /// Finds the caller behind a connection. Those who ask for the same one are told in the order of asking. Throws
  /// `LimitsExceeded` where too many of its calls, or of too great a weight in bytes, wait already.
  package func find(
    _ sender: BusName, weight: Int, then tell: @escaping (Caller) -> Void
  ) throws(DBusError) {
    if let queue = waiting[sender] {
      guard queue.tells.count < Self.mostWaiting, queue.weight + weight <= Self.mostWeight else {
        throw DBusError(.limitsExceeded, "too much at once; wait for the first reply before you ask for more")
      }
    }
    let isFirst = waiting[sender] == nil
    waiting[sender, default: Queue()].weight += weight
    waiting[sender]?.tells.append(tell)
    guard isFirst else { return }
    do {
      let question = OutgoingCall(
        .bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionCredentials",
        [.string(sender.text)])
      try connection.send(question, timeout: Self.patienceMilliseconds) { [self] reply in
        found(sender, Self.caller(from: reply))
      }
    } catch {
      found(sender, .refused("the bus cannot be asked who is calling"))
    }
  }

  private func found(_ sender: BusName, _ caller: Caller) {
    // Who cannot be identified may be at the next call.
    if case .refused = caller {} else { remember(sender, caller) }
    for tell in waiting.removeValue(forKey: sender)?.tells ?? [] { tell(caller) }
  }

  private func remember(_ sender: BusName, _ caller: Caller) {
    if order.count == Self.mostRemembered { known[order.removeFirst()] = nil }
    order.append(sender)
    known[sender] = caller
  }

  private static func caller(from reply: Result<Message, DBusError>) -> Caller {
    guard case .success(let message) = reply else {
      return .refused("the caller is gone; call with --print-reply, or wait for the reply")
    }
    var arguments = message.arguments
    let credentials = try? arguments.fields()
    // The descriptor stays the same process, a number may be given again.
    if let process = credentials?["ProcessFD"]?.asDescriptor { return inspect(process) }
    if let id = credentials?["ProcessID"]?.asUInt32 { return inspect(process: id) }
    return .refused("the bus does not say which process is calling")
  }
}
