// What an exported object answers, to our own client and to others.

import TestSupport
import Testing
import WalkthroughDBus

@Suite struct ExportedObjectTests {
  let demo: Demo

  init() throws { demo = try Demo() }

  private func call(
    _ interface: InterfaceName, _ member: MemberName, at path: ObjectPath = demoPath,
    _ arguments: [Value] = []
  ) -> OutgoingCall {
    OutgoingCall(demoName, path, interface, member, arguments)
  }

  @Test func standardErrors() {
    let own = demoInterface.name
    #expect(demo.error(call(own, "Nonsense"))?.name == .unknownMethod)
    #expect(demo.error(call("org.freedesktop.DBus.Peer", "Nonsense"))?.name == .unknownMethod)
    #expect(demo.error(call("org.example.Other", "IsShort"))?.name == .unknownInterface)
    for path: ObjectPath in [
      "/", "/org", "/org/example", "/org/exam", "/org/example/Demo1/x", "/org/example/Demo12",
    ] {
      #expect(demo.error(call(own, "IsShort", at: path, [.string("")]))?.name == .unknownObject)
    }
    #expect(demo.calls.isEmpty)
  }

  @Test(arguments: [[], [.uint32(1)], [.string("a"), .string("b")], [.variant(.string("a"))]] as [[Value]])
  func wrongArguments(_ arguments: [Value]) {
    let error = demo.error(demo.outgoing("IsShort", arguments))
    #expect(error?.name == .invalidArgs)
    let signature = arguments.map(\.signature).joined()
    #expect(error?.message == "IsShort takes the signature 's' (text), not '\(signature)'")
    #expect(demo.calls.isEmpty)
  }

  @Test func anInterfaceMayBeLeftOut() throws {
    var call = demo.outgoing("IsShort", [.string("")])
    call.interface = nil
    var arguments = try demo.call(call).arguments
    #expect(try arguments.bool())
    call.member = "Ping"
    #expect(demo.error(call)?.name == .invalidArgs)
    call.member = "Nonsense"
    #expect(demo.error(call)?.name == .unknownMethod)
    call.path = "/other"
    #expect(demo.error(call)?.name == .unknownObject)
  }

  @Test func aHandlersErrorIsTheReply() {
    #expect(demo.error(demo.outgoing("Fail"))?.name == "org.example.Error.Wanted")
  }

  @Test func theSenderIsKnown() throws {
    var arguments = try demo.call(demo.outgoing("Caller")).arguments
    #expect(try arguments.string() == demo.client.uniqueName?.text)
  }

  @Test func properties() throws {
    let properties: InterfaceName = "org.freedesktop.DBus.Properties"
    let own = Value.string(demoInterface.name.text)
    var get = try demo.call(call(properties, "Get", [own, .string("Version")])).arguments
    #expect(try get.variant() == .string("1.5"))
    var getAll = try demo.call(call(properties, "GetAll", [own])).arguments
    #expect(try getAll.fields() == ["Version": .string("1.5")])
    var any = try demo.call(call(properties, "Get", [.string(""), .string("Version")])).arguments
    #expect(try any.variant() == .string("1.5"))
    var none = try demo.call(call(properties, "GetAll", [.string(properties.text)])).arguments
    #expect(try none.fields() == [:])

    let new = Value.variant(.string("2"))
    #expect(
      demo.error(call(properties, "Set", [own, .string("Version"), new]))?.name == .propertyReadOnly)
    #expect(demo.error(call(properties, "Set", [own, .string("Other"), new]))?.name == .unknownProperty)
    #expect(demo.error(call(properties, "Get", [own, .string("Other")]))?.name == .unknownProperty)
    #expect(demo.error(call(properties, "GetAll", [.string("a.b")]))?.name == .unknownInterface)
    #expect(demo.error(call(properties, "Get", [own]))?.name == .invalidArgs)
  }

  @Test(arguments: ["/", "/org/example/Demo1", "/anything"] as [ObjectPath]) func peer(_ path: ObjectPath)
    throws
  {
    _ = try demo.call(call("org.freedesktop.DBus.Peer", "Ping", at: path))
    var arguments = try demo.call(call("org.freedesktop.DBus.Peer", "GetMachineId", at: path)).arguments
    #expect(try arguments.string().count == 32)
  }

  @Test func introspection() throws {
    var arguments = try demo.call(call("org.freedesktop.DBus.Introspectable", "Introspect")).arguments
    #expect(try arguments.string() == golden)
  }

  @Test(arguments: [("/", "org"), ("/org", "example"), ("/org/example", "Demo1")] as [(ObjectPath, String)])
  func parentsLeadToTheObject(_ path: ObjectPath, _ child: String) throws {
    var arguments = try demo.call(call("org.freedesktop.DBus.Introspectable", "Introspect", at: path))
      .arguments
    #expect(try arguments.string().hasSuffix("  <node name=\"\(child)\"/>\n</node>\n"))
  }

  @Test func otherPathsHaveNoIntrospection() {
    let error = demo.error(call("org.freedesktop.DBus.Introspectable", "Introspect", at: "/other"))
    #expect(error?.name == .unknownObject)
  }

  @Test func dbusSend() throws {
    let call = ["--session", "--print-reply=literal", "--dest=\(demoName)", demoPath.text]
    let good = try demo.run("/usr/bin/dbus-send", call + ["org.example.Demo1.IsShort", "string:abc"])
    #expect(good.output == "   boolean true\n")
    #expect(good.status == 0)
    let bad = try demo.run("/usr/bin/dbus-send", call + ["org.example.Demo1.IsShort", "double:1.5"])
    #expect(
      bad.errors
        == "Error org.freedesktop.DBus.Error.InvalidArgs: IsShort takes the signature 's' (text), not 'd'\n")
    #expect(bad.status == 1)
  }

  @Test func gdbus() throws {
    let target = ["--session", "--dest", demoName.text, "--object-path", demoPath.text]
    let good = try demo.run(
      "/usr/bin/gdbus", ["call"] + target + ["--method", "org.example.Demo1.IsShort", "abcd"])
    #expect(good.output == "(false,)\n")
    // It reads our XML and finds the property's value, from the root on.
    let tree = try demo.run(
      "/usr/bin/gdbus",
      ["introspect", "--session", "--dest", demoName.text, "--object-path", "/", "--recurse"])
    #expect(tree.output.contains("readonly s Version = '1.5';"))
    #expect(tree.status == 0)
  }

  @Test func busctl() throws {
    let busctl = ["--address=\(demo.bus.address)"]
    let target = [demoName.text, demoPath.text]
    let property = try demo.run(
      "/usr/bin/busctl", busctl + ["get-property"] + target + ["org.example.Demo1", "Version"])
    #expect(property.output == "s \"1.5\"\n")
  }
}

