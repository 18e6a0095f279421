// The full-screen view of a walkthrough: keys and clicks to states, states to lines.

import Presenter
import Testing
import WalkthroughModel

let standard = WindowSize(columns: 80, rows: 24)
let small = WindowSize(columns: 40, rows: 12)
let large = WindowSize(columns: 200, rows: 60)

extension Frame {
  /// The lines as text, without blanks at their ends.
  var text: [String] { lines.map(\.trimmed.text) }

  /// Where a target can be clicked.
  func place(of target: Target) -> Input? {
    regions.first { $0.target == target }.map { .click(row: $0.row, column: $0.columns.lowerBound) }
  }
}

private func view(
  _ count: Int, body: String = "Text.", messages: Messages = .english, labels: ButtonLabels? = nil,
  isReplay: Bool = false, progress: PageView.Progress? = nil
) throws -> PageView {
  let pages = (1...count).map { ScreenPage(title: "Page \($0)", body: body) }
  let screen = try #require(
    WalkthroughScreen(
      appName: "Editor", pages: pages, labels: labels ?? ButtonLabels(messages, isReplay: isReplay),
      isReplay: isReplay))
  return PageView(screen, messages: messages, progress: progress)
}

/// Gives keys to a view; what came of the last.
@discardableResult
private func press(_ view: inout PageView, _ keys: Input..., in size: WindowSize = standard) -> Ending? {
  var ending: Ending?
  for key in keys { ending = view.handle(key, in: size) }
  return ending
}

@Suite struct PageKeyTests {
  @Test(arguments: [
    (Input.right, 1), (.character(" "), 1), (.character("l"), 1), (.enter, 1), (.character("3"), 2),
    (.end, 2),
    (.left, 0), (.character("h"), 0), (.backspace, 0), (.home, 0), (.character("1"), 0), (.character("9"), 0),
    (.character("0"), 0), (.character("x"), 0), (.character("٣"), 0), (.up, 0), (.tab, 0),
  ]) func fromTheFirstPage(key: Input, to page: Int) throws {
    var view = try view(3)
    #expect(press(&view, key) == nil)
    #expect(view.screen.index == page)
  }

  @Test(arguments: [
    (Input.left, 1), (.character("h"), 1), (.home, 0), (.character("2"), 1), (.right, 2),
    (.character(" "), 2),
    (.enter, 2), (.character("l"), 2), (.end, 2),
  ]) func fromTheLastPage(key: Input, to page: Int) throws {
    var view = try view(3)
    #expect(press(&view, .end, key) == nil)
    #expect(view.screen.index == page)
  }

  @Test(arguments: [
    (Input.character("s"), Ending.skip), (.character("q"), .later), (.escape, .later),
  ]) func endings(key: Input, ending: Ending) throws {
    var view = try view(2)
    #expect(press(&view, key) == ending)
  }

