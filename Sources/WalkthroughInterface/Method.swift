// The methods of the interface: their names, arguments and documentation, once, for the daemon and the client.

public import WalkthroughDBus

/// A method of `org.walkthroughd.Walkthrough1`.
public enum Method: String, CaseIterable, Sendable {
  case shouldShow = "ShouldShow"
  case pages = "Pages"
  case complete = "Complete"
  case skip = "Skip"
  case postpone = "Postpone"
  case claim = "Claim"
  case release = "Release"
  case allPages = "AllPages"
  case reset = "Reset"
  case mute = "Mute"
  case status = "Status"
  case list = "List"
  case listDue = "ListDue"

  /// Its name on the bus.
  public var member: MemberName { description.name }

  /// Its arguments and what it does.
  public var description: InterfaceDescription.Method {
    let app: [InterfaceDescription.Argument] = [.init("app_id", "s")]
    let appAndVersion = app + [.init("version", "s")]
    let appAndLocale = app + [.init("locale", "s")]
    let walkthrough: [InterfaceDescription.Argument] = [
      .init("walkthrough", "a{sv}"), .init("pages", "aa{sv}"),
    ]
    return switch self {
    case .shouldShow:
      .init(
        "ShouldShow", takes: app, gives: [.init("due", "b")],
        documentation: """
          Whether a walkthrough of the app should be shown now: the question at launch. Changes nothing. \
          An unknown app has nothing due.
          """)
    case .pages:
      .init(
        "Pages", takes: appAndLocale, gives: walkthrough,
        documentation: """
          The pages that are due, in a locale: a name, or several separated by ":", best first; empty for the \
          session's. Where nothing is due, the walkthrough's kind is "none" and there are no pages. \
          Changes nothing.

          Keys of walkthrough: app-id, name, version, kind ("introduction", "update" or "none"), locale (of the \
          texts), and where the app has its own words for the buttons label-next, label-back, label-skip, label-done.

          Keys of a page: id, title, body (CommonMark), and where the page has them image (absolute path), \
          image-alt, since, link-label, link-url.
          """)
    case .complete:
      .init(
        "Complete", takes: appAndVersion,
        documentation: """
          The person went through the walkthrough. The version is the one that Pages gave; empty means the \
          installed one. The answer comes after the record is on the disk.
          """)
    case .skip:
      .init(
        "Skip", takes: appAndVersion,
        documentation: """
          The person declined the walkthrough: it is not shown again, but remembered as skipped. The version is \
          as for Complete.
          """)
    case .postpone:
      .init(
        "Postpone", takes: app + [.init("seconds", "u")],
        documentation: """
          The person wants it later, after that many seconds. A newer page ends the postponement, and so does 0.
          """)
    case .claim:
      .init(
        "Claim", takes: appAndLocale, gives: [.init("granted", "b")] + walkthrough,
        documentation: """
          ShouldShow, Pages and a lock in one call, so that of two windows that start at once only one shows the \
          walkthrough. A claim ends with Complete, Skip, Postpone or Release, and when its owner leaves the bus. \
          Where it is not granted, the walkthrough's kind is "none" and there are no pages.
          """)
    case .release:
      .init(
        "Release", takes: app,
        documentation: "Gives a claim back. No effect where it is not the caller's.")
    case .allPages:
      .init(
        "AllPages", takes: appAndLocale, gives: walkthrough,
        documentation: """
          Every page of the installed version, whether due or not, for a menu item such as "What's new"; where \
          there are none, the latest release notes. The walkthrough's kind is what Pages would say. \
          Changes nothing.
          """)
    case .reset:
      .init("Reset", takes: app, documentation: "Forgets what the person saw of the app.")
    case .mute:
      .init(
        "Mute", takes: app + [.init("mute", "b")],
        documentation: """
          The person wants nothing shown of the app (empty: of any app), or wants it again. Kept in the person's \
          policy file.
          """)
    case .status:
      .init(
        "Status", takes: app, gives: [.init("status", "a{sv}")],
        documentation: """
          Why the answer is what it is. Keys: reason ("unknown", "invalid", "hidden", "policy", "none", \
          "postponed", "claimed", "introduction", "update"; the last two mean due), app-id, name, installed, \
          source (path of the manifest that decides), and where they apply baseline, seen, outcome ("completed" \
          or "skipped"), changed (x, unix seconds), postponed-until (x, unix seconds), problem (why a manifest \
          cannot be used).
          """)
    case .list:
      .init(
        "List", gives: [.init("apps", "aa{sv}")],
        documentation: """
          Every app known, ordered by id. Keys: app-id, name, installed (empty where its manifest cannot be \
          used), due (b), reason (as for Status).
          """)
    case .listDue:
      .init(
        "ListDue", gives: [.init("app_ids", "as")],
        documentation: """
          The apps of which something is due: introductions by id, then updates, the most recently installed first.
          """)
    }
  }
}
