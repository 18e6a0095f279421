// Every error of the interface, by every method that gives it, and the standard ones.

import TestSupport
import Testing
import WalkthroughDBus
import WalkthroughInterface

private let app = "org.example.App"
private let broken = "org.example.Broken"
private let unknown = "org.example.Unknown"
private let properties: InterfaceName = "org.freedesktop.DBus.Properties"

@Suite struct ErrorTests {
  private func session() throws -> (Session, RawCaller) {
    let session = try Session()
    session.expectedInLog = [broken]
    try session.install(manifest(app, "2.0", "intro", "a@1.5"), app)
    try session.install("{", broken)
    return (session, try RawCaller(session))
  }

  /// A call of each method about an app, with arguments of the right types.
  private func perform(_ method: Method, _ app: String, _ caller: RawCaller) throws -> [Value] {
    switch method {
    case .shouldShow, .release, .reset, .status: try caller.call(method.member, .string(app))
    case .pages, .claim, .allPages: try caller.call(method.member, .string(app), .string("C"))
    case .complete, .skip: try caller.call(method.member, .string(app), .string(""))
    case .postpone: try caller.call(method.member, .string(app), .uint32(1))
    case .mute: try caller.call(method.member, .string(app), .bool(true))
    case .list, .listDue: try caller.call(method.member)
    }
  }

  private func errorName(_ method: Method, _ app: String, _ caller: RawCaller) throws -> String? {
    try caller.error { _ = try perform(method, app, caller) }?.name.text
  }

  @Test(arguments: Method.allCases.filter { $0 != .list && $0 != .listDue })
  func eachMethodRefusesWhatItMust(_ method: Method) throws {
    let (session, caller) = try session()
    defer { session.stay() }
    let prefix = "org.walkthroughd.Error."
    #expect(try errorName(method, "a/b", caller) == prefix + "InvalidAppId")
    if method != .mute { #expect(try errorName(method, "", caller) == prefix + "InvalidAppId") }
    let answersUnknown: [Method] = [.shouldShow, .claim, .status, .release, .mute]
    #expect(
      try errorName(method, unknown, caller)
        == (answersUnknown.contains(method) ? nil : prefix + "UnknownApp"))
    let answersInvalid = answersUnknown + [.reset]
    #expect(
      try errorName(method, broken, caller)
        == (answersInvalid.contains(method) ? nil : prefix + "InvalidManifest"))
    #expect(try errorName(method, app, caller) == nil)
  }

  @Test func anInvalidManifestsErrorNamesThePlace() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    let file = session.home.file("data/walkthroughs/\(broken).json")
    let error = try caller.error { _ = try perform(.pages, broken, caller) }
    #expect(error?.message.hasPrefix("\(file):1:2: ") == true, "\(error?.message ?? "")")
    #expect(try caller.call("ShouldShow", .string(broken)) == [.bool(false)])
    #expect(try caller.call("Claim", .string(broken), .string("C")).first == .bool(false))
  }

  @Test func anUnknownAppIsNamedAsItWasAsked() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    let claim = try caller.call("Claim", .string(unknown), .string(""))
    #expect(claim.map(\.signature) == ["b", "a{sv}", "aa{sv}"])
    #expect(claim.first == .bool(false) && claim.last == .fieldsList([]))
    let walkthrough = try #require(claim[1].asFields)
    #expect(walkthrough["kind"] == .string("none"))
    #expect(walkthrough["name"] == .string(unknown) && walkthrough["version"] == .string(""))
  }

  @Test func aRecordThatIsLeftCanBeReset() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    try session.home.write(record(unknown, seen: "1"), to: session.recordFile(unknown))
    #expect(try errorName(.reset, unknown, caller) == nil)
    #expect((try? session.contents(session.recordFile(unknown))) == nil)
    #expect(try errorName(.reset, unknown, caller) == "org.walkthroughd.Error.UnknownApp")
  }

  @Test func theStandardErrorsHaveTheirNames() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    func name(_ body: () throws -> Void) throws -> ErrorName? { try caller.error(body)?.name }
    #expect(try name { try caller.call("Frobnicate") } == .unknownMethod)
    #expect(try name { try caller.call("Ping") } == .unknownMethod)
    #expect(try name { try caller.call("Frobnicate", interface: nil) } == .unknownMethod)
    #expect(try name { try caller.call("List", interface: "org.example.Other") } == .unknownInterface)
    #expect(try name { try caller.call("List", path: "/org/example") } == .unknownObject)
    let own = Value.string(WalkthroughInterface.name.text)
    #expect(
      try name { try caller.call("Get", own, .string("Colour"), interface: properties) } == .unknownProperty)
    #expect(
      try name { try caller.call("Get", .string("org.x.Y"), .string("Version"), interface: properties) }
        == .unknownInterface)
    let setting = try name {
      try caller.call("Set", own, .string("Version"), .variant(.string("9")), interface: properties)
    }
    #expect(setting == .propertyReadOnly)
    // Where no interface is named, the method is found all the same.
    #expect(try caller.call("ListDue", interface: nil) == [.strings([app])])
  }

  @Test func thePropertyIsRead() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    let own = Value.string(WalkthroughInterface.name.text)
    let version = Value.string(WalkthroughInterface.version)
    #expect(try caller.call("Get", own, .string("Version"), interface: properties) == [.variant(version)])
    #expect(try caller.call("GetAll", own, interface: properties) == [.fields(["Version": version])])
    #expect(try caller.call("Ping", interface: "org.freedesktop.DBus.Peer") == [])
  }

  @Test func theIntrospectionIsXMLThatTellsAll() throws {
    let (session, caller) = try session()
    defer { session.stay() }
    let introspectable: InterfaceName = "org.freedesktop.DBus.Introspectable"
    let xml = try #require(try caller.call("Introspect", interface: introspectable).first?.asString)
    try session.home.write(xml, to: "introspection.xml")
    // By a parser of its own.
    let summary = try session.run(
      "/usr/bin/python3", ["-c", introspectionReader, session.home.file("introspection.xml")])
    #expect(
      summary.output == """
        AllPages(ss)a{sv}aa{sv}
        Changed!
        Claim(ss)ba{sv}aa{sv}
        Complete(ss)
        List()aa{sv}
        ListDue()as
        Mute(sb)
        Pages(ss)a{sv}aa{sv}
        Postpone(su)
        Release(s)
        Reset(s)
        ShouldShow(s)b
        Skip(ss)
        Status(s)a{sv}
        Version=s read
        documented 15 of 15

        """, "\(summary.errors)")
    for path: ObjectPath in ["/", "/org", "/org/walkthroughd"] {
      let parent = try caller.call("Introspect", interface: introspectable, path: path).first?.asString
      #expect(parent?.contains("<node name=") == true)
    }
  }
}

private let introspectionReader = """
  import sys, xml.etree.ElementTree as tree
  text = open(sys.argv[1]).read()
  lines = []
  for interface in tree.fromstring(text).findall('interface'):
      if interface.get('name') != 'org.walkthroughd.Walkthrough1': continue
      for member in interface:
          types = lambda way: ''.join(a.get('type') for a in member.findall('arg') if a.get('direction') == way)
          name = member.get('name')
          if member.tag == 'method': lines.append(f"{name}({types('in')}){types('out')}")
          if member.tag == 'signal': lines.append(name + '!')
          if member.tag == 'property': lines.append(f"{name}={member.get('type')} {member.get('access')}")
  print('\\n'.join(sorted(lines)))
  names = [line.split('(')[0].split('!')[0].split('=')[0] for line in lines]
  print('documented', sum(f'{name}:\\n' in text for name in names), 'of', len(names))
  """
