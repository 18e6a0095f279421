// When to try again what failed in the background.

import WalkthroughModel

/// A minute after the last failure. At once would be wrong: each try makes events on the disk, and they lead to the
/// next look.
struct Retry {
  private static let pauseSeconds: Int64 = 60
  private var next = Instant(unixSeconds: .min)

  /// It failed.
  mutating func failed(at now: Instant) { next = now.adding(seconds: Self.pauseSeconds) }

  /// Whether to try now. A clock that was set back does not make the pause longer.
  func isDue(at now: Instant) -> Bool { next <= now || now.adding(seconds: Self.pauseSeconds) < next }
}
