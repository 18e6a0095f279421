// The answers as they are now, to tell whether a change on the disk or of the time makes any of them another.

import Catalog
import Records
import WalkthroughModel

/// What the answers about an app follow from, as one number. Claims are left out: they are not announced.
private struct AnswerBasis {
  let digest: Int
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
  private var digests: [AppID: Int] = [:]
  private var postponementEnds: [AppID: Instant] = [:]
  /// The apps of which a person did something.
  private(set) var recorded: Set<AppID> = []

  /// The apps about which there are answers.
  var apps: Set<AppID> { Set(digests.keys) }
  /// Those that are postponed, or were when they were looked at.
  var postponed: [AppID] { Array(postponementEnds.keys) }

  /// Whether it was looked at what the answers about an app are.
  func know(_ app: AppID) -> Bool { digests[app] != nil }

  /// Takes up what is known of one app now; says whether that is something else than before.
  mutating func update(_ app: AppID, _ desk: Desk) -> Bool {
    // Nothing is answered about an app that no manifest tells of, whatever its record says.
    let basis = desk.catalog.entry(exactly: app).map { AnswerBasis($0, desk) }
    postponementEnds[app] = basis?.postponementEnd
    if basis?.isRecorded ?? false { recorded.insert(app) } else { recorded.remove(app) }
    guard basis?.digest != digests[app] else { return false }
    digests[app] = basis?.digest
    return true
  }

  /// When the next postponement ends by itself.
  func nextPostponementEnd(after now: Instant) -> Instant? {
    postponementEnds.values.filter { now < $0 }.min()
  }
}
