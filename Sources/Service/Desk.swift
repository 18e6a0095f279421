// What the service knows of a person's apps: where files, records, baselines, policy and claims meet the decision.

import Catalog
import Records
import WalkthroughModel

/// The state a person's walkthroughs are in, as it is now.
///
/// Questions change nothing; what a person did is on the disk before a method returns.
package final class Desk {
  let catalog: Catalog
  let records: RecordStore
  let baselines: Baselines
  let policy: PolicyStore
  let clock: () -> Instant
  var claims = Claims()

  /// Apps whose record could not be written: they stay quiet while this process runs, as if postponed for ever.
  private var quiet: [AppID: Version] = [:]
  private var isAllQuiet = false

  package init(
    catalog: Catalog, records: RecordStore, baselines: Baselines, policy: PolicyStore,
    clock: @escaping () -> Instant
  ) {
    self.catalog = catalog
    self.records = records
    self.baselines = baselines
    self.policy = policy
    self.clock = clock
  }

  // MARK: Situations

  /// Where an app's records and baselines may lie.
  func names(of entry: CatalogEntry) -> RecordNames {
    let id = entry.app.id
    let spellings = id.otherSpellings.filter { !entry.aliases.contains($0) && catalog.entries[$0] == nil }
    return RecordNames(own: id, others: entry.aliases + spellings)
  }

  /// The situation of an app. `app` is what its files say where they were just read again.
  func situation(
    of entry: CatalogEntry, as app: App? = nil, under policy: Policy? = nil, regardingClaims: Bool
  ) -> Situation {
    let id = entry.app.id
    let names = names(of: entry)
    return Situation(
      app: app ?? entry.app, record: quieted(records.state(of: names), id),
      baseline: baselines.version(of: names),
      permissions: (policy ?? self.policy.current).permissions(for: id),
      isClaimed: regardingClaims && claims.contains(id), now: clock())
  }

  private func quieted(_ state: RecordState, _ id: AppID) -> RecordState {
    let everSince = isAllQuiet ? catalog.entries[id]?.app.installed?.version : nil
    guard let version = quiet[id] ?? everSince else { return state }
    let silence = Record(
      changed: Instant(unixSeconds: .min),
      postponed: Postponement(version: version, until: Instant(unixSeconds: .max)))
    return state.merged(with: .known(silence))
  }

  // MARK: What a person does

  /// Changes an app's record. Where that fails the app stays quiet; says whether anything changed.
  func change(
    _ entry: CatalogEntry, installed: Version, _ change: (Record) -> Record
  ) throws(StorageFailure) -> Bool {
    let id = entry.app.id
    do throws(StorageFailure) {
      let changed = try records.update(names(of: entry), assuming: installed, at: clock(), change)
      claims.end(id)
      quiet[id] = nil
      return changed
    } catch {
      quiet[id] = installed
      throw error
    }
  }

  /// Forgets what the person saw of an app, and begins anew with the installed version.
  func reset(_ entry: CatalogEntry) throws(StorageFailure) -> Bool {
    let names = names(of: entry)
    var changed = try records.remove(names)
    if quiet.removeValue(forKey: entry.app.id) != nil { changed = true }
    guard case .ready(let installed) = entry.app.availability else { return changed }
    let situation = situation(of: entry, regardingClaims: false)
    if !situation.hasIntroduction(at: installed.version), situation.baseline != installed.version {
      baselines.replace(names, with: installed.version, at: clock())
      changed = true
    }
    return changed
  }

  /// Switches an app (nil: all) off, or on again, in the person's policy. Where that fails it stays quiet.
  func mute(_ id: AppID?, _ isMuted: Bool) throws(StorageFailure) -> Bool {
    do throws(StorageFailure) {
      let changed = try policy.mute(id, isMuted)
      guard !isMuted else { return changed }
      if let id { quiet[id] = nil } else { isAllQuiet = false }
      return changed
    } catch {
      guard isMuted else { throw error }
      guard let id else {
        isAllQuiet = true
        throw error
      }
      quiet[id] = catalog.entries[id]?.app.installed?.version
      throw error
    }
  }

  // MARK: Housekeeping

  /// Keeps a baseline of each app that needs one.
  func keepBaselines() {
    let policy = policy.current
    var missing: [AppID: Version] = [:]
    for entry in catalog.entries.values {
      guard case .ready(let installed) = entry.app.availability else { continue }
      if situation(of: entry, under: policy, regardingClaims: false).needsBaseline {
        missing[entry.app.id] = installed.version
      }
    }
    baselines.add(missing, at: clock())
  }

  /// Moves damaged records aside and writes others in their place. False where one is worth another look soon.
  func repairRecords() -> Bool {
    var isDone = true
    for entry in catalog.entries.values {
      guard let installed = entry.app.installed else { continue }
      let names = names(of: entry)
      if case .unusable = records.state(of: names) {
        isDone = records.repair(names, assuming: installed.version, at: clock()) && isDone
      }
    }
    return isDone
  }
}
