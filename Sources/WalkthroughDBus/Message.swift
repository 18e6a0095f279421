// A D-Bus message and the one place that owns it.

internal import CDBus
internal import CLinux

/// A message that was received.
public final class Message {
  let raw: OpaquePointer

  /// Takes over a reference.
  init(owning raw: OpaquePointer) { self.raw = raw }

  deinit { dbus_message_unref(raw) }

  /// The unique name of the connection that sent it, or `org.freedesktop.DBus`; the bus vouches for it.
  public var sender: BusName? { dbus_message_get_sender(raw).map { BusName(checked: String(cString: $0)) } }

  /// The interface, where it names one.
  public var interface: InterfaceName? {
    dbus_message_get_interface(raw).map { InterfaceName(checked: String(cString: $0)) }
  }

  /// The method or signal; empty in a reply.
  public var member: String { dbus_message_get_member(raw).map { String(cString: $0) } ?? "" }

  /// The object; nil in a reply.
  public var path: ObjectPath? { dbus_message_get_path(raw).map { ObjectPath(checked: String(cString: $0)) } }

  /// The types of its arguments.
  public var signature: String { dbus_message_get_signature(raw).map { String(cString: $0) } ?? "" }

  /// Its arguments from the first.
  public var arguments: ArgumentReader { ArgumentReader(self) }

  // These compare in place, without making strings. (What is passed to C as a string is copied first.)
  func has(path: ObjectPath) -> Bool { path.text.withCString { dbus_message_has_path(raw, $0) } != 0 }
  func has(interface: InterfaceName) -> Bool {
    interface.text.withCString { dbus_message_has_interface(raw, $0) } != 0
  }
  func has(member: MemberName) -> Bool { member.text.withCString { dbus_message_has_member(raw, $0) } != 0 }
  func has(signature: String) -> Bool { signature.withCString { dbus_message_has_signature(raw, $0) } != 0 }
  func has(sender: BusName) -> Bool { sender.text.withCString { dbus_message_has_sender(raw, $0) } != 0 }
}

extension Message {
  static func signal(_ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName) -> Message {
    Message(owning: require(dbus_message_new_signal(path.text, interface.text, member.text)))
  }

  static func call(_ call: OutgoingCall) -> Message {
    let message = Message(
      owning: require(
        dbus_message_new_method_call(
          call.destination.text, call.path.text, call.interface?.text, call.member.text)))
    dbus_message_set_auto_start(message.raw, call.startsService ? 1 : 0)
    return message
  }

  /// A reply to this one.
  func reply() -> Message { Message(owning: require(dbus_message_new_method_return(raw))) }

  /// An error reply to this one.
  func reply(_ error: DBusError) -> Message {
    let text = error.message.withoutNull
    return Message(owning: require(dbus_message_new_error(raw, error.name.text, text)))
  }

  /// The error that this error reply is.
  var error: DBusError {
    let name = dbus_message_get_error_name(raw).map { ErrorName(checked: String(cString: $0)) }
    var arguments = arguments
    return DBusError(name ?? .failed, arguments.next()?.asString ?? "")
  }
}

extension String {
  /// Swift's strings are valid UTF-8, which libdbus insists on; what is left is U+0000, which C cannot hold.
  var withoutNull: String {
    guard withCString({ strlen($0) }) < utf8.count else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }
}
