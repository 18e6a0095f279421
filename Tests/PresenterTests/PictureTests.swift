// Pictures: that nothing but a picture comes out of what was drawn.

import Presenter
import Terminal
import Testing

@Suite struct PictureOutputTests {
  private let box = PictureBox(columns: 4, rows: 2)

  private func lines(_ text: String) -> [StyledLine]? { pictureLines(Array(text.utf8), box: box) }

  @Test func symbols() throws {
    let drawn = try #require(
      lines("\u{1B}[?25l\u{1B}[0m\u{1B}[38;5;18;48;2;1;2;3m▄▄\u{1B}[0m  \n####\n\u{1B}[?25h"))
    var style = TextStyle()
    style.ink = Ink(foreground: .palette(18), background: .rgb(1, 2, 3))
    #expect(drawn[0].runs == [TextRun("▄▄", style), TextRun("  ")])
    #expect(drawn[1].text == "####")
    #expect(lines("#")?.count == 2)
  }

  @Test(arguments: [
    "", "\u{1B}[2J", "\u{1B}]52;c;aGk=\u{7}", "\u{1B}[38;5;300mx", "\u{1B}[38;9mx", "\u{1B}[999mx",
    "\u{9B}31mx",
    "x\r", "x\u{7}", "你", "\u{202E}x", "12345", "1\n2\n3", "\u{1B}", "\u{1B}[", "\u{1B}[1;", "\u{1B}[?1049h",
    "e\u{301}",
  ]) func whatIsNoPictureIsRefused(text: String) {
    #expect(lines(text) == nil)
  }

  private func pixels(_ text: String, _ format: TerminalFeatures.Pictures) -> String? {
    picturePixels(Array(text.utf8), format, box: box).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func kitty() {
    #expect(
      pixels("\u{1B}_Ga=T,f=32,s=8,v=6,c=99,r=99,m=1\u{1B}\\\u{1B}_Gm=0;AAA=\u{1B}\\\n", .kitty)
        == "\u{1B}_Ga=T,q=2,C=1,c=4,r=2,f=32,s=8,v=6,m=1;\u{1B}\\\u{1B}_Gm=0;AAA=\u{1B}\\")
    for hostile in [
      "", "x", "\u{1B}_Ga=T;AAA=", "\u{1B}_Ga=T;A\u{7}\u{1B}\\", "\u{1B}_Ga=T;AAA=\u{1B}\\\u{1B}[2J",
      "\u{1B}_Xa=T;AAA=\u{1B}\\",
    ] {
      #expect(pixels(hostile, .kitty) == nil)
    }
    // A file of the person's is nothing to draw from.
    #expect(pixels("\u{1B}_Ga=T,t=f;AAA=\u{1B}\\", .kitty)?.contains("t=f") == false)
  }

  @Test func sixel() {
    let picture = "\u{1B}P0;1;0q\"1;1;8;6#0;2;1;1;1~$-\u{1B}\\"
    #expect(pixels(picture + "\n", .sixel) == picture)
    for hostile in [
      "", "\u{1B}P$q\"p\u{1B}\\", "\u{1B}P1q\u{1B}[2J\u{1B}\\", "\u{1B}P0q~", "\u{1B}P+q544e\u{1B}\\",
    ] {
      #expect(pixels(hostile, .sixel) == nil)
    }
  }

  @Test func iTerm2() {
    #expect(
      pixels("\u{1B}]1337;File=inline=1;width=9:AAA=\u{7}", .iTerm2)
        == "\u{1B}]1337;File=inline=1;width=4;height=2;preserveAspectRatio=0;doNotMoveCursor=1:AAA=\u{7}")
    for hostile in [
      "", "\u{1B}]1337;File=inline=1:A\u{1B}A\u{7}", "\u{1B}]1337;File=inline=1:AAA=",
      "\u{1B}]52;c;AAA=\u{7}",
    ] {
      #expect(pixels(hostile, .iTerm2) == nil)
    }
  }
}
