// An installed app as the decision needs it: no texts, only what there is to show and for which versions.

/// A page without its texts.
public struct PageOutline: Equatable, Sendable {
  /// The version that brought what the page tells; nil: an introduction page.
  public var since: Version?
  /// For whom it is.
  public var audience: Audience

  /// Makes an outline.
  public init(since: Version? = nil, audience: Audience) {
    self.since = since
    self.audience = audience
  }
}

extension PageOutline {
  /// What the decision needs of a page.
  public init(_ page: Page) { self.init(since: page.since, audience: page.audience) }
}

/// A release without its notes.
public struct ReleaseOutline: Equatable, Sendable {
  /// Its version.
  public var version: Version
  /// Whether it counts as a development release: by its type, or by a pre-release word in its version.
  public var isDevelopment: Bool
  /// Whether it has notes to show.
  public var hasNotes: Bool

  /// Makes an outline; a pre-release word in the version makes it a development release, too.
  public init(version: Version, isDevelopment: Bool, hasNotes: Bool) {
    self.version = version
    self.isDevelopment = isDevelopment || version.isPreRelease
    self.hasNotes = hasNotes
  }
}

/// The installed version, and who says so.
public struct Installed: Equatable, Sendable {
  /// The version.
  public var version: Version
  /// Whether a walkthrough manifest says it; else metainfo does, which often lags behind the package.
  public var isByManifest: Bool

  /// Makes it.
  public init(_ version: Version, isByManifest: Bool) {
    self.version = version
    self.isByManifest = isByManifest
  }
}

/// Whether an app's walkthrough can be used at all.
public enum Availability: Equatable, Sendable {
  /// Its version is known.
  case ready(Installed)
  /// The author, or the person, wants nothing shown; a version is not needed then.
  case hidden(Installed?)
  /// Its manifest cannot be used; the problem names file and place.
  case invalid(problem: String)
}

/// An installed app, as far as the decision needs it. An object, for it is handed around with every question.
public final class App: Equatable, Sendable {
  /// The canonical id.
  public let id: AppID
  /// Whether it can be used, and its version.
  public let availability: Availability
  /// Whether release notes may stand in where no page is due.
  public let usesReleaseNotes: Bool
  /// In file order.
  public let pages: [PageOutline]
  /// In file order.
  public let releases: [ReleaseOutline]

  /// Makes an app.
  public init(
    id: AppID, availability: Availability, usesReleaseNotes: Bool = true, pages: [PageOutline] = [],
    releases: [ReleaseOutline] = []
  ) {
    self.id = id
    self.availability = availability
    self.usesReleaseNotes = usesReleaseNotes
    self.pages = pages
    self.releases = releases
  }

  /// Equal where the same is known.
  public static func == (one: App, other: App) -> Bool {
    one.id == other.id && one.availability == other.availability
      && one.usesReleaseNotes == other.usesReleaseNotes && one.pages == other.pages
      && one.releases == other.releases
  }

  /// The installed version, where it is known.
  public var installed: Installed? {
    switch availability {
    case .ready(let installed): installed
    case .hidden(let installed): installed
    case .invalid: nil
    }
  }
}
