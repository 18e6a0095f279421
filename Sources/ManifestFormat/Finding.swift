// What there is to say of a manifest file to its author.

import WalkthroughJSON

/// Something that an author should know of a file.
package struct Finding: Equatable, Sendable, CustomStringConvertible {
  /// How bad it is.
  package enum Severity: String, Sendable {
    /// The file cannot be used, or something in it is never shown to anybody.
    case error
    /// It is used, but likely not as it was meant.
    case warning
    /// What the service makes of it.
    case note
  }

  /// How bad it is.
  package var severity: Severity
  /// Where in the file; nil: the file as a whole.
  package var place: JSONPlace?
  /// What it is and how to mend it, in a sentence.
  package var message: String

  /// Makes a finding.
  package init(_ severity: Severity, _ message: String, at place: JSONPlace? = nil) {
    self.severity = severity
    self.place = place
    self.message = message
  }

  init(_ problem: ManifestProblem) { self.init(.error, problem.message, at: problem.place) }

  /// `line:column: severity: message`; what is about the file as a whole stands at its start.
  package var description: String {
    "\(place ?? JSONPlace(line: 1, column: 1)): \(severity.rawValue): \(message)"
  }
}

extension [Finding] {
  /// In the order of the file; what is about the file as a whole comes first.
  package var inOrder: [Finding] {
    func key(_ finding: Finding) -> (Int, Int) { (finding.place?.line ?? 0, finding.place?.column ?? 0) }
    return enumerated().sorted { left, right in
      let (first, second) = (key(left.element), key(right.element))
      return first == second ? left.offset < right.offset : first < second
    }.map { $0.element }
  }
}

/// The known word that was likely meant; nil where none is near.
func nearest(to word: String, among known: [String]) -> String? {
  func folded(_ text: String) -> [UInt8] { text.lowercased().utf8.filter { $0 != 0x2D && $0 != 0x5F } }
  let wanted = folded(word)
  // Longer than any key by far: not worth the time.
  guard 2...32 ~= wanted.count else { return nil }
  let candidates = known.sorted().compactMap { key -> (key: String, distance: Int)? in
    let other = folded(key)
    let isStart = wanted.count > 2 && other.starts(with: wanted)
    let distance = isStart ? 1 : editDistance(wanted, other)
    return distance <= 2 && 2 * distance <= max(wanted.count, other.count) ? (key, distance) : nil
  }
  return candidates.min { $0.distance < $1.distance }?.key
}

/// How many letters have to be put in, left out, changed, or exchanged with their neighbour.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var rows = [Array(0...right.count)]
  for (i, letter) in left.enumerated() {
    var row = [i + 1]
    for (j, other) in right.enumerated() {
      var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (letter == other ? 0 : 1))
      if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
        best = min(best, rows[i - 1][j - 1] + 1)
      }
      row.append(best)
    }
    rows.append(row)
  }
  return rows[left.count][right.count]
}
