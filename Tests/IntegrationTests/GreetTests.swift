// What is told at login without a notification server; with one it takes a real session (Tests/session-checks).

import TestSupport
import Testing

private let paint = "org.example.Paint"
private let viewer = "org.example.Viewer"

@Suite struct GreetTests {
  @Test func introductionsAreNoNews() throws {
    let session = try Session()
    defer { session.stay() }
    try session.install(manifest(paint, "2.0", "intro"), paint)
    try session.install(manifest(viewer, "1.0", "intro"), viewer)
    #expect(try session.walkthrough("complete", viewer).status == 0)
    #expect(try session.walkthrough("greet", "--json").output == "[]\n")
    #expect(try session.walkthrough("due", "--updates").status == 1)
    #expect(try session.walkthrough("--updates").output == "")

    try session.install(manifest(viewer, "2.0", "intro", "tabs@2.0"), viewer)
    #expect(try session.walkthrough("due").output == "\(paint)\n\(viewer)\n")
    #expect(try session.walkthrough("due", "--updates").output == "\(viewer)\n")
    #expect(try session.walkthrough("greet", "--json").output == "[\"\(viewer)\"]\n")
    let shown = try session.walkthrough("--updates").output
    #expect(shown.contains("tabs") && !shown.contains("intro"))
  }

  @Test func nobodyToTellIsNoTrouble() throws {
    let session = try Session()
    defer { session.stay() }
    try session.install(manifest(viewer, "1.0", "intro"), viewer)
    #expect(try session.walkthrough("complete", viewer).status == 0)
    try session.install(manifest(viewer, "2.0", "tabs@2.0"), viewer)
    let greeting = try session.walkthrough("greet")
    #expect((greeting.status, greeting.output, greeting.errors) == (0, "", ""))
  }
}
