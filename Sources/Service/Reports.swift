// The reports: what a person did. Each is on the disk when its method returns.

import Callers
import Catalog
import Records
import WalkthroughInterface
import WalkthroughModel

extension Desk {
  /// The person completed or skipped a version; empty means the installed one. Says whether anything changed.
  func report(_ outcome: Outcome, of versionText: String, _ subject: Subject) throws(ServiceError) -> Bool {
    let entry = try subject.usable
    guard let installed = entry.app.installed else {
      throw .invalidVersion("\(entry.app.id) is hidden and has no version")
    }
    let version = try seenVersion(versionText, of: entry, installed)
    return try storing { () throws(StorageFailure) in
      try change(entry, installed: installed.version) { [clock] record in
        record.reporting(outcome, of: version, at: clock())
      }
    }
  }

  /// The person wants it later; 0 seconds: now again. Says whether anything changed.
  func postpone(_ subject: Subject, seconds: UInt32) throws(ServiceError) -> Bool {
    let entry = try subject.usable
    // Nothing of an app without a version can be due.
    guard let installed = entry.app.installed?.version else { return false }
    let now = clock()
    let postponement =
      seconds == 0 ? nil : Postponement(version: installed, until: now.adding(seconds: Int64(seconds)))
    return try storing { () throws(StorageFailure) in
      try change(entry, installed: installed) { $0.postponing(postponement, at: now) }
    }
  }

  /// Forgets what the person saw of an app, also of one of which only a record is left. Says whether anything
  /// changed.
  func reset(_ subject: Subject) throws(ServiceError) -> Bool {
    try storing { () throws(StorageFailure) in
      if let entry = subject.entry { return try reset(entry) }
      return try records.remove(RecordNames(own: subject.id, others: subject.id.otherSpellings))
    } ifUnchanged: { () throws(ServiceError) in
      _ = try subject.known
    }
  }

  /// The person wants nothing shown of an app (empty: of any), or wants it again. Says whether anything changed.
  func mute(_ appID: String, _ isMuted: Bool, for caller: Caller) throws(ServiceError) -> Bool {
    guard !appID.isEmpty else {
      guard caller == .host else { throw .accessDenied("a sandboxed app may switch off only itself") }
      return try storing { () throws(StorageFailure) in try mute(nil, isMuted) }
    }
    let subject = try subject(appID, for: caller)
    let id = subject.entry?.app.id ?? subject.id
    return try storing { () throws(StorageFailure) in try mute(id, isMuted) }
  }

  /// The version that counts as seen.
  private func seenVersion(
    _ text: String, of entry: CatalogEntry, _ installed: Installed
  ) throws(ServiceError) -> Version {
    guard !text.isEmpty else { return installed.version }
    let version: Version
    do throws(InvalidVersion) { version = try Version(text) } catch {
      throw .invalidVersion("'\(sanitizedLine(String(text.prefix(80))))' is no version: \(error)")
    }
    guard installed.version < version else { return version }
    // Metainfo often lags behind the package.
    guard installed.isByManifest else { return installed.version }
    let seen = records.state(of: names(of: entry)).seen(assuming: installed.version)
    guard let seen, version <= seen.version else {
      throw .invalidVersion(
        "\(version) is newer than \(installed.version), which is installed of \(entry.app.id)")
    }
    return version
  }

  private func storing(
    _ work: () throws(StorageFailure) -> Bool,
    ifUnchanged: () throws(ServiceError) -> Void = { () throws(ServiceError) in }
  ) throws(ServiceError) -> Bool {
    let changed: Bool
    do throws(StorageFailure) { changed = try work() } catch {
      throw .storageFailed(sanitizedLine(error.description))
    }
    if !changed { try ifUnchanged() }
    return changed
  }
}
