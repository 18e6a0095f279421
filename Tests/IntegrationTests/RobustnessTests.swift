// No input from the bus ends the daemon, and every error leaves the state as it was.

import Glibc
import TestSupport
import Testing
import WalkthroughDBus
import WalkthroughEventLoop
import WalkthroughInterface

private let app = "org.example.App"

@Suite struct RobustnessTests {
  private let texts = [
    "", " ", "\u{FEFF}", "\u{202E}abc", "..", "/", "a/../../b", "%s%n", "\n\u{1B}[2J", "😀", "C:", "::::",
    String(repeating: "a", count: 230), String(repeating: "x", count: 100_000), app, "\(app).desktop", "2.0",
    "9999999999999999999999999999.1", "1:2:3", "~", "v", "0", "en_US.UTF-8@x@y",
  ]

  @Test func whateverIsSentTheDaemonLives() throws {
    let session = try Session()
    defer { session.stay() }
    try session.install(manifest(app, "2.0", "intro"), app)
    let caller = try RawCaller(session)
    let daemon = try session.daemonID()
    for method in Method.allCases {
      for first in texts {
        for second: Value in [.string(first), .string("\0"), .uint32(.max), .bool(true), .fieldsList([[:]])] {
          let error = try caller.error { try caller.call(method.member, .string(first), second) }
          // Only errors that the interface has.
          if let name = error?.name.text {
            #expect(name.hasPrefix("org.walkthroughd.Error.") || name.hasSuffix(".InvalidArgs"), "\(name)")
          }
        }
      }
    }
    #expect(try session.daemonID() == daemon)
  }

  @Test func errorsLeaveTheStateAsItWas() throws {
    let session = try Session()
    defer { session.stay() }
    try session.install(manifest(app, "2.0", "intro"), app)
    let caller = try RawCaller(session)
    try caller.call("Skip", .string(app), .string("1.0"))
    func state() throws -> String {
      let directories = ["state", "config"].map(session.home.file)
      return try session.run("/usr/bin/find", directories + ["-printf", "%p %s %T@ %C@ %i\n"]).output
        + session.contents(session.recordFile(app))
    }
    let before = try state()
    for version in ["3.0", "x", "\n", "2.0.0.1", "1 ", String(repeating: "9", count: 256)] {
      for method: MemberName in ["Complete", "Skip"] {
        let error = try caller.error { try caller.call(method, .string(app), .string(version)) }
        #expect(error?.name == "org.walkthroughd.Error.InvalidVersion")
        // What is said about it is a line that no terminal stumbles over.
        #expect(error?.message.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
      }
    }
    for id in ["org.example.None", "../x"] {
      #expect(try caller.error { try caller.call("Postpone", .string(id), .uint32(1)) } != nil)
      #expect(try caller.error { try caller.call("Reset", .string(id)) } != nil)
    }
    #expect(try state() == before)
  }

  @Test func itEndsInOrderWhenAsked() throws {
    let session = try Session(alone: true)
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      let daemon = try ChildProcess("\(Session.programs)/walkthroughd", environment: session.environment)
      try session.eventually("it has the name") { try session.isServed() }
      daemon.send(signal: signal)
      let end = try daemon.finish()
      #expect(end.status == 0 && end.errors.isEmpty && end.output.isEmpty)
      try session.eventually("the name is free") { try !session.isServed() }
    }
    session.stay()
  }

  @Test func aBusThatStandsStillIsWaitedFor() throws {
    let session = try Session(alone: true)
    defer { session.stay() }
    try session.install(manifest(app, "2.0", "intro"), app)
    let daemon = try session.daemonID()
    let loop = try EventLoop()
    let caller = try session.connection()
    caller.attach(to: loop)
    session.bus?.stop(true)
    defer { session.bus?.stop(false) }
    var answer: Result<Message, DBusError>?
    let question = OutgoingCall(
      WalkthroughInterface.busName, WalkthroughInterface.path, WalkthroughInterface.name,
      Method.status.member, [.string(app)])
    try caller.send(question) { answer = $0 }
    // News come meanwhile.
    try session.install(manifest(app, "2.1", "intro"), app)
    #expect(!loop.run(forAtMost: 50) { answer != nil })
    session.bus?.stop(false)
    #expect(loop.run(forAtMost: 20_000) { answer != nil })
    var arguments = try answer?.get().arguments
    #expect(try arguments?.fields()["installed"] == .string("2.1"))
    #expect(try session.daemonID() == daemon)
  }

  @Test func trouble() throws {
    let program = "\(Session.programs)/walkthroughd"
    let nowhere = try ChildProcess.run(
      program, environment: ["HOME": "/nonexistent", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"])
    #expect(nowhere.status == 3 && nowhere.errors.contains("no session bus"))
    #expect(try ChildProcess.run(program, ["--frob"]).status == 64)
    #expect(try ChildProcess.run(program, ["--version"]).output.contains(WalkthroughInterface.version))
    let homeless = try ChildProcess.run(program, environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"])
    #expect(homeless.status == 1 && homeless.errors.contains("HOME"))
  }
}
