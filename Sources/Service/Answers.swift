// The answers as they are now, to tell whether a change on the disk or of the time makes any of them another.

import Catalog
import Records
import WalkthroughModel

/// What the answers about an app follow from, as one number. Claims are left out: they are not announced.
private struct AnswerBasis: Equatable {
  private let digest: Int
  let postponementEnd: Instant?
  let isRecorded: Bool

  init(_ entry: CatalogEntry, _ desk: Desk) {
    let situation = desk.situation(of: entry, regardingClaims: false)
    let decision = situation.decide()
    let record = situation.record.record
    postponementEnd = record?.postponed?.until
    isRecorded = situation.record != .absent
    var hasher = Hasher()
    for file in [entry.manifest, entry.metainfo] {
      hasher.combine(file?.path)
      hasher.combine(file?.digest)
    }
    hasher.combine(entry.name)
    if case .invalid(let problem) = entry.app.availability { hasher.combine(problem) }
    hasher.combine(decision.reason)
    hasher.combine(decision.due)
    for version in [record?.seen?.version, record?.postponed?.version, situation.baseline] {
      hasher.combine(version?.text)
    }
    hasher.combine(record?.seen?.outcome)
    hasher.combine(record?.changed.unixSeconds)
    hasher.combine(postponementEnd?.unixSeconds)
    hasher.combine(isRecorded)
    digest = hasher.finalize()
  }
}

/// The basis of all answers.
struct Answers {
  private var bases: [AppID: AnswerBasis] = [:]

  /// The apps about which there are answers.
  var apps: Set<AppID> { Set(bases.keys) }
  /// Those of which a person did something.
  var recorded: Set<AppID> { Set(bases.lazy.filter { $0.value.isRecorded }.map { $0.key }) }
  /// Those that are postponed, or were when they were looked at.
  private(set) var postponed: Set<AppID> = []

  /// Whether it was looked at what the answers about an app are.
  func know(_ app: AppID) -> Bool { bases[app] != nil }

  /// Takes up what is known of one app now; says whether that is something else than before.
  mutating func update(_ app: AppID, _ desk: Desk) -> Bool {
    // Nothing is answered about an app that no manifest tells of, whatever its record says.
    let basis = desk.catalog.entry(exactly: app).map { AnswerBasis($0, desk) }
    if basis?.postponementEnd == nil { postponed.remove(app) } else { postponed.insert(app) }
    guard basis != bases[app] else { return false }
    bases[app] = basis
    return true
  }

  /// When the next postponement ends by itself.
  func nextPostponementEnd(after now: Instant) -> Instant? {
    postponed.lazy.compactMap { bases[$0]?.postponementEnd }.filter { now < $0 }.min()
  }
}
