// The way to a path: every directory in which a name decides where the path leads.

import CLinux
import Glibc
import System

/// A name in a directory that a path goes through; a change of that name may lead the path elsewhere.
struct RouteStep: Equatable {
  /// The directory, without links in its path.
  var directory: String
  /// The name in it.
  var name: String
}

/// The way to a path, followed through every link.
struct Route: Equatable {
  var steps: [RouteStep] = []
  /// What the path leads to, without links; nil where it leads nowhere.
  var end: String?
  /// Whether all of the way could be seen; else it may go on where we may not look.
  var isComplete = true
}

/// Follows several paths at one time: no link is read twice.
struct RouteFinder {
  private enum Kind { case link(String), other, absent, hidden }

  private let system: System
  private var kinds: [String: Kind] = [:]

  // As many as the kernel follows.
  private static let mostLinks = 40

  init(system: System) { self.system = system }

  /// Follows an absolute path. `enter` is told of each step before its name is looked at, so that who watches
  /// there misses no change.
  mutating func route(to path: String, enter: (RouteStep) -> Void) -> Route {
    var route = Route()
    var ahead = Self.names(in: path)
    var here = ""
    var links = 0
    while let name = ahead.popLast() {
      if name == ".." {
        here = here.parentDirectory
        continue
      }
      let step = RouteStep(directory: here.isEmpty ? "/" : here, name: name)
      enter(step)
      route.steps.append(step)
      let next = "\(here)/\(name)"
      switch kind(of: next) {
      case .other: here = next
      case .absent: return route
      case .hidden:
        route.isComplete = false
        return route
      case .link(let target):
        links += 1
        guard links <= Self.mostLinks else { return route }
        if target.hasPrefix("/") { here = "" }
        ahead += Self.names(in: target)
      }
    }
    route.end = here.isEmpty ? "/" : here
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
