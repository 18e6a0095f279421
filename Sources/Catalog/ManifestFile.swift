// Manifest files as they lie in the search path: folders in the order in which they count, and files in them.

import System
import WalkthroughModel

/// A directory in which manifest files lie. An object, for many files share it.
package final class Folder: Hashable, Sendable {
  /// What lies in it.
  enum Content: Hashable, Sendable {
    /// Walkthrough manifests (JSON).
    case walkthroughs
    /// The walkthrough manifest of one Flatpak app, and nothing else.
    case walkthrough(of: String)
    /// AppStream metainfo (XML).
    case metainfo
    /// The same where it lay once.
    case appdata

    /// Its place among those of one data directory.
    fileprivate var order: Int {
      switch self {
      case .walkthroughs: 0
      case .walkthrough: 1
      case .metainfo: 2
      case .appdata: 3
      }
    }
  }

  /// Its path.
  let path: String
  /// What lies in it.
  let content: Content
  /// The place of its data directory in the search path, from 0.
  let rank: Int

  init(_ path: String, _ content: Content, rank: Int) {
    self.path = path
    self.content = content
    self.rank = rank
  }

  /// Equal where they are the same place in the search path.
  package static func == (one: Folder, other: Folder) -> Bool {
    one === other || one.path == other.path && one.content == other.content && one.rank == other.rank
  }

  /// By path.
  package func hash(into hasher: inout Hasher) { hasher.combine(path) }

  /// Whether the files in it are metainfo (XML), not walkthrough manifests (JSON).
  var holdsMetainfo: Bool { content == .metainfo || content == .appdata }

  /// Whether a file of that name is one of ours.
  func mayHold(_ name: String) -> Bool {
    switch content {
    case .walkthroughs: name.hasSuffix(".json")
    case .walkthrough(let app): name == "\(app).json"
    case .metainfo, .appdata: name.hasSuffix(".xml")
    }
  }

  /// What files named after an app id are called.
  func names(withStem stem: String) -> [String] {
    (holdsMetainfo ? Self.metainfoEndings : [".json"]).map { stem + $0 }
  }

  /// Longest first.
  fileprivate static let metainfoEndings = [".metainfo.xml", ".appdata.xml", ".xml"]
}

/// A manifest file.
package struct ManifestFile: Comparable, Sendable {
  /// Where it lies.
  let folder: Folder
  /// Its name.
  let name: String
  /// What tells its content from another; 0 until it is read.
  package var digest = 0

  /// Its path.
  package var path: String { "\(folder.path)/\(name)" }
  /// Its name without what follows the app id.
  var stem: String {
    let endings = folder.holdsMetainfo ? Folder.metainfoEndings : [".json"]
    return String(name.dropLast(endings.first(where: name.hasSuffix)?.count ?? 0))
  }

  /// Whether it is the same file, whatever is in it.
  func isSameFile(as other: ManifestFile) -> Bool { name == other.name && folder == other.folder }

  /// The order in which files count.
  package static func < (one: ManifestFile, other: ManifestFile) -> Bool {
    let (left, right) = (one.folder, other.folder)
    if left == right { return one.name.utf8.lexicographicallyPrecedes(other.name.utf8) }
    return (left.rank, left.content.order, left.path) < (right.rank, right.content.order, right.path)
  }
}

/// The folders of a search path, and where they come from.
struct Layout {
  /// In the order in which they count.
  private(set) var folders: [Folder] = []
  private var index: Set<Folder> = []
  /// Directories in which a name that comes or goes makes other folders.
  var sources: [String] = []

  mutating func add(_ folder: Folder) {
    folders.append(folder)
    index.insert(folder)
  }

  func contains(_ folder: Folder) -> Bool { index.contains(folder) }
}

extension System {
  /// The folders in a search path, whether or not they exist.
  func layout(of searchPath: SearchPath) -> Layout {
    var layout = Layout()
    var visited: [FileIdentity] = []
    for (rank, directory) in searchPath.directories.enumerated() {
      // The same directory may be reached by two paths.
      if let identity = try? identity(of: directory.path) {
        guard !visited.contains(where: { $0.isSameFile(as: identity) }) else { continue }
        visited.append(identity)
      }
      func add(_ path: String, _ content: Folder.Content) {
        layout.add(Folder(path, content, rank: rank))
      }
      add("\(directory.path)/walkthroughs", .walkthroughs)
      if let installation = directory.flatpakInstallation {
        // Exports carry no private directory, so an app's own manifest is found where the app is.
        let apps = "\(installation)/app"
        layout.sources.append(apps)
        for app in (try? names(in: apps)) ?? [] {
          add("\(apps)/\(app)/current/active/files/share/walkthroughs", .walkthrough(of: app))
        }
      }
      add("\(directory.path)/metainfo", .metainfo)
      add("\(directory.path)/appdata", .appdata)
    }
    return layout
  }
}
