// A directory, and system calls on it that are counted and can be made to fail.

import Records
import System
import TestSupport
import Testing
import WalkthroughModel

/// A fresh directory and what a test does to the calls on it.
final class Disk {
  let directory: TemporaryDirectory
  /// The calls so far, in order.
  private(set) var calls: [(call: SystemCall, path: String)] = []
  /// What becomes of a call: its number from 0, what it is, and on what.
  var intervene: (Int, SystemCall, String) -> System.Intervention? = { _, _, _ in nil }
  /// What was logged.
  private(set) var log: [String] = []

  init() throws { directory = try TemporaryDirectory() }

  var path: String { directory.path }
  private(set) lazy var system = System { [unowned self] call, path in
    calls.append((call, path))
    return intervene(calls.count - 1, call, path)
  }
  var records: RecordStore {
    RecordStore(stateDirectory: path, system: system) { [unowned self] in log.append($0) }
  }
  var baselines: Baselines {
    Baselines(stateDirectory: path, system: system) { [unowned self] in log.append($0) }
  }

  /// Fails the calls of that kind on paths that end so.
  func fail(_ call: SystemCall, on suffix: String = "", with errno: Int32) {
    intervene = { _, made, path in made == call && path.hasSuffix(suffix) ? .fail(errno) : nil }
  }

  /// Lets all calls through, and counts from 0 again.
  func heal() {
    calls = []
    intervene = { _, _, _ in nil }
  }

  /// A record file's path.
  func record(_ id: String) -> String { "\(path)/records/\(id).json" }

  /// A file's content; nil where there is none.
  func content(_ path: String) -> String? {
    guard let bytes = try? System().readFile(path, limit: 1 << 24).bytes else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  func identity(_ path: String, followingLinks: Bool = true) throws -> FileIdentity {
    try System().identity(of: path, followingLinks: followingLinks)
  }

  /// The names below the directory, or one in it.
  func names(in name: String = "") -> [String] { (try? System().names(in: "\(path)/\(name)")) ?? [] }
}

let noon = Instant(unixSeconds: 1_796_000_000)
let later = noon.adding(seconds: 60)

/// The names of an app.
func recordNames(_ own: String, _ others: String...) throws -> RecordNames {
  RecordNames(own: try AppID(own), others: try others.map { try AppID($0) })
}

extension RecordStore {
  /// Completes a version, as the service does.
  @discardableResult
  func complete(_ names: RecordNames, _ text: String, at now: Instant = noon) throws -> Bool {
    defer { removeOutdated() }
    let version = try Version(text)
    return try update(names, assuming: version, at: now) { $0.reporting(.completed, of: version, at: now) }
  }

  /// Postpones, as the service does.
  @discardableResult
  func postpone(_ names: RecordNames, at text: String, until: Instant?) throws -> Bool {
    defer { removeOutdated() }
    let version = try Version(text)
    let postponement = until.map { Postponement(version: version, until: $0) }
    return try update(names, assuming: version, at: noon) { $0.postponing(postponement, at: noon) }
  }
}

extension Disk {
  /// All files in `records` and their contents.
  func contents() -> [String: String] {
    names(in: "records").reduce(into: [:]) { $0[$1] = content("\(path)/records/\($1)") ?? "" }
  }
}