  @Test func nothingButDoneWithTheFocusCompletes() throws {
    for count in 1...3 {
      var view = try view(count)
      for _ in 0..<10 { #expect(press(&view, .enter, .right, .character(" "), .end, .character("9")) == nil) }
      #expect(view.screen.isLast && view.focus == .next)
      #expect(press(&view, .tab) == nil)
      #expect(view.focus == .done)
      // Space is next, wherever the focus is.
      #expect(press(&view, .character(" "), .right) == nil)
      #expect(press(&view, .enter) == .complete)
    }
  }

  @Test func doneGoesAwayWhenTurningBack() throws {
    var view = try view(2)
    press(&view, .end, .tab, .left)
    #expect(view.focus == .next)
    #expect(view.frame(in: standard).place(of: .answer(.done)) == nil)
    #expect(press(&view, .enter, .enter, .enter) == nil)
  }

  @Test func theFocusGoesRound() throws {
    var view = try view(3)
    func ring(_ key: Input, _ count: Int) -> [Answer] {
      (0..<count).map { _ in
        press(&view, key)
        return view.focus
      }
    }
    #expect(ring(.tab, 3) == [.skip, .later, .next])
    press(&view, .right)
    #expect(ring(.tab, 4) == [.skip, .later, .back, .next])
    #expect(ring(.backTab, 4) == [.back, .later, .skip, .next])
    press(&view, .right)
    #expect(ring(.tab, 5) == [.done, .back, .skip, .later, .done])
    press(&view, .left, .right)
    #expect(ring(.backTab, 5) == [.later, .skip, .back, .done, .later])
  }

  @Test func enterPressesTheButton() throws {
    var view = try view(3)
    #expect(press(&view, .tab, .enter) == .skip)
    press(&view, .right, .backTab, .backTab)
    #expect(view.focus == .later)
    #expect(press(&view, .enter) == .later)
    press(&view, .backTab, .backTab, .tab, .tab, .tab)
    #expect(view.focus == .back)
    press(&view, .enter)
    #expect(view.screen.index == 0)
  }

  @Test func theMouseClicksWhatIsThere() throws {
    for size in [standard, small, large] {
      var view = try view(3)
      func click(_ target: Frame.Target) throws -> Ending? {
        let place = try #require(view.frame(in: size).place(of: target))
        return press(&view, place, in: size)
      }
      #expect(view.frame(in: size).place(of: .answer(.back)) == nil)
      #expect(try click(.answer(.next)) == nil)
      #expect(view.screen.index == 1)
      #expect(try click(.page(2)) == nil)
      #expect(view.screen.index == 2)
      #expect(view.frame(in: size).place(of: .answer(.next)) == nil)
      #expect(try click(.answer(.back)) == nil)
      #expect(try click(.page(0)) == nil)
      #expect(view.screen.index == 0)
      #expect(press(&view, .click(row: 1, column: 1), .click(row: -1, column: 999), in: size) == nil)
      #expect(try click(.answer(.skip)) == .skip)
      #expect(try click(.answer(.later)) == .later)
      press(&view, .end)
      #expect(try click(.answer(.done)) == .complete)
    }
  }

  @Test func aSecondClickMeetsNoOtherButton() throws {
    var view = try view(2)
    let next = try #require(view.frame(in: standard).place(of: .answer(.next)))
    for _ in 0..<5 { #expect(press(&view, next) == nil) }
    #expect(view.screen.index == 1)
  }

  @Test func helpShowsTheKeysAndGoesWithAnyOther() throws {
    var view = try view(2)
    press(&view, .character("?"))
    #expect(view.isHelpShown)
    let text = view.frame(in: standard).text
    #expect(text.contains { $0.contains("Enter") } && !text.contains { $0.contains("Page 1") })
    #expect(press(&view, .character("q")) == nil)
    #expect(!view.isHelpShown && view.screen.index == 0)
    press(&view, .character("?"), .down, .pageDown)
    #expect(view.isHelpShown)
    #expect(press(&view, .enter) == nil)
    #expect(!view.isHelpShown && view.screen.index == 0)
  }

  @Test func aReplayIsClosedAndNotSkipped() throws {
    var view = try view(2, isReplay: true)
    let text = view.frame(in: standard).text.joined()
    #expect(text.contains("Close") && !text.contains("Skip") && !text.contains("Later"))
    #expect(press(&view, .character("s")) == nil)
    #expect(press(&view, .character("q")) == .later)
  }
}

@Suite struct PageScrollTests {
  private let long = (1...40).map { "Line \($0)." }.joined(separator: "\n\n")

  @Test func aLongPageScrollsAndSaysSo() throws {
    var view = try view(2, body: long)
    func hint() -> String {
      view.frame(in: standard).text.first { $0.contains("more") }.map { String($0.prefix { $0 != "?" }) }
        ?? ""
    }
    #expect(hint().contains("↓ more below"))
    press(&view, .down)
    #expect(view.scroll == 1 && hint().contains("↑↓ more below"))
    press(&view, .pageDown)
    #expect(view.scroll > 10)
    press(&view, .character("G"))
    let furthest = view.scroll
    #expect(hint().contains("↑ more above"))
    #expect(view.frame(in: standard).text.contains { $0.contains("Line 40.") })
    press(&view, .down, .pageDown, .wheelDown)
    #expect(view.scroll == furthest)
    press(&view, .wheelUp)
    #expect(view.scroll == furthest - 3)
    press(&view, .character("k"), .character("j"), .up, .pageUp, .character("g"))
    #expect(view.scroll == 0)
    press(&view, .up)
    #expect(view.scroll == 0)
  }

  @Test func aNewPageBeginsAtItsTop() throws {
    var view = try view(2, body: long)
    press(&view, .pageDown, .right)
    #expect(view.scroll == 0)
  }

  @Test func aLargerWindowNeedsLessScrolling() throws {
    var view = try view(1, body: long)
    press(&view, .character("G"), in: small)
    let tall = WindowSize(columns: 40, rows: 200)
    #expect(view.frame(in: tall).text.contains { $0.contains("Page 1") })
    press(&view, .down, in: tall)
    #expect(view.scroll == 0)
  }
}

@Suite struct PageFrameTests {
  @Test func english() throws {
    var view = try view(3, progress: .init(number: 2, of: 5))
    let blank = Array(repeating: "", count: 15)
    #expect(
      view.frame(in: standard).text == [
        "  Editor                                                            app 2 of 5", "", "  Page 1", "",
        "  Text.",
      ] + blank + [
        "", "                                                                        ? Help", "   ● ○ ○",
        "   Back   [Next]   Skip    Later",
      ])
    press(&view, .end, .tab)
    #expect(view.frame(in: standard).text.last == "   Back    Next    Skip    Later   [Done]")
    press(&view, .enter, .left)
    #expect(view.frame(in: standard).text.suffix(2) == ["   ○ ● ○", "   Back   [Next]   Skip    Later"])
  }

  @Test func german() throws {
    var view = try view(2, messages: .german, progress: .init(number: 1, of: 2))
    press(&view, .end)
    #expect(
      view.frame(in: small).text
        == [
          "Editor                       App 1 von 2", "", "Page 2", "", "Text.", "", "", "",
          "Abschließen: Tab, dann Eingabe   ? Hilfe", " ○ ●", " Zurück  Weiter  Überspringen  Später",
          " Fertig",
        ])
  }

