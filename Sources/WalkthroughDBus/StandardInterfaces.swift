// The interfaces of the D-Bus specification that every object has, and what they answer.

internal import CDBus

extension InterfaceDescription {
  static let introspectable = InterfaceDescription(
    "org.freedesktop.DBus.Introspectable",
    methods: [Method("Introspect", gives: [Argument("xml_data", "s")])])

  static let peer = InterfaceDescription(
    "org.freedesktop.DBus.Peer",
    methods: [Method("Ping"), Method("GetMachineId", gives: [Argument("machine_uuid", "s")])])

  static let properties = InterfaceDescription(
    "org.freedesktop.DBus.Properties",
    methods: [
      Method(
        "Get", takes: [Argument("interface_name", "s"), Argument("property_name", "s")],
        gives: [Argument("value", "v")]),
      Method(
        "GetAll", takes: [Argument("interface_name", "s")], gives: [Argument("properties", "a{sv}")]),
      Method(
        "Set",
        takes: [Argument("interface_name", "s"), Argument("property_name", "s"), Argument("value", "v")]),
    ],
    signals: [
      Signal(
        "PropertiesChanged",
        [
          Argument("interface_name", "s"), Argument("changed_properties", "a{sv}"),
          Argument("invalidated_properties", "as"),
        ])
    ])

  static let standard = [introspectable, peer, properties]
}

extension ExportedObject {
  /// What a method of theirs gives.
  func standardResults(
    of method: InterfaceDescription.Method, _ call: Message
  ) throws(DBusError) -> [Value] {
    var arguments = call.arguments
    switch method.name {
    case "Introspect": return [.string(introspection(of: call.path ?? path))]
    case "Ping": return []
    case "GetMachineId": return [.string(try machineID())]
    case "GetAll":
      return [.fields(Fields(try values(of: try arguments.string())))]
    case "Get": return [.variant(try property(&arguments).value)]
    default:
      let property = try property(&arguments)
      throw DBusError(.propertyReadOnly, "the property \(property.name) cannot be set")
    }
  }

  private func introspection(of path: ObjectPath) -> String {
    guard path != self.path else {
      return IntrospectionXML(interfaces: interfaces).text
    }
    return IntrospectionXML(interfaces: [.introspectable, .peer], child: child(of: path)).text
  }

  private func machineID() throws(DBusError) -> String {
    let id = try DBusError.catching { dbus_try_get_local_machine_id(&$0) }
    defer { dbus_free(id) }
    return String(cString: id)
  }

  /// The properties of an interface. An empty name means any, by the specification.
  private func values(of name: String) throws(DBusError) -> [(name: String, value: Value)] {
    if name.isEmpty || name == interface.name.text { return values }
    if interfaces.contains(where: { $0.name.text == name }) { return [] }
    throw DBusError(.unknownInterface, "\(path) has no interface \(name)")
  }

  private func property(
    _ arguments: inout ArgumentReader
  ) throws(DBusError) -> (name: String, value: Value) {
    let values = try values(of: try arguments.string())
    let name = try arguments.string()
    guard let property = values.first(where: { $0.name == name }) else {
      throw DBusError(.unknownProperty, "\(interface.name) has no property \(name)")
    }
    return property
  }
}
