// A terminal's modes: taken over, and given back on every way out, a crash too.

import CLinux

/// A terminal that is taken over while this exists, and its modes before.
struct TerminalModes {
  private let input: Int32
  private let output: TerminalOutput
  private let before: termios

  /// Remembers the modes. Throws where there is no terminal.
  init(input: Int32, output: TerminalOutput) throws(OutputFailed) {
    self.input = input
    self.output = output
    var modes = termios()
    guard tcgetattr(input, &modes) == 0 else { throw OutputFailed(code: errno) }
    before = modes
  }

  /// Takes the terminal over: each key at once, unechoed; the keys that send signals still do. What was typed
  /// before is dropped. `again`: after the process was stopped without a chance to give it back.
  func takeOver(again: Bool = false) throws(OutputFailed) {
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
    raw.c_lflag |= tcflag_t(ISIG)
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP)
    withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    CrashGuard.arm(input: input, output: output.descriptor, modes: before)
    guard tcsetattr(input, TCSAFLUSH, &raw) == 0 else { throw OutputFailed(code: errno) }
    try output.write(Array((again ? Painter.modes : Painter.enter).utf8))
  }

  /// Gives it back as it was.
  func giveBack() {
    // From the background this would stop the process, which has to end.
    var set = sigset_t()
    var blocked = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &set, &blocked)
    output.finish(Painter.leave)
    var modes = before
    // Not after the output, which may be stuck. Reports of the mouse shall not be read as typed by anyone.
    tcsetattr(input, TCSANOW, &modes)
    tcflush(input, TCIFLUSH)
    pthread_sigmask(SIG_SETMASK, &blocked, nil)
    CrashGuard.disarm()
  }
}

/// Gives the terminal back where the program crashes. Handlers of signals may use next to nothing, so all they
/// need lies ready.
private enum CrashGuard {
  nonisolated(unsafe) private static var input: Int32 = -1
  nonisolated(unsafe) private static var output: Int32 = -1
  nonisolated(unsafe) private static let modes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  nonisolated(unsafe) private static let goodbye: UnsafeMutableBufferPointer<UInt8> = {
    let text = Array(Painter.leave.utf8)
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
    _ = buffer.initialize(from: text)
    return buffer
  }()
  private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

  static func arm(input: Int32, output: Int32, modes: termios) {
    let isFirst = Self.input < 0
    Self.modes.initialize(to: modes)
    _ = goodbye.count
    (Self.input, Self.output) = (input, output)
    guard isFirst else { return }
    // A stack that ran over has no room for a handler.
    var stack = stack_t()
    stack.ss_size = 64 * 1024
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: stack.ss_size, alignment: 16)
    sigaltstack(&stack, nil)
    for signal in signals {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { signal in CrashGuard.crashed(signal) }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_ONSTACK | SA_NODEFER
      sigaction(signal, &action, nil)
    }
  }

  /// From here on a crash does what it always does.
  static func disarm() {
    output = -1
  }

  private static func crashed(_ signal: Int32) {
    if output >= 0 {
      _ = write(output, goodbye.baseAddress, goodbye.count)
      tcsetattr(input, TCSANOW, modes)
    }
    // The handler is the default one again.
    raise(signal)
  }
}
