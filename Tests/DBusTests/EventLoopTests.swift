// The event loop: descriptors, times, signals, and the work in between.

import Glibc
import Testing

@testable import WalkthroughEventLoop

/// Long enough for the slowest machine; only a failure waits so long.
private let patience = 20_000

@Suite struct EventLoopTests {
  let loop: EventLoop

  init() throws { loop = try EventLoop() }

  /// A pipe, closed when nobody holds it.
  private final class Pipe {
    var ends: [Int32] = [0, 0]
    var reader: Int32 { ends[0] }

    init() { #expect(pipe(&ends) == 0) }

    deinit {
      closeWriter()
      close(ends[0])
    }

    func write() { #expect(Glibc.write(ends[1], "x", 1) == 1) }

    func closeWriter() {
      if ends[1] >= 0 { close(ends[1]) }
      ends[1] = -1
    }
  }

  @Test func aWatchIsCalledWhenItsDescriptorIsReady() throws {
    let pipe = Pipe()
    var news: [Readiness] = []
    try loop.watch(pipe.reader, for: .read) { news.append($0) }
    loop.runOnce(forAtMost: 0)
    #expect(news.isEmpty)
    pipe.write()
    #expect(loop.run(forAtMost: patience) { !news.isEmpty })
    #expect(news == [.read])
  }

  @Test func aWatchCanBeCancelledInItsOwnCallback() throws {
    let pipe = Pipe()
    var calls = 0
    var watch: Watch?
    watch = try loop.watch(pipe.reader, for: .read) { _ in
      calls += 1
      watch?.cancel()
    }
    pipe.write()
    #expect(loop.run(forAtMost: patience) { calls > 0 })
    for _ in 0..<3 { loop.runOnce(forAtMost: 0) }
    #expect(calls == 1)
  }

  @Test func aDescriptorsOtherWatchIsNotCalledOnceCancelled() throws {
    let pipe = Pipe()
    var calls = 0
    var watches: [Watch] = []
    for _ in 0..<2 {
      watches.append(
        try loop.watch(pipe.reader, for: .read) { _ in
          calls += 1
          for watch in watches { watch.cancel() }
        })
    }
    pipe.write()
    #expect(loop.run(forAtMost: patience) { calls > 0 })
    #expect(calls == 1)
  }

  @Test func twoWatchesOfOneDescriptorGetTheirOwnNews() throws {
    var ends: [Int32] = [0, 0]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    var read = 0
    var written = 0
    let reader = try loop.watch(ends[0], for: .read) {
      #expect($0 == .read); read += 1
    }
    let writer = try loop.watch(ends[0], for: .write) {
      #expect($0 == .write); written += 1
    }
    loop.runOnce()
    #expect((read, written) == (0, 1))
    writer.interest = []
    #expect(write(ends[1], "x", 1) == 1)
    loop.runOnce()
    #expect((read, written) == (1, 1))
    reader.cancel()
    writer.cancel()
  }

  @Test func aHangupDoesNotKeepALoopAwakeThatDoesNotCare() throws {
    let pipe = Pipe()
    var news: [Readiness] = []
    let watch = try loop.watch(pipe.reader, for: .read) { news.append($0) }
    watch.interest = []
    pipe.closeWriter()
    #expect(!loop.run(forAtMost: 20) { !news.isEmpty })
    watch.interest = .read
    #expect(loop.run(forAtMost: patience) { !news.isEmpty })
    #expect(news.first?.isDisjoint(with: .hangup) == false)
  }

  @Test func aRegularFileIsRefused() throws {
    let file = open("/proc/self/exe", O_RDONLY)
    defer { close(file) }
    #expect(throws: EventLoopError(call: "epoll_ctl", code: EPERM)) {
      try loop.watch(file, for: .read) { _ in }
    }
  }

  @Test func delaysFireInTheirOrderAndNotEarly() {
    var fired: [Int] = []
    let start = SystemClock.monotonicNanoseconds()
    loop.after(milliseconds: 30) { fired.append(2) }
    loop.after(milliseconds: 10) { fired.append(1) }
    loop.after(milliseconds: 20) { fired.append(0) }.cancel()
    #expect(loop.run(forAtMost: patience) { fired.count == 2 })
    #expect(fired == [1, 2])
    #expect(SystemClock.monotonicNanoseconds() - start >= 30_000_000)
  }

  @Test func aDelayThatNeverComesCanBeAskedFor() {
    loop.after(milliseconds: .max) { Issue.record("it came") }
    #expect(!loop.run(forAtMost: 5) { false })
  }

