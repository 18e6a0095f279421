// Programs started by tests.

import CLinux

/// A running program, in an environment of its own, whose output is collected. It is killed when nobody holds
/// it any more. Foundation's would leave signals blocked in it.
public final class ChildProcess {
  /// How a program ended, and what it printed.
  public struct Result: Sendable {
    /// Its exit status; 128 and the signal's number where a signal ended it.
    public let status: Int32
    /// Its standard output.
    public let output: String
    /// Its standard error.
    public let errors: String
  }

  /// Its process id, valid until `finish`.
  public let id: pid_t
  /// A descriptor that is readable once it has ended.
  public let exitDescriptor: Int32
  private var streams: [(descriptor: Int32, bytes: [UInt8])] = []
  private var status: Int32?

  /// Starts a program with nothing to read. The environment holds just these variables.
  public init(_ path: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    var writeEnds: [Int32] = []
    defer { for end in writeEnds { close(end) } }
    var readEnds: [Int32] = []
    for target: Int32 in [1, 2] {
      var ends: [Int32] = [0, 0]
      guard pipe2(&ends, O_CLOEXEC) == 0 else {
        throw TestFailure("pipe: \(String(cString: strerror(errno)))")
      }
      posix_spawn_file_actions_adddup2(&actions, ends[1], target)
      readEnds.append(ends[0])
      writeEnds.append(ends[1])
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var id: pid_t = 0
    let problem = posix_spawn(&id, path, &actions, &attributes, &words, &variables)
    guard problem == 0 else {
      for end in readEnds { close(end) }
      throw TestFailure("cannot start \(path): \(String(cString: strerror(problem)))")
    }
    self.id = id
    exitDescriptor = pidfd_open(id, 0)
    streams = readEnds.map { ($0, []) }
  }

  deinit {
    if status == nil {
      kill(id, SIGKILL)
      waitpid(id, nil, 0)
    }
    close(exitDescriptor)
    for stream in streams where stream.descriptor >= 0 { close(stream.descriptor) }
  }

  /// Runs a program to its end. Throws where it does not end in time.
  public static func run(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:], within seconds: Int = 20
  ) throws -> Result {
    try ChildProcess(path, arguments, environment: environment).finish(within: seconds)
  }

  /// Sends it a signal.
  public func send(signal: Int32) { if status == nil { kill(id, signal) } }

  /// What it has printed so far, as far as it was read.
  public var output: String { String(decoding: streams[0].bytes, as: UTF8.self) }
  /// What it has printed to standard error so far, as far as it was read.
  public var errors: String { String(decoding: streams[1].bytes, as: UTF8.self) }

  /// Waits until a condition holds that depends on what it prints. Throws where it does not in time, or where the
  /// program ends first.
  public func wait(within seconds: Int = 20, until condition: (ChildProcess) -> Bool) throws {
    let end = Deadline(seconds: seconds)
    while !condition(self) {
      guard try readMore(until: end) else {
        throw TestFailure("the program ended; it printed: \(output)\(errors)")
      }
    }
  }

  /// Waits until it has ended and its output is closed.
  public func finish(within seconds: Int = 20) throws -> Result {
    let end = Deadline(seconds: seconds)
    while try readMore(until: end) {}
    if status == nil {
      try end.wait(for: [exitDescriptor])
      var code: Int32 = 0
      waitpid(id, &code, 0)
      status = code & 0x7f == 0 ? code >> 8 & 0xff : 128 + code & 0x7f
    }
    return Result(status: status ?? -1, output: output, errors: errors)
  }

  /// Reads what there is, waiting for it. False where both streams are at their end.
  private func readMore(until end: Deadline) throws -> Bool {
    let open = streams.map(\.descriptor).filter { $0 >= 0 }
    guard !open.isEmpty else { return false }
    do {
      try end.wait(for: open)
    } catch {
      throw TestFailure("\(error); the program printed: \(output)\(errors)")
    }
    for index in streams.indices where end.isReady(streams[index].descriptor) {
      var buffer = [UInt8](repeating: 0, count: 65536)
      let count = read(streams[index].descriptor, &buffer, buffer.count)
      if count > 0 {
        streams[index].bytes += buffer[..<count]
      } else {
        close(streams[index].descriptor)
        streams[index].descriptor = -1
      }
    }
    return true
  }
}

/// A moment until which a test waits, always in `poll`.
public struct Deadline {
  private let end: Int

  /// So many seconds from now.
  public init(seconds: Int) { end = Self.now() + seconds * 1000 }

  /// Waits until one of the descriptors can be read. Throws when it is too late.
  public func wait(for descriptors: [Int32]) throws {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let left = end - Self.now()
      guard left > 0 else { throw TestFailure("it took too long") }
      if poll(&entries, nfds_t(entries.count), Int32(left)) > 0 { return }
    }
  }

  /// Whether it is past.
  public var isOver: Bool { Self.now() >= end }

  func isReady(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return descriptor >= 0 && poll(&entry, 1, 0) > 0
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
