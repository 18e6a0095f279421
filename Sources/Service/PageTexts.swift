// From a selection and the texts of an app to pages in one locale.

import Callers
import Catalog
import ManifestFormat
import WalkthroughInterface
import WalkthroughModel

extension Catalog {
  /// The selected pages in a locale, with pictures as the caller sees them.
  func walkthrough(
    of entry: CatalogEntry, _ texts: AppTexts, _ selection: Selection, in locale: LocalePreference,
    for caller: Caller
  ) -> Walkthrough {
    let name = (texts.manifest?.name ?? texts.metainfo?.name)?.best(for: locale)
    var textLocale = name?.locale ?? .english
    var walkthrough = Walkthrough(
      appID: entry.app.id.text, name: name?.value ?? entry.app.id.text,
      version: texts.app.installed?.version.text ?? "", kind: selection.kind, locale: "")
    switch selection {
    case .nothing: break
    case .introduction(let indices), .update(let indices):
      guard let pages = texts.manifest?.pages, let first = indices.first else { break }
      textLocale = pages[first].title.best(for: locale).locale
      walkthrough.pages = indices.map { index in
        WalkthroughPage(pages[index], in: locale) { image($0, of: entry, for: caller) }
      }
    case .releaseNotes(let indices):
      let releases = indices.compactMap { texts.metainfo?.releases[$0] }
      if let first = releases.first?.description?.best(for: locale) {
        textLocale = first.value.first?.best(for: locale).locale ?? first.locale
      }
      walkthrough.pages = releases.map { page(for: $0, name: walkthrough.name, in: locale) }
    }
    if selection != .nothing, let labels = texts.manifest?.labels { walkthrough.take(labels, in: locale) }
    walkthrough.locale = textLocale.text
    return walkthrough
  }

  private func page(for release: Release, name: String, in locale: LocalePreference) -> WalkthroughPage {
    var shown = WalkthroughPage(id: "release-\(release.version)", title: "\(name) \(release.version)")
    shown.body = release.description.map { $0.commonMark(for: locale) } ?? ""
    shown.since = release.version.text
    shown.linkURL = release.url
    return shown
  }

  private func image(_ path: String, of entry: CatalogEntry, for caller: Caller) -> String? {
    switch caller {
    case .host: image(path, of: entry)
    case .flatpak: image(path, ofSandboxed: entry)
    case .refused: nil
    }
  }
}
