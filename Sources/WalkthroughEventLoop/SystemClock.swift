// The two clocks: the one people read, and the one that only runs forward.

import CLinux

/// The system's clocks. Precise ones: `time(2)` may lag a tick behind the timers and call a deadline early.
public enum SystemClock {
  /// Real time in whole seconds since 1970-01-01T00:00:00Z.
  public static func unixSeconds() -> Int64 { Int64(now(CLOCK_REALTIME).tv_sec) }

  /// Nanoseconds since some fixed moment, untouched by changes of the real time.
  public static func monotonicNanoseconds() -> Int64 {
    let time = now(CLOCK_MONOTONIC)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private static func now(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}
