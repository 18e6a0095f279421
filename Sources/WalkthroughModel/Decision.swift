// The decision: what of an app's walkthrough a person should see now. Pure: no disk, no bus, no clock.

/// Why something is due, or is not; the first that holds.
public enum Reason: String, Sendable {
  case unknown, invalid, hidden, policy, none, postponed, claimed, introduction, update

  /// Whether the walkthrough is due.
  public var isDue: Bool { self == .introduction || self == .update }
}

/// What kind of walkthrough pages make.
public enum WalkthroughKind: String, Sendable {
  case introduction, update, none
}

/// Pages chosen from an app, as places in its `pages` or `releases`.
public enum Selection: Hashable, Sendable {
  case nothing
  case introduction(pages: [Int])
  case update(pages: [Int])
  case releaseNotes(releases: [Int])

  /// The kind of walkthrough they make.
  public var kind: WalkthroughKind {
    switch self {
    case .nothing: .none
    case .introduction: .introduction
    case .update, .releaseNotes: .update
    }
  }
}

/// What is known when a person might be shown an app's walkthrough.
public struct Situation: Sendable {
  /// The app as installed.
  public var app: App
  /// What the person did.
  public var record: RecordState
  /// The version installed when the app was first noticed; nil also where it does not count.
  public var baseline: Version?
  /// What may be shown.
  public var permissions: Permissions
  /// Whether somebody is showing it right now.
  public var isClaimed: Bool
  /// The time.
  public var now: Instant

  /// Makes a situation.
  public init(
    app: App, record: RecordState, baseline: Version? = nil, permissions: Permissions = .everything,
    isClaimed: Bool = false, now: Instant
  ) {
    self.app = app
    self.record = record
    self.baseline = baseline
    self.permissions = permissions
    self.isClaimed = isClaimed
    self.now = now
  }
}

/// The answer.
public struct Decision: Equatable, Sendable {
  /// Why.
  public var reason: Reason
  /// What is due; nothing unless the reason says so.
  public var due: Selection
}

/// How many release notes are shown at most.
private let mostReleaseNotes = 10

extension Situation {
  /// Decides.
  public func decide() -> Decision {
    switch app.availability {
    case .invalid: return Decision(reason: .invalid, due: .nothing)
    case .hidden: return Decision(reason: .hidden, due: .nothing)
    case .ready(let installed):
      let unseen = unseen(at: installed.version, permitting: permissions)
      if unseen == .nothing {
        let forbidden = self.unseen(at: installed.version, permitting: .everything)
        return Decision(reason: forbidden == .nothing ? .none : .policy, due: .nothing)
      }
      if isPostponed(unseen) { return Decision(reason: .postponed, due: .nothing) }
      if isClaimed { return Decision(reason: .claimed, due: .nothing) }
      return Decision(reason: unseen.kind == .introduction ? .introduction : .update, due: unseen)
    }
  }

  /// Whether the baseline counts: the person has seen nothing of the app, and there is no introduction to it. Without
  /// one its next update could not be told from its first appearance then.
  public var regardsBaseline: Bool {
    guard case .ready(let installed) = app.availability else { return false }
    return record.seen(assuming: installed.version) == nil && !hasIntroduction(at: installed.version)
  }

  /// Whether there is an introduction that may be shown.
  public func hasIntroduction(at installed: Version) -> Bool {
    permissions.introductions && app.pages.contains { $0.introduces(at: installed) }
  }

  private func unseen(at installed: Version, permitting permissions: Permissions) -> Selection {
    let seen = record.seen(assuming: installed)?.version
    if seen == nil, permissions.introductions {
      let introduction = app.introduction(at: installed)
      guard introduction.isEmpty else { return .introduction(pages: introduction) }
    }
    guard let since = seen ?? baseline, permissions.updates else { return .nothing }
    let update = app.update(after: since, at: installed)
    guard update.isEmpty else { return .update(pages: update) }
    guard permissions.releaseNotes else { return .nothing }
    let notes = app.releaseNotes(after: since, at: installed)
    return notes.isEmpty ? .nothing : .releaseNotes(releases: notes)
  }

  private func isPostponed(_ unseen: Selection) -> Bool {
    guard let postponed = record.record?.postponed, now < postponed.until else { return false }
    func isNews(_ version: Version?) -> Bool { version.map { postponed.version < $0 } ?? false }
    switch unseen {
    case .nothing: return true
    case .introduction(let pages), .update(let pages): return !pages.contains { isNews(app.pages[$0].since) }
    case .releaseNotes(let releases): return !releases.contains { isNews(app.releases[$0].version) }
    }
  }
}

extension PageOutline {
  /// Whether it is for those who meet the app at that version for the first time.
  fileprivate func introduces(at installed: Version) -> Bool {
    audience != .returning && (since.map { $0 <= installed } ?? true)
  }
}

extension App {
  /// Pages for those who meet the app for the first time.
  fileprivate func introduction(at installed: Version) -> [Int] {
    places { $0.introduces(at: installed) }
  }

  /// Pages that tell those who know an earlier version what is new.
  fileprivate func update(after seen: Version, at installed: Version) -> [Int] {
    places { page in
      guard page.audience != .new, let since = page.since else { return false }
      return seen < since && since <= installed
    }
  }

  /// The places of the pages that fit. At every question, so in one allocation.
  private func places(where fits: (PageOutline) -> Bool) -> [Int] {
    var places: [Int] = []
    places.reserveCapacity(pages.count)
    for (place, page) in pages.enumerated() where fits(page) { places.append(place) }
    return places
  }

  /// Releases whose notes tell what is new, greatest version first; all up to the installed where `seen` is nil.
  fileprivate func releaseNotes(after seen: Version?, at installed: Version) -> [Int] {
    guard usesReleaseNotes else { return [] }
    let isDevelopment =
      installed.isPreRelease || releases.contains { $0.version == installed && $0.isDevelopment }
    let fitting = releases.indices.filter { index in
      let release = releases[index]
      return release.hasNotes && (isDevelopment || !release.isDevelopment) && release.version <= installed
        && (seen.map { $0 < release.version } ?? true)
    }
    // Of two with an equal version the first serves: the sort keeps file order among equals.
    let sorted = fitting.sorted { left, right in
      let (one, other) = (releases[left].version, releases[right].version)
      return one == other ? left < right : other < one
    }
    var chosen: [Int] = []
    for index in sorted where chosen.last.map({ releases[$0].version != releases[index].version }) ?? true {
      chosen.append(index)
      if chosen.count == mostReleaseNotes { break }
    }
    return chosen
  }

  /// Everything there is to see of the installed version, for "Help → What's new": the pages, and where there are
  /// none the latest release notes. `kind` of the selection says nothing here.
  public var everything: Selection {
    let shown = places { page in
      guard let since = page.since else { return true }
      return installed.map { since <= $0.version } ?? false
    }
    guard shown.isEmpty else { return .update(pages: shown) }
    guard let installed else { return .nothing }
    let notes = releaseNotes(after: nil, at: installed.version)
    return notes.isEmpty ? .nothing : .releaseNotes(releases: notes)
  }
}
