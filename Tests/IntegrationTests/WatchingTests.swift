// Files that change under the daemon, in every way that they change on real systems.

import CLinux
import TestSupport
import Testing
import WalkthroughDBus

private let app = "org.example.App"

/// A change of the installed version from 1.0 to 2.0, as shell scripts in the session's home, where `v1` and `v2`
/// are manifests and `A` is the name of the app's.
struct Upgrade: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var before: String
  var change: String

  init(
    _ name: String, before: String = "mkdir -p data/walkthroughs; cp v1 data/walkthroughs/$A",
    _ change: String
  ) {
    testDescription = name
    self.before = before
    self.change = change
  }

  static let all = [
    Upgrade("a rename", "cp v2 data/walkthroughs/.new; mv data/walkthroughs/.new data/walkthroughs/$A"),
    Upgrade("a rewrite in place", "cat v2 >data/walkthroughs/$A"),
    Upgrade("a hard link", "rm data/walkthroughs/$A; ln v2 data/walkthroughs/$A"),
    Upgrade("a link", "ln -sf ../../v2 data/walkthroughs/$A"),
    Upgrade(
      "dpkg", "cp v2 data/walkthroughs/$A.dpkg-new; mv data/walkthroughs/$A.dpkg-new data/walkthroughs/$A"),
    Upgrade(
      "dpkg with a backup",
      """
      cp v2 data/walkthroughs/$A.dpkg-new; ln data/walkthroughs/$A data/walkthroughs/$A.dpkg-tmp
      mv data/walkthroughs/$A.dpkg-new data/walkthroughs/$A; rm data/walkthroughs/$A.dpkg-tmp
      """),
    Upgrade(
      "another time",
      "mv data/walkthroughs/$A x; cp -p v2 data/walkthroughs/$A; touch -r v1 data/walkthroughs/$A"),
    Upgrade(
      "directories that come later", before: "", "mkdir -p data/walkthroughs; cp v2 data/walkthroughs/$A"),
    Upgrade(
      "a system's directories that come later", before: "",
      "mkdir -p x/walkthroughs; cp v2 x/walkthroughs/$A; mv x system"),
    Upgrade(
      "a directory that is removed",
      before:
        "mkdir -p data/walkthroughs system/walkthroughs; cp v1 data/walkthroughs/$A; cp v2 system/walkthroughs/$A",
      "rm -r data/walkthroughs"),
    Upgrade(
      "a directory that is replaced",
      "mkdir x; cp v2 x/$A; mv data/walkthroughs y; mv x data/walkthroughs"),
    Upgrade(
      "a directory that is moved away and refilled",
      "mv data y; mkdir -p data/walkthroughs; cp v2 data/walkthroughs/$A"),
    Upgrade(
      "a directory that is removed and made again",
      "rm -r data; mkdir -p data/walkthroughs; cp v2 data/walkthroughs/$A"),
    Upgrade(
      "a directory behind a link that is swapped",
      before: "mkdir data one two; cp v1 one/$A; cp v2 two/$A; ln -s ../one data/walkthroughs",
      "ln -s ../two data/x; mv -T data/x data/walkthroughs"),
    Upgrade(
      "a profile, as Nix swaps it",
      before: """
        mkdir -p store/1/share/walkthroughs store/2/share/walkthroughs
        cp v1 store/1/share/walkthroughs/$A; cp v2 store/2/share/walkthroughs/$A
        ln -s store/1 profile-1; ln -s profile-1 profile; ln -s profile/share system
        """,
      "ln -s store/2 profile-2; ln -s profile-2 x; mv -T x profile"),
    Upgrade(
      "a file behind a link",
      before: "mkdir -p data/walkthroughs; cp v1 x; ln -s ../../x data/walkthroughs/$A",
      "cat v2 >x"),
    Upgrade(
      "a file behind a link that is made anew",
      before: "mkdir -p data/walkthroughs; cp v1 x; ln -s ../../x data/walkthroughs/$A", "cp v2 y; mv y x"),
    Upgrade(
      "a file behind two links, the second swapped",
      before: """
        mkdir -p data/walkthroughs one two; cp v1 one/$A; cp v2 two/$A; ln -s one now
        ln -s ../../now/$A data/walkthroughs/$A
        """,
      "ln -sfn two now"),
    Upgrade(
      "a link that led nowhere", before: "mkdir -p data/walkthroughs; ln -s ../../x data/walkthroughs/$A",
      "cp v2 x"),
    Upgrade("an app of Flatpak", before: flatpak, "ln -s 2 $F/stable/x; mv -T $F/stable/x $F/stable/active"),
    Upgrade(
      "an app of Flatpak that changes its branch", before: flatpak,
      "mkdir -p $F/beta; cp -r $F/stable/2 $F/beta/3; ln -s 3 $F/beta/active; ln -sfn beta $F/current"),
    Upgrade(
      "an app of Flatpak that is installed", before: "mkdir -p flatpak/exports/share flatpak/app",
      flatpakUpdated),
    Upgrade("Flatpak that is installed", before: "", flatpakUpdated),
    Upgrade(
      "metainfo that Flatpak exports",
      before: """
        for v in 1 2; do
          mkdir -p flatpak/app/x/$v/export; cp m$v flatpak/app/x/$v/export/a.xml
        done
        ln -s 1 flatpak/app/x/active; mkdir -p flatpak/exports/share/metainfo
        ln -s ../../../app/x/active/export/a.xml flatpak/exports/share/metainfo/a.metainfo.xml
        """,
      "ln -sfn 2 flatpak/app/x/active"),
    Upgrade(
      "metainfo whose exports are linked anew",
      before: """
        for v in 1 2; do
          mkdir -p flatpak/app/x/$v/export; cp m$v flatpak/app/x/$v/export/a.xml
        done
        mkdir -p flatpak/exports/share/metainfo
        ln -s ../../../app/x/1/export/a.xml flatpak/exports/share/metainfo/a.metainfo.xml
        """,
      """
      ln -s ../../../app/x/2/export/a.xml flatpak/exports/share/metainfo/.x
      mv flatpak/exports/share/metainfo/.x flatpak/exports/share/metainfo/a.metainfo.xml
      """),
  ]

  /// An installation with two deployments of the app, the older one active.
  private static let flatpak = """
    F=flatpak/app/${A%.json}; mkdir -p flatpak/exports/share
    for v in 1 2; do
      mkdir -p $F/stable/$v/files/share/walkthroughs; cp v$v $F/stable/$v/files/share/walkthroughs/$A
    done
    ln -s 1 $F/stable/active; ln -s stable $F/current
    """
  private static let flatpakUpdated = flatpak + "; ln -sfn 2 $F/stable/active"
}

