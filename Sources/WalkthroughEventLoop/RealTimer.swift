// The timer descriptor for real time, which also tells when the clock was set.

import CLinux

/// One absolute timer on the real-time clock.
struct RealTimer: ~Copyable {
  /// What a look at the timer found.
  enum News { case nothing, due, clockWasSet }

  /// So late that it never comes; armed with it the timer only tells of the clock.
  static let never = Int64.max

  let descriptor: Int32
  private var armed: Int64?

  init() throws(EventLoopError) {
    descriptor = try EventLoopError.check("timerfd_create") {
      timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    }
  }

  deinit { close(descriptor) }

  /// Sets the time, in unix seconds; nil: no time, and no news of the clock. No system call where it is set so.
  mutating func arm(_ time: Int64?) -> News {
    guard time != armed else { return .nothing }
    armed = time
    var setting = itimerspec()
    // Zero would disarm it.
    setting.it_value.tv_sec = time.map { Int(max(1, $0)) } ?? 0
    let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
    // ECANCELED: the clock was set meanwhile; the timer is armed all the same.
    return timerfd_settime(descriptor, flags, &setting, nil) < 0 && errno == ECANCELED
      ? .clockWasSet : .nothing
  }

  /// Looks why the timer is ready.
  mutating func read() -> News {
    var expirations: UInt64 = 0
    let news: News =
      switch CLinux.read(descriptor, &expirations, MemoryLayout.size(ofValue: expirations)) {
      case 0...: .due
      case _ where errno == ECANCELED: .clockWasSet
      default: .nothing
      }
    if news != .nothing { armed = nil }
    return news
  }
}
