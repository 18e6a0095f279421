// The examples for authors: each shows and reports what the real daemon says, and is quiet without one.

import Glibc
import TestSupport
import Testing
import WalkthroughClient

private let app = "org.example.Editor"
private let examples = Repository.path + "/Sources/Data/examples"
private let shown = "Editor 2.4.0"

@Suite struct ExampleClientTests {
  /// A session in which the example app is installed, with its picture.
  private func session() throws -> Session {
    let session = try Session()
    try session.install(try Repository.read("Sources/Data/examples/\(app).json"), app)
    guard symlink("\(examples)/\(app)", session.home.file("data/walkthroughs/\(app)")) == 0 else {
      throw TestFailure("cannot link the picture")
    }
    return session
  }

  /// Runs a client twice, and once where there is no service: it shows the walkthrough once.
  private func expectGoodManners(_ command: [String]) throws {
    let session = try session()
    defer { session.stay() }
    func run() throws -> ChildProcess.Result {
      try session.run(command[0], Array(command.dropFirst()), ["LANG": "de_DE.UTF-8", "LANGUAGE": "de"])
    }
    let first = try run()
    #expect(first.status == 0 && first.errors.isEmpty && first.output.contains(shown), "\(first)")
    #expect(first.output.contains("- Willkommen\n") && first.output.contains("- Reiter\n"), "\(first)")
    #expect(!first.output.contains("Drucken"))
    let status = try session.client().status(app)
    #expect(status.seen == "2.4.0" && status.outcome == .completed)
    let second = try run()
    #expect(second.status == 0 && second.output.isEmpty && second.errors.isEmpty, "\(second)")

    let bare = try PrivateBus()
    for environment in [
      bare.environment, ["PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/none"],
    ] {
      let result = try ChildProcess.run(
        command[0], Array(command.dropFirst()), environment: environment, within: 10)
      #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty, "\(result)")
    }
  }

  @Test(.enabled(if: isInstalled("/usr/bin/dbus-send"), "dbus-send is not installed"))
  func aShellScriptShowsWhatIsDueOnce() throws {
    try expectGoodManners(["/bin/sh", "\(examples)/launch.sh"])
  }

  @Test(.enabled(if: isInstalled("/usr/lib/python3/dist-packages/dbus"), "python3-dbus is not installed"))
  func pythonShowsWhatIsDueOnce() throws {
    try expectGoodManners(["/usr/bin/python3", "\(examples)/launch.py"])
  }

  @Test(.enabled(if: isInstalled("/usr/bin/gjs"), "gjs is not installed"))
  func javaScriptShowsWhatIsDueOnce() throws {
    try expectGoodManners(["/usr/bin/gjs", "-m", "\(examples)/launch.js"])
  }

