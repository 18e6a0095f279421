// The records on disk: one small file for each app that a person did something about.

import System
import WalkthroughModel

/// What a person did could not be written down.
package struct StorageFailure: Error, CustomStringConvertible {
  /// What failed, and on which file.
  package var description: String

  init(_ error: SystemError) { description = error.description }
  init(_ problem: String) { description = problem }
}

/// Where an app's records may lie: under its id, and under the ids it had or is also known by.
package struct RecordNames: Equatable, Sendable {
  /// The canonical id, under which is written.
  package var own: AppID
  /// Other ids whose records count.
  package var others: [AppID]

  /// Makes it.
  package init(own: AppID, others: [AppID] = []) {
    self.own = own
    self.others = others
  }

  var all: [AppID] { [own] + others }
}

/// The records of one person. Another session may write them at any time: what is kept in memory is only what
/// somebody watches, who says when it is another.
package final class RecordStore {
  /// `records` in the state directory.
  package let directory: String
  private let stateDirectory: String
  var lock: WritersLock
  let system: System
  let log: (String) -> Void
  private var reported: Set<String> = []
  /// The records there are, as far as they were read; nil: nobody watches them.
  private var kept: [AppID: Reading?]?
  /// Replaced files that are still to be removed.
  private var outdated: [String] = []
  /// The repairs that failed.
  var retries: [AppID: Retry] = [:]

  /// One record file.
  enum Reading {
    case absent
    case record(Record)
    case damaged(String)
    case unreadable(String)
  }

  /// What becomes of a record file; nil: it is removed.
  private typealias Change = (id: AppID, record: Record?)

  // A record holds about 250 bytes; this leaves room for versions of 255 bytes and for what later versions add.
  private static let sizeLimit = 65_536

  /// Makes a store on a state directory; `log` is told what an administrator should know.
  package init(stateDirectory: String, system: System, log: @escaping (String) -> Void) {
    self.stateDirectory = stateDirectory
    directory = "\(stateDirectory)/records"
    lock = WritersLock(directory: stateDirectory, system: system)
    self.system = system
    self.log = log
  }

  /// How long a write waits for another daemon's, before it goes on without.
  package var patienceMilliseconds: Int {
    get { lock.patienceMilliseconds }
    set { lock.patienceMilliseconds = newValue }
  }

  /// Whether somebody watches the directory, and will say what may be another by `lookAgain`.
  package var isWatched: Bool {
    get { kept != nil }
    set {
      guard newValue != isWatched else { return }
      kept = newValue ? unreadRecords() : nil
    }
  }

  /// The files of these names may be others than before; nil: any may.
  package func lookAgain(at names: Set<String>?) {
    guard kept != nil else { return }
    guard let names else { return kept = unreadRecords() }
    for name in names { if let id = Self.app(ofFile: name) { kept?[id] = .some(nil) } }
  }

  private func unreadRecords() -> [AppID: Reading?] {
    var unread: [AppID: Reading?] = [:]
    for file in files() { if let app = Self.app(ofFile: file) { unread.updateValue(nil, forKey: app) } }
    return unread
  }

  /// What is known of an app, under all its names.
  package func state(of names: RecordNames) -> RecordState {
    // With nothing kept there is nothing to look up.
    if let kept, kept.isEmpty { return .absent }
    return names.all.reduce(.absent) { known, id in
      switch current(id) {
      case .absent: known
      case .record(let record): known.merged(with: .known(record))
      case .damaged, .unreadable: known.merged(with: .unusable(nil))
      }
    }
  }

  /// Changes an app's record, and says whether that changed anything on disk.
  ///
  /// The files are read again first, so what another session wrote is not lost. `installed` is what a damaged
  /// record counts as; it is moved aside. A record that says nothing any more is removed.
  package func update(
    _ names: RecordNames, assuming installed: Version?, at now: Instant, _ change: (Record) -> Record
  ) throws(StorageFailure) -> Bool {
    if !lock.isThere {
      // There is no record, and nothing to lock. What changes nothing makes no directory.
      let empty = Record(changed: now)
      guard change(empty) != empty else { return false }
      try perform { () throws(SystemError) in try system.makeDirectories(stateDirectory) }
    }
    return try lock.hold { () throws(StorageFailure) in
      try updateLocked(names, assuming: installed, at: now, change)
    }
  }

  private func updateLocked(
    _ names: RecordNames, assuming installed: Version?, at now: Instant, _ change: (Record) -> Record
  ) throws(StorageFailure) -> Bool {
    let kept = try repairing(names, assuming: installed, at: now)
    let state = kept.reduce(RecordState.absent) { $0.merged(with: .known($1.record)) }
    let before = state.record ?? Record(changed: now)
    let after = change(before)
    guard after != before else { return false }
    var changes: [Change] = [(names.own, after)]
    // A postponement ends wherever it was written.
    for (id, record) in kept where id != names.own && record.postponed != nil {
      changes.append((id, Record(seen: record.seen, changed: record.changed)))
    }
    try write(changes)
    return true
  }

  /// Forgets what a person did about an app, under all its names; says whether there was anything.
  package func remove(_ names: RecordNames) throws(StorageFailure) -> Bool {
    try lock.hold { () throws(StorageFailure) in try removeLocked(names) }
  }

  private func removeLocked(_ names: RecordNames) throws(StorageFailure) -> Bool {
    var found: [AppID] = []
    for id in names.all {
      switch read(id) {
      case .absent: continue
      case .unreadable(let problem): throw StorageFailure(problem)
      case .record, .damaged: found.append(id)
      }
    }
    try write(found.map { ($0, nil) })
    return !found.isEmpty
  }

  /// Removes the old files that updates replaced, which nobody needs to wait for.
  package func removeOutdated() {
    for path in outdated { try? system.remove(path) }
    outdated = []
  }

  /// Removes what a crash left of files being written here and in the state directory.
  package func removeLeftovers(at now: Instant) {
    for directory in [directory, stateDirectory] {
      system.removeLeftovers(in: directory, olderThan: now.unixSeconds - 3600)
    }
  }

  /// The names of the files there are.
  package func files() -> [String] { (try? system.names(in: directory)) ?? [] }

  /// The app that a file of this name is about.
  package static func app(ofFile name: String) -> AppID? {
    name.hasSuffix(".json") ? try? AppID(String(name.dropLast(".json".count))) : nil
  }

  func path(of id: AppID) -> String { "\(directory)/\(id).json" }

  /// What was read, where that is sure to be so still.
  private func current(_ id: AppID) -> Reading {
    guard let kept else { return read(id) }
    guard let known = kept[id] else { return .absent }
    if let known { return known }
    let reading = read(id)
    switch reading {
    case .absent: self.kept?[id] = nil
    // A problem of the disk may pass without a word, and so may a change behind a link.
    case .unreadable: break
    case .record, .damaged: if (try? system.readLink(path(of: id))) == nil { self.kept?[id] = reading }
    }
    return reading
  }

  func read(_ id: AppID) -> Reading {
    let path = path(of: id)
    do throws(FileFailure) {
      let content = try system.readFile(path, limit: Self.sizeLimit)
      do throws(FormatFailure) {
        return .record(try Record(parsing: content.bytes, of: id))
      } catch {
        switch error {
        case .damaged(let problem): return .damaged("\(path):\(problem)")
        case .newer(let format):
          return unreadable("\(path): written by a newer version (format \(format)); left as it is")
        }
      }
    } catch {
      switch error {
      case .absent: return .absent
      case .tooLarge(let limit): return .damaged("\(path): more than \(limit) bytes are no record")
      case .notRegular: return unreadable("\(path): not a regular file")
      case .system(let error): return unreadable(error.description)
      }
    }
  }

  private func unreadable(_ problem: String) -> Reading {
    report("\(problem); the app counts as completed")
    return .unreadable(problem)
  }

  /// Writes all or none.
  private func write(_ changes: [Change]) throws(StorageFailure) {
    try perform { () throws(SystemError) in
      var written: [(path: String, before: [UInt8]?)] = []
      do throws(SystemError) {
        for (index, (id, record)) in changes.enumerated() {
          let path = path(of: id)
          // After the last nothing can fail any more.
          let mayBeUndone = index < changes.count - 1
          let before = mayBeUndone ? try? system.readFile(path, limit: Self.sizeLimit).bytes : nil
          try put(record?.content(of: id), at: path)
          written.append((path, before))
        }
      } catch {
        for (path, before) in written { try? put(before, at: path) }
        throw error
      }
    }
  }

  private func put(_ content: [UInt8]?, at path: String) throws(SystemError) {
    defer { lookAgain(at: [String(path.dropFirst(directory.utf8.count + 1))]) }
    guard let content else { return try system.removeFile(path) }
    if let old = try system.replaceFileKeepingOld(path, with: content) { outdated.append(old) }
  }

  func perform(_ work: () throws(SystemError) -> Void) throws(StorageFailure) {
    do throws(SystemError) { try work() } catch {
      report("\(error); the record stays as it was")
      throw StorageFailure(error)
    }
  }

  /// Logs a problem once.
  private func report(_ problem: String) {
    if reported.insert(problem).inserted { log(problem) }
  }
}

extension Record {
  /// What its file holds; nil where it says nothing, and so has none.
  func content(of app: AppID) -> [UInt8]? { isEmpty ? nil : serialized(of: app) }
}
