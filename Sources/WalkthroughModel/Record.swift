// What a person did about an app, and how that changes: never lowered.

/// What became of a walkthrough.
public enum Outcome: String, Sendable {
  /// The person went through it.
  case completed
  /// The person declined it.
  case skipped
}

/// What a person has seen of an app.
public struct Seen: Equatable, Sendable {
  /// Up to this version.
  public var version: Version
  /// And how that ended.
  public var outcome: Outcome

  /// Makes it.
  public init(_ version: Version, _ outcome: Outcome) {
    self.version = version
    self.outcome = outcome
  }
}

/// "Remind me later."
public struct Postponement: Equatable, Sendable {
  /// The version it was said at: a page newer than that ends it.
  public var version: Version
  /// When it ends by itself.
  public var until: Instant

  /// Makes it.
  public init(version: Version, until: Instant) {
    self.version = version
    self.until = until
  }
}

/// What a person did about an app.
public struct Record: Equatable, Sendable {
  /// What they have seen; nil: nothing yet (a postponed introduction).
  public var seen: Seen?
  /// When the record was last changed.
  public var changed: Instant
  /// Until when they want to hear nothing of it.
  public var postponed: Postponement?

  /// Makes a record.
  public init(seen: Seen? = nil, changed: Instant, postponed: Postponement? = nil) {
    self.seen = seen
    self.changed = changed
    self.postponed = postponed
  }

  /// Whether it says nothing, and so need not be kept.
  public var isEmpty: Bool { seen == nil && postponed == nil }

  /// The record after the person completed or skipped `version`.
  ///
  /// What was seen is never lowered, the outcome changes only with a version at least as great, and a
  /// postponement ends. The same record comes back where that changes nothing.
  public func reporting(_ outcome: Outcome, of version: Version, at now: Instant) -> Record {
    var next = self
    next.postponed = nil
    switch seen {
    case let seen? where version < seen.version: break
    case let seen? where version == seen.version: next.seen = Seen(seen.version, outcome)
    default: next.seen = Seen(version, outcome)
    }
    if next != self { next.changed = now }
    return next
  }

  /// The record with a postponement, or with none.
  public func postponing(_ postponement: Postponement?, at now: Instant) -> Record {
    var next = self
    next.postponed = postponement
    if next != self { next.changed = now }
    return next
  }

  /// Two records of one app, kept under different spellings of its id or by different sessions: the greater
  /// version seen counts, the later postponement, the later change.
  public func merged(with other: Record) -> Record {
    var merged = self
    if let theirs = other.seen, seen.map({ $0.version < theirs.version }) ?? true { merged.seen = theirs }
    if let theirs = other.postponed, postponed.map({ $0.until < theirs.until }) ?? true {
      merged.postponed = theirs
    }
    merged.changed = max(changed, other.changed)
    return merged
  }
}

/// What is known of a person's record of an app.
public enum RecordState: Equatable, Sendable {
  /// They did nothing yet.
  case absent
  /// This is what they did.
  case known(Record)
  /// There is a record that cannot be used (damaged, unreadable, of a newer format). It counts as completed at
  /// the installed version: damage never nags.
  case unusable(Record?)

  /// What they have seen, where `installed` is the version to assume of a record that cannot be used.
  public func seen(assuming installed: Version) -> Seen? {
    switch self {
    case .absent: return nil
    case .known(let record): return record.seen
    case .unusable(let other):
      guard let seen = other?.seen, installed < seen.version else { return Seen(installed, .completed) }
      return seen
    }
  }

  /// The usable record, where there is one.
  public var record: Record? {
    switch self {
    case .absent: nil
    case .known(let record): record
    case .unusable(let other): other
    }
  }

  /// What two files about one app say together.
  public func merged(with other: RecordState) -> RecordState {
    switch (self, other) {
    case (.absent, let one), (let one, .absent): return one
    case (.known(let left), .known(let right)): return .known(left.merged(with: right))
    default:
      guard let left = record, let right = other.record else { return .unusable(record ?? other.record) }
      return .unusable(left.merged(with: right))
    }
  }
}
