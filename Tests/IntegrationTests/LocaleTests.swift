// Texts in the language that is asked for, over the bus.

import TestSupport
import Testing
import WalkthroughDBus

private let app = "org.example.App"

@Suite struct LocaleOnTheBusTests {
  private let manifest = """
    {"format": 1, "id": "\(app)", "version": "1", "name": {"en": "Name", "de": "Nomen"},
     "labels": {"next": "On", "done": {"en": "Go", "fr_FR": "Allez"}},
     "pages": [{"id": "p", "title": {"en": "Colour", "en_US": "Color", "de": "Farbe", "fr_FR": "Couleur",
      "pt_BR": "Cor", "sr@latin": "Boja", "sr": "Боја", "zh_CN": "颜色", "zh_TW": "顏色", "nb": "Farge"},
      "body": {"en": "Body", "de": "Rumpf"}, "alt": {"en": "Alt", "fr_FR": "Autre"},
      "link": {"label": {"en": "More", "de": "Mehr"}, "url": "https://example.org"}}]}
    """

  private func page(_ caller: RawCaller, _ locale: String) throws -> (walkthrough: Fields, page: Fields) {
    let reply = try caller.call("Pages", .string(app), .string(locale))
    return (try #require(reply.first?.asFields), try #require(reply.last?.asFieldsList?.first))
  }

  @Test func theBestTitleIsServed() throws {
    let session = try Session()
    defer { session.stay() }
    try session.install(manifest, app)
    let caller = try RawCaller(session)
    let titles = [
      "C": "Colour", "POSIX": "Colour", "en": "Colour", "en_US.UTF-8": "Color", "en-US": "Color",
      "de_AT@euro": "Farbe", "fr": "Couleur", "fr_CA": "Couleur", "pt-BR": "Cor", "pt": "Cor",
      "sr-Latn": "Boja", "sr_RS@latin": "Boja", "sr_RS": "Боја", "zh": "颜色", "zh_SG": "颜色",
      "zh-Hans": "颜色", "zh_HK.UTF-8": "顏色", "zh-Hant": "顏色", "no": "Farge", "nb_NO": "Farge",
      "ja": "Colour", "ja:de": "Farbe", "en:de": "Colour", "C:de": "Colour", "???:de": "Farbe",
      "x-test": "Colour",
      "garbage!": "Colour", ":": "Colour",
    ]
    for (locale, title) in titles.sorted(by: { $0.key < $1.key }) {
      #expect(try page(caller, locale).page["title"] == .string(title), "\(locale)")
    }
  }

  @Test func eachStringIsServedForItself() throws {
    let session = try Session()
    defer { session.stay() }
    try session.install(manifest, app)
    let french = try page(RawCaller(session), "fr_FR")
    #expect(french.page["title"] == .string("Couleur"))
    #expect(french.page["body"] == .string("Body"))
    #expect(french.page["image-alt"] == .string("Autre"))
    #expect(french.page["link-label"] == .string("More"))
    #expect(french.walkthrough["name"] == .string("Name"))
    #expect(french.walkthrough["label-done"] == .string("Allez"))
    #expect(french.walkthrough["label-next"] == .string("On"))
    #expect(french.walkthrough["label-skip"] == nil)
    #expect(french.walkthrough["locale"] == .string("fr_FR"))
  }

  @Test(arguments: [
    (["LANG": "de_DE.UTF-8"], "Farbe"), (["LANG": "de_DE.UTF-8", "LC_ALL": "fr_FR.UTF-8"], "Couleur"),
    (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "pt_BR"], "Cor"),
    (["LANG": "de_DE.UTF-8", "LANGUAGE": "ja:zh_TW"], "顏色"), (["LANG": "C", "LANGUAGE": "de"], "Colour"),
    (["LANG": ""], "Colour"),
  ])
  func anEmptyLocaleIsTheSessions(_ variables: [String: String], _ title: String) throws {
    let session = try Session(variables)
    defer { session.stay() }
    try session.install(manifest, app)
    let caller = try RawCaller(session)
    #expect(try page(caller, "").page["title"] == .string(title))
    let name = title == "Farbe" ? "Nomen" : "Name"
    #expect(try caller.call("List").first?.asFieldsList?.first?["name"] == .string(name))
    #expect(try caller.call("Status", .string(app)).first?.asFields?["name"] == .string(name))
    // What is asked for goes before it.
    #expect(try page(caller, "en").page["title"] == .string("Colour"))
  }

  @Test func releaseNotesAreTranslated() throws {
    let session = try Session()
    defer { session.stay() }
    try session.installMetainfo(
      """
      <component type="desktop"><id>\(app)</id><name>Name</name><name xml:lang="de">Nomen</name>
      <releases><release version="2.0"><url>https://example.org/2</url><description>
      <p>New &amp; *good*</p><p xml:lang="de">Neu</p><ul><li>One</li><li xml:lang="de">Eins</li><li>Two</li></ul>
      </description></release></releases></component>
      """, "a.xml")
    try session.home.write(record(app, seen: "1.0"), to: session.recordFile(app))
    let caller = try RawCaller(session)
    let german = try page(caller, "de")
    #expect(german.page["title"] == .string("Nomen 2.0"))
    #expect(german.page["body"]?.asString == "Neu\n\n- Eins\n- Two")
    #expect(german.page["link-url"] == .string("https://example.org/2") && german.page["link-label"] == nil)
    #expect(german.page["since"] == .string("2.0") && german.page["id"] == .string("release-2.0"))
    #expect(try page(caller, "C").page["body"]?.asString?.hasPrefix(#"New & \*good\*"#) == true)
  }
}
