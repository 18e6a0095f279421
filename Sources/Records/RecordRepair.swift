// Records that are damaged: kept aside, and replaced by one that never nags.

import System
import WalkthroughModel

extension RecordStore {
  /// How long a record must have been as it is to count as damaged for good.
  package static let settlingSeconds: Int64 = 1

  /// Moves damaged records aside and writes in their place that the installed version was completed.
  ///
  /// One that was changed just now is left alone, for somebody may still be writing it; false says that it is
  /// worth another look in `settlingSeconds`.
  package func repair(_ names: RecordNames, assuming installed: Version, at now: Instant) -> Bool {
    for id in names.all {
      guard case .damaged = read(id), let identity = try? system.identity(of: path(of: id)) else { continue }
      let age = now.unixSeconds - identity.modified / 1_000_000_000
      if 0...Self.settlingSeconds ~= age { return false }
    }
    guard retries[names.own]?.isDue(at: now) ?? true else { return true }
    do throws(StorageFailure) {
      try lock.hold { () throws(StorageFailure) in
        _ = try repairing(names, assuming: installed, at: now)
      }
      retries[names.own] = nil
    } catch {
      retries[names.own, default: Retry()].failed(at: now)
    }
    return true
  }

  /// The records under all names, once each damaged file is moved aside and replaced.
  func repairing(
    _ names: RecordNames, assuming installed: Version?, at now: Instant
  ) throws(StorageFailure) -> [(id: AppID, record: Record)] {
    var kept: [(id: AppID, record: Record)] = []
    for id in names.all {
      switch read(id) {
      case .absent: continue
      case .record(let record): kept.append((id, record))
      case .unreadable(let problem): throw StorageFailure(problem)
      case .damaged(let problem):
        defer { lookAgain(at: ["\(id).json"]) }
        let replacement = Record(seen: installed.map { Seen($0, .completed) }, changed: now)
        try perform { () throws(SystemError) in
          let aside = try system.replaceDamagedFile(
            path(of: id), with: replacement.content(of: id), unixSeconds: now.unixSeconds)
          log(
            "\(problem); kept as \(aside), and \(id) counts as completed at \(installed?.text ?? "no version")"
          )
        }
        kept.append((id, replacement))
      }
    }
    return kept
  }
}
