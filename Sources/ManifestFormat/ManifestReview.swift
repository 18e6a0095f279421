// What an author likely did not mean, though the manifest can be used: a second look at the document.

import WalkthroughJSON
import WalkthroughModel

/// Looks at a document that is a manifest. What has a wrong type was told already and is passed over.
struct ManifestReview {
  private(set) var findings: [Finding] = []
  private(set) var images: [ImageReference] = []
  private let document: JSON
  private let pages: [JSON]
  private let language: Locale
  private let metainfoVersion: Version?

  init(of document: JSON, metainfoVersion: Version?) {
    self.document = document
    self.metainfoVersion = metainfoVersion
    language = document["language"]?.string.flatMap { Locale($0) } ?? .english
    if case .array(let pages) = document["pages"]?.kind {
      self.pages = pages
    } else {
      pages = []
    }
  }

  mutating func run() {
    reviewVersion()
    reviewWhetherAnythingIsDue()
    for page in pages {
      reviewDue(page)
      reviewImage(page)
      reviewMarkup(page["body"])
    }
    let texts = texts()
    for text in texts { reviewBlank(text) }
    var translations = TranslationReview(language: language)
    translations.run(over: texts)
    findings += translations.findings
  }

  // MARK: - When it is shown

  private var installed: Version? { version(document["version"]) ?? metainfoVersion }
  private var isHidden: Bool { document["hidden"]?.bool ?? false }

  private func version(_ value: JSON?) -> Version? { value?.string.flatMap { try? Version($0) } }

  private mutating func reviewVersion() {
    guard let value = document["version"] else {
      guard metainfoVersion == nil, !isHidden else { return }
      return warn(
        "no `version` here, so the app's metainfo must have one; add it, or check both files together",
        at: document.place)
    }
    if let version = version(value), let metainfoVersion, version < metainfoVersion {
      warn(
        "the metainfo says version \(metainfoVersion.text.excerpt), but this one counts; raise or remove it",
        at: value.place)
    }
  }

  private mutating func reviewWhetherAnythingIsDue() {
    if isHidden, !pages.isEmpty, let hidden = document["hidden"] {
      warn("the app is hidden, so none of its pages is ever due; remove `hidden`", at: hidden.place)
    }
    if !isHidden, pages.isEmpty, let notes = document["release-notes"], notes.bool == false {
      warn("without pages and release notes nothing is ever due; allow them, or add `pages`", at: notes.place)
    }
  }

  private mutating func reviewDue(_ page: JSON) {
    if let since = page["since"] {
      guard let version = version(since), let installed, installed < version else { return }
      return warn(
        "this page is not shown before version \(version.text.excerpt), and \(installed.text.excerpt) is "
          + "installed; raise `version` or lower `since`",
        at: since.place)
    }
    guard let audience = page["for"] else { return }
    switch audience.string.flatMap({ Audience(rawValue: $0) }) {
    case .returning:
      warn("without `since` this page is never due for those who return; add `since`", at: audience.place)
    case .everyone:
      warn("without `since` this page is due for new people only; add `since`", at: audience.place)
    case .new, nil: break
    }
  }

  // MARK: - What is shown

  private mutating func reviewImage(_ page: JSON) {
    guard let image = page["image"] else {
      if let alt = page["alt"] {
        warn("without an `image` nobody gets this text; add the picture, or remove it", at: alt.place)
      }
      return
    }
    if page["alt"] == nil {
      warn("the picture has no `alt`; add a text for those who do not see it", at: image.place)
    }
    for value in image.variants {
      guard let path = value.string else { continue }
      if path.isEmpty || path.hasPrefix("/") || path.hasScheme {
        findings.append(
          Finding(
            .error, "the page is served without this picture; write a path relative to this file",
            at: value.place))
      } else {
        images.append(ImageReference(path: path, place: value.place))
      }
    }
  }

  private mutating func reviewMarkup(_ body: JSON?) {
    for value in body?.variants ?? [] {
      guard let text = value.string else { continue }
      let markup = PlainMarkup(text)
      if let tag = markup.firstHTMLTag {
        warn("raw HTML is shown as text, also <\(tag)>; write it in CommonMark", at: value.place)
      }
      if markup.hasPicture {
        warn("a picture in the text is not shown; name it in `image`", at: value.place)
      }
    }
  }

  private mutating func reviewBlank(_ text: ManifestText) {
    guard text.isShownAlone else { return }
    for value in text.value.variants where value.string.map({ $0.allSatisfy({ $0.isWhitespace }) }) ?? false {
      warn("`\(text.key)` is empty; write a text, or remove it", at: value.place)
    }
  }

  /// Every localizable value.
  private func texts() -> [ManifestText] {
    var texts: [ManifestText] = []
    func add(_ key: String, in object: JSON?, isShownAlone: Bool = true, isSameForAll: Bool = false) {
      guard let value = object?[key] else { return }
      texts.append(
        ManifestText(key: key, value: value, isShownAlone: isShownAlone, isSameForAll: isSameForAll))
    }
    add("name", in: document, isSameForAll: true)
    for label in ["next", "back", "skip", "done"] { add(label, in: document["labels"]) }
    for page in pages {
      add("title", in: page)
      add("body", in: page, isShownAlone: false)
      add("image", in: page, isShownAlone: false, isSameForAll: true)
      add("alt", in: page, isShownAlone: false)
      add("label", in: page["link"])
    }
    return texts
  }

  private mutating func warn(_ message: String, at place: JSONPlace) {
    findings.append(Finding(.warning, message, at: place))
  }
}

extension String {
  /// Whether it is an address rather than a path.
  fileprivate var hasScheme: Bool {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return utf8[colon...].starts(with: "://".utf8)
  }
}
