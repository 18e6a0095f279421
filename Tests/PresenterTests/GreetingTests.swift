// What a person is told at login, in every language, of few apps and of many.

import Presenter
import Testing
import WalkthroughModel

private func greeting(_ names: String..., in messages: Messages = .english) -> Greeting {
  Greeting(names: names, command: "walkthrough --updates", messages: messages)
}

@Suite struct GreetingTests {
  @Test func oneAndSeveral() {
    #expect(
      greeting("Editor").line == "1 app has something new: Editor. To see it, type: walkthrough --updates")
    #expect(greeting("Editor", "Mail").summary == "2 apps have something new")
    #expect(greeting("Editor", "Mail").names == "Editor, Mail")
  }

  @Test func manyAreCountedNotNamed() {
    let many = Greeting(names: (1...200).map { "App \($0)" }, command: "x", messages: .english)
    #expect(many.summary == "200 apps have something new")
    #expect(many.names == "App 1, App 2, App 3, App 4 and 196 more")
  }

  @Test func otherLanguages() {
    let names = ["A", "B", "C", "D", "E"]
    let german = Greeting(names: names, command: "x", messages: .german)
    #expect(german.line == "In 5 Apps gibt es Neues: A, B, C, D und 1 weitere. Zum Ansehen tippen: x")
    #expect((german.show, german.later) == ("Zeigen", "Später"))
    let chinese = Greeting(names: names, command: "x", messages: .simplifiedChinese)
    #expect(chinese.names == "A、B、C、D，以及另外 1 个")
    #expect((chinese.show, chinese.later) == ("查看", "稍后"))
  }

  @Test func namesAreNoMarkupAndNoCommandsToATerminal() {
    let hostile = greeting("<a href=\"x\">&amp;</a>\n\u{1B}[2J\u{202E}")
    #expect(hostile.names == "<a href=\"x\">&amp;</a> ␛[2J")
    #expect(hostile.markup == "&lt;a href=\"x\"&gt;&amp;amp;&lt;/a&gt; ␛[2J")
    #expect(greeting(String(repeating: "long ", count: 100)).names.count == 40)
  }
}
