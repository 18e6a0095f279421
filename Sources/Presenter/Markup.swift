// CommonMark as a tree of blocks, text made safe.

/// A page's text: what CommonMark says, in blocks.
package struct Markup: Equatable, Sendable {
  package let blocks: [Block]

  package init(_ blocks: [Block]) { self.blocks = blocks }
}

/// A block of text.
package indirect enum Block: Equatable, Sendable {
  /// Text that is wrapped.
  case paragraph([TextRun])
  /// A heading inside the text.
  case heading([TextRun])
  /// Text kept as it is: code.
  case code(String)
  /// Raw HTML, shown as the text it is.
  case html(String)
  /// What is said by someone else.
  case quote([Block])
  /// A list; `start` is the first number of an ordered one. A tight list has no blank lines.
  case list(start: Int?, isTight: Bool, items: [[Block]])
  /// A break between themes.
  case rule
}
