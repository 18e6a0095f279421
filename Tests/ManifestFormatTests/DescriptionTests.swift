// Release notes: every layout that real files have, translations, and CommonMark out of it.

import ManifestFormat
import Testing
import WalkthroughModel

@Suite("Release notes")
struct DescriptionTests {
  @Test(
    "become CommonMark from every layout",
    arguments: [
      ("<description><p>One\n   line</p><p>Two</p></description>", "One line\n\nTwo"),
      ("<description><p>A</p><ul><li>b</li><li>c</li></ul></description>", "A\n\n- b\n- c"),
      ("<description><ol><li>b</li><li>c</li></ol></description>", "1. b\n2. c"),
      // Directly in the release.
      ("<p>A</p><ul><li>b</li></ul>", "A\n\n- b"), ("<ul><li>b</li></ul>", "- b"),
      ("<description> </description><p>A</p>", "A"), ("<description><p>D</p></description><p>A</p>", "D"),
      // Bare text.
      ("<description>Bare\n text</description>", "Bare text"),
      ("<description>A <em>b</em> c<p>D</p>e</description>", "A *b* c\n\nD\n\ne"),
      ("<description><ul>bare<li>b</li>more <code>c</code></ul></description>", "- bare\n- b\n- more `c`"),
      ("<description><ul>bare</ul></description>", "- bare"),
      // Lists in odd places.
      ("<description><ul><li>A <li>b</li></li></ul></description>", "- A\n  - b"),
      ("<description><ul><li>A<li>b</li><li>c</li>d</li></ul></description>", "- A\n  - b\n  - c\n\n  d"),
      ("<description><ul><li>A<ul><li>b</li></ul></li><li>c</li></ul></description>", "- A\n  - b\n- c"),
      ("<description><ul><li>A<ol><li>b</li><li>c</li></ol></li></ul></description>", "- A\n  1. b\n  2. c"),
      ("<description><ol><li>A<ul><li>b</li></ul></li></ol></description>", "1. A\n   - b"),
      ("<description><ul><li>A</li><ul><li>b</li></ul><li>c</li></ul></description>", "- A\n  - b\n- c"),
      ("<description><ul><ul><li>b</li></ul></ul></description>", "- - b"),
      ("<description><ul><li><p>A</p><p>B</p></li><li>c</li></ul></description>", "- A\n\n  B\n- c"),
      ("<description><p>A<ul><li>b</li></ul>c</p><p>D</p></description>", "A\n\n- b\n\nc\n\nD"),
      ("<description><p><ul><li>b</li></ul></p></description>", "- b"),
      ("<description><li>a</li>\n<li>b</li></description>", "- a\n- b"),
      ("<description><p>A</p><li>a</li><p>B</p></description>", "A\n\n- a\n\nB"),
      (
        "<description><ul><li>a</li></ul><ul><li>b</li></ul><ul><li>c</li></ul></description>",
        "- a\n\n* b\n\n- c"
      ),
      ("<description><ol><li>a</li></ol><ol><li>b</li></ol></description>", "1. a\n\n1) b"),
      ("<description><ul><li>a</li></ul><ol><li>b</li></ol></description>", "- a\n\n1. b"),
      (
        "<description><ol>\(String(repeating: "<li>x</li>", count: 9))<li>A<ul><li>b</li></ul></li></ol></description>",
        "1. x\n2. x\n3. x\n4. x\n5. x\n6. x\n7. x\n8. x\n9. x\n10. A\n    - b"
      ),
      // Unknown elements are only their text.
      ("<description><div><p>A</p>b</div></description>", "A\n\nb"),
      ("<description><p>A <b>bold</b> <a href='x'>link</a>.</p></description>", "A bold link."),
      ("<description><p>A<br/>B</p></description>", "A B"),
      ("<description><p>A<!-- no -->B<?no no?><![CDATA[<C>]]></p></description>", "AB\\<C>"),
      // What is empty is left out.
      ("<description><p/><p>A</p><ul/><ul><li/></ul><ol> </ol></description>", "A"),
      ("<description><ol><li>a</li><li/><li>b</li></ol></description>", "1. a\n2. b"),
      ("<description><p>A\u{7F}\u{85}\u{9B}B</p></description>", "AB"),
    ])
  func layouts(_ inside: String, _ markup: String) throws {
    #expect(try notes(inside) == markup)
  }

