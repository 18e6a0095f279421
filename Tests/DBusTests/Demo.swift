// A small object on a private bus, and a client beside it on the same loop.

import TestSupport
import Testing
import WalkthroughDBus
import WalkthroughEventLoop

/// An interface that returns what it is given.
let demoInterface = InterfaceDescription(
  "org.example.Demo1", documentation: "Gives back what it gets.",
  methods: [
    .init(
      "IsShort", takes: [.init("text", "s")], gives: [.init("short", "b")],
      documentation:
        "Whether a text is short.\n\nA text -- any text -- of at most 3 bytes is; see <a> & --- b."),
    .init(
      "Echo",
      takes: [
        .init("text", "s"), .init("number", "u"), .init("truth", "b"), .init("big", "x"),
        .init("texts", "as"), .init("record", "a{sv}"), .init("records", "aa{sv}"), .init("any", "v"),
      ],
      gives: [
        .init("text", "s"), .init("number", "u"), .init("truth", "b"), .init("big", "x"),
        .init("texts", "as"), .init("record", "a{sv}"), .init("records", "aa{sv}"), .init("any", "v"),
      ]),
    .init("Fail"),
    .init("Huge", gives: [.init("text", "s")]),
    .init("Later", takes: [.init("milliseconds", "u")]),
    .init("Caller", gives: [.init("name", "s")]),
  ],
  signals: [
    .init("Changed", documentation: "Something is another now."), .init("Said", [.init("text", "s")]),
  ],
  properties: [.init("Version", "s", documentation: "The version.")])

let demoPath: ObjectPath = "/org/example/Demo1"
let demoName: BusName = "org.example.Demo1"

/// The demo object, its bus, and a client.
final class Demo {
  let bus: PrivateBus
  let loop: EventLoop
  let server: Connection
  let client: Connection
  /// The methods that were called.
  private(set) var calls: [String] = []

  init() throws {
    bus = try PrivateBus()
    loop = try EventLoop()
    server = try Connection(address: bus.address)
    client = try Connection(address: bus.address)
    server.attach(to: loop)
    client.attach(to: loop)
    server.export(demoInterface, at: demoPath, properties: ["Version": .string("1.5")]) {
      [unowned self] (call, name) throws(DBusError) in
      calls.append(name.text)
      try answer(call, name)
    }
    #expect(try server.request(name: demoName) == .acquired)
  }

  private func answer(_ call: MethodCall, _ name: MemberName) throws(DBusError) {
    var arguments = call.message.arguments
    switch name {
    case "IsShort": call.reply([.bool(try arguments.string().utf8.count <= 3)])
    case "Fail": throw DBusError("org.example.Error.Wanted", "as you\0wish")
    case "Huge": call.reply([.string(String(repeating: "x", count: 70 << 20))])
    case "Caller": call.reply([.string(call.message.sender?.text ?? "")])
    case "Later":
      loop.after(milliseconds: Int(try arguments.uint32())) { call.reply() }
    default:
      call.reply([
        .string(try arguments.string()), .uint32(try arguments.uint32()), .bool(try arguments.bool()),
        .int64(try arguments.int64()), .strings(try arguments.strings()), .fields(try arguments.fields()),
        .fieldsList(try arguments.fieldsList()), .variant(try arguments.variant()),
      ])
    }
  }

  /// A call of the demo object, to be changed.
  func outgoing(_ member: MemberName, _ arguments: [Value] = []) -> OutgoingCall {
    OutgoingCall(demoName, demoPath, demoInterface.name, member, arguments)
  }

  /// Makes a call while the object runs on the same loop.
  func call(_ call: OutgoingCall, timeout: Int = 20_000) throws -> Message {
    var result: Result<Message, DBusError>?
    try client.send(call, timeout: timeout) { result = $0 }
    #expect(loop.run(forAtMost: 20_000) { result != nil })
    return try #require(result).get()
  }

  /// The error a call is answered with.
  func error(_ call: OutgoingCall) -> DBusError? {
    do {
      _ = try self.call(call)
      return nil
    } catch {
      return error as? DBusError
    }
  }

  /// Runs a program as a client while the object runs.
  func run(_ path: String, _ arguments: [String]) throws -> ChildProcess.Result {
    let child = try ChildProcess(path, arguments, environment: bus.environment)
    var hasEnded = false
    let watch = try loop.watch(child.exitDescriptor, for: .read) { _ in hasEnded = true }
    #expect(loop.run(forAtMost: 20_000) { hasEnded })
    watch.cancel()
    return try child.finish()
  }
}
