// Programs on a terminal of the test's own.

import CLinux

/// A running program whose controlling terminal the test holds, so that each byte it writes can be looked at. It
/// is killed when nobody holds it any more.
public final class TerminalProcess {
  /// Its process id, until it has ended.
  public let id: pid_t
  /// Everything it wrote.
  public private(set) var output: [UInt8] = []
  private var person: Int32
  private let program: Int32
  private let exitDescriptor: Int32
  private var status: Int32?

  /// TIOCSPTLCK and TIOCGPTN, macros that Swift does not see.
  private static let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))

  /// Starts a program on a terminal of that size. The environment holds just these variables.
  public init(
    _ path: String, _ arguments: [String] = [], environment: [String: String], columns: Int = 80,
    rows: Int = 24
  ) throws {
    person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var (locked, number) = (Int32(0), UInt32(0))
    guard person >= 0, ioctl(person, Self.setLock, &locked) == 0, ioctl(person, Self.getNumber, &number) == 0
    else { throw TestFailure("no terminal: \(String(cString: strerror(errno)))") }
    let name = "/dev/pts/\(number)"
    program = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(person, UInt(TIOCSWINSZ), &size)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The leader of a session gets the first terminal that it opens.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | newSession))

    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var id: pid_t = 0
    let problem = posix_spawn(&id, path, &actions, &attributes, &words, &variables)
    guard problem == 0 else {
      throw TestFailure("cannot start \(path): \(String(cString: strerror(problem)))")
    }
    self.id = id
    exitDescriptor = pidfd_open(id, 0)
  }

  deinit {
    if status == nil {
      kill(id, SIGKILL)
      waitpid(id, nil, 0)
    }
    hangUp()
    close(program)
    close(exitDescriptor)
  }

  /// What it wrote, as text.
  public var text: String { String(decoding: output, as: UTF8.self) }

  /// Types, or pastes.
  public func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(person, bytes, bytes.count)
  }

  /// Sends it a signal.
  public func send(signal: Int32) { if status == nil { kill(id, signal) } }

  /// Changes the terminal's size.
  public func resize(columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(person, UInt(TIOCSWINSZ), &size)
  }

  /// Closes the terminal, as the end of its window does.
  public func hangUp() {
    if person >= 0 { close(person) }
    person = -1
  }

  /// The terminal's modes, byte by byte: flags and characters.
  public var modes: [UInt8] {
    var modes = termios()
    guard tcgetattr(program, &modes) == 0 else { return [] }
    var bytes = [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag].flatMap { flags in
      withUnsafeBytes(of: flags, Array.init)
    }
    withUnsafeBytes(of: modes.c_cc) { bytes += $0 }
    return bytes
  }

  /// Waits until what it wrote has something, from a place on; gives the place behind it.
  @discardableResult
  public func wait(for text: String, after start: Int = 0, within seconds: Int = 60) throws -> Int {
    let wanted = Array(text.utf8)
    let end = Deadline(seconds: seconds)
    while true {
      if let place = find(wanted, from: start) { return place + wanted.count }
      guard try readMore(until: end) else {
        throw TestFailure("it ended without writing '\(text)'; it wrote: \(self.text.debugDescription)")
      }
    }
  }

  /// Waits until it has ended; its exit status, or 128 and the number of the signal that ended it.
  public func finish(within seconds: Int = 60) throws -> Int32 {
    let end = Deadline(seconds: seconds)
    while !end.isReady(exitDescriptor) {
      if person >= 0 {
        guard try readMore(until: end) else { break }
      } else {
        try end.wait(for: [exitDescriptor])
      }
    }
    while person >= 0, end.isReady(person), try readMore(until: end) {}
    var code: Int32 = 0
    waitpid(id, &code, 0)
    let result = code & 0x7f == 0 ? code >> 8 & 0xff : 128 + code & 0x7f
    status = result
    return result
  }

  /// Waits until it has ended, without reading what it writes; as `finish`.
  public func finishUnread(within seconds: Int = 60) throws -> Int32 {
    try Deadline(seconds: seconds).wait(for: [exitDescriptor])
    return try finish()
  }

  private func find(_ wanted: [UInt8], from start: Int) -> Int? {
    guard start + wanted.count <= output.count else { return nil }
    return (start...(output.count - wanted.count)).first { output[$0...].starts(with: wanted) }
  }

  /// Reads what there is, waiting for it or for the program's end. False where it has ended and all is read.
  private func readMore(until end: Deadline) throws -> Bool {
    do {
      try end.wait(for: [person, exitDescriptor])
    } catch {
      throw TestFailure("\(error); it wrote: \(text.debugDescription)")
    }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = read(person, &buffer, buffer.count)
    if count > 0 { output += buffer[..<count] }
    return count > 0
  }
}
