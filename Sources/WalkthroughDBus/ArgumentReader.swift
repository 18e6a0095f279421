// Values out of a message.

internal import CDBus

/// Takes a message's arguments one by one.
public struct ArgumentReader {
  /// What the cursor points into.
  private let message: Message
  private var cursor = DBusMessageIter()
  /// Whether the value at the cursor was taken.
  private var isTaken = false

  init(_ message: Message) {
    self.message = message
    dbus_message_iter_init(message.raw, &cursor)
  }

  /// The next argument, also of a type that is not known here, which gives nil, as does the end.
  public mutating func next() -> Value? {
    if isTaken { dbus_message_iter_next(&cursor) }
    isTaken = true
    return cursor.value
  }

  /// Takes a string. This and the others throw `InvalidArgs` where the next argument is of another type.
  public mutating func string() throws(DBusError) -> String { try take("s") { $0.asString } }
  /// Takes a `u`.
  public mutating func uint32() throws(DBusError) -> UInt32 { try take("u") { $0.asUInt32 } }
  /// Takes an `x`.
  public mutating func int64() throws(DBusError) -> Int64 { try take("x") { $0.asInt64 } }
  /// Takes a truth value.
  public mutating func bool() throws(DBusError) -> Bool { try take("b") { $0.asBool } }
  /// Takes strings.
  public mutating func strings() throws(DBusError) -> [String] { try take("as") { $0.asStrings } }
  /// Takes an `a{sv}`. Fields of types not known here are left out.
  public mutating func fields() throws(DBusError) -> Fields { try take("a{sv}") { $0.asFields } }
  /// Takes an `aa{sv}`.
  public mutating func fieldsList() throws(DBusError) -> [Fields] { try take("aa{sv}") { $0.asFieldsList } }
  /// Takes what is in a `v`.
  public mutating func variant() throws(DBusError) -> Value { try take("v") { $0.asVariant } }

  private mutating func take<Result>(
    _ type: StaticString, _ convert: (Value) -> Result?
  ) throws(DBusError) -> Result {
    if let result = next().flatMap(convert) { return result }
    throw DBusError(.invalidArgs, "an argument of type '\(type)' is missing in '\(message.signature)'")
  }
}

extension DBusMessageIter {
  /// libdbus has type zero there.
  fileprivate var isAtEnd: Bool { mutating get { dbus_message_iter_get_arg_type(&self) == 0 } }

  /// The value at the cursor; nil for a type not known here.
  fileprivate var value: Value? {
    mutating get {
      switch dbus_message_iter_get_arg_type(&self) {
      case DBusTypeString: .string(string)
      case DBusTypeUInt32: .uint32(basic(0))
      case DBusTypeInt32: .int32(basic(0))
      case DBusTypeInt64: .int64(basic(0))
      case DBusTypeBoolean: .bool(basic(dbus_bool_t(0)) != 0)
      case DBusTypeUnixFD: descriptor
      case DBusTypeVariant: inner { $0.value.map(Value.variant) }
      case DBusTypeArray: array
      default: nil
      }
    }
  }

  private var array: Value? {
    mutating get {
      guard let text = dbus_message_iter_get_signature(&self) else { return nil }
      defer { dbus_free(text) }
      return switch String(cString: text) {
      case "as": .strings(elements { $0.string })
      case "a{sv}": .fields(fields)
      case "aa{sv}": .fieldsList(elements { $0.fields })
      default: nil
      }
    }
  }

  private var fields: Fields {
    mutating get {
      let pairs = elements { $0.inner { entry in (name: entry.string, value: entry.nextVariant) } }
      return Fields(pairs.compactMap { pair in pair.value.map { (pair.name, $0) } })
    }
  }

  /// The content of the variant behind the cursor.
  private var nextVariant: Value? {
    mutating get {
      dbus_message_iter_next(&self)
      return inner { $0.value }
    }
  }

  private var string: String {
    mutating get { basic(UnsafePointer<CChar>?.none).map { String(cString: $0) } ?? "" }
  }

  /// libdbus gives a descriptor of our own, or −1.
  private var descriptor: Value? {
    mutating get {
      let number = basic(Int32(-1))
      return number < 0 ? nil : .descriptor(SharedDescriptor(owning: number))
    }
  }

  private mutating func basic<Basic: BitwiseCopyable>(_ initial: Basic) -> Basic {
    var value = initial
    dbus_message_iter_get_basic(&self, &value)
    return value
  }

  private mutating func elements<Element>(_ read: (inout DBusMessageIter) -> Element) -> [Element] {
    inner { cursor in
      var elements: [Element] = []
      while !cursor.isAtEnd {
        elements.append(read(&cursor))
        dbus_message_iter_next(&cursor)
      }
      return elements
    }
  }

  private mutating func inner<Result>(_ read: (inout DBusMessageIter) -> Result) -> Result {
    var cursor = DBusMessageIter()
    dbus_message_iter_recurse(&self, &cursor)
    return read(&cursor)
  }
}