@Suite struct WatchingTests {
  private let session: Session

  init() throws {
    session = try Session()
    // What is rewritten in place is, for a moment, just that.
    session.expectedInLog = ["the file is empty"]
  }

  @Test(arguments: Upgrade.all) func everyUpgradeIsNoticed(_ upgrade: Upgrade) throws {
    try run("\(setUp)\n\(upgrade.before)", in: session)
    let caller = try RawCaller(session)
    let before = try installed(caller)
    #expect(before == "1.0" || before == "" || before == nil)
    let listener = try Listener(session)
    #expect(try listener.hears { try run(upgrade.change, in: session) })
    #expect(try installed(caller) == "2.0")
    // Once more, for what is watched now is another thing.
    try run("find -L . -name $A -o -name a.metainfo.xml | grep -v /v | xargs rm -f", in: session)
    #expect(try caller.reason(app) == "unknown")
  }

  @Test(arguments: Upgrade.all) func theNextAnswerIsRight(_ upgrade: Upgrade) throws {
    try run("\(setUp)\n\(upgrade.before)", in: session)
    let caller = try RawCaller(session)
    _ = try installed(caller)
    try run(upgrade.change, in: session)
    #expect(try installed(caller) == "2.0")
  }

  @Test func aLinkThatComesLaterIsFollowedFromThenOn() throws {
    try run("\(setUp)\nmkdir -p data/walkthroughs", in: session)
    let caller = try RawCaller(session)
    // The second question begins to watch.
    for _ in 0..<2 { #expect(try caller.reason(app) == "unknown") }
    try run("ln -s ../../v1 data/walkthroughs/$A", in: session)
    #expect(try installed(caller) == "1.0")
    try run("mv v2 v1", in: session)
    #expect(try installed(caller) == "2.0")
  }
}

/// What the daemon is asked first decides how it begins to follow the disk.
@Suite struct FirstCallTests {
  @Test(arguments: ["Mute", "Status", "List", "Complete", "Reset"])
  func whatIsInstalledAfterTheFirstCallIsKnown(_ first: String) throws {
    for _ in 0..<5 {
      let session = try Session()
      defer { session.stay() }
      try run("\(setUp)\nmkdir -p data/walkthroughs", in: session)
      let caller = try RawCaller(session)
      switch first {
      case "Mute": try caller.call("Mute", .string(app), .bool(true))
      case "List": try caller.call("List")
      case "Complete": _ = try? caller.call("Complete", .string(app), .string(""))
      case "Reset": _ = try? caller.call("Reset", .string(app))
      default: try caller.call("Status", .string(app))
      }
      try run("mv v2 data/walkthroughs/$A", in: session)
      #expect(try installed(caller) == "2.0")
    }
  }
}

/// Writes the manifests that upgrades install.
private let setUp = """
  for v in 1 2; do
    printf '{"format": 1, "id": "\(app)", "version": "%s.0"}' $v >v$v
    printf '<component><id>\(app)</id><releases><release version="%s.0"/></releases></component>' $v >m$v
  done
  """

/// Runs a shell script in the session's home.
private func run(_ script: String, in session: Session) throws {
  let start = "set -eu; cd '\(session.home.path)'; A=\(app).json; F=flatpak/app/\(app)\n"
  let result = try ChildProcess.run(
    "/bin/sh", ["-c", start + script], environment: ["PATH": "/usr/bin:/bin"])
  if result.status != 0 { throw TestFailure("\(script): \(result.errors)") }
}

/// The version of the app that the daemon knows.
private func installed(_ caller: RawCaller) throws -> String? {
  try caller.call("Status", .string(app)).first?.asFields?["installed"]?.asString
}

/// Where events are lost, or none come.
@Suite struct EventlessTests {
  /// A session whose daemon has mounts of its own, which this test changes; needs root.
  private func session(_ before: String, startedBy words: String = "unshare --mount") throws -> (
    Session, RawCaller
  ) {
    let session = try Session(alone: true, startedBy: words)
    try run(setUp + "\n" + before, in: session)
    return (session, try RawCaller(session))
  }