private let golden = """
  <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
    "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
  <node>
    <!--
      org.example.Demo1:
      Gives back what it gets.
    -->
    <interface name="org.example.Demo1">
      <!--
        IsShort:
        Whether a text is short.

        A text - - any text - - of at most 3 bytes is; see <a> & - - - b.
      -->
      <method name="IsShort">
        <arg name="text" type="s" direction="in"/>
        <arg name="short" type="b" direction="out"/>
      </method>
      <method name="Echo">
        <arg name="text" type="s" direction="in"/>
        <arg name="number" type="u" direction="in"/>
        <arg name="truth" type="b" direction="in"/>
        <arg name="big" type="x" direction="in"/>
        <arg name="texts" type="as" direction="in"/>
        <arg name="record" type="a{sv}" direction="in"/>
        <arg name="records" type="aa{sv}" direction="in"/>
        <arg name="any" type="v" direction="in"/>
        <arg name="text" type="s" direction="out"/>
        <arg name="number" type="u" direction="out"/>
        <arg name="truth" type="b" direction="out"/>
        <arg name="big" type="x" direction="out"/>
        <arg name="texts" type="as" direction="out"/>
        <arg name="record" type="a{sv}" direction="out"/>
        <arg name="records" type="aa{sv}" direction="out"/>
        <arg name="any" type="v" direction="out"/>
        <annotation name="org.qtproject.QtDBus.QtTypeName.In6" value="QList&lt;QVariantMap&gt;"/>
        <annotation name="org.qtproject.QtDBus.QtTypeName.Out6" value="QList&lt;QVariantMap&gt;"/>
      </method>
      <method name="Fail"/>
      <method name="Huge">
        <arg name="text" type="s" direction="out"/>
      </method>
      <method name="Later">
        <arg name="milliseconds" type="u" direction="in"/>
      </method>
      <method name="Caller">
        <arg name="name" type="s" direction="out"/>
      </method>
      <!--
        Changed:
        Something is another now.
      -->
      <signal name="Changed"/>
      <signal name="Said">
        <arg name="text" type="s"/>
      </signal>
      <!--
        Version:
        The version.
      -->
      <property name="Version" type="s" access="read">
        <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
      </property>
    </interface>
    <interface name="org.freedesktop.DBus.Introspectable">
      <method name="Introspect">
        <arg name="xml_data" type="s" direction="out"/>
      </method>
    </interface>
    <interface name="org.freedesktop.DBus.Peer">
      <method name="Ping"/>
      <method name="GetMachineId">
        <arg name="machine_uuid" type="s" direction="out"/>
      </method>
    </interface>
    <interface name="org.freedesktop.DBus.Properties">
      <method name="Get">
        <arg name="interface_name" type="s" direction="in"/>
        <arg name="property_name" type="s" direction="in"/>
        <arg name="value" type="v" direction="out"/>
      </method>
      <method name="GetAll">
        <arg name="interface_name" type="s" direction="in"/>
        <arg name="properties" type="a{sv}" direction="out"/>
      </method>
      <method name="Set">
        <arg name="interface_name" type="s" direction="in"/>
        <arg name="property_name" type="s" direction="in"/>
        <arg name="value" type="v" direction="in"/>
      </method>
      <signal name="PropertiesChanged">
        <arg name="interface_name" type="s"/>
        <arg name="changed_properties" type="a{sv}"/>
        <arg name="invalidated_properties" type="as"/>
      </signal>
    </interface>
  </node>

  """
