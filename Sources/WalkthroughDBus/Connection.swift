// A connection to a message bus.

internal import CDBus
public import WalkthroughEventLoop

/// A connection of its own to a message bus, for one thread. Blocking calls work at once; all else needs a
/// loop (`attach`). The connection closes when nobody holds it.
///
/// Messages are taken from libdbus' queue one by one and replies are told apart here, so that libdbus'
/// dispatching, pending calls and timers are not needed.
public final class Connection {
  let raw: OpaquePointer
  private(set) var loop: EventLoop?
  private var preparation: Cancellable?
  private var pending: [UInt32: PendingReply] = [:]
  private var subscriptions: [(id: Int, rule: MatchRule, handler: (Message) -> Void)] = []
  private var lastSubscription = 0

  /// Called for each method call.
  var callHandler: ((MethodCall) -> Void)?
  /// Called once, from the loop, when the bus is gone.
  public var onDisconnect: (() -> Void)?

  private struct PendingReply {
    /// Who may answer; nil: whoever owns the name that was called.
    let sender: BusName?
    let limit: Cancellable
    let handler: (Result<Message, DBusError>) -> Void
  }

  /// Connects and says hello. Throws what libdbus says, such as `NoServer`.
  public init(address: String) throws(DBusError) {
    raw = try DBusError.catching { dbus_connection_open_private(address, &$0) }
    // The loss of the bus is the program's to handle, and SIGPIPE its own affair (libdbus would ignore it in
    // the whole process, and so in its children).
    dbus_connection_set_exit_on_disconnect(raw, 0)
    dbus_connection_set_change_sigpipe(0)
    _ = try DBusError.catching { dbus_bus_register(raw, &$0) == 0 ? nil : () }
  }

  deinit {
    preparation?.cancel()
    for waiting in pending.values { waiting.limit.cancel() }
    unwatch()
    dbus_connection_close(raw)
    dbus_connection_unref(raw)
  }

  /// Its own unique name.
  public var uniqueName: BusName? {
    dbus_bus_get_unique_name(raw).map { BusName(checked: String(cString: $0)) }
  }

  /// Whether the bus is still there.
  public var isConnected: Bool { dbus_connection_get_is_connected(raw) != 0 }

  /// Lets a loop move its messages. Once.
  public func attach(to loop: EventLoop) {
    precondition(self.loop == nil, "a connection has one loop")
    self.loop = loop
    // A blocking call may have left messages in the queue, for which no descriptor ever gets ready.
    preparation = loop.beforeSleeping { [unowned(unsafe) self] in
      // A handler may be the last to let go of the connection.
      withExtendedLifetime(self) { deliverQueue() }
    }
    watch()
  }

  /// Waits until everything sent is written.
  public func flush() { dbus_connection_flush(raw) }

  // MARK: Sending

  /// Makes a call and waits for the reply, for at most that many milliseconds. Throws the error it is answered
  /// with, or `NoReply`, `Disconnected`, `LimitsExceeded`.
  public func call(_ call: OutgoingCall, timeout milliseconds: Int = 25_000) throws(DBusError) -> Message {
    let message = Message.call(call)
    try message.append(call.arguments)
    let reply: OpaquePointer = try DBusError.catching {
      dbus_connection_send_with_reply_and_block(raw, message.raw, Int32(clamping: milliseconds), &$0)
    }
    return Message(owning: reply)
  }

  /// Makes a call and goes on; the handler is called from the loop, once.
  public func send(
    _ call: OutgoingCall, timeout milliseconds: Int = 25_000,
    reply handler: @escaping (Result<Message, DBusError>) -> Void
  ) throws(DBusError) {
    guard let loop else { preconditionFailure("a reply needs a loop") }
    let message = Message.call(call)
    try message.append(call.arguments)
    guard isConnected else { throw DBusError(.disconnected, "the connection to the bus is gone") }
    let serial = send(message)
    let limit = loop.after(milliseconds: milliseconds) { [unowned(unsafe) self] in
      pending.removeValue(forKey: serial)
      handler(.failure(DBusError(.noReply, "no reply within \(milliseconds) ms")))
    }
    let sender = call.destination.isSenderName ? call.destination : nil
    pending[serial] = PendingReply(sender: sender, limit: limit, handler: handler)
  }

