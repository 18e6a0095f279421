// The way to a path: everything on it that decides where the path leads.

import CLinux
import System

/// The way to a path, followed through every link.
struct Route: Equatable {
  /// Each directory and link on the way, by a path without links before it. What the path leads to is the last.
  var steps: [String] = []
  /// What the way stops at: a name that is not there, and the directory it should be in.
  var missing: MissingName?
  /// Whether all of the way could be seen; else it may go on where we may not look.
  var isComplete = true

  /// What the path leads to, without links; nil where it leads nowhere.
  var end: String? { missing == nil && isComplete ? steps.last : nil }
}

/// A name that is not there.
struct MissingName: Equatable {
  /// The directory it should be in, without links in its path.
  var directory: String
  /// The name.
  var name: String

  var path: String { directory == "/" ? "/\(name)" : "\(directory)/\(name)" }
}

/// Follows several paths at one time: no link is read twice.
struct RouteFinder {
  private enum Kind { case link(String), other, absent, hidden }

  private let system: System
  private var kinds: [String: Kind] = [:]

  // As many as the kernel follows.
  private static let mostLinks = 40

  init(system: System) { self.system = system }

  /// Follows an absolute path. `enter` is told of each step before it is looked at, so that who watches it misses
  /// no change.
  mutating func route(to path: String, enter: (String) -> Void) -> Route {
    var route = Route()
    var ahead = Self.names(in: path)
    var here = ""
    var links = 0
    while let name = ahead.popLast() {
      if name == ".." {
        here = here.parentDirectory
        continue
      }
      let next = "\(here)/\(name)"
      enter(next)
      switch kind(of: next) {
      case .other:
        here = next
        route.steps.append(next)
      case .absent:
        route.missing = MissingName(directory: here.isEmpty ? "/" : here, name: name)
        return route
      case .hidden:
        route.isComplete = false
        return route
      case .link(let target):
        route.steps.append(next)
        links += 1
        guard links <= Self.mostLinks else {
          // A loop leads nowhere until one of its links is another.
          route.isComplete = false
          return route
        }
        if target.hasPrefix("/") { here = "" }
        ahead += Self.names(in: target)
      }
    }
    return route
  }

  private mutating func kind(of path: String) -> Kind {
    if let kind = kinds[path] { return kind }
    let kind: Kind
    do throws(SystemError) { kind = .link(try system.readLink(path)) } catch {
      kind = error.errno == EINVAL ? .other : error.isAbsence ? .absent : .hidden
    }
    kinds[path] = kind
    return kind
  }

  /// The names in a path, last first.
  private static func names(in path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.reversed().map(String.init)
  }
}
