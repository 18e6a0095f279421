// Descriptions in one person's languages → CommonMark.

import WalkthroughModel

extension Description {
  /// The description as CommonMark 0.30, each element in the language that suits best; no newline at the end.
  package func commonMark(for preference: LocalePreference) -> String {
    lines(of: self(preference), for: preference, inItem: false).joined(separator: "\n")
  }
}

private func lines(of blocks: [Localized<DescriptionBlock>], for preference: LocalePreference, inItem: Bool)
  -> [String]
{
  var lines: [String] = []
  var previous = Previous.nothing
  for block in flat(blocks, for: preference) {
    switch block {
    case .paragraph(let text):
      if !lines.isEmpty { lines.append("") }
      lines.append(text)
      previous = .paragraph
    case .list(let ordered, let items):
      // Two lists of one marker in a row would be read as one.
      let alternates = if case .list(ordered, let alternated) = previous { !alternated } else { false }
      let list = listLines(items, ordered: ordered, alternates: alternates, for: preference)
      guard !list.isEmpty else { continue }
      // A blank line within an item would set the list apart, as if it were not the item's.
      if !lines.isEmpty, !(inItem && previous == .paragraph) { lines.append("") }
      lines += list
      previous = .list(ordered: ordered, alternated: alternates)
    case .blocks: break
    }
  }
  return lines
}

private enum Previous: Equatable {
  case nothing
  case paragraph
  case list(ordered: Bool, alternated: Bool)
}

/// The blocks that suit best, with nothing nested but lists.
private func flat(_ blocks: [Localized<DescriptionBlock>], for preference: LocalePreference)
  -> [DescriptionBlock]
{
  blocks.flatMap { block in
    let best = block(preference)
    guard case .blocks(let inner) = best else { return [best] }
    return flat(inner, for: preference)
  }
}

private func listLines(
  _ items: [Description], ordered: Bool, alternates: Bool, for preference: LocalePreference
) -> [String] {
  let contents = items.map { lines(of: $0(preference), for: preference, inItem: true) }.filter { !$0.isEmpty }
  return contents.enumerated().flatMap { index, content in
    let marker = ordered ? "\(index + 1)\(alternates ? ")" : ".") " : alternates ? "* " : "- "
    let indent = String(repeating: " ", count: marker.utf8.count)
    return content.enumerated().map { row, line in
      row == 0 ? marker + line : line.isEmpty ? "" : indent + line
    }
  }
}
