// A person's session of a test's own: home, directories, bus, and the real daemon activated on it.

import CLinux
import TestSupport
import Testing
import WalkthroughClient
import WalkthroughDBus
import WalkthroughInterface
import WalkthroughModel

/// A hermetic session. When it ends, a line in the daemon's log that no test expected fails the test.
final class Session {
  let home: TemporaryDirectory
  /// Where the session's bus listens.
  let address: String
  /// The bus of this session alone; nil where the tests were given one.
  let bus: PrivateBus?
  private let givenBus: GivenBus?
  /// Words that lines of the daemon's log may have.
  var expectedInLog: [String] = []
  private(set) var environment: [String: String]

  /// The directory of the programs that were built with the tests.
  static let programs: String = {
    if let given = getenv("WALKTHROUGH_PROGRAMS") { return String(cString: given) }
    var path = [CChar](repeating: 0, count: 4096)
    readlink("/proc/self/exe", &path, path.count - 1)
    let executable = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return String(executable[..<(executable.lastIndex(of: "/") ?? executable.endIndex)])
  }()

  /// Makes a session, on the bus that the tests were given where there is one, unless it is to be `alone`. The
  /// daemon is started by these `words` of a shell.
  init(_ variables: [String: String] = [:], alone: Bool = false, startedBy words: String = "") throws {
    home = try TemporaryDirectory()
    let directories = [
      "HOME": home.path, "XDG_DATA_HOME": home.file("data"),
      "XDG_DATA_DIRS": home.file("system") + ":" + home.file("flatpak/exports/share"),
      "XDG_STATE_HOME": home.file("state"), "XDG_CONFIG_HOME": home.file("config"),
      "XDG_CONFIG_DIRS": home.file("etc"), "LANG": "C.UTF-8",
    ].merging(variables) { $1 }
    // A bus that was given has an environment of its own, so the daemon's comes from here.
    let assignments = directories.map { "\($0.key)='\($0.value)'" }.sorted().joined(separator: " ")
    let start = try home.write(
      """
      #!/bin/sh
      exec /usr/bin/env -i PATH=/usr/bin:/bin DBUS_SESSION_BUS_ADDRESS="$DBUS_SESSION_BUS_ADDRESS" \
        \(assignments) \(words) '\(Self.programs)/walkthroughd' 2>>'\(home.file("log"))'

      """, to: "start")
    chmod(start, 0o755)
    let service = "[D-BUS Service]\nName=org.walkthroughd.Walkthrough1\nExec=\(start)\n"
    if !alone, let given = try GivenBus(service: service) {
      (givenBus, bus, address) = (given, nil, given.address)
    } else {
      try home.write(service, to: "services/org.walkthroughd.Walkthrough1.service")
      let own = try PrivateBus(services: home.file("services"))
      (givenBus, bus, address) = (nil, own, own.address)
    }
    environment = directories.merging(["PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
  }

  deinit {
    // The next session on a bus that lives on has a daemon of its own.
    if givenBus != nil, (try? isServed()) == true { try? killDaemon() }
    let unexpected = log.split(separator: "\n").filter { line in
      !expectedInLog.contains { line.contains($0) }
    }
    if !unexpected.isEmpty { Issue.record("the daemon's log: \(unexpected.joined(separator: "\n"))") }
  }

  /// Holds the session until here.
  func stay() {}

  var log: String { (try? contents("log")) ?? "" }

  /// A client of its own, speaking a language.
  func client(_ language: String = "C") throws -> Client {
    let environment = environment.merging(["LANG": language]) { $1 }
    return try Client(timeoutMilliseconds: 20_000) { environment[$0] }
  }

  /// A connection for raw calls.
  func connection() throws -> Connection { try Connection(address: address) }

  /// The directory of the bus's socket.
  var socketDirectory: String {
    let path = address.drop { $0 != "/" }.prefix { $0 != "," }
    return String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex))
  }

  /// Runs a program in the session.
  func run(
    _ program: String, _ arguments: [String], _ variables: [String: String] = [:]
  ) throws -> ChildProcess.Result {
    try ChildProcess.run(program, arguments, environment: environment.merging(variables) { $1 })
  }

  /// Runs the real client.
  func walkthrough(_ arguments: String..., language: String = "C.UTF-8") throws -> ChildProcess.Result {
    try run("\(Self.programs)/walkthrough", arguments, ["LANG": language])
  }

  // MARK: Files

  /// Puts a walkthrough manifest in place at once, as a package does.
  func install(_ manifest: String, _ id: String, in directory: String = "data") throws {
    try home.write(manifest, to: "\(directory)/walkthroughs/.new")
    let place = home.file("\(directory)/walkthroughs")
    guard rename("\(place)/.new", "\(place)/\(id).json") == 0 else { throw TestFailure("cannot install") }
  }

