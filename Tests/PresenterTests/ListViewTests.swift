// The list of several apps: keys and clicks to choices, and what it looks like.

import Presenter
import Testing
import WalkthroughModel

private let apps = [
  DueApp(name: "Editor", kind: .introduction), DueApp(name: "Paint", kind: .introduction),
  DueApp(name: "Mail", kind: .update),
]

private func press(_ keys: Input..., in size: WindowSize = standard) -> Choice? {
  var view = ListView(apps, messages: .english)
  var choice: Choice?
  for key in keys { choice = view.handle(key, in: size) }
  return choice
}

@Suite struct ListViewTests {
  @Test func keys() {
    #expect(press(.enter) == .one(0))
    #expect(press(.down, .enter) == .one(1))
    #expect(press(.character("j"), .character("j"), .character("k"), .character(" ")) == .one(1))
    #expect(press(.character("3")) == .one(2))
    #expect(press(.character("4")) == nil)
    #expect(press(.end, .enter) == .one(2))
    #expect(press(.end, .tab, .enter) == .all)
    #expect(press(.end, .pageUp, .enter) == .one(0))
    #expect(press(.up, .enter) == .later)
    #expect(press(.character("a")) == .all)
    #expect(press(.character("q")) == .later)
    #expect(press(.escape) == .later)
    #expect(press(.character("?"), .enter) == nil)
  }

  @Test func oneKeyDoesNotDeclineEverything() {
    #expect(press(.character("s")) == nil)
    #expect(press(.character("s"), .enter) == .skipAll)
  }

  @Test func theMouse() throws {
    for size in [standard, small, large] {
      for (place, choice) in [Choice.one(0), .one(1), .one(2), .all, .skipAll, .later].enumerated() {
        var view = ListView(apps, messages: .english)
        let click = try #require(view.frame(in: size).place(of: .choice(place)))
        #expect(view.handle(click, in: size) == choice)
      }
    }
  }

  @Test func looks() {
    let view = ListView(apps, messages: .english, progress: .init(number: 2, of: 5))
    #expect(
      view.frame(in: WindowSize(columns: 50, rows: 14)).text == [
        "  walkthrough                         app 2 of 5", "", "  3 apps have something to show", "",
        "  New to you", "  › 1  Editor", "    2  Paint", "", "  What is new", "    3  Mail", "", "",
        "                                          ? Help", "   All    Skip all    Later",
      ])
  }

  @Test(arguments: [Messages.english, .german, .simplifiedChinese]) func theFocusIsAlwaysSeen(
    messages: Messages
  ) {
    let many = (1...30).map { DueApp(name: "App \($0)", kind: $0 < 12 ? .introduction : .update) }
    for size in [standard, small, WindowSize(columns: 20, rows: 6)] {
      var view = ListView(many, messages: messages)
      for _ in 0..<33 {
        let frame = view.frame(in: size)
        #expect(frame.lines.count <= size.rows)
        #expect(frame.lines.allSatisfy { $0.trimmed.columns <= size.columns })
        #expect(frame.lines.contains { $0.runs.contains(where: \.style.isReversed) })
        _ = view.handle(.down, in: size)
      }
    }
  }

  @Test(arguments: [
    ("", Choice.all), ("2", .one(1)), ("all", .all), ("a", .all), ("skip all", .skipAll), ("sk", .skipAll),
    ("later", .later), ("l", .later), ("q", .later),
  ]) func words(line: String, choice: Choice) {
    #expect(PlainView(messages: .english, columns: 80).choice(of: line, from: apps) == choice)
  }

  @Test(arguments: ["0", "4", "-1", "99999999999999999999", "x", "2 3"]) func noChoice(line: String) {
    #expect(PlainView(messages: .english, columns: 80).choice(of: line, from: apps) == nil)
  }

  @Test func wordsOfOtherLanguages() {
    let german = PlainView(messages: .german, columns: 80)
    #expect(german.choice(of: "alle", from: apps) == .all)
    #expect(german.choice(of: "alle ü", from: apps) == .skipAll)
    #expect(german.choice(of: "sp", from: apps) == .later)
    #expect(PlainView(messages: .simplifiedChinese, columns: 80).choice(of: "稍后", from: apps) == .later)
  }

  @Test func plain() {
    let view = PlainView(messages: .english, columns: 80)
    #expect(
      view.list(apps).map(\.text) == [
        "3 apps have something to show", "", "New to you:", "1. Editor", "2. Paint", "", "What is new:",
        "3. Mail",
      ])
    #expect(view.listPrompt.map(\.text) == ["All (Enter), Skip all, Later:"])
  }
}
