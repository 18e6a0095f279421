// Files that are to be looked at before anything is said of their app.

import WalkthroughModel

/// A set of manifest files by folder and name.
struct PendingFiles {
  private var names: [Folder: Set<String>] = [:]

  /// The families of which is known that none of these files is about them.
  private var unconcerned: Set<AppFamily> = []

  var isEmpty: Bool { names.isEmpty }

  /// One of them.
  var any: ManifestFile? {
    guard let (folder, names) = names.first, let name = names.first else { return nil }
    return ManifestFile(folder: folder, name: name)
  }

  /// Those that are metainfo.
  var metainfo: [ManifestFile] {
    names.keys.filter(\.holdsMetainfo).flatMap { folder in
      (names[folder] ?? []).map { ManifestFile(folder: folder, name: $0) }
    }
  }

  /// Those that are named after an id of a family, in these folders.
  func files(of family: AppFamily, in folders: [Folder]) -> [ManifestFile] {
    guard !isEmpty else { return [] }
    // An id with the ending twice over is nobody's; its files are found when their turn comes.
    let stems = [family.base, "\(family.base).desktop"]
    return folders.flatMap { folder in
      stems.flatMap { folder.names(withStem: $0) }.filter { names[folder]?.contains($0) ?? false }
        .map { ManifestFile(folder: folder, name: $0) }
    }
  }

  func contains(_ file: ManifestFile) -> Bool { names[file.folder]?.contains(file.name) ?? false }

  /// Whether one of them may be about a family.
  func mayConcern(_ family: AppFamily) -> Bool { !unconcerned.contains(family) }

  /// All were looked at: none of them is about that family.
  mutating func concernNot(_ family: AppFamily) { unconcerned.insert(family) }

  mutating func add(_ file: ManifestFile) {
    names[file.folder, default: []].insert(file.name)
    unconcerned = []
  }

  mutating func remove(_ file: ManifestFile) {
    names[file.folder]?.remove(file.name)
    if names[file.folder]?.isEmpty ?? false { names[file.folder] = nil }
    if names.isEmpty { unconcerned = [] }
  }
}