  /// Puts metainfo in place at once.
  func installMetainfo(_ xml: String, _ name: String, in directory: String = "data") throws {
    try home.write(xml, to: "\(directory)/metainfo/.new")
    let place = home.file("\(directory)/metainfo")
    guard rename("\(place)/.new", "\(place)/\(name)") == 0 else { throw TestFailure("cannot install") }
  }

  /// Puts a file in place at once: nobody reads half of it.
  func replace(_ name: String, with text: String) throws {
    let new = try home.write(text, to: "\(name).new")
    guard rename(new, home.file(name)) == 0 else { throw TestFailure("cannot replace \(name)") }
  }

  /// Removes a file, which may be gone already.
  func remove(_ name: String) throws {
    guard unlink(home.file(name)) == 0 || errno == ENOENT || errno == ENOTDIR else {
      throw TestFailure("cannot remove \(name)")
    }
  }

  /// Waits until files get another time than those written before.
  func passMoment() throws {
    func time() throws -> timespec {
      var status = stat()
      try home.write("", to: "clock")
      guard stat(home.file("clock"), &status) == 0 else { throw TestFailure("cannot look at the clock") }
      return status.st_ctim
    }
    let before = try time()
    try eventually("time passes") {
      let now = try time()
      return now.tv_sec != before.tv_sec || now.tv_nsec != before.tv_nsec
    }
  }

  func contents(_ name: String) throws -> String {
    let result = try ChildProcess.run("/bin/cat", [home.file(name)])
    guard result.status == 0 else { throw TestFailure(result.errors) }
    return result.output
  }

  func recordFile(_ id: String) -> String { "state/walkthroughd/records/\(id).json" }

  // MARK: The daemon

  /// The daemon's process, started where it was not.
  func daemonID() throws -> pid_t {
    let connection = try connection()
    _ = try connection.call(
      OutgoingCall(
        WalkthroughInterface.busName, WalkthroughInterface.path, "org.freedesktop.DBus.Peer", "Ping"))
    let reply = try connection.call(
      OutgoingCall(
        .bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
        [.string(WalkthroughInterface.busName.text)]))
    var arguments = reply.arguments
    return pid_t(try arguments.uint32())
  }

  /// Ends the daemon as a crash does, and waits until the bus knows.
  func killDaemon() throws {
    let id = try daemonID()
    let descriptor = pidfd_open(id, 0)
    kill(id, SIGKILL)
    try Deadline(seconds: 20).wait(for: [descriptor])
    close(descriptor)
    try eventually("the bus knows that the daemon is gone") { try !isServed() }
  }

  /// Whether a daemon has the name, without starting one.
  func isServed() throws -> Bool {
    let question = OutgoingCall(
      .bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
      [.string(WalkthroughInterface.busName.text)])
    var arguments = try connection().call(question).arguments
    return try arguments.bool()
  }

  /// Waits until something holds.
  func eventually(
    _ what: String, seconds: Int = 15, _ condition: () throws -> Bool,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let end = Deadline(seconds: seconds)
    while try !condition() {
      guard !end.isOver else {
        Issue.record("never: \(what); log: \(log)", sourceLocation: location)
        return
      }
      // The daemon works meanwhile; this only keeps the test from turning too fast.
      poll(nil, 0, 5)
    }
  }
}

// MARK: - Manifests

/// A walkthrough manifest: `intro` pages have no version, others are `id@since`.
func manifest(_ id: String, _ version: String, _ pages: String...) -> String {
  let list = pages.map { page in
    let parts = page.split(separator: "@")
    let since = parts.count > 1 ? ", \"since\": \"\(parts[1])\"" : ""
    return "{\"id\": \"\(parts[0])\", \"title\": \"\(parts[0])\"\(since)}"
  }
  return """
    {"format": 1, "id": "\(id)", "version": "\(version)", "pages": [\(list.joined(separator: ", "))]}
    """
}

/// Metainfo with releases, each with notes.
func metainfo(_ id: String, _ releases: String..., name: String = "App") -> String {
  let list = releases.map { release in
    "<release version=\"\(release)\"><description><p>Notes of \(release)</p></description></release>"
  }
  return """
    <?xml version="1.0" encoding="UTF-8"?>
    <component type="desktop-application"><id>\(id)</id><name>\(name)</name>
    <releases>\(list.joined())</releases></component>
    """
}

/// The name of the error that a call is answered with.
func errorName(_ body: () throws -> Void) -> String? {
  do { try body() } catch let failure as ClientFailure {
    if case .refused(let error) = failure { return error.overBus.name.text }
    return failure.description
  } catch let error as DBusError {
    return error.name.text
  } catch {
    return "\(error)"
  }
  return nil
}
