// What was installed when each app was first noticed, all in one file.

import System
import WalkthroughJSON
import WalkthroughModel

/// The baselines of one person.
package final class Baselines {
  private let file: CachedFile<[AppID: Version]>
  private let system: System
  private let lock: WritersLock
  private let log: (String) -> Void
  /// What is not written, or could not be; it counts while this process runs. Of what is added the file knows better.
  private var added: [AppID: Version] = [:]
  /// What is to be in the file whatever it says; nil: nothing.
  private var replaced: [AppID: Version?] = [:]
  /// Whether something was noted since the last attempt to write.
  private var isUnsaved = false
  private var lastProblem: String?
  private var retry = Retry()

  // Room for a hundred thousand apps.
  private static let sizeLimit = 16 << 20

  /// Opens `baselines.json` in a state directory; `log` is told what an administrator should know.
  package init(stateDirectory: String, system: System, log: @escaping (String) -> Void) {
    self.system = system
    self.log = log
    directory = stateDirectory
    lock = WritersLock(directory: stateDirectory, system: system)
    file = CachedFile(
      "\(stateDirectory)/baselines.json", system: system, limit: Self.sizeLimit, parse: parseBaselines)
  }

  /// Where the file lies, for who watches it.
  package let directory: String

  /// Whether somebody watches the file, and will call `lookAgain` when it may be another.
  package var isWatched: Bool {
    get { file.isWatched }
    set { file.isWatched = newValue }
  }

  /// The file may be another than before.
  package func lookAgain() { file.forget() }

  /// The baseline of an app, under all its names; the greatest where there are several.
  package func version(of names: RecordNames) -> Version? {
    let kept: [AppID: Version] = if case .value(let kept) = file.current { kept } else { [:] }
    if kept.isEmpty, added.isEmpty, replaced.isEmpty { return nil }
    return names.all.compactMap { replaced[$0] ?? kept[$0] ?? added[$0] }.max()
  }

  /// Takes a baseline of an app that has none into memory, where it counts until it is saved.
  package func note(_ version: Version, of app: AppID) {
    added[app] = version
    isUnsaved = true
  }

  /// Writes what was noted; where the file has a baseline of an app by now, that one stays.
  package func save(at now: Instant) {
    guard isUnsaved || retry.isDue(at: now) else { return }
    write(at: now)
  }

  /// Begins anew with an app at a version, whatever was kept under any of its names.
  package func replace(_ names: RecordNames, with version: Version, at now: Instant) {
    for name in names.others { replaced[name] = .some(nil) }
    replaced[names.own] = version
    write(at: now)
  }

  private func write(at now: Instant) {
    isUnsaved = false
    guard !added.isEmpty || !replaced.isEmpty else { return }
    lock.hold { writeLocked(at: now) }
  }

  private func writeLocked(at now: Instant) {
    // Another may have written just now, and nobody has said so yet.
    file.forget()
    do throws(SystemError) {
      switch file.current {
      case .value(let kept):
        let merged = merged(with: kept)
        if merged != kept { try system.replaceFile(file.path, with: serializedBaselines(merged)) }
      case .absent:
        let merged = merged(with: [:])
        if !merged.isEmpty { try system.replaceFile(file.path, with: serializedBaselines(merged)) }
      case .damaged(let problem):
        let aside = try system.replaceDamagedFile(
          file.path, with: serializedBaselines(merged(with: [:])), unixSeconds: now.unixSeconds)
        log("\(problem); kept as \(aside), and written anew")
      case .unreadable(let problem):
        retry.failed(at: now)
        report("\(problem); baselines are kept in memory")
        return
      }
      file.forget()
      added = [:]
      replaced = [:]
    } catch {
      retry.failed(at: now)
      report("\(error); baselines are kept in memory")
    }
  }

  private func merged(with kept: [AppID: Version]) -> [AppID: Version] {
    var merged = added
    for (app, onDisk) in kept { merged[app] = onDisk }
    for (name, version) in replaced { merged[name] = version }
    return merged
  }

  private func report(_ problem: String) {
    if problem != lastProblem { log(problem) }
    lastProblem = problem
  }
}

func parseBaselines(_ bytes: [UInt8]) throws(FormatFailure) -> [AppID: Version] {
  let document = try JSON.document(bytes)
  guard let apps = document["apps"] else { return [:] }
  guard case .object(let members) = apps.kind else { throw apps.damage("\"apps\" must be an object") }
  var versions: [AppID: Version] = [:]
  versions.reserveCapacity(members.count)
  for member in members {
    guard let id = try? AppID(member.name) else { throw member.value.damage("an app id is expected") }
    guard let text = member.value.string, let version = try? Version(text) else {
      throw member.value.damage("a version is expected")
    }
    versions[id] = version
  }
  return versions
}

func serializedBaselines(_ versions: [AppID: Version]) -> [UInt8] {
  let apps = versions.sorted { $0.key < $1.key }.map { id, version in
    JSON.Member(id.text, JSON(.string(version.text)))
  }
  let document = JSON(.object([.init("format", JSON(.number("1"))), .init("apps", JSON(.object(apps)))]))
  return document.indented
}