  /// Runs a script among the daemon's mounts.
  private func runInside(_ script: String, of session: Session) throws {
    let words = "nsenter --mount=/proc/\(try session.daemonID())/ns/mnt /bin/sh -euc"
    try run("\(words) 'A=\(app).json; cd '\(session.home.path)'; \(script)'", in: session)
  }

  @Test func lostEventsAreMadeUpFor() throws {
    let (session, caller) = try session(
      "mkdir -p data/walkthroughs; cp v1 data/walkthroughs/$A", startedBy: "")
    #expect(try installed(caller) == "1.0")
    let listener = try Listener(session)
    let daemon = try session.daemonID()
    #expect(
      try listener.hears {
        kill(daemon, SIGSTOP)
        defer { kill(daemon, SIGCONT) }
        // The queue holds 16,384 events; the change comes after they are full.
        try run(
          """
          n=0; while [ $n -lt 9000 ]; do : >data/walkthroughs/x$n; n=$((n + 1)); done
          cp v2 data/walkthroughs/y; mv data/walkthroughs/y data/walkthroughs/$A
          """, in: session)
      })
    #expect(try installed(caller) == "2.0")
    try run("cp v1 data/walkthroughs/y; mv data/walkthroughs/y data/walkthroughs/$A", in: session)
    #expect(try installed(caller) == "1.0")
  }

