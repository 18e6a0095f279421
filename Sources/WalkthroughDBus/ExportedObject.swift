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
  let path: ObjectPath
  let interface: InterfaceDescription
  /// Its own and the standard ones.
  let interfaces: [InterfaceDescription]
  /// Of its own interface's properties.
  let values: [(name: String, value: Value)]
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
  func child(of parent: ObjectPath) -> String? {
    let prefix = parent == "/" ? "/" : parent.text + "/"
    guard path.text.hasPrefix(prefix) else { return nil }
    return path.text.dropFirst(prefix.count).split(separator: "/").first.map(String.init)
  }
}
