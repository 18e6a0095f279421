// What is taken from a component, and which files cannot be used.

import ManifestFormat
import Testing
import WalkthroughModel

@Suite("Metainfo")
struct MetainfoTests {
  // MARK: - The component

  @Test(
    "is read under every root and every type of an app",
    arguments: [
      "<component type='desktop-application'>|</component>", "<component>|</component>",
      "<component type=''>|</component>", "<component type='console-application'>|</component>",
      "<component type='web-application'>|</component>", "<component type='something-new'>|</component>",
      "<component xmlns='https://specifications.freedesktop.org/metainfo/1.0'>|</component>",
      "<application>|</application>", "<desktop-application>|</desktop-application>",
      "<?xml version='1.0' encoding='UTF-8'?><!-- Copyright --><component>|</component>",
      "\u{FEFF}<component>|</component>", "<!DOCTYPE component><component>|</component>",
    ])
  func roots(_ root: String) throws {
    let parts = root.split(separator: "|").map(String.init)
    let metainfo = try #require(try parse(parts[0] + "<id>a.b.C</id>" + parts[1]))
    #expect(metainfo.id.text == "a.b.C")
    #expect(metainfo.releases.isEmpty && metainfo.name == nil && metainfo.aliases.isEmpty)
  }

  @Test(
    "of what is no app is passed over, whatever else is in it",
    arguments: [
      "addon", "source", "font", "codec", "inputmethod", "firmware", "driver", "localization", "repository",
      "operating-system", "runtime", "icon-theme",
    ])
  func otherTypes(_ type: String) throws {
    #expect(try parse("<component type='\(type)'><id>a</id></component>") == nil)
    #expect(try parse("<component type='\(type)'><id>") == nil)
    #expect(try parse("<application><id type='\(type)'>a</id></application>") == nil)
  }

