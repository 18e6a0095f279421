// Connections over a real bus.

import Glibc
import TestSupport
import Testing
import WalkthroughDBus
import WalkthroughEventLoop

@Suite struct ConnectionTests {
  @Test func everyTypeOfValueMakesTheRoundTrip() throws {
    let demo = try Demo()
    let record: Fields = [
      "s": .string("äöü 😀"), "u": .uint32(.max), "x": .int64(.min), "i": .int32(.min), "b": .bool(true),
      "as": .strings(["", "b"]), "a{sv}": .fields(["inner": .bool(false)]),
      "aa{sv}": .fieldsList([[:], ["k": .uint32(0)]]),
      "v": .variant(.variant(.string("deep"))),
    ]
    let values: [Value] = [
      .string("text"), .uint32(0), .bool(false), .int64(.max), .strings([]), .fields(record),
      .fieldsList([record, [:], record]), .variant(.fieldsList([])),
    ]
    let reply = try demo.call(demo.outgoing("Echo", values))
    var arguments = reply.arguments
    for value in values { #expect(arguments.next() == value) }
    #expect(arguments.next() == nil)
    #expect(arguments.next() == nil)
  }

  @Test func nullCharactersAreRepaired() throws {
    let demo = try Demo()
    let reply = try demo.call(demo.outgoing("IsShort", [.string("\0")]))
    #expect(reply.signature == "b")
    #expect(demo.error(demo.outgoing("Fail"))?.message == "as you\u{FFFD}wish")
  }

  @Test func unknownTypesArePassedOver() throws {
    let demo = try Demo()
    // Holds types that are not known here (`ay`, `au`), which are left out.
    let reply = try demo.call(
      OutgoingCall(
        .bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionCredentials",
        [.string(demo.client.uniqueName?.text ?? "")]))
    var arguments = reply.arguments
    let fields = try arguments.fields()
    #expect(fields["ProcessID"]?.asUInt32 == UInt32(getpid()))
    #expect(fields["UnixGroupIDs"] == nil)
  }

  @Test func aReplyOfAnotherTypeIsAnError() throws {
    let demo = try Demo()
    var arguments = try demo.call(demo.outgoing("IsShort", [.string("")])).arguments
    let error = #expect(throws: DBusError.self) { try arguments.string() }
    #expect(error?.name == .invalidArgs)
  }

  @Test func blockingCallsNeedNoLoop() throws {
    let bus = try PrivateBus()
    let connection = try Connection(address: bus.address)
    let call = OutgoingCall(.bus, "/", "org.freedesktop.DBus.Peer", "Ping")
    #expect(try connection.call(call).signature == "")
    let unknown = OutgoingCall("org.example.Nobody", "/", "org.example.Nobody", "Do")
    let error = #expect(throws: DBusError.self) { try connection.call(unknown) }
    #expect(error?.name == .serviceUnknown)
  }

  @Test func aBlockingCallEndsWithItsTime() throws {
    let demo = try Demo()
    // The object shares our thread, so it cannot answer.
    let error = #expect(throws: DBusError.self) {
      try demo.client.call(demo.outgoing("IsShort", [.string("")]), timeout: 20)
    }
    #expect(error?.name == .noReply)
  }

  @Test func messagesThatWaitAfterABlockingCallAreHandled() throws {
    let demo = try Demo()
    var isAnswered = false
    try demo.client.send(demo.outgoing("Fail")) { _ in isAnswered = true }
    // These block, and take in what else has come meanwhile.
    let ping = OutgoingCall(.bus, "/", "org.freedesktop.DBus.Peer", "Ping")
    _ = try demo.client.call(ping)
    _ = try demo.server.call(ping)
    #expect(demo.loop.run(forAtMost: 20_000) { isAnswered })
  }

