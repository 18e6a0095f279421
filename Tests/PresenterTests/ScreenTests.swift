// Answers and the states they lead to; pages as plain text, in each language.

import Presenter
import Testing
import WalkthroughModel

private func screen(_ count: Int, labels: ButtonLabels = ButtonLabels(.english)) throws -> WalkthroughScreen {
  let pages = (1...count).map { ScreenPage(title: "Page \($0)", body: "Body \($0)") }
  return try #require(WalkthroughScreen(appName: "Editor", pages: pages, labels: labels))
}

@Suite struct ScreenTests {
  /// From a page of three (or the only one), an answer: what comes of it, and the page that is there then.
  @Test(arguments: [
    (3, 0, Answer.next, Reaction.turned, 1), (3, 1, .next, .turned, 2), (3, 2, .next, .stayed(.isLast), 2),
    (3, 0, .back, .stayed(.isFirst), 0), (3, 2, .back, .turned, 1),
    (3, 0, .done, .stayed(.isNotLast), 0), (3, 1, .done, .stayed(.isNotLast), 1),
    (3, 2, .done, .ended(.complete), 2), (3, 1, .skip, .ended(.skip), 1), (3, 1, .later, .ended(.later), 1),
    (3, 1, .help, .stayed(.help), 1), (1, 0, .next, .stayed(.isLast), 0), (1, 0, .back, .stayed(.isFirst), 0),
    (1, 0, .done, .ended(.complete), 0),
  ]) func transitions(count: Int, from: Int, answer: Answer, reaction: Reaction, to: Int) throws {
    var screen = try screen(count)
    for _ in 0..<from { #expect(screen.handle(.next) == .turned) }
    #expect(screen.handle(answer) == reaction)
    #expect(screen.index == to)
  }

  @Test func doneIsOfferedOnTheLastPageOnly() throws {
    var screen = try screen(2)
    #expect(screen.answers == [.next, .skip, .later])
    _ = screen.handle(.next)
    #expect(screen.answers == [.back, .skip, .later, .done])
    _ = screen.handle(.back)
    #expect(screen.answers == [.next, .skip, .later])
  }

  @Test func noPagesNoScreen() {
    #expect(WalkthroughScreen(appName: "Editor", pages: [], labels: ButtonLabels(.english)) == nil)
  }

  @Test func namesAreSafe() throws {
    let link = ScreenPage.Link(label: "\u{1B}]8;;x\u{7}", address: "https://x.org/\u{9B}\n")
    let page = ScreenPage(title: "a\n\u{1B}[2J", imageDescription: "\u{202E}alt", link: link)
    let labels = ButtonLabels(.english, next: "\u{9D}52;go", done: "\u{200B} ")
    let screen = try #require(WalkthroughScreen(appName: "\u{1B}c", pages: [page], labels: labels))
    let view = PlainView(messages: .english, columns: 80)
    let lines = view.page(screen) + view.prompt(screen) + view.notice(.isLast, on: screen)
    #expect(lines.allSatisfy { isInert($0.text) })
    #expect(isInert(labels.next))
    #expect(labels.done == "Done")
  }
}

@Suite struct VocabularyTests {
  @Test(arguments: [
    ("", Answer.next), ("  ", .next), ("next", .next), ("N", .next), ("Back", .back), ("b", .back),
    ("s", .skip),
    ("SKIP ", .skip), ("l", .later), ("later", .later), ("q", .later), ("quit", .later), ("d", .done),
    ("done", .done), ("?", .help), ("h", .help), ("what", .help), ("nextt", .help), ("\u{1B}[A", .help),
  ]) func english(line: String, answer: Answer) {
    #expect(Vocabulary(.english, labels: ButtonLabels(.english)).answer(to: line) == answer)
  }

  @Test(arguments: [
    ("weiter", Answer.next), ("w", .next), ("next", .next), ("Zurück", .back), ("zuru\u{308}ck", .back),
    ("Ü", .skip), ("später", .later), ("sp", .later), ("sk", .skip), ("s", .help), ("fertig", .done),
    ("f", .done),
    ("hilfe", .help), ("d", .done),
  ]) func german(line: String, answer: Answer) {
    #expect(Vocabulary(.german, labels: ButtonLabels(.german)).answer(to: line) == answer)
  }

  @Test(arguments: [
    ("下一页", Answer.next), ("下", .next), ("上", .back), ("跳过", .skip), ("稍后", .later), ("完成", .done),
    ("n", .next),
  ]) func chinese(line: String, answer: Answer) {
    #expect(
      Vocabulary(.simplifiedChinese, labels: ButtonLabels(.simplifiedChinese)).answer(to: line) == answer)
  }

