// Files that are to be looked at before anything is said of their app.

import WalkthroughModel

/// A set of manifest files by folder and name.
struct PendingFiles {
  private var names: [Folder: Set<String>] = [:]
  /// Folders of which nobody looked yet what is in them: of those, all but these names.
  private var unlisted: [Folder: Set<String>] = [:]

  /// The families for which these files were searched already.
  private var searched: [AppFamily: Search] = [:]

  /// How well files were searched for an id.
  enum Search: Comparable {
    /// By their names, and by how they begin: no own id was missed.
    case start
    /// All of them: no alias was missed either.
    case whole
  }

  var isEmpty: Bool { names.isEmpty && unlisted.isEmpty }

  /// Where there may be more than is known of.
  var unlistedFolders: [Folder] { Array(unlisted.keys) }

  /// One of them that is known of.
  var any: ManifestFile? {
    guard let (folder, names) = names.first, let name = names.first else { return nil }
    return ManifestFile(folder: folder, name: name)
  }

  /// Those that are metainfo.
  var metainfo: [ManifestFile] {
    names.keys.filter { $0.holdsMetainfo }.flatMap { folder in
      (names[folder] ?? []).map { ManifestFile(folder: folder, name: $0) }
    }
  }

  /// Those that are named after an id of a family, in these folders.
  func files(of family: AppFamily, in folders: [Folder]) -> [ManifestFile] {
    // An id with the ending twice over is nobody's; its files are found when their turn comes.
    let stems = [family.base, "\(family.base).desktop"]
    return folders.filter { names[$0] != nil || unlisted[$0] != nil }.flatMap { folder in
      stems.flatMap { folder.names(withStem: $0) }.map { ManifestFile(folder: folder, name: $0) }
        .filter(contains)
    }
  }

  func contains(_ file: ManifestFile) -> Bool {
    if let names = names[file.folder], names.contains(file.name) { return true }
    guard let others = unlisted[file.folder] else { return false }
    return file.folder.mayHold(file.name) && !others.contains(file.name)
  }

  /// Whether a search for a family may still find something.
  func isWorth(_ search: Search, for family: AppFamily) -> Bool {
    guard !isEmpty else { return false }
    return searched[family].map { $0 < search } ?? true
  }

  /// A search for a family is done.
  mutating func finished(_ search: Search, for family: AppFamily) { searched[family] = search }

  mutating func add(_ file: ManifestFile) {
    names[file.folder, default: []].insert(file.name)
    searched = [:]
  }

  /// Adds whatever is in a folder, until that is known. It must be one whose files are named after their apps.
  mutating func addAll(in folder: Folder) {
    unlisted[folder] = []
    searched = [:]
  }

  /// It is known by now what is in a folder, or it does not matter any more.
  mutating func listed(_ folder: Folder) { unlisted[folder] = nil }

  /// Adds many files of a folder at once.
  mutating func add(_ many: [String], in folder: Folder) {
    guard !many.isEmpty else { return }
    var all = names.removeValue(forKey: folder) ?? []
    all.reserveCapacity(all.count + many.count)
    for name in many { all.insert(name) }
    names[folder] = all
    searched = [:]
  }

  mutating func remove(_ file: ManifestFile) {
    names[file.folder]?.remove(file.name)
    if names[file.folder]?.isEmpty ?? false { names[file.folder] = nil }
    unlisted[file.folder]?.insert(file.name)
    if isEmpty { searched = [:] }
  }
}
