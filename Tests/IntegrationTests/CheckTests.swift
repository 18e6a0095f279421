// `walkthrough check` and `walkthrough new` as authors use them, without a service.

import Glibc
import TestSupport
import Testing
import WalkthroughJSON

private let name = "org.example.App.json"

/// An author's directory, with pictures of every kind.
private final class Workshop {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for picture in ["manifests/pictures/good.png", "outside.png"] {
      try write(png(width: 640, height: 480), to: picture)
    }
    try write(png(width: 8_000, height: 6_000), to: "manifests/pictures/wide.png")
    let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8, 0x17, 0x70, 0x1F, 0x40, 3]
    try write([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2] + frame, to: "manifests/pictures/wide.jpg")
    try directory.write("", to: "manifests/pictures/heavy.png")
    guard truncate(directory.file("manifests/pictures/heavy.png"), 10_000_001) == 0,
      mkfifo(directory.file("manifests/pictures/fifo"), 0o600) == 0,
      symlink(directory.file("outside.png"), directory.file("manifests/pictures/linked.png")) == 0
    else { throw TestFailure("cannot make the pictures") }
  }

  private func png(width: UInt32, height: UInt32) -> [UInt8] {
    let size = [width, height].flatMap { number in (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xFF) } }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + size
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    let descriptor = open(try directory.write("", to: name), O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw TestFailure("cannot write \(name)")
    }
  }

  /// Writes a manifest, or another file beside it, and gives its path.
  func file(_ text: String, _ name: String = name) throws -> String {
    try directory.write(text, to: "manifests/\(name)")
  }

  /// Runs the client in the directory, in an environment without a bus.
  func run(_ arguments: String...) throws -> ChildProcess.Result {
    try ChildProcess.run(
      "/bin/sh",
      ["-c", "cd '\(directory.file("manifests"))' && exec \"$@\"", "sh", "\(Session.programs)/walkthrough"]
        + arguments)
  }
}

@Suite struct CheckTests {
  @Test func findsNothingInAGoodManifest() throws {
    let workshop = try Workshop()
    let result = try workshop.run("check", try workshop.file(goodManifest))
    #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty, "\(result)")
  }

  @Test(arguments: mistakes)
  func findsEachMistakeAtItsPlace(_ mistake: Mistake) throws {
    let workshop = try Workshop()
    _ = try workshop.file(mistake.json)
    let result = try workshop.run("check", name)
    #expect(result.output.hasPrefix("\(name):\(mistake.place): \(mistake.severity): "), "\(result)")
    #expect(result.output.contains(mistake.word), "\(result)")
    #expect(result.output.split(separator: "\n").count == 1, "\(result)")
    #expect(result.status == (mistake.severity == "error" ? 1 : 0) && result.errors.isEmpty)
  }