  /// Makes a call that nobody is to answer.
  public func send(_ call: OutgoingCall) throws(DBusError) {
    let message = Message.call(call)
    try message.append(call.arguments)
    dbus_message_set_no_reply(message.raw, 1)
    send(message)
  }

  /// Sends a signal to all who want it.
  public func emit(
    _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ arguments: [Value] = []
  ) throws(DBusError) {
    let message = Message.signal(path, interface, member)
    try message.append(arguments)
    send(message)
  }

  /// Sends a message and gives its serial number. A lost connection swallows it.
  @discardableResult
  func send(_ message: Message) -> UInt32 {
    var serial: UInt32 = 0
    require(dbus_connection_send(raw, message.raw, &serial))
    return serial
  }

  // MARK: Receiving

  /// Calls a handler for the signals of a rule, until cancelled.
  public func subscribe(
    to rule: MatchRule, _ handler: @escaping (Message) -> Void
  ) throws(DBusError) -> Cancellable {
    try send(.bus("AddMatch", [.string(rule.text)]))
    let reception = receive(rule, handler)
    return Cancellable { [self] in
      reception.cancel()
      try? send(.bus("RemoveMatch", [.string(rule.text)]))
    }
  }

  /// Calls a handler for the signals of a rule that come unasked, until cancelled.
  func receive(_ rule: MatchRule, _ handler: @escaping (Message) -> Void) -> Cancellable {
    lastSubscription += 1
    let id = lastSubscription
    subscriptions.append((id, rule, handler))
    return Cancellable { [self] in subscriptions.removeAll { $0.id == id } }
  }

  /// Handles the messages that are here. False where there were none.
  private func deliverQueue() -> Bool {
    var wereThere = false
    while let next = dbus_connection_pop_message(raw) {
      deliver(Message(owning: next))
      wereThere = true
    }
    return wereThere
  }

  private func deliver(_ message: Message) {
    switch dbus_message_get_type(message.raw) {
    case DBUS_MESSAGE_TYPE_METHOD_CALL:
      let call = MethodCall(message: message, connection: self)
      guard let callHandler else { return call.fail(DBusError(.unknownObject, "there are no objects here")) }
      callHandler(call)
    case DBUS_MESSAGE_TYPE_METHOD_RETURN: complete(.success(message), by: message)
    case DBUS_MESSAGE_TYPE_ERROR: complete(.failure(message.error), by: message)
    case DBUS_MESSAGE_TYPE_SIGNAL: deliver(signal: message)
    default: break
    }
  }

  private func complete(_ result: Result<Message, DBusError>, by reply: Message) {
    let serial = dbus_message_get_reply_serial(reply.raw)
    guard let waiting = pending[serial] else { return }
    // Others can guess a serial number.
    if let sender = waiting.sender, !reply.has(sender: sender), !reply.has(sender: .bus) { return }
    pending[serial] = nil
    waiting.limit.cancel()
    waiting.handler(result)
  }

  private func deliver(signal: Message) {
    // libdbus makes this one itself; no message from outside can have the interface.
    if signal.has(interface: "org.freedesktop.DBus.Local") { return disconnected() }
    for subscription in subscriptions where subscription.rule.matches(signal) {
      // An earlier handler may have cancelled it.
      if subscriptions.contains(where: { $0.id == subscription.id }) { subscription.handler(signal) }
    }
  }

  private func disconnected() {
    let left = pending
    pending = [:]
    for (_, waiting) in left.sorted(by: { $0.key < $1.key }) {
      waiting.limit.cancel()
      waiting.handler(.failure(DBusError(.disconnected, "the connection to the bus is gone")))
    }
    onDisconnect?()
    onDisconnect = nil
  }
}
