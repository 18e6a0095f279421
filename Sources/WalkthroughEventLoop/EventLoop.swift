// One thread, one epoll: everything a program waits for.

import CLinux

/// Waits for descriptors, times and signals, and calls what was asked to be called. It belongs to one thread.
/// A resting loop makes no system calls. Callbacks may add, change and cancel anything.
public final class EventLoop {
  private var watches: WatchTable
  private var timer: RealTimer
  private let deadlines = Agenda()
  private let delays = Agenda()
  private var clockObservers: [(id: Int, action: () -> Void)] = []
  private var preparations: [(id: Int, action: () -> Bool)] = []
  private var idleWork: [(id: Int, slice: () -> Bool)] = []
  private var lastID = 0
  private var isStopping = false

  /// Makes a loop. Throws where the system has no descriptors left.
  public init() throws(EventLoopError) {
    watches = try WatchTable()
    timer = try RealTimer()
    try watch(timer.descriptor, for: .read) { [unowned(unsafe) self] _ in timerIsReady() }
  }

  deinit {
    for watch in watches.all { watch.loopIsGone() }
  }

  // MARK: Running

  /// Can be read when a watched descriptor is ready: for another loop that calls `runOnce(forAtMost: 0)` then, and
  /// when a delay is over.
  public var descriptor: Int32 { watches.epoll }

  /// Runs until `stop`.
  public func run() {
    var isPrepared = false
    while !isStopping { isPrepared = round(forAtMost: nil, isPrepared) }
    isStopping = false
  }

  /// Lets `run` return as soon as the callback that says so has.
  public func stop() { isStopping = true }

  /// Runs until a condition holds, which callbacks may change. False where the time was over first.
  public func run(forAtMost milliseconds: Int, until condition: () -> Bool) -> Bool {
    var isOver = false
    let limit = after(milliseconds: milliseconds) { isOver = true }
    defer { limit.cancel() }
    while !condition() {
      if isOver { return false }
      runOnce()
    }
    return true
  }

  /// One round: what is prepared, at most one event, the delays that are over; or, where there was nothing of
  /// it, a slice of idle work. Sleeps until there is something, for at most that many milliseconds (nil: no
  /// limit).
  public func runOnce(forAtMost milliseconds: Int? = nil) { _ = round(forAtMost: milliseconds, false) }

  /// `isPrepared`: nothing ran since what is prepared had nothing left to do. Says whether that holds after the round.
  private func round(forAtMost milliseconds: Int?, _ isPrepared: Bool) -> Bool {
    let didPrepare = !isPrepared && prepare()
    armTimer()
    let mustNotSleep = didPrepare || !idleWork.isEmpty || isStopping
    let event = watches.wait(milliseconds: mustNotSleep ? 0 : timeToSleep(atMost: milliseconds))
    if let event {
      deliver(event.ready, to: event.descriptor)
      // What came in is handled at once: the next round need not look for events in between.
      _ = prepare()
    }
    let didFire = delays.earliest != nil && runDue(in: delays, at: SystemClock.monotonicNanoseconds())
    if event == nil, !didPrepare, !didFire { runIdleSlice() }
    // What one did may be work for another, but not for itself.
    return event != nil && !didFire && preparations.count == 1
  }

  // MARK: Descriptors

  /// Watches a descriptor until the watch is cancelled, which the loop keeps till then. Throws EPERM for a
  /// regular file.
  @discardableResult
  public func watch(
    _ descriptor: Int32, for interest: Readiness, handler: @escaping (Readiness) -> Void
  ) throws(EventLoopError) -> Watch {
    let watch = Watch(descriptor, interest: interest, loop: self, handler: handler)
    try watches.add(watch)
    return watch
  }

  func interestChanged(in watch: Watch) {
    do {
      try watches.update(watch.descriptor)
    } catch {
      // The kernel is out of memory for a descriptor it knew before; to go on would be to wait for ever.
      fatalError("cannot watch a descriptor: \(error)")
    }
  }

  func remove(_ watch: Watch) { watches.remove(watch) }

