// What the administrator and the person allow to be shown.

/// What may be shown of one app.
public struct Permissions: Equatable, Sendable {
  /// First-run walkthroughs.
  public var introductions: Bool
  /// "What's new", release notes with it.
  public var updates: Bool
  /// Release notes in the place of pages that the author did not write.
  public var releaseNotes: Bool

  /// Makes permissions.
  public init(introductions: Bool = true, updates: Bool = true, releaseNotes: Bool = true) {
    self.introductions = introductions
    self.updates = updates
    self.releaseNotes = releaseNotes
  }

  /// All is allowed.
  public static var everything: Permissions { Permissions() }
  /// Nothing is allowed.
  public static var nothing: Permissions {
    Permissions(introductions: false, updates: false, releaseNotes: false)
  }
}

/// The keys of a policy: what can be switched.
public enum PolicyKey: String, CaseIterable, Sendable {
  case introductions, updates
  case releaseNotes = "release-notes"
}

/// What one policy file says about something; what is not in it is not said.
public typealias PolicyRule = [PolicyKey: Bool]

/// An app id, or a prefix of ids ending in `*`.
public struct PolicyPattern: Equatable, Sendable {
  /// What an id must equal or begin with.
  public var text: String
  /// Whether it is a prefix.
  public var isPrefix: Bool

  /// Reads a pattern; a `*` counts only at the end.
  public init(_ pattern: String) {
    isPrefix = pattern.hasSuffix("*")
    text = isPrefix ? String(pattern.dropLast()) : pattern
  }

  /// Whether the app is meant.
  public func matches(_ id: AppID) -> Bool { isPrefix ? id.text.hasPrefix(text) : id.text == text }

  /// How closely it describes an id: the longer the closer, an exact id before a prefix of its length.
  public var closeness: (length: Int, exact: Int) { (text.utf8.count, isPrefix ? 0 : 1) }
}

/// One policy file.
public struct PolicyFile: Equatable, Sendable {
  /// The administrator's word is final (it counts only in their file).
  public var isLocked = false
  /// For all apps.
  public var general: PolicyRule = [:]
  /// For some apps.
  public var apps: [(pattern: PolicyPattern, rule: PolicyRule)] = []

  /// A file that says nothing.
  public init() {}

  /// The administrator's file where it cannot be read: fail quiet.
  public static let unreadable = {
    var file = PolicyFile()
    file.isLocked = true
    for key in PolicyKey.allCases { file.general[key] = false }
    return file
  }()

  /// Whether it leaves everything as it is without it.
  var saysNothing: Bool { general.isEmpty && apps.isEmpty }

  /// What the file says about an app: for each key the closest pattern that says it, then the general key.
  public func rule(for id: AppID) -> PolicyRule {
    let closestLast = apps.filter { $0.pattern.matches(id) }
      .sorted { $0.pattern.closeness > $1.pattern.closeness }.reversed()
    var said = general
    for app in closestLast { for (key, isAllowed) in app.rule { said[key] = isAllowed } }
    return said
  }

  /// Equal where they say the same in the same order.
  public static func == (left: PolicyFile, right: PolicyFile) -> Bool {
    left.isLocked == right.isLocked && left.general == right.general
      && left.apps.elementsEqual(right.apps) { $0.pattern == $1.pattern && $0.rule == $1.rule }
  }
}

/// The administrator's and the person's policy together.
public struct Policy: Equatable, Sendable {
  /// The administrator's file.
  public var administrator: PolicyFile
  /// The person's file.
  public var person: PolicyFile

  /// Makes a policy; a missing file says nothing.
  public init(administrator: PolicyFile = PolicyFile(), person: PolicyFile = PolicyFile()) {
    self.administrator = administrator
    self.person = person
  }

  /// What may be shown of an app: the person's word over the administrator's, unless that is locked; then the
  /// person can only ask for less.
  public func permissions(for id: AppID) -> Permissions {
    if administrator.saysNothing, person.saysNothing { return .everything }
    let theirs = administrator.rule(for: id)
    let own = person.rule(for: id)
    func allows(_ key: PolicyKey) -> Bool {
      let administrators = theirs[key] ?? true
      let persons = own[key]
      return administrator.isLocked ? administrators && persons ?? true : persons ?? administrators
    }
    return Permissions(
      introductions: allows(.introductions), updates: allows(.updates), releaseNotes: allows(.releaseNotes))
  }
}
