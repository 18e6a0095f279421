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

  init(_ entry: CatalogEntry, _ desk: Desk, _ policy: Policy) {
    let situation = desk.situation(of: entry, under: policy, regardingClaims: false)
    self.entry = entry
    decision = situation.decide()
    record = situation.record
    baseline = situation.baseline
  }
}

/// The basis of all answers.
struct Answers: Equatable {
  private var apps: [AppID: AnswerBasis] = [:]

  init(_ desk: Desk) {
    let policy = desk.policy.current
    for (id, entry) in desk.catalog.entries { apps[id] = AnswerBasis(entry, desk, policy) }
  }

  init() {}

  /// Takes up what is known of one app now; says whether that is something else than before.
  mutating func update(_ app: AppID, _ desk: Desk) -> Bool {
    // Nothing is answered about an app that no manifest tells of, whatever its record says.
    guard let entry = desk.catalog.entries[app] else { return false }
    let basis = AnswerBasis(entry, desk, desk.policy.current)
    defer { apps[app] = basis }
    return basis != apps[app]
  }

  /// When the next postponement ends by itself.
  func nextPostponementEnd(after now: Instant) -> Instant? {
    apps.values.lazy.compactMap { $0.record.record?.postponed?.until }.filter { now < $0 }.min()
  }
}