  @Test(.enabled(if: geteuid() == 0, "mounting needs root"))
  func aMountOverTheDirectoryIsNoticed() throws {
    let (session, caller) = try session("mkdir -p data/walkthroughs; cp v1 data/walkthroughs/$A")
    #expect(try installed(caller) == "1.0")
    let listener = try Listener(session)
    let mount = "mount -t tmpfs none data/walkthroughs"
    // Of a file system that is mounted empty nothing is known; what is put there counts.
    #expect(try listener.hears { try runInside(mount, of: session) })
    #expect(try caller.reason(app) == "unknown")
    #expect(try listener.hears { try runInside("cp v2 data/walkthroughs/$A", of: session) })
    #expect(try installed(caller) == "2.0")
    #expect(try listener.hears { try runInside("umount data/walkthroughs", of: session) })
    #expect(try installed(caller) == "1.0")
    // Above the directory, too.
    #expect(
      try listener.hears {
        try runInside(
          "mount -t tmpfs none data; mkdir data/walkthroughs; cp v2 data/walkthroughs/$A", of: session)
      })
    #expect(try installed(caller) == "2.0")
    #expect(try listener.hears { try runInside("umount data", of: session) })
    #expect(try installed(caller) == "1.0")
  }

  @Test(.enabled(if: geteuid() == 0 && access("/usr/bin/bindfs", X_OK) == 0, "needs root and bindfs"))
  func aFileSystemWithoutEventsIsLookedAt() throws {
    // What is changed at the source of such a mount changes there without an event, as on a file server.
    let (session, caller) = try session(
      "mkdir -p server/walkthroughs data; cp v1 server/walkthroughs/$A",
      startedBy: """
        unshare --mount --pid --fork --kill-child sh -c '
        bindfs -o attr_timeout=0,entry_timeout=0 "$XDG_DATA_HOME/../server" "$XDG_DATA_HOME" && exec "$0"'
        """)
    #expect(try installed(caller) == "1.0")
    for (change, version) in [
      ("cp v2 server/walkthroughs/.x; mv server/walkthroughs/.x server/walkthroughs/$A", "2.0"),
      ("cat v1 >server/walkthroughs/$A", "1.0"), ("rm server/walkthroughs/$A", nil),
      ("mv server/walkthroughs x; mkdir server/walkthroughs; cp v2 server/walkthroughs/$A", "2.0"),
    ] {
      try run(change, in: session)
      try session.eventually("\(change) is noticed") { try installed(caller) ?? "" == version ?? "" }
    }
  }

  @Test(.enabled(if: geteuid() == 0 && access("/usr/bin/bindfs", X_OK) == 0, "needs root and bindfs"))
  func recordsThatEventsCeaseToTellOfAreLookedAt() throws {
    let (session, caller) = try session(
      "mkdir -p data/walkthroughs state/walkthroughd/records server; cp v1 data/walkthroughs/$A")
    func outcome() throws -> String? {
      try caller.call("Status", .string(app)).first?.asFields?["outcome"]?.asString
    }
    // The second question begins to watch, and to keep what was read.
    for _ in 0..<2 { #expect(try outcome() == nil) }
    try runInside("bindfs -o attr_timeout=0,entry_timeout=0 server state/walkthroughd/records", of: session)
    defer { try? runInside("umount -l state/walkthroughd/records", of: session) }
    #expect(try outcome() == nil)
    let record = #"{"format": 1, "app": "\(app)", "seen": "1.0", "outcome": "completed"}"#
    try run("echo '\(record)' >server/r; mv server/r server/$A", in: session)
    try session.eventually("another's record counts") { try outcome() == "completed" }
    try run("rm server/$A", in: session)
    try session.eventually("its removal, too") { try outcome() == nil }
  }

  @Test(arguments: ["instances", "watches"])
  func withoutInotifyTheNextAnswersAreRight(_ what: String) throws {
    // The limit of a user namespace counts within it, so nobody else is concerned.
    let limit = "/proc/sys/user/max_inotify_\(what)"
    let (session, caller) = try session(
      "mkdir -p data/walkthroughs; cp v1 data/walkthroughs/$A",
      startedBy: "unshare --user --map-current-user --keep-caps sh -c 'echo 0 >\(limit) && exec \"$0\"'")
    session.expectedInLog = ["cannot watch"]
    #expect(try installed(caller) == "1.0")
    try session.eventually("it watches, as far as it can") {
      what == "watches" || session.log.contains("cannot watch")
    }
    let listener = try Listener(session)
    for (change, version) in [
      ("cp v2 data/walkthroughs/.x; mv data/walkthroughs/.x data/walkthroughs/$A", "2.0"),
      ("cat v1 >data/walkthroughs/$A", "1.0"), ("mv data x; mkdir -p data/walkthroughs", nil),
      ("rm -r data; mv x data", "1.0"), ("ln -sf ../../v2 data/walkthroughs/$A", "2.0"),
      ("cat v1 >v2", "1.0"),
    ] {
      #expect(
        try listener.hears {
          try run(change, in: session)
          try session.eventually("\(change) is noticed") { try installed(caller) ?? "" == version ?? "" }
        })
    }
  }
}
