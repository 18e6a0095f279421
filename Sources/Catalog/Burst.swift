// How long to wait for the end of a burst of changes.

/// Changes that follow each other closely, as an upgrade of many packages makes them. A single change is acted on
/// at once, a burst when it is over. Times are in milliseconds.
struct Burst {
  private var first: Int64?

  // Long enough for one package on a busy machine, short enough for who waits.
  private static let quiet = 100
  // From here on it is more than one change.
  private static let single: Int64 = 150
  private static let quietInBurst = 400
  private static let patience: Int64 = 5_000

  /// How long to wait from now where no further change comes; nil: as long as was said before.
  mutating func delay(at now: Int64) -> Int? {
    guard let first else {
      first = now
      return Self.quiet
    }
    switch now - first {
    case ..<Self.single: return Self.quiet
    case ..<Self.patience: return Self.quietInBurst
    default: return nil
    }
  }
}