  @Test func thereAreFiftyMistakes() { #expect(mistakes.count >= 50) }

  @Test func tellsAllOfAllFilesInTheirOrder() throws {
    let workshop = try Workshop()
    _ = try workshop.file(
      goodManifest.replacing("\"App\"", with: "7").replacing("\"tabs\"", with: "\"a b\"")
        .replacing("good.png", with: "gone.png"))
    _ = try workshop.file("{}", "second.json")
    let result = try workshop.run("check", name, "absent.json", "second.json", ".")
    #expect(
      result.output.split(separator: "\n").map { $0.prefix { $0 != " " } } == [
        "\(name):5:11:", "\(name):12:15:", "\(name):13:12:", "second.json:1:1:",
      ])
    #expect(result.status == 2)
    #expect(
      result.errors.split(separator: "\n").count == 2 && result.errors.contains("absent.json: there is no"))
    #expect(try workshop.run("check").status == 64)
  }

  @Test func printsJSON() throws {
    let workshop = try Workshop()
    _ = try workshop.file(goodManifest.replacing("\"App\"", with: "7"))
    let found = try workshop.run("check", "--json", name)
    #expect(
      found.output == """
        [{"file": "\(name)", "line": 5, "column": 11, "severity": "error", "message": "`name` is a string or an \
        object of locales and strings; write one of these"}]

        """)
    _ = try workshop.file(goodManifest)
    #expect(try workshop.run("check", "--json", name).output == "[]\n")
  }

  @Test func isSafeToReadOnATerminal() throws {
    let workshop = try Workshop()
    _ = try workshop.file(goodManifest.replacing("\"name\"", with: "\"\\u001b[31m\""))
    #expect(try !workshop.run("check", name).output.contains("\u{1B}"))
  }

  @Test func looksAtAManifestTogetherWithItsMetainfo() throws {
    let workshop = try Workshop()
    _ = try workshop.file(goodManifest.replacing("  \"version\": \"2.4.0\",\n", with: ""))
    _ = try workshop.file(metainfo("org.example.App.desktop", "2.0"), "app.metainfo.xml")
    let result = try workshop.run("check", "app.metainfo.xml", name)
    #expect(
      result.output.contains("\(name):12:29: warning: this page is not shown before version 2.1"), "\(result)"
    )
    _ = try workshop.file(metainfo("org.example.App", "2.5"), "app.metainfo.xml")
    #expect(try !workshop.run("check", "app.metainfo.xml", name).output.contains(name))
    _ = try workshop.file(goodManifest)
    let newer = try workshop.run("check", "app.metainfo.xml", name)
    #expect(newer.output.contains("\(name):6:14: warning: the metainfo says version 2.5"))
  }

  @Test func saysWhatOfMetainfoIsUsed() throws {
    let workshop = try Workshop()
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <component type="desktop-application">
        <id>org.example.App</id>
        <name>App</name>
        <name xml:lang="english">App</name>
        <launchable type="desktop-id">/App.desktop</launchable>
        <provides><id>app.desktop</id></provides>
        <releases>
          <release version="2.1~beta1" type="development"><description><p>A</p></description></release>
          <release version="2.0" date="2026-11-30"><description><p>B</p></description>
            <url>ftp://example.org</url></release>
          <release version="2.0.0" date="some day"><description><p>C</p></description></release>
          <release version="1.0"/>
          <release version="first"/>
          <release/>
        </releases>
      </component>
      """
    _ = try workshop.file(xml, "app.xml")
    let result = try workshop.run("check", "app.xml")
    let expected = [
      "2:1: note: app org.example.App (also app.desktop), version 2.0; 3 of 4 releases have notes",
      "5:3: warning: \"english\" is no locale", "6:3: warning: an app id holds only",
      "9:5: note: a development release", "11:7: warning: this link is not used",
      "12:5: warning: \"some day\" is no date", "12:5: warning: release 2.0 has notes already",
      "13:5: note: this release has no description",
      "14:5: warning: this release is not used: a version needs",
      "15:5: warning: this release is not used: it has no `version`",
    ]
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == expected.count && result.status == 0, "\(result)")
    for (line, start) in zip(lines, expected) { #expect(line.hasPrefix("app.xml:\(start)")) }
  }

  @Test(arguments: [
    (
      "<component type='addon'><id>a</id></component>", "1:1: warning: a component of type addon is no app", 0
    ),
    ("<component><id>a</id></component>", "1:1: warning: no release has a version", 0),
    ("<component>\n<id>a b</id></component>", "2:1: error: an app id holds only", 1),
    ("<component/>", "1:1: error: the component has no id", 1),
    ("<component><id>a</id>\n<releases type='external'/></component>", "2:1: warning: releases in a file", 0),
    ("<component>\n<id>a</component>", "2:", 1),
    ("<!DOCTYPE c [\n<!ENTITY x 'y'>]><component/>", "2:1: error: an entity is declared", 1),
  ])
  func saysWhyMetainfoIsNotUsed(_ xml: String, _ found: String, _ status: Int32) throws {
    let workshop = try Workshop()
    _ = try workshop.file(xml, "app.xml")
    let result = try workshop.run("check", "app.xml")
    #expect(result.output.contains("app.xml:\(found)") && result.status == status, "\(result)")
  }

  /// The rule is in the daemon and in the client: they must agree on every kind of picture.
  @Test func saysOfPicturesWhatTheServiceDoes() throws {
    let session = try Session()
    defer { session.stay() }
    let data = session.home.file("data/walkthroughs")
    try session.home.write("picture", to: "store/app/share/good.png")
    try session.home.write("picture", to: "store/outside.png")
    try session.home.write("picture", to: "data/walkthroughs/pictures/own.png")
    let paths = [
      "pictures/own.png", "good.png", "pictures/../good.png", "../../outside.png", "pictures", "missing.png",
      "",
      "pictures/out.png", "pictures/in.png", "pictures/./own.png", "\(data)/pictures/own.png",
      "pictures/loop.png",
    ]
    for (link, target) in [
      ("out.png", "../../../store/outside.png"), ("in.png", "own.png"), ("loop.png", "loop.png"),
    ] { symlink(target, "\(data)/pictures/\(link)") }
    symlink("../../store/app/share/good.png", "\(data)/good.png")
    let pages = paths.enumerated().map { index, path in
      "{\"id\": \"\(index)\", \"title\": \"A\", \"alt\": \"A\", \"image\":\n\"\(path)\"}"
    }
    let text = """
      {"format": 1, "id": "org.example.App", "version": "1", "pages": [\(pages.joined(separator: ","))]}
      """
    try session.home.write(text, to: "store/app/share/org.example.App.json")
    symlink("../../store/app/share/org.example.App.json", "\(data)/org.example.App.json")

    let shown = try session.client().pages("org.example.App").pages.map { $0.image != nil }
    #expect(shown.count == paths.count && shown.filter { $0 }.count == 5, "\(shown)")
    let checked = try session.walkthrough("check", "\(data)/org.example.App.json").output
    for (index, isShown) in shown.enumerated() {
      #expect(checked.contains(".json:\(index + 2):1: error:") != isShown, "\(paths[index]): \(checked)")
    }
  }

  @Test func looksAtTheNamesOfFiles() throws {
    let workshop = try Workshop()
    _ = try workshop.file(goodManifest, "org.example.App")
    #expect(try workshop.run("check", "org.example.App").output.contains("1:1: warning: only files named"))
    _ = try workshop.file(metainfo("a", "1"), "app.xml.in")
    #expect(
      try workshop.run("check", "app.xml.in").output.hasPrefix(
        "app.xml.in:1:1: warning: only files named *.xml"))
  }
}

@Suite struct NewTests {
  @Test func withoutAServiceItWritesATemplate() throws {
    let workshop = try Workshop()
    #expect(try workshop.run("new", "org.example.App").status == 0)
    let text = try ChildProcess.run("/bin/cat", [workshop.directory.file("manifests/\(name)")]).output
    #expect(text.contains("\"name\": \"App\"") && text.contains("\"version\": \"1.0.0\""))
    let checked = try workshop.run("check", name)
    #expect(checked.status == 0 && checked.output.isEmpty)
    let again = try workshop.run("new", "org.example.App")
    #expect(again.status == 2 && again.errors.contains("is there already"))
    #expect(try ChildProcess.run("/bin/cat", [workshop.directory.file("manifests/\(name)")]).output == text)
    #expect(try workshop.run("new", "../App").status == 2)
    #expect(try workshop.run("new").status == 64)
  }

  @Test func takesWhatMetainfoSays() throws {
    let session = try Session()
    defer { session.stay() }
    let xml = metainfo("org.example.App", "2:3.1+b1", name: "The \"App\"")
    try session.installMetainfo(xml, "app.xml")
    let result = try session.run(
      "/bin/sh",
      ["-c", "cd '\(session.home.path)' && '\(Session.programs)/walkthrough' new org.example.App"],
      ["LANG": "de_DE.UTF-8"])
    #expect(result.status == 0, "\(result)")
    let manifest = try JSON(parsing: Array(try session.contents(name).utf8))
    #expect(manifest["name"]?.string == "The \"App\"" && manifest["version"]?.string == "2:3.1+b1")
    guard case .array(let pages) = manifest["pages"]?.kind else { throw TestFailure("no pages") }
    #expect(pages.last?["since"]?.string == "2:3.1+b1" && pages.last?["body"]?.string == "Notes of 2:3.1+b1")
    let checked = try session.walkthrough("check", session.home.file(name))
    #expect(checked.status == 0 && checked.output.isEmpty)
    // What was written is shown as soon as it is where it belongs.
    try session.install(try session.contents(name), "org.example.App")
    #expect(try session.walkthrough("show", "org.example.App").output.contains("Welcome to The \"App\""))
  }
}
