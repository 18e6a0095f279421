// Which files make an app: data directories, manifest and metainfo together, spellings, links.

import Glibc
import TestSupport
import Testing
import WalkthroughDBus

private let app = "org.example.App"

@Suite struct JoiningOnTheBusTests {
  /// Ids, names, versions and reasons of all apps.
  private func list(_ session: Session) throws -> [String] {
    let apps = try RawCaller(session).call("List").first?.asFieldsList ?? []
    return apps.map { app in
      ["app-id", "name", "installed", "reason"].map { app[$0]?.asString ?? "-" }.joined(separator: " ")
    }
  }

  private func source(_ session: Session, _ id: String = app) throws -> String? {
    try RawCaller(session).call("Status", .string(id)).first?.asFields?["source"]?.asString
  }

  @Test func manifestAndMetainfoAreJoined() throws {
    let session = try Session()
    defer { session.stay() }
    try session.installMetainfo(metainfo(app, "3.0", "2.0", name: "Editor"), "any.xml", in: "system")
    try session.install(
      #"{"format": 1, "id": "\#(app)", "pages": [{"id": "intro", "title": "Hi"}]}"#, app)
    #expect(try list(session) == ["\(app) Editor 3.0 introduction"])
    #expect(try source(session) == session.home.file("data/walkthroughs/\(app).json"))
    // Release notes stand in where no page is due, unless the author says no.
    let caller = try RawCaller(session)
    try session.replace(session.recordFile(app), with: record(app, seen: "1.0"))
    #expect(try caller.pageIDs("Pages", app) == ["release-3.0", "release-2.0"])
    try session.install(#"{"format": 1, "id": "\#(app)", "release-notes": false}"#, app)
    #expect(try list(session) == ["\(app) Editor 3.0 none"])
    try session.install(#"{"format": 1, "id": "\#(app)", "name": "Own", "version": "2.5"}"#, app)
    #expect(try list(session) == ["\(app) Own 2.5 update"])
    #expect(try caller.pageIDs("Pages", app) == ["release-2.0"])
    #expect(try caller.pageIDs("AllPages", app) == ["release-2.0"])
  }

  @Test func theHigherDirectoryWins() throws {
    let session = try Session()
    defer { session.stay() }
    session.expectedInLog = [app]
    try session.install(manifest(app, "1.0", "intro"), app, in: "system")
    #expect(try list(session) == ["\(app) \(app) 1.0 introduction"])
    try session.install(#"{"format": 1, "id": "\#(app)", "hidden": true}"#, app)
    #expect(try list(session) == ["\(app) \(app)  hidden"])
    // A mistake shows: what lies lower does not stand in.
    try session.install("{", app)
    #expect(try list(session) == ["\(app) \(app)  invalid"])
    try session.remove("data/walkthroughs/\(app).json")
    #expect(try list(session) == ["\(app) \(app) 1.0 introduction"])
    // A link that leads nowhere is as if absent.
    #expect(symlink("nowhere", session.home.file("data/walkthroughs/\(app).json")) == 0)
    #expect(try list(session) == ["\(app) \(app) 1.0 introduction"])
    #expect(try source(session) == session.home.file("system/walkthroughs/\(app).json"))
  }

  @Test func hiddenAppsStillShowAllTheirPages() throws {
    let session = try Session()
    defer { session.stay() }
    let hidden = """
      {"format": 1, "id": "\(app)", "version": "1.0", "hidden": true,
       "pages": [{"id": "intro", "title": "Hi"}, {"id": "later", "title": "Not yet", "since": "2.0"}]}
      """
    try session.install(hidden, app)
    let caller = try RawCaller(session)
    #expect(try caller.pageIDs("Pages", app) == [])
    #expect(try caller.pageIDs("AllPages", app) == ["intro"])
    #expect(try caller.call("ShouldShow", .string(app)) == [.bool(false)])
    try session.install(#"{"format": 1, "id": "\#(app)", "hidden": true}"#, app)
    let error = try caller.error { try caller.call("Complete", .string(app), .string("1.0")) }
    #expect(error?.name == "org.walkthroughd.Error.InvalidVersion")
  }

  @Test func theStemMustBeTheID() throws {
    let session = try Session()
    defer { session.stay() }
    session.expectedInLog = ["org.example.Stem"]
    try session.install(manifest(app, "1.0", "intro"), "org.example.Stem")
    #expect(try list(session) == ["org.example.Stem org.example.Stem  invalid"])
  }

  @Test func metainfoThatIsNoAppIsPassedOver() throws {
    let session = try Session()
    defer { session.stay() }
    for (number, type) in ["addon", "font", "runtime", "codec", "icon-theme", "driver"].enumerated() {
      try session.installMetainfo(
        metainfo("org.example.\(type)", "1.0").replacing("desktop-application", with: type), "\(number).xml")
    }
    try session.installMetainfo(metainfo("org.example.Versionless"), "x.xml")
    try session.installMetainfo(
      metainfo("org.example.Console", "1.0").replacing("desktop-application", with: "console-application"),
      "c.xml")
    try session.home.write(metainfo("org.example.Old", "1.0"), to: "data/appdata/old.appdata.xml")
    #expect(
      try list(session) == ["org.example.Console App 1.0 none", "org.example.Old App 1.0 none"])
    #expect(try RawCaller(session).reason("org.example.Versionless") == "unknown")
  }

  @Test func metainfoThatCannotBeUsedHarmsLittle() throws {
    let session = try Session()
    defer { session.stay() }
    session.expectedInLog = [".xml"]
    let names = ["Complete", "Lacking", "Alone", "Higher"].map { "org.example.\($0)" }
    for name in names {
      let suffix = name == names[2] ? ".appdata.xml" : ".metainfo.xml"
      try session.installMetainfo("<component><id>", name + suffix, in: "system")
    }
    try session.install(manifest(names[0], "1.0"), names[0])
    try session.install(#"{"format": 1, "id": "\#(names[1])"}"#, names[1])
    try session.installMetainfo(metainfo(names[3], "2.0"), "h.xml")
    #expect(
      try list(session) == [
        "\(names[2]) \(names[2])  invalid", "\(names[0]) \(names[0]) 1.0 none",
        "\(names[3]) App 2.0 none", "\(names[1]) \(names[1])  invalid",
      ])
  }

  @Test func spellingsWithAndWithoutDesktop() throws {
    let session = try Session()
    defer { session.stay() }
    let caller = try RawCaller(session)
    try session.installMetainfo(metainfo("\(app).desktop", "1.0"), "a.xml")
    #expect(try list(session) == ["\(app).desktop App 1.0 none"])
    // A baseline kept under metainfo's spelling counts for the manifest's.
    try session.install(manifest(app, "2.0", "a@2.0"), app)
    #expect(try list(session) == ["\(app) App 2.0 update"])
    #expect(try caller.pageIDs("Pages", "\(app).desktop") == ["a"])
    // Where metainfo has both spellings, the exact one joins, and the baseline is the other app's.
    try session.installMetainfo(metainfo(app, "1.5", name: "Exact"), "b.xml")
    #expect(try list(session) == ["\(app) Exact 2.0 none", "\(app).desktop App 1.0 none"])
  }

  @Test func theSameDirectoryTwiceCountsOnce() throws {
    let home = try TemporaryDirectory()
    try home.write(manifest(app, "1.0", "intro"), to: "share/walkthroughs/\(app).json")
    #expect(symlink("share", home.file("link")) == 0)
    let session = try Session([
      "XDG_DATA_DIRS": "relative::\(home.file("link")):\(home.file("share"))/:\(home.file("missing"))"
    ])
    defer { session.stay() }
    #expect(try list(session) == ["\(app) \(app) 1.0 introduction"])
    // A directory that comes into being is seen, too.
    try home.write(manifest("later", "1.0", "intro"), to: "missing/walkthroughs/later.json")
    try session.eventually("the new directory is seen") { try list(session).count == 2 }
  }

  @Test func imagesStayInTheirDirectory() throws {
    let session = try Session()
    defer { session.stay() }
    let images = [
      "\(app)/in.png", "../secret.png", "\(app)/out.png", "\(app)/around.png", "\(app)", "missing.png",
      "/etc/passwd",
    ]
    let pages = images.enumerated().map { number, image in
      #"{"id": "p\#(number)", "title": "t", "image": "\#(image)", "alt": "words"}"#
    }
    try session.install(
      #"{"format": 1, "id": "\#(app)", "version": "1", "pages": [\#(pages.joined(separator: ","))]}"#, app)
    for name in ["data/walkthroughs/\(app)/in.png", "data/secret.png"] {
      try session.home.write("png", to: name)
    }
    let directory = session.home.file("data/walkthroughs/\(app)")
    #expect(symlink(session.home.file("data/secret.png"), "\(directory)/out.png") == 0)
    #expect(symlink("in.png", "\(directory)/around.png") == 0)
    let reply = try RawCaller(session).call("Pages", .string(app), .string("C"))
    let served = try #require(reply.last?.asFieldsList)
    #expect(served.count == images.count)
    // Whether a link inside is served under its own path or its end's is free.
    #expect(served.map { $0["image"] != nil } == [true, false, false, true, false, false, false])
    #expect(served[0]["image"] == .string("\(directory)/in.png"))
    #expect(served.allSatisfy { $0["image-alt"] == .string("words") })
  }

  @Test func linksOfPagesAreChecked() throws {
    let session = try Session()
    defer { session.stay() }
    let urls = [
      "https://a.example", "HTTP://a.example", "help:app", "man:ls(1)", "javascript:x", "file:///x", "",
    ]
    let pages = urls.enumerated().map { number, url in
      #"{"id": "p\#(number)", "title": "t", "link": {"label": "more", "url": "\#(url)"}}"#
    }
    try session.install(
      """
      {"format": 1, "id": "\(app)", "version": "1", "pages": [\(pages.joined(separator: ",")),
       {"id": "q", "title": "t", "link": {"label": "more"}}, {"id": "r", "title": "t", "link": {"url": "man:x"}}]}
      """, app)
    let reply = try RawCaller(session).call("Pages", .string(app), .string("C"))
    let served = try #require(reply.last?.asFieldsList)
    #expect(
      served.map { $0["link-url"]?.asString }
        == ["https://a.example", "HTTP://a.example", "help:app", "man:ls(1)", nil, nil, nil, nil, "man:x"])
    #expect(
      served.map { $0["link-label"] != nil } == [true, true, true, true, false, false, false, false, false])
  }

  @Test func whatIsDueComesInOrder() throws {
    let session = try Session()
    defer { session.stay() }
    let updates = ["org.example.U1", "org.example.U2", "org.example.U3"]
    for id in updates { try session.home.write(record(id, seen: "1.0"), to: session.recordFile(id)) }
    for id in ["b", "a"] { try session.install(manifest(id, "1.0", "intro"), id) }
    // Installed in this order; the change time of a file cannot be set, so it has to pass.
    for id in [updates[1], updates[2], updates[0]] {
      try session.install(manifest(id, "2.0", "n@2.0"), id)
      try session.passMoment()
    }
    #expect(
      try RawCaller(session).call("ListDue")
        == [.strings(["a", "b", updates[0], updates[2], updates[1]])])
  }
}
