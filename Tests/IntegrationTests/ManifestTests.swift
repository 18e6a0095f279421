// Manifest files on the disk: broken ones disturb nobody, all layouts are found, real apps are read.

import Foundation
import Glibc
import TestSupport
import Testing
import WalkthroughClient
import WalkthroughInterface
import WalkthroughModel

private let corpus = ProcessInfo.processInfo.environment["WALKTHROUGH_CORPUS"]

@Suite struct ManifestFileTests {
  /// Broken manifests of every kind, by a name that becomes a part of the app id.
  private static func brokenManifests() -> [(name: String, bytes: [UInt8])] {
    func text(_ text: String) -> [UInt8] { Array(text.utf8) }
    var broken: [(String, [UInt8])] = [
      ("Empty", []), ("Space", text("  \n")), ("Null", text("null")), ("Array", text("[]")),
      ("Latin1", text("{\"format\": 1, \"id\": \"") + [0xE9]), ("Nul", [0, 0, 0]),
      ("Utf16", [0xFF, 0xFE, 0x7B, 0]),
      ("Deep", text(String(repeating: "[", count: 100_000))),
      ("Large", text("{\"format\": 1, \"x\": \"\(String(repeating: "x", count: 1 << 20))\"}")),
    ]
    // Each member in turn wrong or missing; ID stands for the right id.
    let wrong = [
      "\"format\": 2", "\"format\": \"1\"", "\"format\": 0", "\"format\": null",
      "\"id\": \"org.example.Wrong\"",
      "\"id\": 1", "\"id\": \"\"", "\"version\": 2", "\"version\": \"\"", "\"version\": \"abc\"",
      "\"version\": \"1 2\"", "\"name\": 3", "\"name\": {\"de\": \"x\"}", "\"name\": {}",
      "\"hidden\": \"yes\"",
      "\"release-notes\": 0", "\"language\": 5", "\"labels\": []", "\"labels\": {\"done\": 1}",
      "\"pages\": {}",
      "\"pages\": [1]", "\"pages\": [{}]", "\"pages\": [{\"id\": \"a\"}]", "\"pages\": [{\"title\": \"a\"}]",
      "\"pages\": [{\"id\": \"a b\", \"title\": \"a\"}]", "\"pages\": [{\"id\": \"\", \"title\": \"a\"}]",
      "\"pages\": [{\"id\": \"a\", \"title\": 1}]",
      "\"pages\": [{\"id\": \"a\", \"title\": {\"de\": \"x\"}}]",
      "\"pages\": [{\"id\": \"a\", \"title\": \"a\"}, {\"id\": \"a\", \"title\": \"b\"}]",
      "\"pages\": [{\"id\": \"a\", \"title\": \"a\", \"since\": 1}]",
      "\"pages\": [{\"id\": \"a\", \"title\": \"a\", \"since\": \"x\"}]",
      "\"pages\": [{\"id\": \"a\", \"title\": \"a\", \"for\": \"all\"}]",
      "\"pages\": [{\"id\": \"a\", \"title\": \"a\", \"body\": []}]",
      "\"pages\": [{\"id\": \"a\", \"title\": \"a\", \"image\": 1}]",
      "\"pages\": [{\"id\": \"a\", \"title\": \"a\", \"link\": \"https://example.org\"}]",
      "\"pages\": [{\"id\": \"a\", \"title\": \"\\u0000\"}]",
      "\"pages\": [{\"id\": \"a\", \"title\": \"\\ud800\"}]",
      "\"pages\": [\(Array(repeating: "1", count: 300).joined(separator: ","))]",
    ]
    for (number, member) in wrong.enumerated() {
      let name = member.split(separator: "\"")[0]
      let all = ["format": "1", "id": "\"ID\"", "version": "\"1.0\""].filter { $0.key != name }
      let others = all.map { "\"\($0.key)\": \($0.value)" }
      broken.append(("Wrong\(number)", text("{\n\((others + [member]).joined(separator: ",\n"))\n}")))
    }
    let good =
      "{\"format\": 1, \"id\": \"ID\", \"version\": \"1.0\", \"pages\": [{\"id\": \"a\", \"title\": \"a\"}]}"
    // Cut short at every second place, and with something put in.
    for length in stride(from: 1, to: good.count - 1, by: 2) {
      broken.append(("Cut\(length)", text(String(good.prefix(length)))))
    }
    for length in [0, 1, 12, 13, good.count - 1, good.count] {
      broken.append(("Put\(length)", text(good.prefix(length) + "}" + good.dropFirst(length))))
    }
    return broken
  }

