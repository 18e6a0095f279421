// What the methods give, as values and as they travel over the bus.

public import WalkthroughDBus
public import WalkthroughModel

/// A walkthrough in one locale. All texts are as the manifest has them: hostile until shown otherwise.
public struct Walkthrough: Equatable, Sendable {
  /// The canonical id, or what was asked for where there is none.
  public var appID: String
  /// Shown name.
  public var name: String
  /// The installed version; what Complete and Skip take. Empty for an unknown app.
  public var version: String
  /// What the pages are.
  public var kind: WalkthroughKind
  /// The locale of the texts.
  public var locale: String
  /// The manifest's own words for the buttons.
  public var labels: [Button: String] = [:]
  /// In order.
  public var pages: [WalkthroughPage] = []

  /// Makes a walkthrough without pages.
  public init(appID: String, name: String, version: String, kind: WalkthroughKind, locale: String) {
    self.appID = appID
    self.name = name
    self.version = version
    self.kind = kind
    self.locale = locale
  }

  /// The buttons that may have words of the manifest's.
  public enum Button: String, CaseIterable, Sendable { case next, back, skip, done }
}

/// A page in one locale.
public struct WalkthroughPage: Equatable, Sendable {
  /// Unique in the walkthrough.
  public var id: String
  /// The heading.
  public var title: String
  /// CommonMark.
  public var body = ""
  /// Absolute path of a picture.
  public var image: String?
  /// The picture in words.
  public var imageDescription: String?
  /// The version that brought what the page tells.
  public var since: String?
  /// The words of the link.
  public var linkLabel: String?
  /// Where the link leads.
  public var linkURL: String?

  /// Makes a page.
  public init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}

/// Why the answer about an app is what it is.
public struct AppStatus: Equatable, Sendable {
  /// Why.
  public var reason: Reason
  /// The canonical id, or what was asked for.
  public var appID: String
  /// Shown name.
  public var name: String
  /// The installed version, empty where it is not known.
  public var installed: String
  /// The manifest that decides, empty where there is none.
  public var source: String
  /// The version installed when the app was first noticed.
  public var baseline: String?
  /// The version seen.
  public var seen: String?
  /// What became of it.
  public var outcome: Outcome?
  /// When the record was last changed.
  public var changed: Instant?
  /// Until when the walkthrough is postponed.
  public var postponedUntil: Instant?
  /// Why the manifest cannot be used.
  public var problem: String?

  /// Makes a status.
  public init(reason: Reason, appID: String, name: String, installed: String = "", source: String = "") {
    self.reason = reason
    self.appID = appID
    self.name = name
    self.installed = installed
    self.source = source
  }
}

/// An app in the list.
public struct AppSummary: Equatable, Sendable {
  /// The canonical id.
  public var appID: String
  /// Shown name.
  public var name: String
  /// The installed version, empty where it is not known.
  public var installed: String
  /// Why something is due, or is not.
  public var reason: Reason

  /// Makes a summary.
  public init(appID: String, name: String, installed: String, reason: Reason) {
    self.appID = appID
    self.name = name
    self.installed = installed
    self.reason = reason
  }
}

// MARK: - Over the bus

extension Walkthrough {
  /// As `a{sv}` and `aa{sv}`.
  public var values: [Value] {
    var fields: Fields = [
      "app-id": .string(appID), "name": .string(name), "version": .string(version),
      "kind": .string(kind.rawValue), "locale": .string(locale),
    ]
    for button in Button.allCases { fields["label-\(button.rawValue)"] = labels[button].map(Value.string) }
    return [.fields(fields), .fieldsList(pages.map { $0.fields })]
  }

  /// From `a{sv}` and `aa{sv}`.
  public init(_ fields: Fields, pages: [Fields]) {
    self.init(
      appID: fields.text("app-id"), name: fields.text("name"), version: fields.text("version"),
      kind: WalkthroughKind(rawValue: fields.text("kind")) ?? .none, locale: fields.text("locale"))
    for button in Button.allCases { labels[button] = fields["label-\(button.rawValue)"]?.asString }
    self.pages = pages.map(WalkthroughPage.init)
  }
}

extension WalkthroughPage {
  fileprivate var fields: Fields {
    var fields: Fields = ["id": .string(id), "title": .string(title), "body": .string(body)]
    fields["image"] = image.map(Value.string)
    fields["image-alt"] = imageDescription.map(Value.string)
    fields["since"] = since.map(Value.string)
    fields["link-label"] = linkLabel.map(Value.string)
    fields["link-url"] = linkURL.map(Value.string)
    return fields
  }

  fileprivate init(_ fields: Fields) {
    self.init(id: fields.text("id"), title: fields.text("title"))
    body = fields.text("body")
    image = fields["image"]?.asString
    imageDescription = fields["image-alt"]?.asString
    since = fields["since"]?.asString
    linkLabel = fields["link-label"]?.asString
    linkURL = fields["link-url"]?.asString
  }
}

extension AppStatus {
  /// As `a{sv}`.
  public var fields: Fields {
    var fields: Fields = [
      "reason": .string(reason.rawValue), "app-id": .string(appID), "name": .string(name),
      "installed": .string(installed), "source": .string(source),
    ]
    fields["baseline"] = baseline.map(Value.string)
    fields["seen"] = seen.map(Value.string)
    fields["outcome"] = outcome.map { .string($0.rawValue) }
    fields["changed"] = changed.map { .int64($0.unixSeconds) }
    fields["postponed-until"] = postponedUntil.map { .int64($0.unixSeconds) }
    fields["problem"] = problem.map(Value.string)
    return fields
  }

  /// From `a{sv}`.
  public init(_ fields: Fields) {
    self.init(
      reason: Reason(rawValue: fields.text("reason")) ?? .unknown, appID: fields.text("app-id"),
      name: fields.text("name"), installed: fields.text("installed"), source: fields.text("source"))
    baseline = fields["baseline"]?.asString
    seen = fields["seen"]?.asString
    outcome = fields["outcome"]?.asString.flatMap(Outcome.init)
    changed = fields["changed"]?.asInt64.map(Instant.init)
    postponedUntil = fields["postponed-until"]?.asInt64.map(Instant.init)
    problem = fields["problem"]?.asString
  }
}

extension AppSummary {
  /// As `a{sv}`.
  public var fields: Fields {
    [
      "app-id": .string(appID), "name": .string(name), "installed": .string(installed),
      "due": .bool(reason.isDue), "reason": .string(reason.rawValue),
    ]
  }

  /// From `a{sv}`.
  public init(_ fields: Fields) {
    self.init(
      appID: fields.text("app-id"), name: fields.text("name"), installed: fields.text("installed"),
      reason: Reason(rawValue: fields.text("reason")) ?? .unknown)
  }
}

extension Fields {
  fileprivate func text(_ name: String) -> String { self[name]?.asString ?? "" }
}
