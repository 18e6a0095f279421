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
    nothingIsDue: "Nothing is due."
  )
}