  @Test(
    .enabled(
      if: isInstalled("/usr/bin/gdbus-codegen", "/usr/bin/cc", "/usr/bin/pkg-config"),
      "libglib2.0-dev-bin, a C compiler or pkg-config is not installed"))
  func aClientInCShowsWhatIsDueOnce() throws {
    let directory = try TemporaryDirectory()
    let script = """
      set -e; cd '\(directory.path)'
      gdbus-codegen --interface-prefix org.walkthroughd. --c-namespace Wt --c-generate-autocleanup all \
        --generate-c-code walkthrough \
        '\(Repository.path)/Tests/Fixtures/org.walkthroughd.Walkthrough1.xml'
      cc -Wall -Wextra -Werror -Wno-unused-parameter -I. '\(examples)/launch.c' walkthrough.c \
        $(pkg-config --cflags --libs gio-unix-2.0) -o launch
      """
    let built = try ChildProcess.run(
      "/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], within: 120)
    #expect(built.status == 0, "\(built)")
    try expectGoodManners([directory.file("launch")])
  }

  /// Building takes long, so `Tests/run` does it and says where the program is.
  @Test(.enabled(if: builtSwiftExample != nil, "WALKTHROUGH_SWIFT_EXAMPLE does not name the built example"))
  func anotherPackageShowsWhatIsDueOnce() throws {
    try expectGoodManners([try #require(builtSwiftExample)])
  }

  @Test(
    .enabled(
      if: isInstalled("/usr/bin/gjs", "/usr/bin/Xvfb", "/usr/bin/gdbus") && hasAdwaita,
      "gjs, xvfb or gir1.2-adw-1 is not installed"))
  func aWindowShowsWhatIsDueOnce() throws {
    let session = try session()
    defer { session.stay() }
    let server = try ChildProcess(
      "/usr/bin/Xvfb", ["-displayfd", "1", "-nolisten", "tcp", "-screen", "0", "1024x768x24"],
      environment: ["PATH": "/usr/bin:/bin"])
    try server.wait(within: 60) { $0.output.contains("\n") }
    let variables = [
      "DISPLAY": ":" + server.output.filter { $0 != "\n" }, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
      "GSETTINGS_BACKEND": "memory", "GTK_A11Y": "none", "ADW_DISABLE_PORTAL": "1",
    ]
    func start() throws -> ChildProcess {
      try ChildProcess(
        "/usr/bin/gjs", ["-m", "\(examples)/carousel.js"],
        environment: session.environment.merging(variables) { $1 })
    }
    func press(_ action: String) throws -> ChildProcess.Result {
      try session.run(
        "/usr/bin/gdbus",
        [
          "call", "--session", "--dest", app, "--object-path", "/org/example/Editor", "--method",
          "org.gtk.Actions.Activate", action, "[]", "{}",
        ])
    }
    let client = try session.client()
    let window = try start()
    try session.eventually("the window claims", seconds: 60) { try client.status(app).reason == .claimed }
    // Two pages: the first press turns, which takes the animation's time, and the last one completes.
    try session.eventually("the window ends", seconds: 60) {
      _ = try press("next")
      return try client.status(app).seen == "2.4.0"
    }
    #expect(try client.status(app).outcome == .completed)
    let first = try window.finish(within: 60)
    #expect(first.status == 0 && !first.errors.contains("JS ERROR"), "\(first)")
    // Nothing is due any more, and so there is no window.
    let second = try start().finish(within: 60)
    #expect(second.status == 0 && !second.errors.contains("JS ERROR"), "\(second)")
  }

  @Test func manifestsOfThisPackageHaveNoMistakes() throws {
    let files = [
      "\(examples)/\(app).json",
      "\(Repository.path)/Sources/Data/walkthroughs/org.walkthroughd.Walkthrough.json",
    ]
    let result = try ChildProcess.run("\(Session.programs)/walkthrough", ["check"] + files)
    #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty, "\(result)")
    let metainfo = try ChildProcess.run(
      "\(Session.programs)/walkthrough", ["check", "\(examples)/\(app).metainfo.xml", files[0]])
    #expect(metainfo.status == 0 && !metainfo.output.contains("warning"), "\(metainfo)")
  }

  @Test func examplesAreShort() throws {
    let list = try ChildProcess.run(
      "/bin/sh", ["-c", "find '\(examples)' -type f -exec wc -l {} +"], environment: ["PATH": "/usr/bin:/bin"]
    )
    let counts = list.output.split(separator: "\n").filter { !$0.hasSuffix(" total") }
      .compactMap { line in line.split(separator: " ").first.flatMap { Int($0) } }
    #expect(counts.count >= 10 && counts.allSatisfy { $0 < 60 }, "\(list.output)")
  }
}

private let builtSwiftExample = getenv("WALKTHROUGH_SWIFT_EXAMPLE").map { String(cString: $0) }

private let hasAdwaita: Bool = {
  let search = try? ChildProcess.run("/bin/sh", ["-c", "ls /usr/lib/*/girepository-1.0/Adw-1.typelib"])
  return search?.status == 0
}()
