// Keys and mouse reports out of bytes, in any pieces.

import Presenter
import Terminal
import Testing

@Suite struct KeyDecoderTests {
  @Test(arguments: [
    ("a", [Input.character("a")]), ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]),
    (" ", [.character(" ")]),
    ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]), ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]),
    ("\u{1B}[C\u{1B}[D", [.right, .left]), ("\u{1B}[1;5C", [.right]), ("\u{1B}[H\u{1B}[F", [.home, .end]),
    ("\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end]),
    ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1B}[Z", [.backTab]), ("\u{1B}OM", [.enter]),
    ("é你🎉", [.character("é"), .character("你"), .character("🎉")]),
    ("\u{1B}[<0;10;5M\u{1B}[<0;10;5m", [.click(row: 4, column: 9)]),
    ("\u{1B}[<64;1;1M\u{1B}[<65;1;1M", [.wheelUp, .wheelDown]),
    ("\u{1B}[<2;1;1M\u{1B}[<0;1M\u{1B}[<M\u{1B}[<99999999999999;1;1M", []),
    // A function key, Alt and a letter, a report of the cursor, a coloured answer, a title: nothing of ours.
    ("\u{1B}[15~x", [.character("x")]), ("\u{1B}qx", [.character("x")]), ("\u{1B}[5;10Rx", [.character("x")]),
    ("\u{1B}]11;rgb:00/00/00\u{1B}\\x", [.character("x")]), ("\u{1B}]0;q\u{7}x", [.character("x")]),
    ("\u{1B}_Gi=1;OK\u{1B}\\x", [.character("x")]), ("\u{1B}P1$r0m\u{1B}\\x", [.character("x")]),
    ("\u{1B}[[Ax", [.character("x")]), ("\u{0}\u{1}\u{4}x", [.character("x")]),
    ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}[1\u{1B}[B", [.down]),
    // Pasted text says nothing, whatever it holds.
    ("\u{1B}[200~q\ns\u{1B}[A\u{1B}\u{1B}[201~x", [.character("x")]),
    ("\u{1B}[200~\u{1B}[200~q\u{1B}[201~x", [.character("x")]),
  ]) func sequences(bytes: String, inputs: [Input]) {
    var decoder = KeyDecoder()
    #expect(decoder.take(bytes.utf8) == inputs)
    #expect(decoder.patience == nil)
    // In single bytes it is the same.
    #expect(bytes.utf8.flatMap { decoder.take([$0]) } == inputs)
  }

  @Test func escapeIsAKeyWhenNothingFollows() {
    var decoder = KeyDecoder()
    #expect(decoder.take([0x1B]) == [])
    #expect(decoder.patience == 100)
    #expect(decoder.expire() == .escape)
    #expect(decoder.take([UInt8(ascii: "q")]) == [.character("q")])
  }

  @Test func halfASequenceIsNoKey() {
    for half in ["\u{1B}[", "\u{1B}[<0;1", "\u{1B}O", "\u{1B}]0;title", "\u{1B}_x\u{1B}"] {
      var decoder = KeyDecoder()
      #expect(decoder.take(half.utf8) == [])
      #expect(decoder.expire() == nil)
      #expect(decoder.take("q".utf8) == [.character("q")])
    }
  }

  @Test func aPasteThatLostItsEndIsOverSometime() {
    var decoder = KeyDecoder()
    #expect(decoder.take("\u{1B}[200~done\n".utf8) == [])
    #expect(decoder.patience == 1_000)
    #expect(decoder.expire() == nil)
    #expect(decoder.take("q".utf8) == [.character("q")])
  }

  @Test func brokenUTF8IsPassedOver() {
    var decoder = KeyDecoder()
    #expect(
      decoder.take([0xFF, 0xC3, 0x41, 0x80, 0xE0, 0x80, 0x80, 0x42]) == [.character("A"), .character("B")])
  }

  @Test func anyBytesAtAll() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var decoder = KeyDecoder()
      _ = decoder.take((0..<500).map { _ in UInt8.random(in: 0...255, using: &generator) })
      _ = decoder.expire()
      #expect(decoder.take("x".utf8) == [.character("x")])
    }
  }
}
