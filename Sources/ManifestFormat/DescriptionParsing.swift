// The markup of AppStream descriptions → blocks, each with its translations.

import WalkthroughModel

extension Localized {
  /// The first variant without a language is the source, else the first of all; nil where there is none.
  init?(variants: [(language: Locale?, value: Value)], inheriting language: Locale) {
    guard let source = variants.firstIndex(where: { $0.language == nil }) ?? variants.indices.first else {
      return nil
    }
    let translations = variants.enumerated().compactMap { index, variant in
      index == source ? nil : variant.language.map { (locale: $0, value: variant.value) }
    }
    self.init(
      variants[source].value, language: variants[source].language ?? language, translations: translations)
  }
}

extension XMLElement {
  /// What is in a `description`, `p` or `li`, without what is blank. A language is inherited where it has none.
  func blocks(inheriting language: Locale) -> [Localized<DescriptionBlock>] {
    BlockReader.blocks(content, in: self.language, inheriting: self.language ?? language)
  }

  /// Whether a block stands somewhere in it.
  fileprivate var holdsBlocks: Bool {
    children.contains { ["p", "ul", "ol", "li"].contains($0.name) || $0.holdsBlocks }
  }
}

/// Siblings that say the same in different languages.
private struct TranslationGroup<Value: Sendable> {
  /// The language of the element that opened it.
  let opener: Locale?
  var variants: [(language: Locale?, value: Value)] = []

  /// Whether an element of this language begins something new instead of translating this.
  func ends(before language: Locale?, in container: Locale?) -> Bool {
    language == nil || language == container || language == opener
  }
}

/// Gathers the blocks of one container.
private struct BlockReader {
  private let container: Locale?
  private let language: Locale
  private var groups: [TranslationGroup<DescriptionBlock>] = []
  /// The group of each element name that a translation would go to.
  private var openGroups: [String: Int] = [:]
  private var inline = InlineText()
  /// Items outside of any list, waiting to become one.
  private var looseItems: [XMLElement.Content] = []

  /// The blocks of a container whose own language, if it has one, is `container`.
  static func blocks(_ content: [XMLElement.Content], in container: Locale?, inheriting language: Locale)
    -> [Localized<DescriptionBlock>]
  {
    var reader = BlockReader(container: container, language: language)
    reader.read(content)
    reader.flush()
    return reader.groups.compactMap { Localized(variants: $0.variants, inheriting: language) }
  }

  private init(container: Locale?, language: Locale) {
    self.container = container
    self.language = language
  }

  private mutating func read(_ content: [XMLElement.Content]) {
    for part in content {
      switch part {
      case .text(" ") where !looseItems.isEmpty: break
      case .text(let text):
        flushItems()
        inline.append(text, .plain)
      case .element(let element): read(element)
      }
    }
  }

  private mutating func read(_ element: XMLElement) {
    switch element.name {
    case "li":
      flushText()
      looseItems.append(.element(element))
    case "p", "ul", "ol":
      flush()
      add(block(of: element), of: element)
    case _ where element.holdsBlocks:
      flush()
      read(element.content)
      flush()
    default:
      flushItems()
      readInline(element, .plain)
    }
  }

  private mutating func readInline(_ element: XMLElement, _ outer: InlineText.Style) {
    if element.name == "br" { inline.append(" ", .plain) }
    let style: InlineText.Style =
      switch element.name {
      case "code": .code
      case "em" where outer != .code: .emphasis
      default: outer
      }
    for part in element.content {
      switch part {
      case .text(let text): inline.append(text, style)
      case .element(let child): readInline(child, style)
      }
    }
  }

  /// An element without a language opens a group; so does one whose language is no translation of what is open.
  /// What is blank opens its group, too, but says nothing in it.
  private mutating func add(_ block: DescriptionBlock?, of element: XMLElement) {
    let index: Int
    if let open = openGroups[element.name], !groups[open].ends(before: element.language, in: container) {
      index = open
    } else {
      index = groups.count
      groups.append(TranslationGroup(opener: element.language))
      openGroups[element.name] = index
    }
    if let block { groups[index].variants.append((element.language, block)) }
  }

  private mutating func flush() {
    flushText()
    flushItems()
  }

  private mutating func flushText() {
    if let markup = inline.markup { addLoose(.paragraph(markup)) }
    inline = InlineText()
  }

  private mutating func flushItems() {
    guard !looseItems.isEmpty else { return }
    if let list = list(ordered: false, looseItems, in: container, inheriting: language) { addLoose(list) }
    looseItems = []
  }

  private mutating func addLoose(_ block: DescriptionBlock) {
    groups.append(TranslationGroup(opener: nil, variants: [(nil, block)]))
  }

  private func block(of element: XMLElement) -> DescriptionBlock? {
    guard element.name == "p" else {
      return list(
        ordered: element.name == "ol", element.content, in: element.language,
        inheriting: element.language ?? language)
    }
    let blocks = element.blocks(inheriting: language)
    guard let first = blocks.first else { return nil }
    return blocks.count == 1 && first.translations.isEmpty ? first.source : .blocks(blocks)
  }
}

/// A list; nil where it has no items. What is no item in it, as bare text, is taken for one; an inner list that
/// is no item's belongs to the item before it.
private func list(
  ordered: Bool, _ content: [XMLElement.Content], in container: Locale?, inheriting language: Locale
) -> DescriptionBlock? {
  var groups: [TranslationGroup<[Localized<DescriptionBlock>]>] = []
  var loose: [XMLElement.Content] = []

  func flush() {
    let blocks = BlockReader.blocks(loose, in: container, inheriting: language)
    loose = []
    guard let first = blocks.first else { return }
    if case .list = first.source, let last = groups.indices.last, !groups[last].variants.isEmpty {
      for index in groups[last].variants.indices { groups[last].variants[index].value += blocks }
    } else {
      groups.append(TranslationGroup(opener: nil, variants: [(nil, blocks)]))
    }
  }

  for part in content {
    guard case .element(let item) = part, item.name == "li" else {
      loose.append(part)
      continue
    }
    flush()
    if groups.last?.ends(before: item.language, in: container) ?? true {
      groups.append(TranslationGroup(opener: item.language))
    }
    let blocks = item.blocks(inheriting: language)
    if !blocks.isEmpty { groups[groups.count - 1].variants.append((item.language, blocks)) }
  }
  flush()
  let items = groups.compactMap { Localized(variants: $0.variants, inheriting: language) }
  return items.isEmpty ? nil : .list(ordered: ordered, items: items)
}
