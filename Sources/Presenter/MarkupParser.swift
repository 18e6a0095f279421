// From CommonMark to blocks through libcmark.

import CCMark
import WalkthroughModel

extension Markup {
  /// Reads CommonMark. Any text is some; entities (`&#27;`) are resolved before it is made safe.
  package init(commonMark text: String) {
    let utf8 = Array(text.utf8)
    let document = utf8.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return cmark_parse_document(start, bytes.count, CMARK_OPT_DEFAULT)
    }
    defer { cmark_node_free(document) }
    let walk = cmark_iter_new(document)
    defer { cmark_iter_free(walk) }
    var builder = BlockBuilder()
    while case let event = cmark_iter_next(walk), event != CMARK_EVENT_DONE {
      guard let node = cmark_iter_get_node(walk) else { break }
      if event == CMARK_EVENT_ENTER { builder.enter(node) } else { builder.exit(node) }
    }
    self.init(builder.blocks)
  }
}

/// Builds the tree from a walk through the document, without recursion: a hostile text nests thousands deep.
private struct BlockBuilder {
  private(set) var blocks: [Block] = []
  private var open: [Container] = []
  /// Containers entered below the deepest that is kept: their content counts as that one's.
  private var skipped = 0
  private var inline: [TextRun] = []
  private var styles: [TextStyle] = [.plain]

  /// Deeper indentation would not leave room for text.
  private static let deepest = 8

  private struct Container {
    enum Kind {
      case quote, item
      case list(start: Int?, isTight: Bool)
    }
    let kind: Kind
    /// What a quote or an item holds.
    var blocks: [Block] = []
    /// What a list holds.
    var items: [[Block]] = []

    init(_ kind: Kind) { self.kind = kind }
  }

  mutating func enter(_ node: OpaquePointer) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_BLOCK_QUOTE: push(.quote)
    case CMARK_NODE_LIST:
      let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
      push(
        .list(
          start: isOrdered ? Int(cmark_node_get_list_start(node)) : nil,
          isTight: cmark_node_get_list_tight(node) != 0))
    case CMARK_NODE_ITEM: push(.item)
    case CMARK_NODE_CODE_BLOCK: append(.code(sanitized(literal(node)).droppingLastNewline))
    case CMARK_NODE_HTML_BLOCK: append(.html(sanitized(literal(node)).droppingLastNewline))
    case CMARK_NODE_THEMATIC_BREAK: append(.rule)
    case CMARK_NODE_TEXT, CMARK_NODE_HTML_INLINE: add(sanitizedLine(literal(node)))
    case CMARK_NODE_SOFTBREAK: add(" ")
    case CMARK_NODE_LINEBREAK: add("\n")
    case CMARK_NODE_CODE: add(sanitizedLine(literal(node)), changing: { $0.isCode = true })
    case CMARK_NODE_EMPH: pushStyle { $0.isEmphasized = true }
    case CMARK_NODE_STRONG: pushStyle { $0.isStrong = true }
    case CMARK_NODE_LINK:
      let address = sanitizedLine(string(cmark_node_get_url(node)))
      pushStyle { $0.link = address.isEmpty ? nil : address }
    default: break  // A picture in the text is its description, which comes as text.
    }
  }

  mutating func exit(_ node: OpaquePointer) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_LIST, CMARK_NODE_ITEM: pop()
    case CMARK_NODE_PARAGRAPH: append(.paragraph(takeInline()))
    case CMARK_NODE_HEADING: append(.heading(takeInline()))
    case CMARK_NODE_EMPH, CMARK_NODE_STRONG, CMARK_NODE_LINK: styles.removeLast()
    default: break
    }
  }

  private mutating func push(_ kind: Container.Kind) {
    if open.count < Self.deepest { open.append(Container(kind)) } else { skipped += 1 }
  }

  private mutating func pop() {
    guard skipped == 0 else {
      skipped -= 1
      return
    }
    guard let closed = open.popLast() else { return }
    switch closed.kind {
    case .quote: append(.quote(closed.blocks))
    case .list(let start, let isTight): append(.list(start: start, isTight: isTight, items: closed.items))
    case .item: appendItem(closed.blocks)
    }
  }

  private mutating func append(_ block: Block) {
    guard let last = open.indices.last else {
      blocks.append(block)
      return
    }
    // Directly in a list stands only what was nested too deep.
    if case .list = open[last].kind {
      open[last].items.append([block])
    } else {
      open[last].blocks.append(block)
    }
  }

  private mutating func appendItem(_ content: [Block]) {
    guard let list = open.indices.last else { return }
    open[list].items.append(content)
  }

  private mutating func add(_ text: String, changing change: (inout TextStyle) -> Void = { _ in }) {
    var style = styles.last ?? .plain
    change(&style)
    if let last = inline.indices.last, inline[last].style == style {
      inline[last].text += text
    } else {
      inline.append(TextRun(text, style))
    }
  }

  private mutating func pushStyle(_ change: (inout TextStyle) -> Void) {
    var style = styles.last ?? .plain
    change(&style)
    styles.append(style)
  }

  private mutating func takeInline() -> [TextRun] {
    defer { inline = [] }
    return inline
  }

  private func literal(_ node: OpaquePointer) -> String { string(cmark_node_get_literal(node)) }

  private func string(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
}

extension String {
  fileprivate var droppingLastNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