  @Test func chinese() throws {
    let view = try view(2, messages: .simplifiedChinese)
    #expect(
      view.frame(in: small).text.suffix(3) == [
        "                                  ? 帮助", " ● ○", " 上一页  [下一页]  跳过   稍后",
      ])
  }

  @Test func aSinglePageHasNoDotsAndNothingToTurn() throws {
    let text = try view(1).frame(in: standard).text
    #expect(text.last == "   Skip    Later    Done")
    #expect(!text.joined().contains("●"))
  }

  @Test func manyPagesAreCounted() throws {
    let view = try view(60)
    #expect(view.frame(in: small).text.contains(" page 1 of 60"))
    #expect(view.frame(in: large).text.contains { $0.contains("page 1 of 60") || $0.contains("● ○") })
  }

  /// Every size, every language, long labels: nothing wider or higher than the window, nothing that crashes.
  @Test(arguments: [Messages.english, .german, .simplifiedChinese]) func everySizeFits(messages: Messages)
    throws
  {
    let long = String(repeating: "Endless wording 永远 ", count: 4)
    let labels = ButtonLabels(messages, next: long, back: long, skip: long, done: long)
    for (labels, count) in [(ButtonLabels(messages), 1), (ButtonLabels(messages), 3), (labels, 30)] {
      for columns in [1, 10, 24, 40, 104] {
        for rows in [1, 3, 5, 12, 24] {
          let size = WindowSize(columns: columns, rows: rows)
          var view = try view(count, body: long, messages: messages, labels: labels)
          for key in [Input.down, .character("?"), .pageDown, .escape, .end, .tab, .enter] {
            _ = view.handle(key, in: size)
            let frame = view.frame(in: size)
            #expect(frame.lines.count <= rows)
            #expect(frame.regions.allSatisfy { $0.row < rows })
            guard columns >= 10 else { continue }
            #expect(frame.lines.allSatisfy { $0.trimmed.columns <= columns }, "\(columns)×\(rows)")
          }
        }
      }
    }
  }

  @Test func theTextColumnIsInTheMiddle() throws {
    let body = String(repeating: "word ", count: 100)
    func widths(_ columns: Int) throws -> (left: Int, width: Int) {
      let lines = try view(1, body: body).frame(in: WindowSize(columns: columns, rows: 30)).text
      let text = lines.filter { $0.contains("word") }
      let left = text.map { $0.prefix { $0 == " " }.count }.min() ?? 0
      return (left, (text.map(\.count).max() ?? 0) - left)
    }
    #expect(try widths(40) == (0, 39))
    #expect(try widths(80) == (2, 74))
    #expect(try widths(200) == (50, 99))
  }

  @Test func linksAreShownAsTheTerminalWants() throws {
    let page = ScreenPage(
      title: "Links", body: "[a](https://a.example) [b](file:///etc/passwd) [c](javascript:x)",
      link: .init(label: "More", address: "https://more.example"))
    let screen = try #require(
      WalkthroughScreen(appName: "Editor", pages: [page], labels: ButtonLabels(.english)))
    func text(_ links: LinkDisplay) -> [String] {
      PageView(screen, messages: .english, appearance: .init(links: links)).frame(in: standard).text
    }
    #expect(
      text(.address)[4...6]
        == [
          "  a <https://a.example> b <file:///etc/passwd> c <javascript:x>", "",
          "  More <https://more.example>",
        ])
    #expect(text(.hyperlink)[4...6] == ["  a b <file:///etc/passwd> c <javascript:x>", "", "  More"])
  }

  @Test(arguments: hostileTexts) func hostileTextIsInert(text: String) throws {
    let page = ScreenPage(
      title: text, body: text + "\n\n    " + text, imageDescription: text,
      link: .init(label: text, address: "https://" + text))
    let labels = ButtonLabels(.english, next: text, back: text, skip: text, done: text)
    let screen = try #require(WalkthroughScreen(appName: text, pages: [page, page], labels: labels))
    for size in [standard, small, large] {
      let frame = PageView(screen, messages: .english).frame(in: size)
      #expect(frame.lines.allSatisfy { isInert($0.text) })
      let list = ListView([DueApp(name: text, kind: .update)], messages: .english).frame(in: size)
      #expect(list.lines.allSatisfy { isInert($0.text) })
    }
  }
}