  private func deliver(_ ready: Readiness, to descriptor: Int32) {
    for watch in watches[descriptor] where watch.loop != nil {
      let news = ready.intersection([watch.interest, .hangup])
      if !news.isEmpty, !watch.interest.isEmpty { watch.handler(news) }
    }
  }

  // MARK: Times

  /// Runs an action once at a real time, in unix seconds; at once where it is past. A clock that is set or a
  /// machine that slept are taken into account.
  @discardableResult
  public func at(unixSeconds: Int64, _ action: @escaping () -> Void) -> Cancellable {
    let id = nextID()
    deadlines.add(due: unixSeconds, id: id, action: action)
    return Cancellable { [deadlines] in deadlines.remove(id: id) }
  }

  /// Runs an action once after that many milliseconds (at least one), whatever the clock says.
  @discardableResult
  public func after(milliseconds: Int, _ action: @escaping () -> Void) -> Cancellable {
    let id = nextID()
    let (delay, isTooLong) = Int64(max(1, milliseconds)).multipliedReportingOverflow(by: 1_000_000)
    let (due, isTooLate) = SystemClock.monotonicNanoseconds().addingReportingOverflow(delay)
    delays.add(due: isTooLong || isTooLate ? .max : due, id: id, action: action)
    return Cancellable { [delays] in delays.remove(id: id) }
  }

  /// Runs an action whenever the real-time clock was set (or the machine woke up), before the deadlines that
  /// this makes due: answers that depend on the time may be others now.
  @discardableResult
  public func whenClockIsSet(_ action: @escaping () -> Void) -> Cancellable {
    let id = nextID()
    clockObservers.append((id, action))
    return Cancellable { [self] in clockObservers.removeAll { $0.id == id } }
  }

  private func armTimer() {
    let time = deadlines.earliest ?? (clockObservers.isEmpty ? nil : RealTimer.never)
    if timer.arm(time) == .clockWasSet { clockWasSet() }
  }

  private func timerIsReady() {
    if timer.read() == .clockWasSet { clockWasSet() }
    runDue(in: deadlines, at: SystemClock.unixSeconds())
  }

  func clockWasSet() {
    for observer in clockObservers where clockObservers.contains(where: { $0.id == observer.id }) {
      observer.action()
    }
  }

  @discardableResult
  private func runDue(in agenda: Agenda, at now: Int64) -> Bool {
    let newcomer = lastID + 1
    var didRun = false
    while let action = agenda.takeNext(at: now, before: newcomer) {
      action()
      didRun = true
    }
    return didRun
  }

  /// In milliseconds, rounded up so that nothing is early; −1: for ever.
  private func timeToSleep(atMost limit: Int?) -> Int32 {
    var shortest = limit.map { max(0, $0) }
    if let due = delays.earliest {
      let rest = Int(max(0, due - SystemClock.monotonicNanoseconds()) / 1_000_000) + 1
      shortest = min(shortest ?? rest, rest)
    }
    return shortest.map { Int32(clamping: $0) } ?? -1
  }

  // MARK: Between events

  /// Runs an action in every round before the loop sleeps. It does all that can be done without waiting and says
  /// whether it did anything; as long as it did, the loop does not sleep.
  @discardableResult
  public func beforeSleeping(_ action: @escaping () -> Bool) -> Cancellable {
    let id = nextID()
    preparations.append((id, action))
    return Cancellable { [self] in preparations.removeAll { $0.id == id } }
  }

  /// Runs work in slices whenever there is nothing else to do, until a slice says false: nothing is left. What
  /// was asked first is finished first. A slice should be short, for everything else waits for it.
  @discardableResult
  public func whenIdle(_ slice: @escaping () -> Bool) -> Cancellable {
    let id = nextID()
    idleWork.append((id, slice))
    return Cancellable { [self] in idleWork.removeAll { $0.id == id } }
  }

  private func prepare() -> Bool {
    var didAnything = false
    for preparation in preparations where preparations.contains(where: { $0.id == preparation.id }) {
      if preparation.action() { didAnything = true }
    }
    return didAnything
  }

  private func runIdleSlice() {
    guard let first = idleWork.first, !first.slice() else { return }
    idleWork.removeAll { $0.id == first.id }
  }

  private func nextID() -> Int {
    lastID += 1
    return lastID
  }
}
