// The words on the buttons, and which answer a typed word is.

import WalkthroughModel

/// The words on the buttons: the manifest's own where it has them, else the client's.
package struct ButtonLabels: Equatable, Sendable {
  package let next: String
  package let back: String
  package let skip: String
  package let later: String
  package let done: String
  package let help: String

  /// Takes the client's words and the labels of a manifest, of which a blank one counts as none. In a replay
  /// `later` means to close it.
  package init(
    _ own: Messages, next: String? = nil, back: String? = nil, skip: String? = nil, done: String? = nil,
    isReplay: Bool = false
  ) {
    self.next = next.flatMap(wording) ?? own.next
    self.back = back.flatMap(wording) ?? own.back
    self.skip = skip.flatMap(wording) ?? own.skip
    self.done = done.flatMap(wording) ?? own.done
    later = isReplay ? own.close : own.later
    help = own.help
  }

  /// The label of an answer.
  package subscript(answer: Answer) -> String {
    switch answer {
    case .next: next
    case .back: back
    case .skip: skip
    case .later: later
    case .done: done
    case .help: help
    }
  }
}

/// Knows what typed words mean: English ones, the person's language's, and the labels.
package struct Vocabulary: Sendable {
  /// In order of precedence, so that no manifest can give `next` the meaning of `done`.
  private let words: [(word: String, answer: Answer)]

  package init(_ messages: Messages, labels: ButtonLabels) {
    func spoken(_ labels: ButtonLabels) -> [(word: String, answer: Answer)] {
      Answer.allCases.map { (normalized(labels[$0]), $0) }
    }
    words =
      spoken(ButtonLabels(.english)) + [("quit", .later), ("?", .help)] + spoken(ButtonLabels(messages))
      + spoken(labels)
  }

  /// The choice from a list of so many apps that a typed line is; nil where nobody understands it. Nothing typed
  /// is `all`.
  static func choice(of line: String, from count: Int, _ messages: Messages) -> Choice? {
    let typed = normalized(line)
    guard !typed.isEmpty else { return .all }
    if let number = Int(typed) { return (1...count).contains(number) ? .one(number - 1) : nil }
    let words = [Messages.english, messages].flatMap { own in
      ListView.buttons.map { (word: normalized(own.label(of: $0)), choice: $0) } + [("quit", .later)]
    }
    if let exact = words.first(where: { $0.word == typed }) { return exact.choice }
    let begun = words.filter { $0.word.hasPrefix(typed) }.map { $0.choice }
    return begun.allSatisfy { $0 == begun.first } ? begun.first : nil
  }

  /// The answer that a typed line is. Nothing typed is `next`; a beginning will do where it can mean only one
  /// answer; what nobody understands is `help`.
  package func answer(to line: String) -> Answer {
    let typed = normalized(line)
    guard !typed.isEmpty else { return .next }
    if let exact = words.first(where: { $0.word == typed }) { return exact.answer }
    let begun = Set(words.lazy.filter { $0.word.hasPrefix(typed) }.map { $0.answer })
    return begun.count == 1 ? begun.first ?? .help : .help
  }
}

/// Letter case and blanks around a word do not matter.
private func normalized(_ word: String) -> String {
  var rest = sanitizedLine(word)[...]
  while rest.first?.isWhitespace == true { rest.removeFirst() }
  while rest.last?.isWhitespace == true { rest.removeLast() }
  return rest.lowercased()
}