@Suite struct PagePictureTests {
  private func example() throws -> PageView {
    let page = ScreenPage(title: "Tabs", body: "Text.", image: "/tabs.png", imageDescription: "The tab bar")
    let screen = try #require(
      WalkthroughScreen(appName: "Editor", pages: [page], labels: ButtonLabels(.english)))
    return PageView(screen, messages: .english, appearance: .init(hasPictures: true))
  }

  @Test func theTextIsThereBeforeThePicture() throws {
    var view = try example()
    var frame = view.frame(in: standard)
    #expect(frame.wish == .measure(file: "/tabs.png"))
    #expect(frame.text[2...6] == ["  Tabs", "", "  Picture: The tab bar", "", "  Text."])
    view.receive(.measured(file: "/tabs.png", PixelSize(width: 160, height: 64)))
    frame = view.frame(in: standard)
    let box = PictureBox(columns: 20, rows: 4)
    #expect(frame.wish == .draw(file: "/tabs.png", box))
    #expect(frame.text[4...9] == ["  Picture: The tab bar", "", "", "", "", "  Text."])
    let lines = (0..<4).map { StyledLine("####\($0)") }
    view.receive(.drawn(file: "/tabs.png", box, .text(lines)))
    frame = view.frame(in: standard)
    #expect(frame.wish == nil)
    #expect(frame.text[4...9] == ["  ####0", "  ####1", "  ####2", "  ####3", "", "  Text."])
  }

  @Test func pixelsArePlacedWhereTheyAreWhollySeen() throws {
    var view = try example()
    let box = PictureBox(columns: 20, rows: 4)
    view.receive(.measured(file: "/tabs.png", PixelSize(width: 160, height: 64)))
    view.receive(.drawn(file: "/tabs.png", box, .pixels([1, 2])))
    let pixels = view.frame(in: standard).pixels
    #expect(pixels == .init(row: 4, column: 2, picture: .pixels([1, 2])))
    #expect(view.frame(in: WindowSize(columns: 80, rows: 10)).pixels == nil)
  }

  @Test func withoutAPictureThereIsItsDescription() throws {
    for news in [
      PictureNews.measured(file: "/tabs.png", nil),
      .drawn(file: "/tabs.png", PictureBox(columns: 20, rows: 4), nil),
      .measured(file: "/tabs.png", PixelSize(width: 0, height: 9)),
    ] {
      var view = try example()
      view.receive(news)
      let frame = view.frame(in: standard)
      #expect(frame.wish == nil)
      #expect(frame.text[4] == "  Picture: The tab bar")
    }
  }

  @Test func aSmallWindowHasNoRoomForPictures() throws {
    var view = try example()
    view.receive(.measured(file: "/tabs.png", PixelSize(width: 160, height: 64)))
    #expect(view.frame(in: WindowSize(columns: 40, rows: 10)).wish == nil)
  }

  @Test func aPictureKeepsItsShapeInItsBox() throws {
    var view = try example()
    view.receive(.measured(file: "/tabs.png", PixelSize(width: 4000, height: 2000)))
    guard case .draw(_, let box) = view.frame(in: large).wish else {
      Issue.record("no wish")
      return
    }
    #expect(box.columns == 100 && box.rows == 25)
  }
}
