// Real disks that are full, read-only or closed to us, in a mount namespace of the daemon's own; and names that are
// no text.

import Glibc
import TestSupport
import Testing
import WalkthroughDBus
import WalkthroughInterface

private let (app, other) = ("org.example.App", "org.example.Other")
private let storageFailed: ErrorName = "org.walkthroughd.Error.StorageFailed"

/// Whether a file system can be mounted here.
private let canMount =
  (try? ChildProcess.run(
    "/usr/bin/unshare", ["--mount", "/bin/mount", "-t", "tmpfs", "tmpfs", "/mnt"],
    environment: ["PATH": "/usr/bin:/bin"]))?.status == 0

@Suite("A small disk", .enabled(if: canMount, "no file system can be mounted here"))
struct DiskFaultTests {
  private let session: Session
  private let caller: RawCaller
  private let daemon: pid_t
  /// The state directory, as the daemon sees it.
  private var state: String { "/proc/\(daemon)/root\(session.home.file("state"))" }

  init() throws {
    session = try Session(
      // Who may mount may also write anywhere, unless that is taken away.
      startedBy: """
        /usr/bin/unshare --mount /bin/sh -c \
        'mkdir -p "$XDG_STATE_HOME" && mount -t tmpfs -o size=64k tmpfs "$XDG_STATE_HOME" && \
        exec setpriv --bounding-set -dac_override,-dac_read_search "$0"'
        """)
    try session.install(manifest(app, "3.0", "intro"), app)
    try session.install(manifest(other, "3.0", "intro"), other)
    caller = try RawCaller(session)
    daemon = try session.daemonID()
  }

  /// Runs words of a shell where the daemon is.
  private func shell(_ words: String) throws {
    let result = try session.run(
      "/usr/bin/nsenter",
      ["--mount=/proc/\(daemon)/ns/mnt", "/bin/sh", "-c", "cd \"$XDG_STATE_HOME\" && \(words)"])
    guard result.status == 0 else { throw TestFailure(result.errors) }
  }

  private func record() throws -> String {
    let result = try session.run("/bin/cat", ["\(state)/walkthroughd/records/\(app).json"])
    return result.output
  }

  /// Everything below the state directory but what fills it.
  private func files() throws -> String {
    try session.run("/usr/bin/find", [state, "-type", "f", "-not", "-name", "fill", "-printf", "%P\n"]).output
  }

  @Test(
    "that is full, read-only or closed keeps the old record, says so, and is written to once it can be",
    arguments: [
      ("head -c 1M /dev/zero 2>&- >fill; true", "No space left on device", "rm fill"),
      ("mount -o remount,ro .", "Read-only file system", "mount -o remount,rw ."),
      ("chmod a-w walkthroughd/records", "Permission denied", "chmod u+w walkthroughd/records"),
    ])
  func fault(_ breaking: String, _ problem: String, _ mending: String) throws {
    defer { session.stay() }
    session.expectedInLog = [problem]
    try caller.call("Complete", .string(app), .string("1.0"))
    let (before, names) = (try record(), try files())
    #expect(before.contains(#""seen": "1.0""#))
    try shell(breaking)
    for method: MemberName in ["Complete", "Skip"] {
      let error = try caller.error { try caller.call(method, .string(app), .string("2.0")) }
      #expect(error?.name == storageFailed)
      #expect(error?.message.contains(problem) == true && error?.message.contains("\(app).json") == true)
    }
    // The same for an app that has no record yet: it stays quiet all the same.
    #expect(try caller.error { try caller.call("Skip", .string(other), .string("")) }?.name == storageFailed)
    #expect(try caller.call("ShouldShow", .string(other)) == [.bool(false)])
    #expect(try record() == before)
    #expect(try files() == names)
    try shell(mending)
    try caller.call("Complete", .string(app), .string("2.0"))
    #expect(try record().contains(#""seen": "2.0""#))
    #expect(try files() == names)
    #expect(try session.daemonID() == daemon)
  }
}

@Suite("Names that are no UTF-8") struct FileNameTests {
  @Test("are passed over where manifests, metainfo, records and policy lie")
  func names() throws {
    let session = try Session()
    defer { session.stay() }
    try session.install(manifest(app, "2.0", "intro"), app)
    let made = try session.run(
      "/bin/sh",
      [
        "-c",
        """
        for place in data/walkthroughs data/metainfo system/walkthroughs state/walkthroughd/records config/walkthroughd
        do
          mkdir -p "$HOME/$place" && cd "$HOME/$place" || exit 1
          bad=$(printf 'org.example.\\377\\376')
          echo '{' >"$bad.json" && echo '<' >"$bad.metainfo.xml" && mkdir "$bad" && ln -s "$bad" "$bad.link.json" || exit 1
        done
        """,
      ])
    #expect(made.status == 0, "\(made.errors)")
    let caller = try RawCaller(session)
    #expect(try caller.call("ListDue") == [.strings([app])])
    try session.install(manifest(other, "2.0", "intro"), other)
    #expect(try caller.call("ListDue") == [.strings([app, other])])
    try caller.call("Complete", .string(app), .string(""))
    #expect(try caller.call("ListDue") == [.strings([other])])
  }
}
