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
    RecordNames(own: entry.app.id, others: catalog.otherIDs(of: entry))
  }

  /// The situation of an app. `app` is what its files say where they were just read again.
  ///
  /// Baselines are looked at only where they matter, for their file tells of all apps. An app that has none gets it
  /// here, in memory: its next update may come before an idle moment that writes it down.
  func situation(
    of entry: CatalogEntry, as app: App? = nil, under policy: Policy? = nil, regardingClaims: Bool
  ) -> Situation {
    let id = entry.app.id
    let names = names(of: entry)
    var situation = Situation(
      app: app ?? entry.app, record: quieted(records.state(of: names), id),
      permissions: (policy ?? self.policy.current).permissions(for: id),
      isClaimed: regardingClaims && claims.contains(id), now: clock())
    guard situation.regardsBaseline, let installed = situation.app.installed else { return situation }
    situation.baseline = baselines.version(of: names)
    if situation.baseline == nil {
      baselines.note(installed.version, of: id)
      situation.baseline = installed.version
    }
    return situation
  }

  private func quieted(_ state: RecordState, _ id: AppID) -> RecordState {
    let everSince = isAllQuiet ? catalog.entry(exactly: id)?.app.installed?.version : nil
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
      quiet[id] = catalog.entry(exactly: id)?.app.installed?.version
      throw error
    }
  }

  // MARK: Housekeeping

  /// The app that a record file of this name is about.
  func app(ofRecord name: String) -> AppID? {
    guard let id = RecordStore.app(ofFile: name) else { return nil }
    return catalog.entry(for: id)?.app.id
  }

  /// Moves an app's damaged record aside and writes another in its place. False where it is worth another look soon.
  func repairRecord(of id: AppID) -> Bool {
    guard let entry = catalog.entry(exactly: id), let installed = entry.app.installed else { return true }
    let names = names(of: entry)
    guard case .unusable = records.state(of: names) else { return true }
    return records.repair(names, assuming: installed.version, at: clock())
  }
}
