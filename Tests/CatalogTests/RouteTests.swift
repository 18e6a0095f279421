// The way to a path, through every link.

import Glibc
import System
import TestSupport
import Testing

@testable import Catalog

@Suite struct RouteTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The way below the test's directory, what is missing, and where it ends.
  private func route(
    _ path: String, _ system: System = System()
  ) throws -> (steps: [String], missing: String?, end: String?, isComplete: Bool) {
    var finder = RouteFinder(system: system)
    var entered: [String] = []
    let route = finder.route(to: directory.file(path)) { entered.append($0) }
    #expect(Array(entered.prefix(route.steps.count)) == route.steps)
    let root = directory.path + "/"
    func short(_ path: String) -> String { path.hasPrefix(root) ? String(path.dropFirst(root.count)) : "." }
    return (
      route.steps.map(short).filter { $0 != "." }, route.missing.map { short($0.path) }, route.end.map(short),
      route.isComplete
    )
  }

  @Test func goesThroughDirectories() throws {
    try directory.write("", to: "a/b/c/file")
    let found = try route("a/b/c")
    #expect(found.steps == ["a", "a/b", "a/b/c"])
    #expect(found.end == "a/b/c" && found.missing == nil && found.isComplete)
    #expect(try route("a/./b/../b/c").steps == ["a", "a/b", "a/b", "a/b/c"])
  }

  @Test func endsWhereNothingIs() throws {
    try directory.write("", to: "a/file")
    let found = try route("a/b/c")
    #expect(found.steps == ["a"] && found.missing == "a/b" && found.end == nil && found.isComplete)
    #expect(try route("a/file/c").missing == "a/file/c")
  }

  @Test func followsLinks() throws {
    try directory.write("", to: "store/1/share/file")
    symlink("store/1", directory.file("one"))
    symlink(directory.file("one"), directory.file("now"))
    try directory.write("", to: "deep/x")
    symlink("../now/share", directory.file("deep/link"))
    #expect(try route("now").steps == ["now", "one", "store", "store/1"])
    let found = try route("deep/link/file")
    #expect(
      found.steps == [
        "deep", "deep/link", "now", "one", "store", "store/1", "store/1/share", "store/1/share/file",
      ])
    #expect(found.end == "store/1/share/file")
  }

  @Test func aLoopHasAnEnd() throws {
    symlink("b", directory.file("a"))
    symlink("a", directory.file("b"))
    let found = try route("a/x")
    #expect(found.end == nil && !found.isComplete)
    #expect(Set(found.steps) == ["a", "b"])
  }

  @Test func whatCannotBeSeenIsSaid() throws {
    try directory.write("", to: "a/b/file")
    let system = System { call, path in call == .readLink && path.hasSuffix("/a/b") ? .fail(EACCES) : nil }
    let found = try route("a/b/c", system)
    #expect(found.steps == ["a"] && found.end == nil && !found.isComplete)
  }
}
