// The interfaces of the D-Bus specification that every object has.

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
