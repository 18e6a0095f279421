// From blocks to lines of a given width.

import WalkthroughModel

/// How a link is shown.
package enum LinkDisplay: Sendable {
  /// The address stands behind the text, `text <address>`, unless the text is the address.
  case address
  /// The style alone tells: the terminal makes it a hyperlink. An address that no page may have is shown.
  case hyperlink
}

extension Markup {
  /// The text in lines of at most `width` columns, without a blank line at either end.
  package func lines(width: Int, links: LinkDisplay = .address) -> [StyledLine] {
    Layout(links: links).lines(of: blocks, width: max(width, 1), isTight: false)
  }
}

/// A link on a line of its own, as `links` wants it.
func linkRuns(_ label: String, address: String, links: LinkDisplay) -> [TextRun] {
  Layout(links: links).display([TextRun(label, TextStyle(link: address))])
}

private struct Layout {
  let links: LinkDisplay

  /// Where less than this remains, nothing is indented.
  private static let narrowest = 16

  func lines(of blocks: [Block], width: Int, isTight: Bool) -> [StyledLine] {
    joined(blocks.map { lines(of: $0, width: width) }, isTight: isTight)
  }

  /// What a run of inline text looks like: with the addresses of its links where they are wanted.
  func display(_ runs: [TextRun]) -> [TextRun] {
    var shown: [TextRun] = []
    var linked = ""
    for (index, run) in runs.enumerated() {
      shown.append(run)
      guard let address = run.style.link else { continue }
      linked += run.text
      if index + 1 < runs.count, runs[index + 1].style.link == address { continue }
      if !isHidden(address), linked != address, "mailto:" + linked != address {
        shown.append(TextRun(" <\(address)>"))
      }
      linked = ""
    }
    return shown
  }

  private func isHidden(_ address: String) -> Bool { links == .hyperlink && isPageURL(address) }

  private func lines(of block: Block, width: Int) -> [StyledLine] {
    switch block {
    case .paragraph(let runs):
      return wrapped(display(runs), width: width)
    case .heading(let runs):
      let strong = runs.map { run in
        var run = run
        run.style.isStrong = true
        return run
      }
      return wrapped(display(strong), width: width)
    case .code(let text):
      return indented(width: width, by: "    ") { folded(text, TextStyle(isCode: true), width: $0) }
    case .html(let text):
      return folded(text, .plain, width: width)
    case .quote(let blocks):
      return indented(width: width, by: "> ") { lines(of: blocks, width: $0, isTight: false) }
    case .list(let start, let isTight, let items):
      let items = items.enumerated().map { index, content in
        let marker = start.map { "\($0 + index). " } ?? "• "
        return item(marker: marker, content, width: width, isTight: isTight)
      }
      return joined(items, isTight: isTight)
    case .rule:
      return [StyledLine("* * *")]
    }
  }

  /// A list's item: its marker before the first line, the others under it.
  private func item(marker: String, _ blocks: [Block], width: Int, isTight: Bool) -> [StyledLine] {
    let inner = width - marker.columns
    guard inner >= Self.narrowest else {
      return [StyledLine.blank.prefixed(by: marker)] + lines(of: blocks, width: width, isTight: isTight)
    }
    let content = lines(of: blocks, width: inner, isTight: isTight)
    let indent = String(repeating: " ", count: marker.columns)
    return [(content.first ?? .blank).prefixed(by: marker)]
      + content.dropFirst().map { $0.prefixed(by: indent) }
  }

  private func indented(
    width: Int, by prefix: String, _ content: (_ width: Int) -> [StyledLine]
  ) -> [StyledLine] {
    let inner = width - prefix.columns
    return inner < Self.narrowest ? content(width) : content(inner).map { $0.prefixed(by: prefix) }
  }

  private func joined(_ parts: [[StyledLine]], isTight: Bool) -> [StyledLine] {
    Array(parts.filter { !$0.isEmpty }.joined(separator: isTight ? [] : [.blank]))
  }
}
