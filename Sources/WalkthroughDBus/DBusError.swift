// Errors as they travel over the bus.

internal import CDBus

/// An error reply, received or to be sent.
public struct DBusError: Error, Equatable, CustomStringConvertible {
  /// Which error.
  public var name: ErrorName
  /// What is wrong, for a person.
  public var message: String

  /// Makes an error.
  public init(_ name: ErrorName, _ message: String) {
    self.name = name
    self.message = message
  }

  /// For a person.
  public var description: String { "\(name): \(message)" }

  /// Makes a libdbus call that can fail; nil is its failure, told in the error.
  static func catching<Result>(
    _ call: (inout CDBus.DBusError) -> Result?
  ) throws(DBusError) -> Result {
    var error = CDBus.DBusError()
    dbus_error_init(&error)
    defer { dbus_error_free(&error) }
    if let result = call(&error) { return result }
    guard let name = error.name, let message = error.message else {
      throw DBusError(.failed, "libdbus gave no reason")
    }
    throw DBusError(ErrorName(checked: String(cString: name)), String(cString: message))
  }
}

extension ErrorName {
  /// Something went wrong that has no name of its own.
  public static let failed: ErrorName = "org.freedesktop.DBus.Error.Failed"
  /// The caller may not do this.
  public static let accessDenied: ErrorName = "org.freedesktop.DBus.Error.AccessDenied"
  /// The arguments do not have the types the method takes.
  public static let invalidArgs: ErrorName = "org.freedesktop.DBus.Error.InvalidArgs"
  /// A message would be larger than the bus allows.
  public static let limitsExceeded: ErrorName = "org.freedesktop.DBus.Error.LimitsExceeded"
  /// No bus at the address.
  public static let noServer: ErrorName = "org.freedesktop.DBus.Error.NoServer"
  /// No reply came in time.
  public static let noReply: ErrorName = "org.freedesktop.DBus.Error.NoReply"
  /// The connection to the bus is gone.
  public static let disconnected: ErrorName = "org.freedesktop.DBus.Error.Disconnected"
  /// Nobody has that name, and nothing can be started for it.
  public static let serviceUnknown: ErrorName = "org.freedesktop.DBus.Error.ServiceUnknown"
  /// No such object.
  public static let unknownObject: ErrorName = "org.freedesktop.DBus.Error.UnknownObject"
  /// The object has no such interface.
  public static let unknownInterface: ErrorName = "org.freedesktop.DBus.Error.UnknownInterface"
  /// The interface has no such method.
  public static let unknownMethod: ErrorName = "org.freedesktop.DBus.Error.UnknownMethod"
  /// The interface has no such property.
  public static let unknownProperty: ErrorName = "org.freedesktop.DBus.Error.UnknownProperty"
  /// The property cannot be set.
  public static let propertyReadOnly: ErrorName = "org.freedesktop.DBus.Error.PropertyReadOnly"
}

/// libdbus says false or null in two cases only: the program broke its rules, or memory is out. Neither can be
/// mended here.
func require(_ done: dbus_bool_t, _ call: StaticString = #function) {
  guard done != 0 else { fatalError("libdbus is out of memory in \(call)") }
}

func require(_ object: OpaquePointer?, _ call: StaticString = #function) -> OpaquePointer {
  guard let object else { fatalError("libdbus is out of memory in \(call)") }
  return object
}
