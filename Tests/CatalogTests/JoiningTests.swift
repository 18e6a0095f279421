// Joining manifests and metainfo, and what the search path is.

import Glibc
import System
import TestSupport
import Testing
import WalkthroughModel

@testable import Catalog

@Suite struct JoiningTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func walkthrough(_ id: String, _ members: String, in data: String = "one") throws {
    try directory.write(
      "{\"format\": 1, \"id\": \"\(id)\"\(members.isEmpty ? "" : ", ")\(members)}",
      to: "\(data)/walkthroughs/\(id).json")
  }

  private func metainfo(_ id: String, _ version: String?, _ file: String, more: String = "") throws {
    let release = version.map { "<release version=\"\($0)\"/>" } ?? ""
    try directory.write(
      "<component><id>\(id)</id><name>\(file)</name>\(more)<releases>\(release)</releases></component>",
      to: file)
  }

  /// Apps as `id version name`, the version `!` where it is invalid and `-` where there is none.
  private func apps() -> [String] {
    let path = SearchPath {
      ["XDG_DATA_HOME": directory.file("one"), "XDG_DATA_DIRS": directory.file("two")][$0]
    }
    let catalog = Catalog(searchPath: path, locale: LocalePreference("C"), system: System()) { _ in }
    catalog.scan()
    return catalog.allEntries.sorted { $0.app.id < $1.app.id }.map { entry in
      let version =
        switch entry.app.availability {
        case .ready(let installed): installed.version.text
        case .hidden(let installed): "hidden \(installed?.version.text ?? "-")"
        case .invalid: "!"
        }
      return "\(entry.app.id) \(version) \(entry.name)"
    }
  }

  @Test func theFirstManifestCounts() throws {
    try walkthrough("a", "\"version\": \"1\", \"name\": \"One\"", in: "one")
    try walkthrough("a", "\"version\": \"2\", \"name\": \"Two\"", in: "two")
    try walkthrough("b", "\"version\": \"", in: "one")
    try walkthrough("b", "\"version\": \"2\"", in: "two")
    try walkthrough("c", "\"hidden\": true", in: "one")
    try walkthrough("c", "\"version\": \"2\"", in: "two")
    #expect(apps() == ["a 1 One", "b ! b", "c hidden - c"])
  }

  @Test func manifestAndMetainfoJoin() throws {
    try walkthrough("a", "")
    try metainfo("a", "1.5", "two/metainfo/z.xml")
    try walkthrough("b", "\"version\": \"2\"")
    try metainfo("b.desktop", "1", "two/metainfo/b.appdata.xml")
    try walkthrough("c.desktop", "")
    try metainfo("c", "3", "two/appdata/c.appdata.xml")
    try walkthrough("d", "")
    #expect(
      apps() == [
        "a 1.5 two/metainfo/z.xml", "b 2 two/metainfo/b.appdata.xml", "c.desktop 3 two/appdata/c.appdata.xml",
        "d ! d",
      ])
  }

  @Test func bothSpellingsInMetainfoAreTwoApps() throws {
    try walkthrough("a", "")
    try metainfo("a", "1", "one/metainfo/a.xml")
    try metainfo("a.desktop", "2", "one/metainfo/a.desktop.xml")
    #expect(apps() == ["a 1 one/metainfo/a.xml", "a.desktop 2 one/metainfo/a.desktop.xml"])
  }

  @Test func ofTwoMetainfoFilesTheOneWithAVersionGoesFirst() throws {
    try metainfo("a", nil, "one/metainfo/a.metainfo.xml")
    try metainfo("a", "1", "one/metainfo/b.metainfo.xml")
    try metainfo("b", "2", "one/metainfo/c.xml")
    try metainfo("b", "3", "one/appdata/a.xml")
    // A higher data directory still wins, so this one is no app of ours.
    try metainfo("c", nil, "one/metainfo/d.xml")
    try metainfo("c", "4", "two/metainfo/d.xml")
    #expect(apps() == ["a 1 one/metainfo/b.metainfo.xml", "b 2 one/metainfo/c.xml"])
  }

  @Test func brokenMetainfoHurtsOnlyWhatNeedsIt() throws {
    try directory.write("<", to: "one/metainfo/a.metainfo.xml")
    try walkthrough("a", "\"version\": \"1\"")
    try directory.write("<", to: "one/metainfo/b.appdata.xml")
    try walkthrough("b", "")
    try directory.write("<", to: "two/metainfo/c.xml")
    try metainfo("c", "3", "one/metainfo/other.xml")
    try directory.write("<", to: "one/metainfo/d.xml")
    try metainfo("d", "4", "two/metainfo/d.xml")
    #expect(
      apps()
        == ["a 1 a", "b ! b", "c 3 one/metainfo/other.xml", "d ! d"].map {
          $0.replacing("d ! d", with: "d ! two/metainfo/d.xml")
        })
  }

  @Test func whatIsNoRegularFileIsNeverOpened() throws {
    try directory.write("", to: "one/walkthroughs/x")
    mkfifo(directory.file("one/walkthroughs/fifo.json"), 0o644)
    mkdir(directory.file("one/walkthroughs/folder.json"), 0o755)
    symlink("nowhere", directory.file("one/walkthroughs/dangling.json"))
    symlink("loop.json", directory.file("one/walkthroughs/loop.json"))
    #expect(apps() == ["fifo ! fifo", "folder ! folder"])
  }

  @Test func onlyWhatChangedIsReadAgain() throws {
    try walkthrough("a", "\"version\": \"1\"")
    try walkthrough("b", "\"version\": \"1\"")
    var opened: [String] = []
    let system = System { call, path in
      if call == .open { opened.append(path) }
      return nil
    }
    let path = SearchPath { ["XDG_DATA_HOME": directory.file("one"), "XDG_DATA_DIRS": "/nonexistent"][$0] }
    let catalog = Catalog(searchPath: path, locale: LocalePreference("C"), system: system) { _ in }
    // What changed just now may have changed again in the same tick of the clock.
    while try system.identity(of: directory.file("one/walkthroughs/b.json")).isFresh { poll(nil, 0, 20) }
    catalog.scan()
    #expect(opened.count == 2)
    catalog.scan()
    #expect(opened.count == 2)
    try walkthrough("b", "\"version\": \"2.0\"")
    catalog.scan()
    #expect(opened.count == 3)
    catalog.scan()
    #expect(opened.count == 4)
    #expect(catalog.entry(exactly: try AppID("b"))?.app.installed?.version.text == "2.0")
  }

  @Test func picturesLieBelowTheManifest() throws {
    try walkthrough("a", "\"version\": \"1\"")
    try directory.write("png", to: "one/walkthroughs/a/in.png")
    try directory.write("png", to: "one/outside.png")
    symlink("../../outside.png", directory.file("one/walkthroughs/a/link.png"))
    symlink("in.png", directory.file("one/walkthroughs/a/inner.png"))
    let path = SearchPath { ["XDG_DATA_HOME": directory.file("one"), "XDG_DATA_DIRS": "/nonexistent"][$0] }
    let catalog = Catalog(searchPath: path, locale: LocalePreference("C"), system: System()) { _ in }
    catalog.scan()
    let entry = try #require(catalog.entry(exactly: try AppID("a")))
    func image(_ path: String) -> String? { catalog.image(path, of: entry) }
    #expect(image("a/in.png") == directory.file("one/walkthroughs/a/in.png"))
    #expect(image("a/inner.png") != nil)
    #expect(image("a/../a/in.png") != nil)
    for path in [
      "", "a", "a/no.png", "../outside.png", "a/link.png", directory.file("one/walkthroughs/a/in.png"),
    ] {
      #expect(image(path) == nil, "\(path)")
    }
  }
}

@Suite struct SearchPathTests {
  private func paths(_ environment: [String: String]) -> [String] {
    SearchPath { environment[$0] }.directories.map(\.path)
  }

  @Test func followsTheSpecification() {
    #expect(paths(["HOME": "/h"]) == ["/h/.local/share", "/usr/local/share", "/usr/share"])
    #expect(
      paths(["HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/a:b::/c/:/a"]) == ["/d", "/a", "/c"])
    #expect(paths(["HOME": "/h", "XDG_DATA_HOME": "d", "XDG_DATA_DIRS": ""]).count == 3)
    #expect(paths(["HOME": "relative", "XDG_DATA_DIRS": "/a"]) == ["/a"])
  }

  @Test func exportsBelongToAnInstallation() {
    #expect(DataDirectory(path: "/var/lib/flatpak/exports/share").flatpakInstallation == "/var/lib/flatpak")
    #expect(DataDirectory(path: "/usr/share").flatpakInstallation == nil)
  }
}
