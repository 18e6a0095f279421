// The answers as they are now, to tell whether a change on the disk or of the time makes any of them another.

import Catalog
import Records
import WalkthroughModel

/// What the answers about an app follow from. Claims are left out: they are not announced.
struct AnswerBasis: Equatable {
  var entry: CatalogEntry
  var decision: Decision
  var record: RecordState
  var baseline: Version?

  init(_ entry: CatalogEntry, _ desk: Desk) {
    let situation = desk.situation(of: entry, regardingClaims: false)
    self.entry = entry
    decision = situation.decide()
    record = situation.record
    baseline = situation.baseline
  }
}

/// The basis of all answers.
struct Answers {
  private var bases: [AppID: AnswerBasis] = [:]
  private var ends: [AppID: Instant] = [:]

  /// The apps about which there are answers.
  var apps: Set<AppID> { Set(bases.keys) }
  /// Those of which a person did something.
  var recorded: Set<AppID> { Set(bases.lazy.filter { $0.value.record != .absent }.map(\.key)) }
  /// Those that are postponed, or were when they were looked at.
  var postponed: Set<AppID> { Set(ends.keys) }

  /// Takes up what is known of one app now; says whether that is something else than before.
  mutating func update(_ app: AppID, _ desk: Desk) -> Bool {
    // Nothing is answered about an app that no manifest tells of, whatever its record says.
    let basis = desk.catalog.entry(exactly: app).map { AnswerBasis($0, desk) }
    ends[app] = basis?.record.record?.postponed?.until
    guard basis != bases[app] else { return false }
    bases[app] = basis
    return true
  }

  /// When the next postponement ends by itself.
  func nextPostponementEnd(after now: Instant) -> Instant? { ends.values.filter { now < $0 }.min() }
}