  @Test(
    "are none where there is no text",
    arguments: [
      "", "<description/>", "<description> \n </description>", "<description><p/></description>",
      "<description><p> </p><ul><li> </li></ul></description>", "<p/>", "loose text",
      "<description><p><em> </em><code/></p></description>", "<description><p>&#160;</p></description>",
      "<description xml:lang='x-test'><p>A</p></description>",
    ])
  func blank(_ inside: String) throws {
    #expect(try notes(inside) == nil)
  }

  @Test(
    "are translated element by element",
    arguments: [
      // One paragraph after the other.
      (
        "<p>A</p><p xml:lang='de'>A-de</p><p xml:lang='fr'>A-fr</p><p>B</p><p xml:lang='fr'>B-fr</p>",
        "A\n\nB", "A-de\n\nB", "A-fr\n\nB-fr"
      ),
      // Items.
      (
        "<ul><li>a</li><li xml:lang='de'>a-de</li><li>b</li><li xml:lang='fr'>b-fr</li></ul>",
        "- a\n- b", "- a-de\n- b", "- a\n- b-fr"
      ),
      // Whole lists, with the language on the list alone or on its items as well.
      ("<ul><li>a</li></ul><ul xml:lang='de'><li>x</li><li>y</li></ul>", "- a", "- x\n- y", "- a"),
      (
        "<ol><li>a</li></ol><ol xml:lang='de'><li xml:lang='de'>x</li><li xml:lang='de'>y</li></ol>",
        "1. a", "1. x\n2. y", "1. a"
      ),
      // A sibling of another name in between does not matter.
      ("<p>A</p><ul><li>b</li></ul><p xml:lang='de'>A-de</p>", "A\n\n- b", "A-de\n\n- b", "A\n\n- b"),
      // Without a source.
      ("<p xml:lang='de'>A-de</p><p xml:lang='fr'>A-fr</p>", "A-de", "A-de", "A-fr"),
      ("<p xml:lang='de'>A-de</p><p xml:lang='de'>B-de</p>", "A-de\n\nB-de", "A-de\n\nB-de", "A-de\n\nB-de"),
      ("<p/><p xml:lang='de'>A-de</p>", "A-de", "A-de", "A-de"),
      // What is not translated after all.
      ("<p>A</p><p xml:lang='de'/><p xml:lang='x-test'>xxAxx</p>", "A", "A", "A"),
      ("<p>A</p><p xml:lang=''>B</p><p xml:lang='C'>C</p>", "A\n\nB\n\nC", "A\n\nB\n\nC", "A\n\nB\n\nC"),
      // Twice: the first.
      ("<p>A</p><p xml:lang='de'>1</p><p xml:lang='de'>2</p>", "A", "1", "A"),
      // In a nested list, a list in a paragraph, a paragraph in an item.
      (
        "<ul><li>A<ul><li>b</li><li xml:lang='de'>b-de</li></ul></li></ul>",
        "- A\n  - b", "- A\n  - b-de", "- A\n  - b"
      ),
      (
        "<p>A<ul><li>b</li></ul></p><p xml:lang='de'>A-de<ul><li>b-de</li></ul></p>",
        "A\n\n- b", "A-de\n\n- b-de", "A\n\n- b"
      ),
      ("<ul><li><p>A</p><p xml:lang='de'>A-de</p></li></ul>", "- A", "- A-de", "- A"),
    ])
  func translations(_ inside: String, _ english: String, _ german: String, _ french: String) throws {
    for inside in [inside, "<description>\(inside)</description>"] {
      #expect(try notes(inside, "en") == english)
      #expect(try notes(inside, "de") == german)
      #expect(try notes(inside, "fr_CA") == french)
    }
  }

  @Test("are translated as a whole where the description has the language")
  func wholeTranslations() throws {
    let whole = """
      <description xml:lang="fr"><p>F</p><ul><li>f</li></ul></description>
      <description><p>E</p></description>
      <description xml:lang="de"><p>D</p><p xml:lang="de">D2</p></description>
      """
    #expect(try notes(whole, "en") == "E")
    #expect(try notes(whole, "fr") == "F\n\n- f")
    #expect(try notes(whole, "de") == "D\n\nD2")
    #expect(try notes(whole, "it") == "E")

    let alone = "<description xml:lang='de'><p>D</p><p xml:lang='fr'>F</p></description>"
    #expect(try notes(alone, "en") == "D")
    #expect(try notes(alone, "fr") == "F")
    let description = try #require(try parse(release(alone))?.releases.first?.description)
    #expect(description.language.text == "de")
    #expect(description.source.first?.language.text == "de")
  }
}
