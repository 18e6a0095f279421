// Widths and line breaks.

import Presenter
import Testing

@Suite struct ColumnsTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("中文", 4), ("，", 2), ("ｱ", 1), ("한글", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("👩\u{200D}👩\u{200D}👧\u{200D}👦", 2), ("👍🏽", 2), ("🇩🇪", 2),
    ("❤", 1), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("a\u{200D}", 1), ("\u{301}", 0), ("क्ष", 2),
    ("␛", 1), ("Z\u{300}\u{301}\u{302}\u{303}", 1), ("🏴\u{E0067}\u{E0062}\u{E007F}", 2),
  ]) func columns(text: String, columns: Int) {
    #expect(text.columns == columns)
  }
}

@Suite struct WrappingTests {
  private func lines(_ text: String, _ width: Int) -> [String] { wrapped(text, width: width).map(\.text) }

  @Test(arguments: [
    ("the quick brown fox", 9, ["the quick", "brown fox"]),
    ("the quick brown fox", 10, ["the quick", "brown fox"]),
    ("the quick brown fox", 19, ["the quick brown fox"]),
    ("one   two", 4, ["one", "two"]),
    ("  lead and trail  ", 40, ["lead and trail"]),
    ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
    ("a abcdefghij b", 4, ["a", "abcd", "efgh", "ij b"]),
    ("first\nsecond", 40, ["first", "second"]),
    ("first\n\nthird", 40, ["first", "", "third"]),
    ("no\u{A0}break here", 8, ["no\u{A0}break", "here"]),
    ("中文没有空格也要换行", 8, ["中文没有", "空格也要", "换行"]),
    ("中文没有空格也要换行", 9, ["中文没有", "空格也要", "换行"]),
    ("你好世界，再见", 8, ["你好世", "界，再见"]),
    ("你好（世界）", 6, ["你好", "（世", "界）"]),
    ("使用Linux桌面", 8, ["使用", "Linux桌", "面"]),
    ("ab😀cd", 4, ["ab😀", "cd"]),
    ("😀😀😀", 4, ["😀😀", "😀"]),
    ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
    ("中文", 1, ["中", "文"]),
    ("", 10, []),
    ("   ", 10, []),
  ]) func wraps(text: String, width: Int, expected: [String]) {
    #expect(lines(text, width) == expected)
  }

  @Test(arguments: [40, 80, 100]) func noLineIsTooWideAndNoTextIsLost(width: Int) {
    let text = Array(
      repeating:
        "Words, 中文字符（括号）、 emoji 👩\u{200D}💻 👍🏽 e\u{301} and anEndlessWordThatGoesOnAndOnAndOnAndOnAndOnAndOnAndOnAndOn",
      count: 12
    ).joined(separator: " ")
    let lines = wrapped(text, width: width)
    #expect(lines.allSatisfy { $0.columns <= width })
    #expect(lines.count < 2 * text.columns / width)
    #expect(lines.map(\.text).joined().filter { $0 != " " } == text.filter { $0 != " " })
  }

  @Test func aClusterIsNeverCut() {
    let family = "👩\u{200D}👩\u{200D}👧\u{200D}👦"
    #expect(lines(String(repeating: family, count: 3), 4) == [family + family, family])
  }

  @Test func stylesGoThroughBreaks() {
    let runs = [TextRun("plain "), TextRun("strong words", .strong), TextRun(" end")]
    let lines = wrapped(runs, width: 12)
    #expect(
      lines.map(\.runs) == [
        [TextRun("plain "), TextRun("strong", .strong)], [TextRun("words", .strong), TextRun(" end")],
      ])
  }

  @Test func aWordOfTwoStylesStaysWhole() {
    let lines = wrapped([TextRun("ab cd"), TextRun("ef", .strong)], width: 5)
    #expect(lines.map(\.text) == ["ab", "cdef"])
  }
}