  @Test func aLateReplyIsDropped() throws {
    let demo = try Demo()
    let error = #expect(throws: DBusError.self) {
      try demo.call(demo.outgoing("Later", [.uint32(50)]), timeout: 5)
    }
    #expect(error?.name == .noReply)
    _ = try demo.call(demo.outgoing("Later", [.uint32(60)]))
    #expect(demo.calls == ["Later", "Later"])
  }

  @Test func aCallCanBeAnsweredLaterThanTheNext() throws {
    let demo = try Demo()
    var order: [String] = []
    try demo.client.send(demo.outgoing("Later", [.uint32(20)])) { _ in order.append("later") }
    try demo.client.send(demo.outgoing("IsShort", [.string("")])) { _ in order.append("now") }
    #expect(demo.loop.run(forAtMost: 20_000) { order.count == 2 })
    #expect(order == ["now", "later"])
  }

  @Test func whoWantsNoReplyGetsNone() throws {
    let demo = try Demo()
    var replies = 0
    // The replies of those before the last would be seen before its own.
    let spy = try ChildProcess(
      "/usr/bin/dbus-monitor", ["--address", demo.bus.address, "type='method_return'", "type='error'"],
      environment: demo.bus.environment)
    try spy.wait { $0.output.contains("NameLost") }
    for member: MemberName in ["IsShort", "Fail", "Nonsense"] { try demo.client.send(demo.outgoing(member)) }
    try demo.client.send(demo.outgoing("IsShort", [.string("")]))
    try demo.client.send(demo.outgoing("Caller")) { _ in replies += 1 }
    #expect(demo.loop.run(forAtMost: 20_000) { replies == 1 })
    let name = try #require(demo.server.uniqueName?.text)
    try spy.wait { $0.output.contains("sender=\(name) ") }
    let seen = spy.output.split(separator: "\n").filter { $0.contains("sender=\(name) ") }
    #expect(seen.count == 1)
  }

  @Test func aNameHasOneOwner() throws {
    let demo = try Demo()
    #expect(try demo.client.request(name: demoName) == .taken)
    #expect(try demo.server.request(name: demoName) == .acquired)
    let error = #expect(throws: DBusError.self) { try demo.client.request(name: ":1.9") }
    #expect(error?.name == .invalidArgs)
  }

  @Test func signalsReachWhoSubscribed() throws {
    let demo = try Demo()
    var seen: [String] = []
    let rule = MatchRule(demoName, demoPath, demoInterface.name, "Said")
    let subscription = try demo.client.subscribe(to: rule) { signal in
      var arguments = signal.arguments
      seen.append((try? arguments.string()) ?? "")
    }
    let ping = OutgoingCall(.bus, "/", "org.freedesktop.DBus.Peer", "Ping")
    _ = try demo.client.call(ping)
    try demo.server.emit(demoPath, demoInterface.name, "Changed")
    try demo.server.emit("/other", demoInterface.name, "Said", [.string("elsewhere")])
    try demo.server.emit(demoPath, demoInterface.name, "Said", [.string("hello")])
    #expect(demo.loop.run(forAtMost: 20_000) { !seen.isEmpty })
    subscription.cancel()
    _ = try demo.client.call(ping)
    try demo.server.emit(demoPath, demoInterface.name, "Said", [.string("more")])
    _ = try demo.call(demo.outgoing("Caller"))
    #expect(seen == ["hello"])
  }

  @Test func aForgedSignalOfTheBusIsNotBelieved() throws {
    let demo = try Demo()
    let name = try #require(demo.client.uniqueName)
    let gone = try demo.server.whenGone(name) { Issue.record("it is still there") }
    _ = try demo.call(demo.outgoing("Caller"))
    _ = try demo.run(
      "/usr/bin/dbus-send",
      [
        "--session", "--type=signal", "--dest=\(demoName)", "/org/freedesktop/DBus",
        "org.freedesktop.DBus.NameOwnerChanged", "string:\(name)", "string:\(name)", "string:",
      ])
    _ = try demo.call(demo.outgoing("Caller"))
    gone.cancel()
  }

  @Test func whoLeavesTheBusIsNoticed() throws {
    let demo = try Demo()
    var leaver: Connection? = try Connection(address: demo.bus.address)
    let name = try #require(leaver?.uniqueName)
    var gone: [String] = []
    _ = try demo.server.whenGone(name) { gone.append("first") }
    try demo.server.whenGone(name) { gone.append("cancelled") }.cancel()
    _ = try demo.call(demo.outgoing("Caller"))
    #expect(gone == [])
    leaver = nil
    #expect(demo.loop.run(forAtMost: 20_000) { !gone.isEmpty })
    _ = try demo.server.whenGone(name) { gone.append("already") }
    #expect(demo.loop.run(forAtMost: 20_000) { gone.count == 2 })
    #expect(gone == ["first", "already"])
  }

  @Test func theLossOfANameIsTold() throws {
    let demo = try Demo()
    var lost: [String] = []
    _ = demo.server.whenLost(demoName) { lost.append("it") }
    _ = demo.server.whenLost("org.example.Other") { lost.append("another") }
    demo.server.whenLost(demoName) { lost.append("cancelled") }.cancel()
    // Somebody else's word for it does not count.
    let name = Value.string(demoName.text)
    try demo.client.emit("/org/freedesktop/DBus", "org.freedesktop.DBus", "NameLost", [name])
    _ = try demo.call(demo.outgoing("Caller"))
    #expect(lost == [])
    let release = OutgoingCall(
      .bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReleaseName", [name])
    try demo.server.send(release)
    #expect(demo.loop.run(forAtMost: 20_000) { !lost.isEmpty })
    #expect(lost == ["it"])
  }

  @Test func theEndOfTheBusIsAnOrderlyEvent() throws {
    let demo = try Demo()
    var events: [String] = []
    demo.client.onDisconnect = { events.append("gone") }
    try demo.client.send(demo.outgoing("Later", [.uint32(.max)])) { reply in
      if case .failure(let error) = reply { events.append(error.name.text) }
    }
    _ = try demo.call(demo.outgoing("Caller"))
    demo.bus.kill()
    #expect(demo.loop.run(forAtMost: 20_000) { events.count == 2 })
    #expect(events.last == "gone")
    #expect([ErrorName.disconnected.text, ErrorName.noReply.text].contains(events.first ?? ""))
    #expect(!demo.client.isConnected)
    #expect(throws: DBusError.self) { try demo.client.call(demo.outgoing("Caller")) }
    #expect(throws: DBusError.self) { try demo.client.send(demo.outgoing("Caller")) { _ in } }
    try demo.client.send(demo.outgoing("Caller"))
    demo.client.flush()
  }

  @Test func theSessionBusIsFound() throws {
    let bus = try PrivateBus()
    let byAddress = try Connection.openSessionBus { $0 == "DBUS_SESSION_BUS_ADDRESS" ? bus.address : nil }
    #expect(byAddress.isConnected)
    let byDirectory = try Connection.openSessionBus { $0 == "XDG_RUNTIME_DIR" ? bus.directory.path : "" }
    #expect(byDirectory.uniqueName != byAddress.uniqueName)
    let nowhere = #expect(throws: DBusError.self) { try Connection.openSessionBus { _ in nil } }
    #expect(nowhere?.name == .noServer)
    for address in ["nonsense", "unix:path=/nonexistent/bus", "\u{1}:="] {
      #expect(throws: DBusError.self) { try Connection(address: address) }
    }
  }

  @Test func tooMuchForAMessageIsAnError() throws {
    let demo = try Demo()
    let text = String(repeating: "x", count: 70 << 20)
    let error = #expect(throws: DBusError.self) {
      try demo.client.send(demo.outgoing("IsShort", [.string(text)]))
    }
    #expect(error?.name == .limitsExceeded)
    #expect(demo.error(demo.outgoing("Huge"))?.name == .limitsExceeded)
  }
}
