// What is wrong with a manifest file, and where.

import WalkthroughJSON

/// Why a manifest file cannot be used, or what its author should look at.
package struct ManifestProblem: Error, Equatable, CustomStringConvertible {
  /// Where in the file; nil: the file as a whole.
  package var place: JSONPlace?
  /// What is wrong and how to mend it, in a sentence.
  package var message: String

  /// Makes a problem.
  package init(_ message: String, at place: JSONPlace? = nil) {
    self.place = place
    self.message = message
  }

  /// `line:column: message`.
  package var description: String {
    guard let place else { return message }
    return "\(place): \(message)"
  }
}

extension String {
  /// The text as far as a message may quote it.
  var excerpt: String {
    let longest = 60
    let scalars = unicodeScalars
    return scalars.count <= longest ? self : String(scalars.prefix(longest)) + "…"
  }
}
