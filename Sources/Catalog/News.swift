// Where something may have changed: what becomes of events, and what a look at the disk begins with.

/// Directories that deserve another look, and what in them.
package struct News: Equatable, Sendable {
  /// What in a directory may have changed.
  package enum Names: Equatable, Sendable {
    /// Everything: the directory may be another one.
    case all
    /// The files that are known of already; none came or went.
    case known
    /// These names, whether they came, went or changed.
    case some(Set<String>)
  }

  /// By directory, as its watcher calls it.
  package private(set) var directories: [String: Names] = [:]

  /// No news.
  package init() {}

  /// Whether nothing may have changed.
  package var isEmpty: Bool { directories.isEmpty }

  /// What may have changed in a directory; nil: nothing.
  package subscript(directory: String) -> Names? { directories[directory] }

  /// Notes that something in a directory may have changed.
  package mutating func add(_ names: Names, in directory: String) {
    directories[directory] = directories[directory]?.joined(with: names) ?? names
  }

  /// Takes up other news.
  package mutating func add(_ other: News) {
    for (directory, names) in other.directories { add(names, in: directory) }
  }
}

extension News.Names {
  fileprivate func joined(with other: News.Names) -> News.Names {
    switch (self, other) {
    case (.known, .known): .known
    case (.some(let names), .some(let more)): .some(names.union(more))
    // Together they are more than either says.
    default: .all
    }
  }
}
