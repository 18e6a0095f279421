// Values into a message.

internal import CDBus

extension Message {
  /// In bytes. libdbus aborts on an array over 64 MiB; a third of that leaves room for repaired strings.
  static let largestBody = 21 << 20

  /// Adds arguments. Throws `LimitsExceeded`, and adds nothing, where they are too large for a message.
  func append(_ values: [Value]) throws(DBusError) {
    guard values.reduce(0, { $0 + $1.messageSize }) <= Self.largestBody else {
      throw DBusError(.limitsExceeded, "the arguments are larger than a message can be")
    }
    var writer = DBusMessageIter()
    dbus_message_iter_init_append(raw, &writer)
    for value in values { writer.append(value) }
  }
}

extension DBusMessageIter {
  fileprivate mutating func append(_ value: Value) {
    switch value {
    case .string(let text): append(text)
    case .uint32(let number): append(number, as: DBusTypeUInt32)
    case .int32(let number): append(number, as: DBusTypeInt32)
    case .int64(let number): append(number, as: DBusTypeInt64)
    case .bool(let truth): append(dbus_bool_t(truth ? 1 : 0), as: DBusTypeBoolean)
    case .descriptor(let file): append(file.number, as: DBusTypeUnixFD)
    case .strings(let texts): append(DBusTypeArray, of: "s") { for text in texts { $0.append(text) } }
    case .fields(let fields): append(fields)
    case .fieldsList(let list):
      append(DBusTypeArray, of: "a{sv}") { for fields in list { $0.append(fields) } }
    case .variant(let value): append(variant: value)
    }
  }

  private mutating func append(_ fields: Fields) {
    append(DBusTypeArray, of: "{sv}") { array in
      for (name, value) in fields.pairs {
        array.append(DBusTypeDictEntry, of: nil) { entry in
          entry.append(name)
          entry.append(variant: value)
        }
      }
    }
  }

  private mutating func append(variant value: Value) {
    append(DBusTypeVariant, of: value.signature) { $0.append(value) }
  }

  private mutating func append(_ text: String) {
    text.withoutNull.withCString { append(UnsafePointer?.some($0), as: DBusTypeString) }
  }

  private mutating func append<Basic: BitwiseCopyable>(_ value: Basic, as type: Int32) {
    var value = value
    require(dbus_message_iter_append_basic(&self, type, &value))
  }

  private mutating func append(
    _ container: Int32, of content: String?, _ fill: (inout DBusMessageIter) -> Void
  ) {
    var inner = DBusMessageIter()
    require(dbus_message_iter_open_container(&self, container, content, &inner))
    fill(&inner)
    require(dbus_message_iter_close_container(&self, &inner))
  }
}