  @Test(arguments: [
    ("Get started", Answer.done), ("get", .done), ("done", .done), ("later", .later), ("", .next),
    ("go", .next),
    ("g", .help),
  ]) func labelsOfTheManifest(line: String, answer: Answer) {
    let labels = ButtonLabels(.english, next: "Go on", done: "Get started")
    #expect(Vocabulary(.english, labels: labels).answer(to: line) == answer)
  }

  @Test func noLabelTakesAWordAway() {
    let labels = ButtonLabels(.english, next: "done", skip: "later", done: "next")
    let vocabulary = Vocabulary(.english, labels: labels)
    #expect(vocabulary.answer(to: "next") == .next)
    #expect(vocabulary.answer(to: "later") == .later)
    #expect(vocabulary.answer(to: "done") == .done)
  }

  @Test(arguments: [Messages.english, .german, .simplifiedChinese]) func everyWordMeansItself(
    messages: Messages
  ) {
    let labels = ButtonLabels(messages)
    let vocabulary = Vocabulary(messages, labels: labels)
    for answer in Answer.allCases { #expect(vocabulary.answer(to: labels[answer]) == answer) }
  }
}

@Suite struct PlainViewTests {
  private func example(_ messages: Messages, done: String? = nil) throws -> WalkthroughScreen {
    let pages = [
      ScreenPage(
        title: "Tabs", body: "Drag **them**.", imageDescription: "The tab bar",
        link: .init(label: nil, address: "https://example.org/tabs")),
      ScreenPage(title: "Editor 2.4", link: .init(label: "https://x.org", address: "https://x.org")),
    ]
    let labels = ButtonLabels(messages, done: done)
    return try #require(WalkthroughScreen(appName: "Editor", pages: pages, labels: labels))
  }

  @Test func english() throws {
    var screen = try example(.english, done: "Get started")
    let view = PlainView(messages: .english, columns: 80)
    #expect(
      view.page(screen).map(\.text) == [
        "Editor: Tabs", "page 1 of 2", "", "Drag them.", "", "Picture: The tab bar", "",
        "Read more <https://example.org/tabs>",
      ])
    #expect(view.prompt(screen).map(\.text) == ["Next (Enter), Skip, Later:"])
    #expect(screen.handle(view.answer(to: "", on: screen)) == .turned)
    #expect(view.page(screen).map(\.text) == ["Editor 2.4", "page 2 of 2", "", "https://x.org"])
    #expect(view.prompt(screen).map(\.text) == ["Back, Skip, Later, Get started:"])
    #expect(screen.handle(view.answer(to: "", on: screen)) == .stayed(.isLast))
    #expect(
      view.notice(.isLast, on: screen).map(\.text) == ["This is the last page. To finish, type: Get started"])
    #expect(screen.handle(view.answer(to: "get started", on: screen)) == .ended(.complete))
  }

  @Test func german() throws {
    let screen = try example(.german)
    let view = PlainView(messages: .german, columns: 80)
    #expect(
      view.page(screen).map(\.text) == [
        "Editor: Tabs", "Seite 1 von 2", "", "Drag them.", "", "Bild: The tab bar", "",
        "Mehr dazu <https://example.org/tabs>",
      ])
    #expect(view.prompt(screen).map(\.text) == ["Weiter (Eingabetaste), Überspringen, Später:"])
  }

  @Test func chinese() throws {
    let screen = try example(.simplifiedChinese)
    let view = PlainView(messages: .simplifiedChinese, columns: 80)
    #expect(
      view.page(screen).map(\.text) == [
        "Editor: Tabs", "第 1 页，共 2 页", "", "Drag them.", "", "图片：The tab bar", "",
        "了解更多 <https://example.org/tabs>",
      ])
    #expect(view.prompt(screen).map(\.text) == ["下一页（回车键）, 跳过, 稍后:"])
  }

  @Test(arguments: [Messages.english, .german, .simplifiedChinese]) func narrowTerminals(messages: Messages)
    throws
  {
    let screen = try example(messages)
    let view = PlainView(messages: messages, columns: 40)
    let notices = [Notice.isFirst, .isLast, .isNotLast, .help].flatMap { view.notice($0, on: screen) }
    let lines = view.page(screen) + view.prompt(screen) + notices
    #expect(lines.allSatisfy { $0.columns <= 40 })
  }

  @Test func wideTerminalsAreNotFilled() { #expect(PlainView(messages: .english, columns: 200).width == 100) }

  @Test func withoutPreferenceItIsEnglish() {
    #expect(ButtonLabels(Messages.best(for: LocalePreference(""))).help == "Help")
  }
}
