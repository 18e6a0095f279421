// The client in English, the language where no other fits.

extension Messages {
  package static let english = Messages(
    locale: "en",
    next: "Next",
    back: "Back",
    skip: "Skip",
    later: "Later",
    done: "Done",
    help: "Help",
    byEnter: { "\($0) (Enter)" },
    page: { "page \($0) of \($1)" },
    picture: { "Picture: \($0)" },
    readMore: "Read more",
    instructions: "Type one of the words or how it begins, then Enter. Enter alone goes to the next page.",
    isFirst: "This is the first page.",
    isLast: { "This is the last page. To finish, type: \($0)" },
    isNotLast: "That is an answer to the last page. There are more pages before it.",
    nothingIsDue: "Nothing is due.",
    close: "Close",
    moreBelow: "more below",
    moreAbove: "more above",
    toFinish: "To finish: Tab, then Enter",
    keyForHelp: "? Help",
    closeHelp: "Any other key closes this.",
    pageKeys: [
      ("→ l Space", "next page"), ("← h", "previous page"), ("↓ ↑ j k", "scroll the page"),
      ("PgDn PgUp", "scroll by a screen"), ("1–9", "go to that page"), ("Home End", "first, last page"),
      ("Tab", "go to the next button"), ("Enter", "press the button"), ("s", "skip: do not show it again"),
      ("q Esc", "later: show it tomorrow"),
    ],
    app: { "app \($0) of \($1)" },
    appsAreDue: { $0 == 1 ? "1 app has something to show" : "\($0) apps have something to show" },
    introductions: "New to you",
    updates: "What is new",
    all: "All",
    skipAll: "Skip all",
    toSkipAll: "Enter skips all of them.",
    listKeys: [
      ("↓ ↑ j k", "move"), ("Enter", "show that app"), ("1–9", "show the app of that number"),
      ("a", "show all, one after another"), ("s", "go to: skip all"), ("q Esc", "later: ask again tomorrow"),
    ],
    listInstructions: "Type the number of an app or one of the words, then Enter. Enter alone shows all."
  )
}
