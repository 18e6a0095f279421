// An object on the bus: finds what a call means, and refuses what does not fit.

internal import CDBus

extension Connection {
  /// Puts an object on the bus, this connection's only one, whose methods are the handler's. It is given a call and
  /// the name of the method that is meant, and only with the types of arguments that the method takes, and answers,
  /// now or later; what it throws is the answer, too. The standard interfaces are answered here, with a value for
  /// each of the interface's properties.
  public func export(
    _ interface: InterfaceDescription, at path: ObjectPath, properties: [MemberName: Value] = [:],
    handler: @escaping (MethodCall, MemberName) throws(DBusError) -> Void
  ) {
    callHandler = ExportedObject(interface, path, properties, handler).handle
  }
}

struct ExportedObject {
  private let path: ObjectPath
  private let interface: InterfaceDescription
  private let interfaces: [InterfaceDescription]
  private let values: [(name: String, value: Value)]
  private let handler: (MethodCall, MemberName) throws(DBusError) -> Void
  private let offers: [Offer]

  /// A method of an interface. An object, for descriptions are large to hand around.
  private final class Offer {
    let interface: InterfaceName
    let method: InterfaceDescription.Method

    init(_ interface: InterfaceName, _ method: InterfaceDescription.Method) {
      self.interface = interface
      self.method = method
    }
  }

  init(
    _ interface: InterfaceDescription, _ path: ObjectPath, _ properties: [MemberName: Value],
    _ handler: @escaping (MethodCall, MemberName) throws(DBusError) -> Void
  ) {
    self.path = path
    self.interface = interface
    self.handler = handler
    let interfaces = [interface] + InterfaceDescription.standard
    self.interfaces = interfaces
    offers = interfaces.flatMap { interface in interface.methods.map { Offer(interface.name, $0) } }
    values = interface.properties.map { property in
      guard let value = properties[property.name], value.signature == property.signature.text else {
        preconditionFailure("the property \(property.name) needs a value of type \(property.signature)")
      }
      return (property.name.text, value)
    }
  }

  func handle(_ call: MethodCall) {
    do throws(DBusError) { try answer(call) } catch { call.fail(error) }
  }

  private func answer(_ call: MethodCall) throws(DBusError) {
    let offer = try find(call.message)
    guard call.message.has(signature: offer.method.inputSignature) else {
      throw Self.invalidArguments(for: offer.method, call.message.signature)
    }
    guard offer.interface != interface.name else { return try handler(call, offer.method.name) }
    call.reply(try standardResults(of: offer.method, call.message))
  }

  private static func invalidArguments(
    for method: InterfaceDescription.Method, _ given: String
  ) -> DBusError {
    let names = method.inputs.map { $0.name.text }.joined(separator: ", ")
    let expected = "'\(method.inputSignature)'" + (names.isEmpty ? "" : " (\(names))")
    return DBusError(.invalidArgs, "\(method.name) takes the signature \(expected), not '\(given)'")
  }

  // MARK: Finding the method

  private func find(_ call: Message) throws(DBusError) -> Offer {
    let isHere = call.has(path: path)
    let interfaces = isHere ? nil : interfaces(at: call.path)
    // A call without an interface means the first that has the method.
    for offer in offers where call.has(member: offer.method.name) {
      guard call.has(interface: offer.interface) || call.interface == nil else { continue }
      if interfaces?.contains(where: { $0.name == offer.interface }) ?? true { return offer }
    }
    guard isHere else { throw DBusError(.unknownObject, "there is no object \(call.path?.text ?? "")") }
    if let named = call.interface, !self.interfaces.contains(where: { $0.name == named }) {
      throw DBusError(.unknownInterface, "\(path) has no interface \(named)")
    }
    throw DBusError(.unknownMethod, "\(call.interface ?? interface.name) has no method \(call.member)")
  }

  /// Tools find an object from the root on, so its parents have introspection. Every path has a peer.
  private func interfaces(at path: ObjectPath?) -> [InterfaceDescription] {
    guard path != self.path else { return interfaces }
    return path.flatMap(child) == nil ? [.peer] : [.introspectable, .peer]
  }

  /// The next part of our path below a parent's; nil where it is no parent.
  private func child(of parent: ObjectPath) -> String? {
    let prefix = parent == "/" ? "/" : parent.text + "/"
    guard path.text.hasPrefix(prefix) else { return nil }
    return path.text.dropFirst(prefix.count).split(separator: "/").first.map(String.init)
  }

  // MARK: The standard interfaces

  private func standardResults(
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