  @Test func brokenManifestsDisturbNobody() throws {
    let session = try Session()
    session.expectedInLog = ["org.example."]
    defer { session.stay() }
    let broken = Self.brokenManifests()
    #expect(broken.count > 85)
    for (name, bytes) in broken {
      let id = "org.example.\(name)"
      try session.home.write("", to: "data/walkthroughs/x")
      let content = Data(
        String(decoding: bytes, as: UTF8.self).contains("ID") ? bytes.replacingID(id) : bytes)
      try content.write(to: URL(fileURLWithPath: session.home.file("data/walkthroughs/\(id).json")))
    }
    mkfifo(session.home.file("data/walkthroughs/org.example.Fifo.json"), 0o644)
    mkdir(session.home.file("data/walkthroughs/org.example.Folder.json"), 0o755)
    try session.home.write("", to: "data/metainfo/x")
    let brokenXML = [
      "Bomb": "<!DOCTYPE c [<!ENTITY a \"b\"><!ENTITY c \"&a;&a;\">]><component><id>x</id></component>",
      "External":
        "<!DOCTYPE c [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><component><id>&a;</id></component>",
      "Open": "<component><id>org.example.Open</id>", "Twice": "<a/><b/>", "NoID": "<component/>",
      "BadID": "<component><id>../x</id></component>", "Text": "text", "Amp": "<component>&</component>",
      "Nothing": "",
    ]
    for (name, xml) in brokenXML {
      try session.home.write(xml, to: "data/metainfo/org.example.\(name).metainfo.xml")
    }
    try session.install(manifest("org.example.good", "1.0", "intro"), "org.example.good")
    let client = try session.client()
    let names = broken.map(\.name) + ["Fifo", "Folder"] + brokenXML.keys
    for name in names {
      let status = try client.status("org.example.\(name)")
      #expect(status.reason == .invalid, "\(name)")
      let problem = status.problem ?? ""
      #expect(problem.contains("org.example.\(name)"), "\(name): \(problem)")
      let isPlaced = problem.firstMatch(of: #/(json|xml):\d+:\d+: /#) != nil
      #expect(isPlaced || ["Fifo", "Folder", "Large"].contains(name), "\(name): \(problem)")
      #expect(
        errorName { _ = try client.pages("org.example.\(name)") } == "org.walkthroughd.Error.InvalidManifest")
    }
    #expect(try client.list().count == names.count + 1)
    #expect(try client.listDue() == ["org.example.good"])
    #expect(try client.pages("org.example.good").pages.count == 1)
  }

  @Test func aFlatpakAppsOwnManifestIsFound() throws {
    let home = try TemporaryDirectory()
    let id = "org.example.Flat"
    let files = "installation/app/\(id)/x86_64/stable/abc/files/share/walkthroughs"
    try home.write(manifest(id, "1.0", "intro"), to: "\(files)/\(id).json")
    try home.write(manifest("org.example.Other", "1.0", "intro"), to: "\(files)/org.example.Other.json")
    try home.write(metainfo(id, "0.9"), to: "installation/exports/share/metainfo/\(id).metainfo.xml")
    symlink("x86_64/stable", home.file("installation/app/\(id)/current"))
    symlink("abc", home.file("installation/app/\(id)/x86_64/stable/active"))
    let flatpak = try Session(["XDG_DATA_DIRS": home.file("installation/exports/share")])
    defer { flatpak.stay() }
    let apps = try flatpak.client().list()
    #expect(apps == [AppSummary(appID: id, name: "App", installed: "1.0", reason: .introduction)])
  }

  @Test func spellingsAndAliasesMeanOneApp() throws {
    let session = try Session()
    defer { session.stay() }
    try session.install(manifest("org.example.New", "2.0", "intro"), "org.example.New")
    try session.installMetainfo(
      """
      <component><id>org.example.New.desktop</id><name>New</name>
      <provides><id>org.example.Old</id></provides>
      <launchable type="desktop-id">new.desktop</launchable></component>
      """, "any-name.xml")
    let client = try session.client()
    for id in ["org.example.New", "org.example.New.desktop", "org.example.Old", "new.desktop", "new"] {
      #expect(try client.status(id).appID == "org.example.New", "\(id)")
    }
    #expect(try client.list().count == 1)
    try session.home.write(
      #"{"format": 1, "app": "org.example.Old", "seen": "2.0", "outcome": "completed", "changed": "2026-11-30T02:22:00Z"}"#,
      to: session.recordFile("org.example.Old"))
    #expect(try !client.shouldShow("org.example.New"))
    try client.reset("new")
    #expect(try client.shouldShow("org.example.New"))
  }

