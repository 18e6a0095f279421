// Calls that come in, and calls that go out.

internal import CDBus

/// A call to be made.
public struct OutgoingCall: Sendable {
  /// Whom.
  public var destination: BusName
  /// Which object.
  public var path: ObjectPath
  /// The method's interface; nil: the object's choice.
  public var interface: InterfaceName?
  /// The method.
  public var member: MemberName
  /// Its arguments.
  public var arguments: [Value]
  /// Whether the bus may start the service for it.
  public var startsService = true

  /// Makes a call.
  public init(
    _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName?, _ member: MemberName,
    _ arguments: [Value] = []
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
  }

  /// A call of the bus itself.
  static func bus(_ member: MemberName, _ arguments: [Value]) -> OutgoingCall {
    OutgoingCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", member, arguments)
  }
}

/// A call that came in. It is to be answered once, now or later, by `reply` or `fail`; where the caller wants
/// no answer none is sent.
public struct MethodCall {
  /// The call itself: sender, member, arguments.
  public let message: Message
  /// The connection it came by.
  public let connection: Connection

  /// Sends results. Where they are too large for a message the caller gets `LimitsExceeded` in their place.
  public func reply(_ results: [Value] = []) {
    guard wantsReply else { return }
    let reply = message.reply()
    do throws(DBusError) {
      try reply.append(results)
      connection.send(reply)
    } catch {
      fail(error)
    }
  }

  /// Sends an error.
  public func fail(_ error: DBusError) {
    if wantsReply { connection.send(message.reply(error)) }
  }

  private var wantsReply: Bool { dbus_message_get_no_reply(message.raw) == 0 }
}
