// The full-screen show: takes the terminal over, plays scenes on it, and gives it back whatever happens.

import CLinux
import Presenter
import WalkthroughEventLoop

/// How a scene ended.
package enum Exit<Outcome> {
  /// As the scene wanted.
  case outcome(Outcome)
  /// The terminal is gone.
  case gone
  /// By a signal that ends programs. The terminal is to be given back before `surrender`.
  case signal(Int32)
}

/// A terminal that is taken over until `leave`.
package final class Stage {
  private let input: Int32
  private let output: TerminalOutput
  private let painter: Painter
  /// The program that draws pictures, if there is one.
  private let drawer: String?
  private let modes: TerminalModes
  private let loop: EventLoop
  private var signals: Cancellable?
  private var watch: Watch?
  private var outputWatch: Watch?
  private var decoder = KeyDecoder()
  private var expiry: Cancellable?
  private var drawing: (file: String, box: PictureBox, child: PictureDrawing)?

  /// What came since the scene was last asked.
  private var events: [Event] = []
  private var didStop = false
  /// What is on the screen; nil where that is not known.
  private var shown: (frame: Frame, size: WindowSize)?

  private enum Event {
    case input(Input)
    case news(PictureNews)
    case end
    case signal(Int32)

    var isInput: Bool { if case .input = self { true } else { false } }

    /// Whether it means nothing to the next scene.
    var isOfScene: Bool { if case .news = self { true } else { isInput } }
  }

  /// Behind the first bytes of a paste, the rest may take that long to come, in milliseconds.
  private static let pasteGap = 30

  /// Takes the terminal over; nil where that cannot be done.
  package init?(
    features: TerminalFeatures, drawer: String?, input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO
  ) {
    let screen = TerminalOutput(output)
    guard let modes = try? TerminalModes(input: input, output: screen), let loop = try? EventLoop() else {
      return nil
    }
    self.input = input
    self.output = screen
    self.drawer = drawer
    painter = Painter(features)
    self.modes = modes
    self.loop = loop
    // Before the terminal is another one, so that nothing ends the program in between.
    let cared = withoutIgnored([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH])
    signals = try? loop.onSignals(cared) { [unowned(unsafe) self] in events.append(.signal($0)) }
    watch = try? loop.watch(input, for: .read) { [unowned(unsafe) self] _ in read() }
    outputWatch = try? loop.watch(output, for: []) { [unowned(unsafe) self] _ in flush() }
    guard signals != nil, watch != nil, outputWatch != nil, (try? modes.takeOver()) != nil else {
      leave()
      return nil
    }
  }

  /// Gives the terminal back. Signals do what they always do from here on, also those that came meanwhile.
  package func leave() {
    drawing = nil
    watch?.cancel()
    outputWatch?.cancel()
    (watch, outputWatch) = (nil, nil)
    guard let signals else { return }
    self.signals = nil
    modes.giveBack()
    signals.cancel()
  }

  /// Plays a scene to its end.
  package func play<S: Scene>(_ scene: S) -> Exit<S.Outcome> {
    var scene = scene
    startFresh()
    defer { drawing = nil }
    var size = windowSize(of: output.descriptor) ?? WindowSize(columns: 80, rows: 24)
    var mustPaint = true
    while true {
      // Frames that a slow terminal has no time for are left out.
      if mustPaint, !output.isBusy {
        guard paint(scene, in: size) else { return .gone }
        mustPaint = false
      }
      outputWatch?.interest = output.isBusy ? .write : []
      if events.isEmpty { loop.runOnce() }
      while !events.isEmpty {
        switch events.removeFirst() {
        case .input(let input):
          if let outcome = scene.handle(input, in: size) { return .outcome(outcome) }
        case .news(let news): scene.receive(news)
        case .end: return .gone
        case .signal(SIGWINCH): size = windowSize(of: output.descriptor) ?? size
        case .signal(SIGTSTP):
          shown = nil
          guard stop() else { return .gone }
          size = windowSize(of: output.descriptor) ?? size
        case .signal(SIGCONT):
          // Stopped by other means, the shell had the terminal meanwhile.
          guard didStop || (try? modes.takeOver(again: true)) != nil else { return .gone }
          didStop = false
          shown = nil
          size = windowSize(of: output.descriptor) ?? size
        case .signal(let signal): return .signal(signal)
        }
        mustPaint = true
      }
    }
  }

  /// What was typed for the last scene must not answer this one.
  private func startFresh() {
    shown = nil
    let isTyping = isInputWaiting || events.contains { $0.isInput }
    tcflush(input, TCIFLUSH)
    decoder = KeyDecoder()
    expiry?.cancel()
    events.removeAll { $0.isOfScene }
    if isTyping { silence(roundsLeft: 20) }
  }

  private var isInputWaiting: Bool {
    var count: Int32 = 0
    return ioctl(input, UInt(FIONREAD), &count) == 0 && count > 0
  }

  /// Drops input until there was a gap in it: a paste comes in pieces.
  private func silence(roundsLeft: Int) {
    watch?.interest = []
    loop.after(milliseconds: Self.pasteGap) { [unowned(unsafe) self] in
      let isTyping = isInputWaiting
      tcflush(input, TCIFLUSH)
      if isTyping, roundsLeft > 0 { silence(roundsLeft: roundsLeft - 1) } else { watch?.interest = .read }
    }
  }

  private func read() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = CLinux.read(input, &chunk, chunk.count)
    guard count > 0 else {
      if count < 0, errno == EINTR || errno == EAGAIN { return }
      // A terminal that is gone is readable for ever.
      watch?.interest = []
      events.append(.end)
      return
    }
    events += decoder.take(chunk[..<count]).map(Event.input)
    expiry?.cancel()
    guard let patience = decoder.patience else { return }
    expiry = loop.after(milliseconds: patience) { [unowned(unsafe) self] in
      if let input = decoder.expire() { events.append(.input(input)) }
    }
  }

  private func flush() {
    if (try? output.flush()) == nil { events.append(.end) }
  }

  /// Gives the terminal back while the process is stopped. False where it is gone then.
  private func stop() -> Bool {
    modes.giveBack()
    surrender(to: SIGTSTP)
    // The signal that woke us is still to come, and needs no second answer. Where nobody could wake us, as in a
    // terminal without a shell, we were not stopped.
    var waiting = sigset_t()
    sigpending(&waiting)
    didStop = sigismember(&waiting, SIGCONT) == 1
    return (try? modes.takeOver()) != nil
  }

  // MARK: Painting

  /// False where the terminal is gone.
  private func paint<S: Scene>(_ scene: S, in size: WindowSize) -> Bool {
    let frame = scene.frame(in: size)
    // Most keys of a held-down one change nothing.
    if let last = shown, last.frame == frame, last.size == size { return true }
    shown = (frame, size)
    guard (try? output.write(painter.bytes(of: frame, in: size))) != nil else { return false }
    // The text is there; now for what it lacks.
    switch frame.wish {
    case .measure(let file):
      events.append(.news(.measured(file: file, drawer == nil ? nil : measurePicture(file))))
    case .draw(let file, let box):
      draw(file, box)
    case nil: drawing = nil
    }
    return true
  }

  private func draw(_ file: String, _ box: PictureBox) {
    if let drawing, drawing.file == file, drawing.box == box { return }
    drawing = nil
    guard let drawer else { return }
    let features = painter.features
    let arguments = drawingArguments(
      drawer, box: box, features: features, character: characterSize(of: output.descriptor))
    let child = PictureDrawing(file: file, arguments: arguments, on: loop) { [unowned(unsafe) self] bytes in
      let picture: DrawnPicture? =
        switch features.pictures {
        case .symbols, nil: bytes.flatMap { pictureLines($0, box: box) }.map(DrawnPicture.text)
        case let format?: bytes.flatMap { picturePixels($0, format, box: box) }.map(DrawnPicture.pixels)
        }
      events.append(.news(.drawn(file: file, box, picture)))
    }
    guard let child else {
      events.append(.news(.drawn(file: file, box, nil)))
      return
    }
    drawing = (file, box, child)
  }
}