  @Test func languagesAreServed() throws {
    let session = try Session(["LANG": "de_DE.UTF-8"])
    defer { session.stay() }
    try session.install(
      """
      {"format": 1, "id": "a", "version": "1", "name": {"en": "Name", "de": "Nomen"},
       "pages": [{"id": "p", "title": {"en": "Hello", "de": "Hallo", "zh_TW": "哈囉"}}],
       "labels": {"done": {"en": "Go", "de": "Los"}}}
      """, "a")
    func title(_ language: String) throws -> String? {
      let pages = try session.client(language).pages("a")
      return pages.pages.first.map {
        "\($0.title) \(pages.name) \(pages.labels[.done] ?? "") \(pages.locale)"
      }
    }
    #expect(try title("C") == "Hello Name Go en")
    #expect(try title("de_AT.UTF-8") == "Hallo Nomen Los de")
    #expect(try title("zh_HK") == "哈囉 Name Go zh_TW")
    #expect(try title("fr_FR") == "Hello Name Go en")
    #expect(try session.client("C").list().first?.name == "Nomen")
  }

  @Test("Real apps are listed", .enabled(if: corpus != nil, "set WALKTHROUGH_CORPUS to a folder of metainfo"))
  func realAppsAreListed() throws {
    let session = try Session()
    defer { session.stay() }
    let folder = try #require(corpus)
    try session.home.write("", to: "data/x")
    #expect(symlink(folder, session.home.file("data/metainfo")) == 0)
    // Read by another XML parser, which shares no line with ours.
    let reading = try ChildProcess.run("/usr/bin/python3", ["-c", independentReading, folder])
    #expect(reading.status == 0, "\(reading.errors)")
    let expected = Set(reading.output.split(separator: "\n").map(String.init))
    let listed = try session.client().list().map { "\($0.appID)\t\($0.name)\t\($0.installed)" }
    #expect(expected.count > 30)
    #expect(Set(listed) == expected)
  }

  @Test(
    "Real upgrades show the notes between",
    .enabled(if: corpus != nil, "set WALKTHROUGH_CORPUS to a folder of metainfo"),
    arguments: [
      ("org.gimp.GIMP", "2.10.28", ["2.10.34", "2.10.32", "2.10.30"]),
      ("org.gnome.Maps", "43.2", ["43.5", "43.4", "43.3"]),
      ("com.github.johnfactotum.Foliate", "2.6.2", ["2.6.4", "2.6.3"]),
      ("org.inkscape.Inkscape", "1.1", []), ("com.gexperts.Tilix", "1.9.3", ["1.9.5", "1.9.4"]),
    ])
  func realUpgrades(_ id: String, _ old: String, _ expected: [String]) throws {
    let session = try Session()
    defer { session.stay() }
    let folder = try #require(corpus)
    try session.home.write("", to: "data/x")
    #expect(symlink(folder, session.home.file("data/metainfo")) == 0)
    try session.home.write(
      #"{"format": 1, "apps": {"\#(id)": "\#(old)"}}"#, to: "state/walkthroughd/baselines.json")
    let update = try session.client().pages(id)
    #expect(update.kind == .update)
    let versions = update.pages.compactMap(\.since)
    if !expected.isEmpty { #expect(versions == expected) }
    #expect(
      versions
        == versions.sorted { left, right in
          guard let one = try? Version(left), let other = try? Version(right) else { return false }
          return other < one
        })
    let translated = try session.client("de").pages(id).pages.map(\.body)
    let isTranslated = id == "org.gimp.GIMP"
    if isTranslated { #expect(translated != update.pages.map(\.body)) }
    #expect(update.pages.allSatisfy { !$0.body.isEmpty })
  }
}

/// Ids, names and versions by Python's parser; the greatest stable version by plain number order.
private let independentReading = """
  import glob, re, sys, xml.etree.ElementTree as tree
  def key(v): return [int(n) for n in re.findall(r'\\d+', v.split('+')[0])]
  apps = {}
  for path in sorted(glob.glob(sys.argv[1] + '/*.xml')):
      root = tree.parse(path).getroot()
      for e in root.iter():
          if isinstance(e.tag, str): e.tag = e.tag.split('}')[-1]
      lang = '{http://www.w3.org/XML/1998/namespace}lang'
      if root.get('type') in ('addon', 'runtime', 'font', 'source', 'codec'): continue
      id = [e.text.strip() for e in root.findall('id') if not e.get(lang)][0]
      name = ([e.text.strip() for e in root.findall('name') if not e.get(lang)] + [id])[0]
      rel = root.findall('releases/release')
      stable = [r.get('version') for r in rel if r.get('version') and r.get('type') not in ('development', 'snapshot')]
      every = [r.get('version') for r in rel if r.get('version')]
      versions = stable or every
      if not versions or id in apps: continue
      best = versions[0]
      for v in versions[1:]:
          if key(v) > key(best): best = v
      apps[id] = (name, best)
  for id, (name, version) in apps.items(): print(id, name, version, sep='\\t')
  """

extension [UInt8] {
  fileprivate func replacingID(_ id: String) -> [UInt8] {
    Array(String(decoding: self, as: UTF8.self).replacing("\"ID\"", with: "\"\(id)\"").utf8)
  }
}
