// Text of release notes is never markup: what goes in comes out of the reference implementation of CommonMark.

import CCMark
import Glibc
import ManifestFormat
import Testing

/// What CommonMark readers make of it.
private func html(_ markdown: String) -> String {
  guard let html = cmark_markdown_to_html(markdown, markdown.utf8.count, CMARK_OPT_UNSAFE) else { return "" }
  defer { free(html) }
  return String(cString: html)
}

/// A part of a paragraph.
private struct Part: CustomStringConvertible {
  let tag: String
  let text: String
  var markup: String { tag.isEmpty ? xml(text) : "<\(tag)>\(xml(text))</\(tag)>" }
  var description: String { markup }
}

@Suite("Escaping")
struct EscapingTests {
  static let nasty = [
    "`code`", "``", "```", "~~~", "~~gone~~", "<dc:language>", "<b>bold</b>", "<https://example.org>",
    "<a@b.c>",
    "<!-- c -->", "*", "* item", "*em*", "**strong**", "_em_", "__strong__", "snake_case_name", "_", "a_",
    "_a",
    "a*b*c", "# Heading", "#", "####### 7", "> quote", "- item", "-", "---", "- - -", "+ item", "+",
    "1. item",
    "1) item", "1.", "12345678901. x", "1.0 is out", "2024) x", "===", "=", "&amp;", "&#38;", "&#x26;",
    "&copy;",
    "&nope", "AT&T", "&", "&;", "[link](url)", "![image](url)", "[ref]: url", "[ref]", "]", "!", "\\", "\\*",
    "a\\", "\\\\", "| a | b |", "http://example.org", "www.example.org", ":emoji:", "$x$", "Ünïcödé", "日本語",
    "😀", "\u{A0}# x", "\"quoted\"", "'", "<", ">", "a < b > c", "a<b>c", "{#id}", "^1", "!\\[",
  ]

  @Test("keeps every text what it is", arguments: nasty)
  func plain(_ text: String) throws {
    for text in [text, text + text, "a" + text, text + " a", "1" + text, "- " + text, text + "`" + text] {
      let markdown = try #require(try notes("<p>\(xml(text))</p>"))
      #expect(html(markdown) == "<p>\(xml(text))</p>\n", "\(markdown)")
      let item = try #require(try notes("<ul><li>\(xml(text))</li></ul>"))
      #expect(html(item) == "<ul>\n<li>\(xml(text))</li>\n</ul>\n", "\(item)")
      let code = try #require(try notes("<p><code>\(xml(text))</code></p>"))
      #expect(html(code) == "<p><code>\(xml(text))</code></p>\n", "\(code)")
    }
  }

  @Test("leaves what cannot be markup as it is")
  func bare() throws {
    let text = "AT&T's snake_case: 1.0 (beta) - done! Fix #12, a | b, x = y + z > 0 https://example.org/a_b"
    #expect(try notes("<p>\(xml(text))</p>") == text)
  }

  @Test(
    "sets emphasis and code wherever CommonMark can",
    arguments: [
      ("A <em>b</em> c", "A *b* c"), ("A<em>b</em>c", "A*b*c"), ("A<em> b </em>c", "A *b* c"),
      ("<em>a</em><em>b</em>", "*ab*"), ("<em>a</em> <em>b</em>", "*a* *b*"),
      ("<em>a<em>b</em></em>", "*ab*"),
      ("<em>\"a\"</em>", "*\"a\"*"), ("x<em>\"a\"</em>", "x\"a\""), ("(<em>a</em>)", "(*a*)"),
      ("<em>*</em>", "*\\**"), ("<em></em>a<em> </em>b", "a b"), ("的<em>强调</em>的", "的*强调*的"),
      ("<code>a</code>", "`a`"), ("<code> a  b </code>c", "`a b` c"), ("<code>`</code>", "`` ` ``"),
      ("<code>a``b`c</code>", "```a``b`c```"), ("<code>a</code><code>b</code>", "`ab`"),
      ("<code>a</code> <code>b</code>", "`a` `b`"), ("<em>a <code>b</code></em>", "*a* `b`"),
      ("<code>a <em>b</em></code>", "`a b`"), ("<code>\\</code>", "`\\`"), ("`<code>a</code>`", "\\``a`\\`"),
      ("<code/>a", "a"),
    ])
  func styles(_ inside: String, _ markup: String) throws {
    #expect(try notes("<p>\(inside)</p>") == markup)
  }

  @Test("keeps text and code in every mixture", arguments: 0..<20)
  func mixtures(_ seed: UInt64) throws {
    var numbers = Numbers(state: seed)
    for _ in 0..<100 {
      let parts = (0..<Int.random(in: 1...5, using: &numbers)).map { _ in
        let pieces = (0..<Int.random(in: 1...3, using: &numbers)).map { _ in
          Self.nasty.randomElement(using: &numbers) ?? ""
        }
        let tag = ["", "", "em", "code"].randomElement(using: &numbers) ?? ""
        return Part(tag: tag, text: pieces.joined(separator: Bool.random(using: &numbers) ? " " : ""))
      }
      let markdown = try #require(try notes("<p>\(parts.map(\.markup).joined())</p>"))
      let expected = parts.map(\.markup).joined().replacing("</code><code>", with: "")
      #expect(withoutEmphasis(html(markdown)) == "<p>\(withoutEmphasis(expected))</p>\n", "\(markdown)")
    }
  }

  /// Emphasis is left out where CommonMark could not be read back.
  private func withoutEmphasis(_ html: String) -> String {
    html.replacing("<em>", with: "").replacing("</em>", with: "").replacing("</code><code>", with: "")
  }
}

/// A small generator (SplitMix64), the same in every run.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
