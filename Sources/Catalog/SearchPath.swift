// Where manifest files are looked for (XDG Base Directory Specification).

/// A data directory: `walkthroughs`, `metainfo` and `appdata` lie in it.
package struct DataDirectory: Equatable, Sendable {
  /// Its path, absolute.
  package var path: String
  /// The Flatpak installation whose exports it holds, if it does.
  package var flatpakInstallation: String? {
    let exports = "/exports/share"
    return path.hasSuffix(exports) ? String(path.dropLast(exports.count)) : nil
  }
}

/// The data directories, first wins.
package struct SearchPath: Equatable, Sendable {
  /// In order.
  package var directories: [DataDirectory]

  /// From `XDG_DATA_HOME` and `XDG_DATA_DIRS`, or their defaults. Relative and empty entries are ignored.
  package init(environment: (String) -> String?) {
    let home = environment("HOME").map { "\($0)/.local/share" }
    let own = absolute(environment("XDG_DATA_HOME")) ?? absolute(home)
    let list = environment("XDG_DATA_DIRS").flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    let others = list.split(separator: ":").map(String.init)
    directories = []
    for path in ([own] + others.map(absolute)).compactMap({ $0 }) {
      let directory = DataDirectory(path: path)
      if !directories.contains(directory) { directories.append(directory) }
    }
  }
}

/// An absolute path without slashes at its end; nil for a relative or empty one.
private func absolute(_ path: String?) -> String? {
  guard var path, path.hasPrefix("/") else { return nil }
  while path.count > 1, path.hasSuffix("/") { path.removeLast() }
  return path
}
