// Interface descriptions as introspection XML.

extension InterfaceDescription {
  /// What an author feeds to a code generator.
  public var introspectionXML: String { IntrospectionXML(interfaces: [self]).text }
}

/// The introspection data of an object. Its names cannot hold what XML would have to escape.
struct IntrospectionXML {
  private(set) var text = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>

    """

  init(interfaces: [InterfaceDescription], child: String? = nil) {
    for interface in interfaces { add(interface) }
    if let child { add(1, "<node name=\"\(child)\"/>") }
    add(0, "</node>")
  }

  private mutating func add(_ interface: InterfaceDescription) {
    addDocumentation(1, of: interface.name.text, interface.documentation)
    add(1, "<interface name=\"\(interface.name)\">")
    for method in interface.methods {
      let arguments =
        method.inputs.map { argument($0, " direction=\"in\"") }
        + method.outputs.map { argument($0, " direction=\"out\"") }
      let types = qtTypes("In", method.inputs) + qtTypes("Out", method.outputs)
      addMember("method", method.name, method.documentation, arguments + types)
    }
    for signal in interface.signals {
      addMember("signal", signal.name, signal.documentation, signal.arguments.map { argument($0) })
    }
    for property in interface.properties {
      let attributes = " type=\"\(property.signature)\" access=\"read\""
      let constant = annotation("org.freedesktop.DBus.Property.EmitsChangedSignal", "const")
      addMember("property", property.name, property.documentation, attributes: attributes, [constant])
    }
    add(1, "</interface>")
  }

  private mutating func addMember(
    _ kind: String, _ name: MemberName, _ documentation: String, attributes: String = "", _ content: [String]
  ) {
    addDocumentation(2, of: name.text, documentation)
    add(2, "<\(kind) name=\"\(name)\"\(attributes)\(content.isEmpty ? "/>" : ">")")
    for line in content { add(3, line) }
    if !content.isEmpty { add(2, "</\(kind)>") }
  }

  private func argument(_ argument: InterfaceDescription.Argument, _ direction: String = "") -> String {
    "<arg name=\"\(argument.name)\" type=\"\(argument.signature)\"\(direction)/>"
  }

  private func annotation(_ name: String, _ value: String) -> String {
    "<annotation name=\"\(name)\" value=\"\(value)\"/>"
  }

  /// qdbusxml2cpp refuses a method with a type that it has no name for, as it has none for `aa{sv}`.
  private func qtTypes(_ direction: String, _ arguments: [InterfaceDescription.Argument]) -> [String] {
    arguments.enumerated().filter { $0.element.signature == "aa{sv}" }.map { index, _ in
      annotation("org.qtproject.QtDBus.QtTypeName.\(direction)\(index)", "QList&lt;QVariantMap&gt;")
    }
  }

  /// A comment in the form that gdbus-codegen takes for documentation.
  private mutating func addDocumentation(_ depth: Int, of name: String, _ documentation: String) {
    guard !documentation.isEmpty else { return }
    add(depth, "<!--")
    add(depth + 1, "\(name):")
    // Two hyphens would end the comment.
    var previous: Character = " "
    let text = documentation.reduce(into: "") { text, character in
      if character == "-", previous == "-" { text.append(" ") }
      text.append(character)
      previous = character
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      add(depth + 1, String(line))
    }
    add(depth, "-->")
  }

  private mutating func add(_ depth: Int, _ line: String) {
    if !line.isEmpty { text += String(repeating: "  ", count: depth) + line }
    text += "\n"
  }
}
