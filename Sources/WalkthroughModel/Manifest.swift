// The two kinds of manifest file as values: what an app's author says of it.

/// For whom a page is.
public enum Audience: String, Sendable {
  /// People who meet the app for the first time.
  case new
  /// People who knew an earlier version.
  case returning
  /// Both.
  case everyone
}

/// A link below a page's text.
public struct PageLink: Sendable {
  /// What it says; nil: the client has its own words.
  public var label: LocalizedText?
  /// Where it leads: `https`, `http`, `help` or `man`.
  public var url: String

  /// Makes a link.
  public init(label: LocalizedText?, url: String) {
    self.label = label
    self.url = url
  }
}

/// One page of a walkthrough manifest.
public struct Page: Sendable {
  /// Unique in the manifest.
  public var id: String
  /// The heading.
  public var title: LocalizedText
  /// CommonMark.
  public var body: LocalizedText?
  /// The version that brought what the page tells; nil: an introduction page.
  public var since: Version?
  /// For whom it is.
  public var audience: Audience
  /// A path relative to the manifest's directory.
  public var image: LocalizedText?
  /// The picture in words.
  public var imageDescription: LocalizedText?
  /// A link below the text.
  public var link: PageLink?

  /// Makes a page; the audience is `returning` with `since` and else `new` where none is given.
  public init(
    id: String, title: LocalizedText, body: LocalizedText? = nil, since: Version? = nil,
    audience: Audience? = nil, image: LocalizedText? = nil, imageDescription: LocalizedText? = nil,
    link: PageLink? = nil
  ) {
    self.id = id
    self.title = title
    self.body = body
    self.since = since
    self.audience = audience ?? (since == nil ? .new : .returning)
    self.image = image
    self.imageDescription = imageDescription
    self.link = link
  }
}

/// The words on the buttons, where the manifest has its own.
public struct Labels: Sendable {
  /// To the next page.
  public var next: LocalizedText?
  /// To the page before.
  public var back: LocalizedText?
  /// Declines the walkthrough.
  public var skip: LocalizedText?
  /// Completes it, on the last page.
  public var done: LocalizedText?

  /// No labels of its own.
  public init() {}
}

/// A walkthrough manifest (`<data dir>/walkthroughs/<app-id>.json`).
public struct Manifest: Sendable {
  /// The app.
  public var id: AppID
  /// Shown name; nil: the metainfo's, else the id.
  public var name: LocalizedText?
  /// The installed version; nil: the metainfo's.
  public var version: Version?
  /// Never has anything due.
  public var isHidden = false
  /// Whether AppStream release notes may stand in where no page is due.
  public var usesReleaseNotes = true
  /// In file order.
  public var pages: [Page] = []
  /// The words on the buttons.
  public var labels = Labels()

  /// A manifest that says nothing yet.
  public init(id: AppID) { self.id = id }
}

/// A block of an AppStream description, its text as CommonMark inline markup.
public indirect enum DescriptionBlock: Sendable {
  case paragraph(String)
  case list(ordered: Bool, items: [Description])
  /// What stood in one paragraph but is more than one, as a list inside it.
  case blocks([Localized<DescriptionBlock>])
}

/// An AppStream description: each element is translated by itself, and the whole may be, too.
public typealias Description = Localized<[Localized<DescriptionBlock>]>

/// A release of an AppStream component.
public struct Release: Sendable {
  /// Its version.
  public var version: Version
  /// Its type is `development` or `snapshot`.
  public var isDevelopment: Bool
  /// When it was released (`timestamp`, else `date`).
  public var date: Instant?
  /// Release notes; nil where their text is blank.
  public var description: Description?
  /// Its `url` of type `details`, or without type.
  public var url: String?

  /// Makes a release.
  public init(
    version: Version, isDevelopment: Bool = false, date: Instant? = nil, description: Description? = nil,
    url: String? = nil
  ) {
    self.version = version
    self.isDevelopment = isDevelopment
    self.date = date
    self.description = description
    self.url = url
  }
}

/// An AppStream metainfo file (`<data dir>/metainfo/*.xml`), as far as it concerns walkthroughs.
public struct Metainfo: Sendable {
  /// The first `id` without a language.
  public var id: AppID
  /// Further ids: the others without a language, `launchable` desktop ids and `provides/id`.
  public var aliases: [AppID] = []
  /// Shown name.
  public var name: LocalizedText?
  /// In file order, those with a valid version.
  public var releases: [Release] = []

  /// Metainfo that says nothing yet.
  public init(id: AppID) { self.id = id }

  /// The installed version: the greatest that is no development release; where every one is, the greatest.
  public var version: Version? {
    let stable = releases.lazy.filter { !$0.isDevelopment }.map { $0.version }.max()
    return stable ?? releases.lazy.map { $0.version }.max()
  }
}
