// A walkthrough full-screen: the page on show, the focus, how far it is scrolled, and what each key does.

/// A walkthrough on a whole screen.
package struct PageView: Scene, Equatable {
  /// The pages, and where one is.
  package private(set) var screen: WalkthroughScreen
  /// The button that Enter presses. On the last page `next` is none that is seen.
  package private(set) var focus = Answer.next
  /// The lines of the page that are above the window.
  package private(set) var scroll = 0
  /// Whether the keys are explained in the page's place.
  package private(set) var isHelpShown = false
  private(set) var notice: Notice?
  private(set) var album = PictureAlbum()
  private let bodies = BodyMemo()
  let messages: Messages
  let appearance: Appearance
  /// Where this app is among several.
  let progress: Progress?

  /// The place among the apps that are shown one after another.
  package struct Progress: Equatable, Sendable {
    package let number: Int
    package let count: Int

    package init(number: Int, of count: Int) {
      self.number = number
      self.count = count
    }
  }

  /// How things are shown that terminals differ in.
  package struct Appearance: Equatable, Sendable {
    package let links: LinkDisplay
    package let hasPictures: Bool

    package init(links: LinkDisplay = .address, hasPictures: Bool = false) {
      self.links = links
      self.hasPictures = hasPictures
    }
  }

  package init(
    _ screen: WalkthroughScreen, messages: Messages, appearance: Appearance = Appearance(),
    progress: Progress? = nil
  ) {
    self.screen = screen
    self.messages = messages
    self.appearance = appearance
    self.progress = progress
  }

  package static func == (one: PageView, other: PageView) -> Bool {
    one.screen == other.screen && one.focus == other.focus && one.scroll == other.scroll
      && one.isHelpShown == other.isHelpShown && one.notice == other.notice && one.album == other.album
      && one.appearance == other.appearance && one.progress == other.progress
  }

  /// The lines of the page's text.
  func body(width: Int) -> [StyledLine] {
    bodies.lines(page: screen.index, width: width) {
      screen.page.body.lines(width: width, links: appearance.links)
    }
  }

  package mutating func receive(_ news: PictureNews) { album.receive(news) }

  package mutating func handle(_ input: Input, in size: WindowSize) -> Ending? {
    notice = nil
    if handleScrolling(input, in: size) { return nil }
    if isHelpShown {
      showHelp(false)
      return nil
    }
    switch input {
    case .right, .character(" "), .character("l"): return answer(.next)
    case .left, .backspace, .character("h"): return answer(.back)
    case .enter: return answer(focus)
    case .escape, .character("q"): return answer(.later)
    case .character("s"): return screen.answers.contains(.skip) ? answer(.skip) : nil
    case .character("?"): return answer(.help)
    case .tab: moveFocus(by: 1)
    case .backTab: moveFocus(by: -1)
    case .home: turn(to: 0)
    case .end: turn(to: screen.pages.count - 1)
    case .click(let row, let column): return click(frame(in: size).target(row: row, column: column))
    default: if let page = input.number { turn(to: page) }
    }
    return nil
  }

  private mutating func click(_ target: Frame.Target?) -> Ending? {
    switch target {
    case .answer(let clicked): return answer(clicked)
    case .page(let page): turn(to: page)
    case .choice, nil: break
    }
    return nil
  }

  private mutating func answer(_ answer: Answer) -> Ending? {
    switch screen.handle(answer) {
    case .turned: reset()
    case .stayed(.help): showHelp(true)
    case .stayed(let why): notice = why
    case .ended(let ending): return ending
    }
    return nil
  }

  private mutating func turn(to page: Int) {
    if screen.turn(to: page) { reset() }
  }

  /// A new page begins at its top, and never with the focus where Enter would end it.
  private mutating func reset() {
    scroll = 0
    focus = .next
  }

  private mutating func showHelp(_ isShown: Bool) {
    isHelpShown = isShown
    scroll = 0
  }

  // MARK: Focus

  private mutating func moveFocus(by step: Int) {
    var ring = screen.answers
    // On the last page the way leads from where the next button was: forward to done, back to back.
    if !ring.contains(.next) { ring = [.next, .done] + ring.filter { $0 != .done } }
    guard let place = ring.firstIndex(of: focus) else { return }
    let next = ring[(place + step + ring.count) % ring.count]
    focus = next == .next && screen.isLast ? ring[(place + 2 * step + ring.count) % ring.count] : next
  }

  // MARK: Scrolling

  /// True where the input is about scrolling.
  private mutating func handleScrolling(_ input: Input, in size: WindowSize) -> Bool {
    guard input.scrolling(lines: 0, rows: 1) != nil else { return false }
    let (layout, lines) = measures(in: size)
    let furthest = layout.furthestScroll(lines)
    guard let step = input.scrolling(lines: lines, rows: layout.height) else { return false }
    scroll = min(max(0, min(scroll, furthest) + step), furthest)
    return true
  }
}

/// Remembers what the last page's text was in lines: for a long one this takes longer than a held-down key does to
/// repeat. The pages of a view never change, so its copies share this.
private final class BodyMemo {
  private var last: (page: Int, width: Int, lines: [StyledLine])?

  func lines(page: Int, width: Int, _ make: () -> [StyledLine]) -> [StyledLine] {
    if let last, last.page == page, last.width == width { return last.lines }
    let lines = make()
    last = (page, width, lines)
    return lines
  }
}