  @Test("has the first id without a language and takes the others for aliases")
  func ids() throws {
    let metainfo = try #require(
      try parse(
        """
        <component>
          <id xml:lang="de">de.beispiel.App</id>
          <id>
            org.example.App.desktop
          </id>
          <id xml:lang="fr">fr.exemple.App</id>
          <id>org.example.Old</id>
          <id>not an id</id>
          <launchable type="desktop-id">org.example.App.desktop</launchable>
          <launchable type="desktop-id">example.desktop</launchable>
          <launchable type="service">example.service</launchable>
          <launchable>none.desktop</launchable>
          <provides>
            <binary>example</binary>
            <id>com.example.Older</id><id>org.example.Old</id><id xml:lang="de">de.beispiel.Alt</id>
          </provides>
          <replaces><id>com.example.Replaced</id></replaces>
          <developer id="x"><name>Somebody</name></developer>
        </component>
        """))
    #expect(metainfo.id.text == "org.example.App.desktop")
    #expect(metainfo.aliases.map(\.text) == ["org.example.Old", "example.desktop", "com.example.Older"])
    #expect(metainfo.name == nil)
  }

  @Test("has a name and its translations")
  func names() throws {
    let xml = component(
      """
      <name xml:lang="de">Rechner</name><name>Calcu&amp;lator
        Two</name><name xml:lang="x-test">xxx</name><name xml:lang="fr"/><name xml:lang="pt_BR">Calculadora</name>
      """)
    let name = try #require(try parse(xml)?.name)
    #expect(name.source == "Calcu&lator Two")
    #expect(name.language.text == "en")
    #expect(name.translations.map(\.locale.text) == ["de", "pt_BR"])
    #expect(name(LocalePreference("de")) == "Rechner")
  }

  @Test("that has its name only in one language speaks that")
  func foreignName() throws {
    let name = try #require(try parse(component("<name xml:lang='de'>Rechner</name>"))?.name)
    #expect(name.source == "Rechner" && name.language.text == "de")
  }

  // MARK: - Releases

  @Test("has the releases whose version is one, in file order")
  func releases() throws {
    let xml = component(
      """
      <releases>
        <release version="2.0" type="stable"/><release version="1.9~beta" type="development"></release>
        <release version=" 1.8 "/><release version="not a version"/><release version=""/><release/>
        <release version="1.8"/><release version="1.7" type="snapshot"/>
      </releases>
      """)
    let releases = try #require(try parse(xml)).releases
    #expect(releases.map(\.version.text) == ["2.0", "1.9~beta", "1.8", "1.8", "1.7"])
    #expect(releases.map(\.isDevelopment) == [false, true, false, false, true])
    #expect(releases.allSatisfy { $0.description == nil && $0.date == nil && $0.url == nil })
  }

  @Test("has no releases where they lie elsewhere, and those that are here all the same")
  func externalReleases() throws {
    #expect(try parse(component("<releases type='external'/>"))?.releases.isEmpty == true)
    let inside = "<releases type='external' url='https://example.org'><release version='1'/></releases>"
    #expect(try parse(component(inside))?.releases.count == 1)
  }

  @Test(
    "reads dates as they are written",
    arguments: [
      ("date='2020-01-05'", 1_578_182_400), ("date='2020-1-5'", 1_578_182_400),
      ("date='2020-01-05T10:30:00Z'", 1_578_220_200), ("date='2020-01-05T12:30:00+02:00'", 1_578_220_200),
      ("date='2020-01-05 10:30'", 1_578_182_400), ("date='2020-1-5T10:30'", 1_578_182_400),
      ("timestamp='1500000000'", 1_500_000_000),
      ("timestamp=' 1500000000 ' date='2020-01-05'", 1_500_000_000),
      ("timestamp='soon' date='2020-01-05'", 1_578_182_400), ("timestamp='-1'", -1),
      ("date='2020-02-30'", nil), ("date='2020'", nil), ("date='2020-01'", nil), ("date=''", nil),
      ("date='5.1.2020'", nil), ("date='2020-1-5-6'", nil), ("date='2020-001-05'", nil), ("", nil),
    ] as [(String, Int64?)])
  func dates(_ attributes: String, _ seconds: Int64?) throws {
    let xml = component("<releases><release version='1' \(attributes)/></releases>")
    #expect(try parse(xml)?.releases.first?.date?.unixSeconds == seconds)
  }

  @Test(
    "links to a release's details and nothing else",
    arguments: [
      ("<url>https://example.org/1</url>", "https://example.org/1"),
      ("<url type='details'>\n https://example.org/1 \n</url>", "https://example.org/1"),
      ("<url type='homepage'>https://a</url><url type='details'>HTTPS://b</url>", "HTTPS://b"),
      ("<url type='contact'>https://a</url>", nil), ("<url/>", nil), ("<url>javascript:1</url>", nil),
      ("<url xml:lang='de'>https://de</url><url>https://en</url>", "https://en"),
      ("<artifacts><artifact><location>https://a</location></artifact></artifacts>", nil),
      ("<issues><issue><url>https://a</url></issue></issues>", nil),
    ] as [(String, String?)])
  func urls(_ inside: String, _ url: String?) throws {
    #expect(try parse(release(inside))?.releases.first?.url == url)
  }

  @Test(
    "knows in outline which releases have a description, too",
    arguments: [
      "<description><p>New</p></description>", "<description><p> </p></description>", "<p>Old</p>", "",
      "<description><p xml:lang='de'>Neu</p></description>", "<description><p>&#160;</p></description>",
    ])
  func outline(_ inside: String) throws {
    let full = try #require(try parse(release(inside))?.releases.first)
    let outline = try #require(try parse(release(inside), detail: .outline)?.releases.first)
    #expect((full.description == nil) == (outline.description == nil))
    #expect(outline.description?.source.isEmpty ?? true)
  }

  // MARK: - What cannot be used

  @Test(
    "that cannot be used says where and why",
    arguments: [
      ("", "1:1"), (" ", "1:2"), ("plain text", "1:1"), ("<component>", "1:12"),
      ("<component>\n  <id>a</id>\n</componen>", "3:3"), ("<component><id>a</id></component><x/>", "1:34"),
      ("<component><id>a</id>&nbsp;</component>", "1:22"), ("<component><id>\u{1}</id></component>", "1:16"),
      ("<component a='1' a='2'/>", "1:18"), ("<component>&#0;</component>", "1:12"),
      ("<component><id>a</id><name>AT&T</name></component>", "1:32"),
      ("<component>\n<name>ü<</name></component>", "2:9"),
      ("<?xml version='1.0' encoding='klingon'?><component/>", "1:31"),
      ("<component/>", "1:1"), ("<!-- c -->\n <component></component>", "2:2"),
      ("<component>\n  <id/></component>", "2:3"), ("<component>\n  <id> </id></component>", "2:3"),
      ("<component><id>a b</id></component>", "1:12"), ("<component><id>../a</id></component>", "1:12"),
      ("<component><id xml:lang='de'>a</id></component>", "1:1"),
      ("<component><id>a b</id><id>a</id></component>", "1:12"),
      ("<components><component><id>a</id></component></components>", "1:1"),
    ])
  func problems(_ xml: String, _ place: String) throws {
    let problem = try #require(throws: ManifestProblem.self) { try parse(xml) }
    #expect(problem.place?.description == place, "\(problem)")
    #expect(problem.message.contains("; "), "names no remedy: \(problem)")
  }

  @Test(
    "that declares or needs an entity cannot be used",
    arguments: [
      "<!DOCTYPE c [<!ENTITY a 'b'>]>", "<!DOCTYPE c [<!ENTITY % a 'b'>]>",
      "<!DOCTYPE c [<!ENTITY lt '&#38;#60;'>]>",
      "<!DOCTYPE c [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>",
      "<!DOCTYPE c [<!ENTITY a PUBLIC 'x' 'http://127.0.0.1/x'>]>",
      "<!DOCTYPE c [<!NOTATION n SYSTEM 'n'><!ENTITY a SYSTEM 'x' NDATA n>]>",
      "<!DOCTYPE c [%x; <!ENTITY a 'b'>]>", "<!DOCTYPE c SYSTEM 'c.dtd' [%x;<!ENTITY a 'b'>]>",
      """
      <!DOCTYPE c [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;&b;'>]>
      """,
    ])
  func entities(_ doctype: String) {
    #expect(throws: ManifestProblem.self) { try parse(doctype + "<component><id>a</id></component>") }
  }

  @Test("never looks for what a document type names")
  func externalDocumentType() throws {
    let xml = "<!DOCTYPE component SYSTEM 'file:///nonexistent.dtd'><component><id>a</id></component>"
    #expect(try parse(xml)?.id.text == "a")
    #expect(throws: ManifestProblem.self) { try parse(xml.replacing("<id>", with: "<name>&x;</name><id>")) }
  }

  @Test("is read in the encodings that XML has by itself")
  func encodings() throws {
    let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><component><id>a</id><name>B".utf8)
    let metainfo = try Metainfo(parsing: latin + [0xE4, 0xFC] + Array("</name></component>".utf8))
    #expect(metainfo?.name?.source == "Bäü")
    #expect(throws: ManifestProblem.self) {
      try Metainfo(
        parsing: Array("<component><id>a</id><name>".utf8) + [0xE4] + Array("</name></component>".utf8))
    }
    let wide = "\u{FEFF}<component><id>a</id></component>".utf16.flatMap {
      [UInt8($0 & 0xFF), UInt8($0 >> 8)]
    }
    #expect(try Metainfo(parsing: wide)?.id.text == "a")
  }

  @Test("has limits: bytes, depth, elements of a release")
  func limits() throws {
    let largest = 8 << 20
    let start = "<component><id>a</id>"
    let end = "</component>"
    let padding = String(repeating: " ", count: largest - start.utf8.count - end.utf8.count)
    #expect(try parse(start + padding + end)?.id.text == "a")
    #expect(throws: ManifestProblem.self) { try parse(start + padding + " " + end) }

    func nested(_ depth: Int) -> String {
      let tags = depth - 1
      return start + String(repeating: "<x>", count: tags) + String(repeating: "</x>", count: tags) + end
    }
    #expect(try parse(nested(100)) != nil)
    #expect(throws: ManifestProblem.self) { try parse(nested(101)) }
    #expect(throws: ManifestProblem.self) { try parse(nested(100_000)) }

    // Of notes without end there is a beginning.
    func long(_ elements: Int) throws -> String? { try notes(String(repeating: "<p>x</p>", count: elements)) }
    let longest = try long(16_384)
    #expect(try longest != long(16_383) && longest == long(16_385))
  }
}
