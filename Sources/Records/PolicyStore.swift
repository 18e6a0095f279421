// The policy files: the administrator's and the person's, as they are now.

import System
import WalkthroughJSON
import WalkthroughModel

/// Where policy lies, and what it says now.
package final class PolicyStore {
  private let person: CachedFile<PersonsPolicy>
  private let administrators: [CachedFile<PolicyFile>]
  private let system: System
  private let lock: WritersLock
  private let log: (String) -> Void
  private var reported: Set<String> = []

  /// The person's file keeps its document, because what we do not change in it must stay.
  private struct PersonsPolicy {
    var document: JSON
    var policy: PolicyFile
  }

  private static let sizeLimit = 1 << 20

  /// Opens `walkthroughd/policy.json` in the person's and in the administrator's configuration directories.
  package init(
    personsDirectory: String, administratorsDirectories: [String], system: System,
    log: @escaping (String) -> Void
  ) {
    self.system = system
    self.log = log
    func own(_ directory: String) -> String { "\(directory)/walkthroughd" }
    func path(_ directory: String) -> String { "\(own(directory))/policy.json" }
    lock = WritersLock(directory: own(personsDirectory), system: system)
    files = ([personsDirectory] + administratorsDirectories).map { (own($0), "policy.json") }
    person = CachedFile(path(personsDirectory), system: system, limit: Self.sizeLimit) {
      (bytes) throws(FormatFailure) in
      let document = try JSON.document(bytes)
      return PersonsPolicy(document: document, policy: try PolicyFile(document))
    }
    administrators = administratorsDirectories.map { directory in
      CachedFile(path(directory), system: system, limit: Self.sizeLimit) { (bytes) throws(FormatFailure) in
        try PolicyFile(try JSON.document(bytes))
      }
    }
  }

  /// The files, existing or not, for who watches them.
  package let files: [(directory: String, name: String)]

  /// Whether somebody watches the files, and will call `lookAgain` when one may be another.
  package var isWatched = false {
    didSet {
      guard isWatched != oldValue else { return }
      person.isWatched = isWatched
      for file in administrators { file.isWatched = isWatched }
    }
  }

  /// The files may be others than before.
  package func lookAgain() {
    person.forget()
    for file in administrators { file.forget() }
  }

  /// What policy says now.
  package var current: Policy { Policy(administrator: administratorsFile, person: personsFile) }

  /// Switches everything off for an app (nil: for all), or takes that back, in the person's file. Says whether
  /// the file changed.
  package func mute(_ app: AppID?, _ isMuted: Bool) throws(StorageFailure) -> Bool {
    if isMuted, !lock.isThere {
      // For the lock; where it cannot be made, writing the file says so.
      try? system.makeDirectories(lock.directory)
    }
    return try lock.hold { () throws(StorageFailure) in try muteLocked(app, isMuted) }
  }

  /// Removes what a crash left of a file being written in the person's directory.
  package func removeLeftovers(at now: Instant) {
    system.removeLeftovers(in: lock.directory, olderThan: now.unixSeconds - 3600)
  }

  private func muteLocked(_ app: AppID?, _ isMuted: Bool) throws(StorageFailure) -> Bool {
    // Another may have written just now, and nobody has said so yet.
    person.forget()
    let document: JSON
    switch person.current {
    case .absent: document = JSON(.object([.init("format", JSON(.number("1")))]))
    case .value(let file): document = file.document
    case .damaged(let problem), .unreadable(let problem): throw StorageFailure(problem)
    }
    let changed = try document.muting(app, isMuted)
    guard changed.indented != document.indented else { return false }
    do throws(SystemError) {
      try system.replaceFile(person.path, with: changed.indented, mode: .kept)
    } catch {
      report("\(error); the file stays as it was")
      throw StorageFailure(error)
    }
    person.forget()
    return true
  }

  private var personsFile: PolicyFile {
    switch person.current {
    case .absent: return PolicyFile()
    case .value(let file): return file.policy
    case .damaged(let problem), .unreadable(let problem):
      report("\(problem); the policy counts as not there")
      return PolicyFile()
    }
  }

  private var administratorsFile: PolicyFile {
    for file in administrators {
      switch file.current {
      case .absent: continue
      case .value(let policy): return policy
      case .damaged(let problem), .unreadable(let problem):
        report("\(problem); the administrator's policy cannot be read, nothing is shown")
        return .unreadable
      }
    }
    return PolicyFile()
  }

  private func report(_ problem: String) {
    if reported.insert(problem).inserted { log(problem) }
  }
}

extension PolicyFile {
  /// Reads a policy document.
  init(_ document: JSON) throws(FormatFailure) {
    self.init()
    isLocked = try document.flag("lock") ?? false
    general = try PolicyRule(document)
    guard let apps = document["apps"] else { return }
    guard case .object(let members) = apps.kind else { throw apps.damage("\"apps\" must be an object") }
    for member in members {
      self.apps.append((PolicyPattern(member.name), try PolicyRule(member.value)))
    }
  }
}

extension PolicyRule {
  fileprivate init(_ value: JSON) throws(FormatFailure) {
    guard case .object = value.kind else { throw value.damage("an object is expected") }
    self.init()
    for key in PolicyKey.allCases { self[key] = try value.flag(key.rawValue) }
  }
}

extension JSON {
  /// A person's policy document with an app (nil: all) switched off, or that taken back.
  fileprivate func muting(_ app: AppID?, _ isMuted: Bool) throws(StorageFailure) -> JSON {
    func setting(_ value: (PolicyKey) -> Bool?) -> JSON {
      var changed = self
      for key in PolicyKey.allCases { changed.setRule(key, value(key), for: app) }
      return changed
    }
    guard !isMuted else { return setting { _ in false } }
    let unmuted = setting { _ in nil }
    guard let app else { return unmuted }
    // A pattern or the general keys may still say no: only then a yes of its own is needed.
    do throws(FormatFailure) {
      let rule = try PolicyFile(unmuted).rule(for: app)
      return setting { rule[$0] == false ? true : nil }
    } catch {
      throw StorageFailure("the policy file makes no policy")
    }
  }

  private mutating func setRule(_ key: PolicyKey, _ value: Bool?, for app: AppID?) {
    let flag = value.map { JSON(.bool($0)) }
    guard let app else { return set(key.rawValue, flag) }
    // Where nothing is said of the app there is nothing to take back.
    guard flag != nil || self["apps"]?[app.text] != nil else { return }
    var apps = self["apps"] ?? JSON(.object([]))
    var rule = apps[app.text] ?? JSON(.object([]))
    rule.set(key.rawValue, flag)
    apps.set(app.text, rule.isEmptyObject ? nil : rule)
    set("apps", apps.isEmptyObject ? nil : apps)
  }

  private var isEmptyObject: Bool {
    if case .object(let members) = kind { members.isEmpty } else { false }
  }

  /// Sets the member of that name in its place, or at the end; nil removes it.
  private mutating func set(_ name: String, _ value: JSON?) {
    guard case .object(var members) = kind else { return }
    let index = members.firstIndex { $0.name == name }
    switch (index, value) {
    case (let index?, let value?): members[index].value = value
    case (let index?, nil): members.remove(at: index)
    case (nil, let value?): members.append(.init(name, value))
    case (nil, nil): break
    }
    kind = .object(members)
  }
}
