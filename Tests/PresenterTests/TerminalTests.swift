// Reading and writing on pipes and on a terminal of the test's own.

import Glibc
import Terminal
import Testing

/// Both ends of a pipe.
private final class Pipe {
  let reading: Int32
  private var writing: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    (reading, writing) = (ends[0], ends[1])
  }

  var output: Output { Output(descriptor: writing) }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  deinit {
    close(reading)
    closeWriting()
  }
}

/// A pseudo-terminal: what a person types goes into `person`, programs have `program`.
private final class PseudoTerminal {
  let person: Int32
  let program: Int32

  /// TIOCSPTLCK and TIOCGPTN, macros that Swift does not see.
  private static let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))

  init() throws {
    person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(person >= 0)
    var (locked, number) = (Int32(0), UInt32(0))
    try #require(ioctl(person, Self.setLock, &locked) == 0 && ioctl(person, Self.getNumber, &number) == 0)
    program = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(program >= 0)
  }

  func type(_ text: String) throws { try Output(descriptor: person).write(text) }

  /// Waits until a program could read a line.
  func awaitLine() {
    var waited = pollfd(fd: program, events: Int16(POLLIN), revents: 0)
    #expect(poll(&waited, 1, 10_000) == 1)
  }

  deinit {
    close(program)
    close(person)
  }
}

@Suite struct TerminalTests {
  @Test func linesOfAPipe() throws {
    let pipe = try Pipe()
    try pipe.output.write("next\n\nzurück\nlast")
    pipe.closeWriting()
    var reader = LineReader(input: pipe.reading)
    #expect(reader.readLine() == .line("next"))
    reader.discardTypedAhead()
    #expect(reader.readLine() == .line(""))
    #expect(reader.readLine() == .line("zurück"))
    #expect(reader.readLine() == .line("last"))
    #expect(reader.readLine() == .end)
  }

  @Test func anEndlessLineIsCut() throws {
    let pipe = try Pipe()
    try pipe.output.write(String(repeating: "x", count: 20_000) + "\nnext\n")
    var reader = LineReader(input: pipe.reading)
    guard case .line(let line) = reader.readLine() else {
      Issue.record("no line")
      return
    }
    #expect(line.utf8.count < 10_000)
    #expect(reader.readLine() == .line("next"))
  }

  @Test func brokenUTF8IsRepaired() throws {
    let pipe = try Pipe()
    let bytes: [UInt8] = [0x61, 0xFF, 0x0A]
    #expect(write(pipe.output.descriptor, bytes, bytes.count) == bytes.count)
    var reader = LineReader(input: pipe.reading)
    #expect(reader.readLine() == .line("a\u{FFFD}"))
  }

  @Test func aReadableInterruptEndsWaiting() throws {
    let (input, interrupt) = (try Pipe(), try Pipe())
    try interrupt.output.write("!")
    try input.output.write("done\n")
    var reader = LineReader(input: input.reading, interrupt: interrupt.reading)
    #expect(reader.readLine() == .interrupted)
  }

  @Test func whatWasTypedAheadIsDropped() throws {
    let terminal = try PseudoTerminal()
    try terminal.type("done\n")
    terminal.awaitLine()
    var reader = LineReader(input: terminal.program)
    reader.discardTypedAhead()
    try terminal.type("skip\n")
    #expect(reader.readLine() == .line("skip"))
  }

  @Test func theRestOfAPasteIsDropped() throws {
    let terminal = try PseudoTerminal()
    var reader = LineReader(input: terminal.program)
    reader.discardTypedAhead()
    try terminal.type("next\nnext\ndone\n")
    #expect(reader.readLine() == .line("next"))
    reader.discardTypedAhead()
    try terminal.type("later\n")
    #expect(reader.readLine() == .line("later"))
  }

  @Test func endOfFileIsTyped() throws {
    let terminal = try PseudoTerminal()
    try terminal.type("\u{4}")
    var reader = LineReader(input: terminal.program)
    #expect(reader.readLine() == .end)
  }

  @Test func devices() throws {
    let (terminal, pipe) = (try PseudoTerminal(), try Pipe())
    #expect(isTerminal(terminal.program) && !isTerminal(pipe.reading))
    #expect(windowSize(of: pipe.reading) == nil)
    #expect(windowSize(of: terminal.program) == nil)
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(terminal.person, UInt(TIOCSWINSZ), &size) == 0)
    let found = windowSize(of: terminal.program)
    #expect(found?.columns == 80 && found?.rows == 24)
  }

  @Test func aSlowReaderGetsEverything() throws {
    let pipe = try Pipe()
    #expect(fcntl(pipe.output.descriptor, F_SETFL, O_NONBLOCK) == 0)
    let text = String(repeating: "0123456789", count: 50_000)
    let count = try collect(from: pipe, while: text)
    #expect(count == text.utf8.count)
  }

  @Test func aClosedDescriptorIsAnError() {
    #expect(throws: OutputFailed(code: EBADF)) { try Output(descriptor: -1).write("x") }
    #expect(throws: Never.self) { try Output(descriptor: -1).write("") }
  }

  /// Writes a text on this thread while another reads; how many bytes came.
  private func collect(from pipe: Pipe, while text: String) throws -> Int {
    nonisolated(unsafe) var count = 0
    let reading = pipe.reading
    let thread = Thread {
      var buffer = [UInt8](repeating: 0, count: 1000)
      while true {
        let got = read(reading, &buffer, buffer.count)
        guard got > 0 else { return }
        count += got
      }
    }
    try pipe.output.write(text)
    pipe.closeWriting()
    thread.join()
    return count
  }
}

/// A POSIX thread that runs a closure.
private final class Thread {
  private let body: () -> Void
  private var handle = pthread_t()

  init(_ body: @escaping () -> Void) {
    self.body = body
    let context = Unmanaged.passRetained(self).toOpaque()
    let code = pthread_create(
      &handle, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Thread>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, context)
    #expect(code == 0)
  }

  func join() { pthread_join(handle, nil) }
}
