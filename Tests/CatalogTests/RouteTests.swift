// The way to a path, through every link.

import Glibc
import System
import TestSupport
import Testing

@testable import Catalog

@Suite struct RouteTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The way below the test's directory, as `directory:name`, and where it ends.
  private func route(_ path: String, _ system: System = System()) throws -> (
    steps: [String], end: String?, isComplete: Bool
  ) {
    var finder = RouteFinder(system: system)
    var entered: [RouteStep] = []
    let route = finder.route(to: directory.file(path)) { entered.append($0) }
    #expect(route.steps == entered)
    let root = directory.path + "/"
    func short(_ path: String) -> String { path.hasPrefix(root) ? String(path.dropFirst(root.count)) : "." }
    let steps = route.steps.drop { $0.directory.count < directory.path.count }
    return (steps.map { "\(short($0.directory)):\($0.name)" }, route.end.map(short), route.isComplete)
  }

  @Test func goesThroughDirectories() throws {
    try directory.write("", to: "a/b/c/file")
    let found = try route("a/b/c")
    #expect(found.steps == [".:a", "a:b", "a/b:c"])
    #expect(found.end == "a/b/c" && found.isComplete)
    #expect(try route("a/./b/../b/c").steps == [".:a", "a:b", "a:b", "a/b:c"])
  }

  @Test func endsWhereNothingIs() throws {
    try directory.write("", to: "a/file")
    #expect(try route("a/b/c").steps == [".:a", "a:b"])
    #expect(try route("a/b/c").end == nil)
    #expect(try route("a/b/c").isComplete)
    #expect(try route("a/file/c").steps == [".:a", "a:file", "a/file:c"])
  }

  @Test func followsLinks() throws {
    try directory.write("", to: "store/1/share/file")
    symlink("store/1", directory.file("one"))
    symlink(directory.file("one"), directory.file("now"))
    try directory.write("", to: "deep/x")
    symlink("../now/share", directory.file("deep/link"))
    #expect(try route("now").steps.last == "store:1")
    let found = try route("deep/link/file")
    #expect(Array(found.steps.prefix(3)) == [".:deep", "deep:link", ".:now"])
    #expect(
      Array(found.steps.suffix(5)) == [".:one", ".:store", "store:1", "store/1:share", "store/1/share:file"])
    #expect(found.end == "store/1/share/file")
  }

  @Test func aLoopHasAnEnd() throws {
    symlink("b", directory.file("a"))
    symlink("a", directory.file("b"))
    let found = try route("a/x")
    #expect(found.end == nil && found.isComplete)
    #expect(found.steps.count <= 50)
  }

  @Test func whatCannotBeSeenIsSaid() throws {
    try directory.write("", to: "a/b/file")
    let system = System { call, path in call == .readLink && path.hasSuffix("/a/b") ? .fail(EACCES) : nil }
    let found = try route("a/b/c", system)
    #expect(found.steps == [".:a", "a:b"])
    #expect(!found.isComplete)
  }
}
