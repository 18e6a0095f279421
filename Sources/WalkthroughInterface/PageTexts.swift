// From a manifest's pages and labels to what is sent of them, in one locale.

public import WalkthroughModel

extension WalkthroughPage {
  /// A page's texts. `image` finds the picture that a path in the manifest means; nil where there is none to show.
  public init(_ page: Page, in locale: LocalePreference, image: (String) -> String?) {
    self.init(id: page.id, title: page.title(locale))
    body = page.body?(locale) ?? ""
    since = page.since?.text
    self.image = page.image.flatMap { image($0(locale)) }
    // The words stand for a picture that cannot be shown, too.
    imageDescription = page.imageDescription?(locale)
    linkLabel = page.link?.label?(locale)
    linkURL = page.link?.url
  }
}

extension Walkthrough {
  /// Takes a manifest's own words for the buttons.
  public mutating func take(_ labels: Labels, in locale: LocalePreference) {
    self.labels[.next] = labels.next?(locale)
    self.labels[.back] = labels.back?(locale)
    self.labels[.skip] = labels.skip?(locale)
    self.labels[.done] = labels.done?(locale)
  }
}
