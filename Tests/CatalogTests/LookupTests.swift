// Finding an app by any of its ids, and the odd corners of the search path.

import Glibc
import System
import TestSupport
import Testing
import WalkthroughModel

@testable import Catalog

@Suite("The catalog") struct LookupTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A catalog of `one` before `two`, or of these directories.
  private func catalog(
    _ directories: String..., intervene: ((SystemCall, String) -> System.Intervention?)? = nil,
    log: @escaping (String) -> Void = { _ in }, isScanned: Bool = true
  ) -> Catalog {
    let paths = (directories.isEmpty ? ["one", "two"] : directories).map(directory.file)
    let environment = ["XDG_DATA_HOME": paths[0], "XDG_DATA_DIRS": paths.dropFirst().joined(separator: ":")]
    let path = SearchPath { environment[$0] == "" ? "/nonexistent" : environment[$0] }
    let catalog = Catalog(
      searchPath: path, locale: LocalePreference("C"), system: System(intervene: intervene), log: log)
    if isScanned {
      catalog.scan()
    } else {
      catalog.findFolders()
      catalog.lookAtEverything()
    }
    return catalog
  }

  @discardableResult
  private func walkthrough(_ id: String, _ version: String? = "1", at file: String? = nil) throws -> String {
    let members = version.map { #", "version": "\#($0)""# } ?? ""
    return try directory.write(
      #"{"format": 1, "id": "\#(id)"\#(members)}"#, to: file ?? "one/walkthroughs/\(id).json")
  }

  private func metainfo(_ id: String, _ version: String?, at file: String, more: String = "") throws {
    let release = version.map { "<release version='\($0)'/>" } ?? ""
    try directory.write(
      "<component><id>\(id)</id>\(more)<releases>\(release)</releases></component>", to: file)
  }

  private func found(_ id: String, _ catalog: Catalog) throws -> String? {
    catalog.entry(for: try AppID(id))?.app.id.text
  }

  private func problem(_ id: String, _ catalog: Catalog) throws -> String? {
    guard case .invalid(let problem)? = catalog.entry(exactly: try AppID(id))?.app.availability else {
      return nil
    }
    return problem
  }

  // MARK: - Ids

  @Test("finds exactly, without .desktop, with it, then by an alias") func lookup() throws {
    try walkthrough("org.example.Plain")
    try walkthrough("org.telegram.desktop")
    try metainfo("org.example.Other.desktop", "1", at: "one/metainfo/x.xml")
    try metainfo(
      "org.example.Named", "1", at: "one/metainfo/y.xml",
      more: "<launchable type='desktop-id'>named.desktop</launchable><provides><id>old.Name</id></provides>")
    let catalog = catalog()
    #expect(try found("org.example.Plain", catalog) == "org.example.Plain")
    #expect(try found("org.example.Plain.desktop", catalog) == "org.example.Plain")
    #expect(try found("org.example.Other", catalog) == "org.example.Other.desktop")
    #expect(try found("org.telegram.desktop", catalog) == "org.telegram.desktop")
    #expect(try found("org.telegram", catalog) == "org.telegram.desktop")
    for alias in ["named.desktop", "named", "old.Name", "old.Name.desktop"] {
      #expect(try found(alias, catalog) == "org.example.Named", "\(alias)")
    }
    #expect(try found("org.example", catalog) == nil)
    #expect(try found("org.example.plain", catalog) == nil)
  }

  @Test("lists no manifests for the first question, and all of them afterwards") func lazy() throws {
    for id in ["a", "b.desktop", "c"] { try walkthrough(id) }
    try walkthrough("c", "2", at: "two/walkthroughs/c.json")
    try metainfo("d", "1", at: "two/metainfo/x.xml")
    var listed: [String] = []
    let catalog = catalog(
      intervene: { call, path in
        if call == .list { listed.append(path) }
        return nil
      }, isScanned: false)
    #expect(try found("b", catalog) == "b.desktop")
    #expect(try found("c", catalog) == "c")
    #expect(try found("d", catalog) == "d")
    #expect(try found("e", catalog) == nil)
    #expect(!listed.contains { $0.hasSuffix("walkthroughs") })
    // What comes after the first look is found when there is time for a second.
    try walkthrough("e")
    #expect(catalog.allEntries.map(\.app.id.text).sorted() == ["a", "b.desktop", "c", "d", "e"])
    #expect(listed.filter { $0.hasSuffix("walkthroughs") }.count == 2)
    #expect(!catalog.readPending { true })
  }

  @Test("lets no alias take another app's own id") func ownIDs() throws {
    try metainfo("a", "1", at: "one/metainfo/a.xml", more: "<provides><id>b</id><id>c</id></provides>")
    try metainfo("b", "2", at: "one/metainfo/b.xml")
    let catalog = catalog()
    #expect(try found("b", catalog) == "b")
    #expect(try found("c", catalog) == "a")
    let entry = try #require(catalog.entry(exactly: try AppID("a")))
    #expect(catalog.otherIDs(of: entry).map(\.text) == ["c", "a.desktop"])
  }

  @Test("makes the manifest's spelling the canonical one, the metainfo's an alias") func spelling() throws {
    try walkthrough("a", nil)
    try metainfo("a.desktop", "3", at: "two/metainfo/a.xml")
    let catalog = catalog()
    #expect(catalog.allEntries.map(\.app.id.text) == ["a"])
    #expect(catalog.entry(exactly: try AppID("a"))?.aliases.map(\.text) == ["a.desktop"])
    #expect(catalog.entry(exactly: try AppID("a"))?.app.installed?.isByManifest == false)
  }

  @Test("knows no app by metainfo without a version, nor by an add-on, and logs nothing") func noApps() throws
  {
    var log: [String] = []
    try metainfo("a", nil, at: "one/metainfo/a.xml")
    try metainfo("b", "no digits", at: "one/metainfo/b.xml")
    try directory.write(
      "<component type='addon'><id>c</id><releases><release version='1'/></releases></component>",
      to: "one/metainfo/c.xml")
    #expect(catalog(log: { log.append($0) }).allEntries.isEmpty)
    #expect(log.isEmpty)
  }

  // MARK: - What cannot be used

  @Test("shows a broken manifest's mistake with file and place, once, and not the lower one") func broken()
    throws
  {
    var log: [String] = []
    let path = try directory.write("{\n  oops", to: "one/walkthroughs/a.json")
    try walkthrough("a", at: "two/walkthroughs/a.json")
    try walkthrough("b")
    let catalog = catalog(log: { log.append($0) })
    let problem = try #require(try problem("a", catalog))
    #expect(problem.hasPrefix("\(path):2:3: "))
    catalog.scan()
    #expect(log == [problem])
    #expect(catalog.entry(exactly: try AppID("b"))?.app.installed != nil)
    // Mended, it counts; broken again, it is told again.
    try walkthrough("a", "4.5")
    catalog.scan()
    #expect(catalog.entry(exactly: try AppID("a"))?.app.installed?.version.text == "4.5")
    try directory.write("{\n  oops", to: "one/walkthroughs/a.json")
    catalog.scan()
    #expect(log == [problem, problem])
  }

  @Test(
    "does not take what breaks the format",
    arguments: [
      "\u{0}", "{}", #"{"format": 2, "id": "a", "version": "1"}"#,
      #"{"format": 1, "id": "b", "version": "1"}"#,
      #"{"format": 1, "id": "a"}"#, #"{"format": 1, "id": "a", "version": "x"}"#,
    ])
  func unusable(_ text: String) throws {
    try directory.write(text, to: "one/walkthroughs/a.json")
    #expect(try problem("a", catalog())?.hasPrefix(directory.file("one/walkthroughs/a.json:")) == true)
  }

  @Test("takes large files, up to the limit of each kind") func limits() throws {
    func padded(_ text: String, to size: Int) -> String {
      text + String(repeating: " ", count: size - text.utf8.count)
    }
    let manifest = #"{"format": 1, "id": "ID", "version": "1"}"#
    for (id, size) in [("a", 1 << 20), ("b", 1 << 20 + 1)] {
      try directory.write(
        padded(manifest.replacing("ID", with: id), to: size), to: "one/walkthroughs/\(id).json")
    }
    let component = "<component><id>ID</id><releases><release version='1'/></releases></component>"
    for (id, size) in [("c", 2 << 20), ("d", 8 << 20 + 1)] {
      try directory.write(padded(component.replacing("ID", with: id), to: size), to: "one/metainfo/\(id).xml")
    }
    let catalog = catalog()
    for id in ["a", "c"] { #expect(catalog.entry(exactly: try AppID(id))?.app.installed != nil, "\(id)") }
    for id in ["b", "d"] { #expect(try problem(id, catalog)?.contains("larger than") == true, "\(id)") }
  }

  @Test(
    "never opens what is no regular file, and takes a broken link for nothing",
    arguments: ["metainfo", "walkthroughs"])
  func kinds(_ folder: String) throws {
    let suffix = folder == "metainfo" ? "metainfo.xml" : "json"
    func file(_ name: String) -> String { directory.file("one/\(folder)/\(name).\(suffix)") }
    try directory.write("", to: "one/\(folder)/x")
    #expect(mkfifo(file("fifo"), 0o644) == 0)
    #expect(mkdir(file("folder"), 0o755) == 0)
    symlink("/dev/null", file("device"))
    symlink("fifo.\(suffix)", file("link"))
    symlink("nowhere", file("dangling"))
    symlink("loop.\(suffix)", file("loop"))
    var opened: [String] = []
    let catalog = catalog(intervene: { call, path in
      if call == .open { opened.append(path) }
      return nil
    })
    let ids = catalog.allEntries.map(\.app.id.text).sorted()
    #expect(ids == ["device", "fifo", "folder", "link"])
    for id in ids { #expect(try problem(id, catalog)?.contains("not a regular file") == true) }
    #expect(opened.isEmpty)
  }

  @Test("a broken link lets the lower directory's file count") func danglingAbove() throws {
    try directory.write("", to: "one/walkthroughs/x")
    symlink("nowhere", directory.file("one/walkthroughs/a.json"))
    try walkthrough("a", "2", at: "two/walkthroughs/a.json")
    #expect(catalog().entry(exactly: try AppID("a"))?.app.installed?.version.text == "2")
  }

  @Test("an unreadable file makes its app invalid, and is tried again", arguments: [EACCES, EIO])
  func unreadable(_ errno: Int32) throws {
    try walkthrough("a")
    try walkthrough("b")
    var fails = true
    let catalog = catalog(intervene: { call, path in
      fails && call == .open && path.hasSuffix("a.json") ? .fail(errno) : nil
    })
    #expect(try problem("a", catalog)?.contains("a.json") == true)
    #expect(try problem("b", catalog) == nil)
    fails = false
    catalog.scan()
    #expect(try problem("a", catalog) == nil)
  }

  // MARK: - Broken metainfo

  @Test("broken metainfo finds its app under both spellings") func brokenSpelling() throws {
    // Real stems often lack the .desktop of the id inside.
    try metainfo("a.desktop", "1", at: "one/metainfo/a.metainfo.xml")
    try directory.write("<", to: "two/metainfo/a.metainfo.xml")
    try directory.write("<", to: "one/metainfo/b.appdata.xml")
    try metainfo("b.desktop", "1", at: "two/metainfo/b.metainfo.xml")
    let catalog = catalog()
    #expect(catalog.allEntries.map(\.app.id.text).sorted() == ["a.desktop", "b.desktop"])
    #expect(try problem("a.desktop", catalog) == nil)
    #expect(
      try problem("b.desktop", catalog)?.hasPrefix(directory.file("one/metainfo/b.appdata.xml:")) == true)
  }

  @Test("of two broken metainfo files the first is told") func twoBroken() throws {
    try directory.write("<", to: "one/metainfo/a.xml")
    try directory.write("<", to: "two/metainfo/a.xml")
    #expect(try problem("a", catalog())?.hasPrefix(directory.file("one/")) == true)
  }

  @Test("a hidden app needs no version, and no metainfo that can be used") func hidden() throws {
    try directory.write(
      #"{"format": 1, "id": "a", "hidden": true}"#, to: "one/walkthroughs/a.json")
    try directory.write("<", to: "one/metainfo/a.xml")
    try walkthrough("a", at: "two/walkthroughs/a.json")
    #expect(catalog().entry(exactly: try AppID("a"))?.app.availability == .hidden(nil))
  }

  // MARK: - Directories

  @Test("a directory reached by two paths counts once, where it is reached first") func sameDirectory() throws
  {
    try metainfo("a", nil, at: "one/metainfo/a.xml")
    try walkthrough("a", at: "one/walkthroughs/a.json")
    try directory.write("", to: "x/y")
    symlink("../one", directory.file("x/link"))
    var opened = 0
    let catalog = catalog(
      "x/link", "one",
      intervene: { call, _ in
        if call == .open { opened += 1 }
        return nil
      })
    #expect(opened == 2)
    #expect(
      catalog.entry(exactly: try AppID("a"))?.source?.path == directory.file("x/link/walkthroughs/a.json"))
  }

  @Test("watches the directories that do not exist yet") func directories() throws {
    try directory.write("", to: "two/x")
    #expect(
      catalog().watched.contains(WatchedPlace(directory.file("two/metainfo"))),
      "what is made there may be an app")
  }

  @Test("notices what is added, changed, replaced and removed") func changes() throws {
    let catalog = catalog()
    #expect(catalog.allEntries.isEmpty)
    let path = try walkthrough("a", "1")
    catalog.scan()
    #expect(catalog.entry(exactly: try AppID("a"))?.app.installed?.version.text == "1")
    try walkthrough("a", "2", at: "one/walkthroughs/.a.new")
    #expect(rename(directory.file("one/walkthroughs/.a.new"), path) == 0)
    catalog.scan()
    #expect(catalog.entry(exactly: try AppID("a"))?.app.installed?.version.text == "2")
    try metainfo("a", "3", at: "two/metainfo/a.xml", more: "<name>Late</name>")
    catalog.scan()
    #expect(catalog.entry(exactly: try AppID("a"))?.name == "Late")
    unlink(path)
    catalog.scan()
    #expect(catalog.entry(exactly: try AppID("a"))?.app.installed?.version.text == "3")
    unlink(directory.file("two/metainfo/a.xml"))
    catalog.scan()
    #expect(catalog.allEntries.isEmpty)
  }

  // MARK: - Flatpak

  private let deployment = "f/app/org.example.App/x86_64/stable/0123"

  /// An installation `f` with an app, as Flatpak lays it out, and its exports.
  private func installApp(_ id: String = "org.example.App") throws {
    try walkthrough(id, "2.0", at: "\(deployment)/files/share/walkthroughs/org.example.App.json")
    try directory.write("png", to: "\(deployment)/files/share/walkthroughs/in.png")
    try directory.write("png", to: "\(deployment)/files/share/out.png")
    try directory.write("png", to: "\(deployment)/files/share/walkthroughs/other.Id.json")
    symlink("x86_64/stable", directory.file("f/app/org.example.App/current"))
    symlink("0123", directory.file("f/app/org.example.App/x86_64/stable/active"))
    try metainfo("org.example.App", "1.0", at: "f/exports/share/metainfo/org.example.App.metainfo.xml")
  }

  @Test("reads an app's own manifest where Flatpak put it, and its pictures as the app sees them")
  func flatpak()
    throws
  {
    try installApp()
    let catalog = catalog("f/exports/share")
    #expect(catalog.allEntries.map(\.app.id.text) == ["org.example.App"])
    let entry = try #require(catalog.entry(exactly: try AppID("org.example.App")))
    #expect(entry.app.installed?.version.text == "2.0")
    let folder = "f/app/org.example.App/current/active/files/share/walkthroughs"
    #expect(entry.source?.path == directory.file("\(folder)/org.example.App.json"))
    #expect(catalog.image("in.png", of: entry) == directory.file("\(folder)/in.png"))
    #expect(catalog.image("in.png", ofSandboxed: entry) == "/app/share/walkthroughs/in.png")
    #expect(catalog.image("../out.png", ofSandboxed: entry) == nil)
    // An update swaps `active` for another deployment.
    let active = directory.file("f/app/org.example.App/x86_64/stable/active")
    try walkthrough(
      "org.example.App", "2.1",
      at: "f/app/org.example.App/x86_64/stable/4567/files/share/walkthroughs/org.example.App.json")
    unlink(active)
    symlink("4567", active)
    catalog.scan()
    #expect(catalog.entry(exactly: try AppID("org.example.App"))?.app.installed?.version.text == "2.1")
  }

  @Test("lets a Flatpak app's manifest speak for that app alone") func flatpakOfAnother() throws {
    try installApp("org.example.Other")
    let catalog = catalog("f/exports/share")
    #expect(catalog.allEntries.map(\.app.id.text) == ["org.example.App"])
    #expect(try problem("org.example.App", catalog) != nil)
  }

  @Test("gives a sandboxed app no picture from outside of it") func hostImage() throws {
    try walkthrough("a")
    try directory.write("png", to: "one/walkthroughs/in.png")
    let catalog = catalog()
    let entry = try #require(catalog.entry(exactly: try AppID("a")))
    #expect(catalog.image("in.png", of: entry) != nil)
    #expect(catalog.image("in.png", ofSandboxed: entry) == nil)
  }

  // MARK: - Pictures

  @Test("serves a picture beside the manifest that the manifest's link leads to") func linkedManifest() throws
  {
    try walkthrough("a", at: "store/hash/walkthroughs/a.json")
    try directory.write("png", to: "store/hash/walkthroughs/a/in.png")
    try directory.write("png", to: "store/other.png")
    try directory.write("", to: "one/walkthroughs/x")
    symlink("../../store/hash/walkthroughs/a.json", directory.file("one/walkthroughs/a.json"))
    symlink("../../store/hash/walkthroughs/a", directory.file("one/walkthroughs/a"))
    symlink("../../store/other.png", directory.file("one/walkthroughs/other.png"))
    let catalog = catalog()
    let entry = try #require(catalog.entry(exactly: try AppID("a")))
    #expect(catalog.image("a/in.png", of: entry) == directory.file("one/walkthroughs/a/in.png"))
    #expect(catalog.image("other.png", of: entry) == nil)
  }

  @Test("takes no directory, FIFO, dangling link or sibling of a like name for a picture") func noImages()
    throws
  {
    try walkthrough("a")
    try directory.write("png", to: "one/walkthroughs-other/in.png")
    #expect(mkfifo(directory.file("one/walkthroughs/fifo.png"), 0o644) == 0)
    symlink("nowhere", directory.file("one/walkthroughs/dangling.png"))
    let catalog = catalog()
    let entry = try #require(catalog.entry(exactly: try AppID("a")))
    for path in ["../walkthroughs-other/in.png", "fifo.png", "dangling.png", ".", "..", "/etc/passwd"] {
      #expect(catalog.image(path, of: entry) == nil, "\(path)")
    }
  }
}