  @Test func deadlinesFireAtRealTime() {
    let now = SystemClock.unixSeconds()
    var fired: [Int] = []
    loop.at(unixSeconds: now + 1) { fired.append(2) }
    loop.at(unixSeconds: .min) { fired.append(0) }
    loop.at(unixSeconds: now) { fired.append(1) }
    loop.at(unixSeconds: .max) { fired.append(9) }
    loop.at(unixSeconds: now + 1) { fired.append(9) }.cancel()
    #expect(loop.run(forAtMost: patience) { fired.count == 3 })
    #expect(fired == [0, 1, 2])
    #expect(SystemClock.unixSeconds() > now)
  }

  @Test func aDeadlineThatAsksForItselfDoesNotHoldTheLoop() {
    var rounds = 0
    func again() {
      rounds += 1
      loop.at(unixSeconds: 0, again)
    }
    again()
    #expect(loop.run(forAtMost: patience) { rounds == 5 })
  }

  @Test func observersLearnThatTheClockWasSet() {
    var seen: [Int] = []
    let first = loop.whenClockIsSet { seen.append(1) }
    loop.whenClockIsSet { seen.append(2) }
    loop.runOnce(forAtMost: 0)
    #expect(seen.isEmpty)
    loop.clockWasSet()
    first.cancel()
    loop.clockWasSet()
    #expect(seen == [1, 2, 2])
  }

  @Test func idleWorkWaitsForEverythingElse() throws {
    let pipe = Pipe()
    var order: [String] = []
    var slices = 0
    loop.whenIdle {
      order.append("idle")
      slices += 1
      return slices < 2
    }
    loop.whenIdle {
      order.append("later")
      return false
    }
    var watch: Watch?
    watch = try loop.watch(pipe.reader, for: .read) { _ in
      order.append("read")
      watch?.cancel()
    }
    pipe.write()
    var prepared = false
    loop.beforeSleeping {
      defer { prepared = true }
      if !prepared { order.append("prepared") }
      return !prepared
    }
    #expect(loop.run(forAtMost: patience) { order.contains("later") })
    #expect(order == ["prepared", "read", "idle", "idle", "later"])
  }

  @Test func whatIsPreparedIsSeenBeforeTheLoopSleeps() {
    var work = 3
    loop.beforeSleeping {
      work -= 1
      return work > 0
    }
    // Without the news that something was done, the first round would sleep until the time is over.
    loop.runOnce()
    loop.runOnce()
    #expect(work == 1)
  }

  @Test func whatOnePreparationLeavesToAnotherIsDoneBeforeTheLoopSleeps() throws {
    let pipe = Pipe()
    var work: [String] = []
    var done: [String] = []
    var watch: Watch?
    watch = try loop.watch(pipe.reader, for: .read) { _ in
      work.append("first")
      watch?.cancel()
    }
    loop.beforeSleeping { [loop] in
      guard let next = work.popLast() else { return false }
      done.append(next)
      if next == "second" { loop.stop() }
      return true
    }
    loop.beforeSleeping {
      if done == ["first"] { work.append("second") }
      return false
    }
    pipe.write()
    let limit = loop.after(milliseconds: patience) { [loop] in loop.stop() }
    loop.run()
    limit.cancel()
    #expect(done == ["first", "second"])
  }

  @Test func signalsComeAsEventsUntilCancelled() throws {
    // The threads that tests run on may block everything.
    var usual = sigset_t()
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    sigaddset(&unblocked, SIGUSR1)
    pthread_sigmask(SIG_UNBLOCK, &unblocked, &usual)
    defer { pthread_sigmask(SIG_SETMASK, &usual, nil) }

    var seen: [Int32] = []
    let signals = try loop.onSignals([SIGUSR1, SIGHUP]) { seen.append($0) }
    raise(SIGUSR1)
    raise(SIGHUP)
    #expect(loop.run(forAtMost: patience) { seen.count == 2 })
    #expect(Set(seen) == [SIGUSR1, SIGHUP])
    signals.cancel()
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    #expect(sigismember(&mask, SIGUSR1) == 0)
    #expect(sigismember(&mask, SIGHUP) == sigismember(&usual, SIGHUP))
  }

  @Test func aStopEndsTheRunAtOnce() {
    loop.after(milliseconds: 1) { [loop] in loop.stop() }
    loop.run()
    var calls = 0
    loop.beforeSleeping { [loop] in
      calls += 1
      loop.stop()
      return false
    }
    loop.run()
    #expect(calls == 1)
  }
}
