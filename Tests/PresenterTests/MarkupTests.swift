// From CommonMark to lines.

import Presenter
import Testing

@Suite struct MarkupTests {
  private func text(_ source: String, width: Int = 40, links: LinkDisplay = .address) -> [String] {
    Markup(commonMark: source).lines(width: width, links: links).map(\.text)
  }

  @Test(arguments: [
    ("", []),
    ("one\ntwo", ["one two"]),
    ("one  \ntwo", ["one", "two"]),
    ("one\n\ntwo", ["one", "", "two"]),
    ("# Head\ntext", ["Head", "", "text"]),
    ("- a\n- b", ["• a", "• b"]),
    ("- a\n\n- b", ["• a", "", "• b"]),
    ("-\n- b", ["•", "• b"]),
    ("3. a\n4. b", ["3. a", "4. b"]),
    ("- a\n  - b\n    1. c\n- d", ["• a", "  • b", "    1. c", "• d"]),
    ("- a\n\n  more\n\n- b", ["• a", "", "  more", "", "• b"]),
    ("> said\n>\n> more", ["> said", ">", "> more"]),
    ("```\nlet a = 1\n\n  b\n```", ["    let a = 1", "", "      b"]),
    ("    a\tb", ["    a   b"]),
    ("a\n\n---\n\nb", ["a", "", "* * *", "", "b"]),
    ("<b>bold</b> &amp; &lt;", ["<b>bold</b> & <"]),
    ("<div>\n  x\n</div>", ["<div>", "  x", "</div>"]),
    ("![The window](a.png)", ["The window"]),
    ("*a* **b** `c`", ["a b c"]),
    ("\\*not\\*", ["*not*"]),
  ]) func layout(source: String, expected: [String]) {
    #expect(text(source) == expected)
  }

  @Test(arguments: [
    ("[text](https://example.org/a)", ["text <https://example.org/a>"]),
    ("<https://example.org>", ["https://example.org"]),
    ("<me@example.org>", ["me@example.org"]),
    ("[**a** b](https://x.org) c", ["a b <https://x.org> c"]),
    ("[a](https://x.org)[b](https://y.org)", ["a <https://x.org>b <https://y.org>"]),
    ("[text]()", ["text"]),
  ]) func addressesOfLinks(source: String, expected: [String]) {
    #expect(text(source) == expected)
  }

  @Test func aHyperlinkHasItsAddressInTheStyleAlone() {
    let lines = Markup(commonMark: "see [text](https://x.org)").lines(width: 40, links: .hyperlink)
    #expect(lines.map(\.runs) == [[TextRun("see "), TextRun("text", TextStyle(link: "https://x.org"))]])
  }

  @Test func styles() {
    let lines = Markup(commonMark: "*a **b*** `c`\n# *h*").lines(width: 40)
    #expect(
      lines.map(\.runs) == [
        [
          TextRun("a ", TextStyle(isEmphasized: true)),
          TextRun("b", TextStyle(isEmphasized: true, isStrong: true)), TextRun(" "),
          TextRun("c", TextStyle(isCode: true)),
        ], [], [TextRun("h", TextStyle(isEmphasized: true, isStrong: true))],
      ])
  }

  @Test func wrappedListItemsHang() {
    #expect(
      text("- a list item that is longer than the line", width: 20)
        == ["• a list item that", "  is longer than the", "  line"])
  }

  @Test func codeIsFoldedNotWrapped() {
    #expect(
      text("```\n0123456789abcdefghij  xyz\n```", width: 24) == ["    0123456789abcdefghij", "      xyz"])
  }

  @Test(arguments: hostileTexts) func hostileTextIsInert(hostile: String) {
    let sources = [
      hostile, "`\(hostile)`", "```\n\(hostile)\n```", "<b \(hostile)>", "<div>\n\(hostile)\n</div>",
      "[\(hostile)](<\(hostile)>)", "![\(hostile)](x)", "# \(hostile)", "- \(hostile)",
    ]
    for source in sources {
      for line in Markup(commonMark: source).lines(width: 40) {
        #expect(isInert(line.text))
        #expect(line.runs.allSatisfy { isInert($0.style.link ?? "") })
      }
    }
  }

  @Test func entitiesAreNoWayAround() {
    let source = "&#27;[31m &#x9b;31m &#x202e; &shy; &#0; [a](https://x.org/&#27;&#155;)"
    let lines = Markup(commonMark: source).lines(width: 80)
    #expect(lines.allSatisfy { isInert($0.text) })
    #expect(lines.map(\.text).joined().contains("␛[31m"))
  }

  @Test(arguments: [
    String(repeating: "> ", count: 20_000) + "deep",
    (0..<400).map { String(repeating: "  ", count: $0) + "- x" }.joined(separator: "\n"),
    String(repeating: "*a **b ", count: 5_000),
    String(repeating: "1. ", count: 5_000) + "deep",
    String(repeating: "- x\n", count: 15_000),
  ]) func hostileNestingIsFinite(source: String) {
    for width in [1, 20, 40] {
      let lines = Markup(commonMark: source).lines(width: width)
      #expect(!lines.isEmpty)
      #expect(lines.allSatisfy { $0.columns <= max(width, 12) })
    }
  }

  @Test(arguments: [40, 80, 100]) func everythingFits(width: Int) {
    let source = """
      # A heading that is rather long, longer than the forty columns that the narrowest terminal has
      A paragraph with **strong words that go on**, 中文字符混排在一起没有空格也必须换行, and a [link](https://example.org/a/very/long/address/that/is/longer/than/the/line/of/even/the/widest/terminal/there/is).

      1. one
         - nested with a long text that must hang under its first letter, however narrow it gets
           > quoted 👩‍💻 and `code that is long enough to be wrapped somewhere in the middle of it`

      ```
      a line of code that is quite a bit longer than what fits into the terminal, and must be folded because of it
      ```
      """
    let lines = Markup(commonMark: source).lines(width: width)
    #expect(lines.allSatisfy { $0.columns <= width })
    #expect(lines.contains { $0.columns > width - 12 })
    #expect(lines.first != .blank && lines.last != .blank)
  }
}
