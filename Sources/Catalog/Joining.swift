// Joining manifest files into apps. Pure: files in the order in which they count, apps out.

import WalkthroughModel

/// An app and the files that tell of it. An object, for it is handed around with every question.
package final class CatalogEntry: Equatable, Sendable {
  /// What the decision needs.
  package let app: App
  /// Shown name, in the session's language.
  package let name: String
  /// Ids it is also known by, unless another app has them for its own.
  package let aliases: [AppID]
  /// Its walkthrough manifest.
  package let manifest: ManifestFile?
  /// Its metainfo.
  package let metainfo: ManifestFile?
  /// Aliases and other spellings.
  let otherIDs: [AppID]

  /// The file that decides.
  package var source: ManifestFile? { manifest ?? metainfo }

  fileprivate init(_ draft: Draft) {
    app = draft.app
    name = draft.name
    aliases = draft.aliases
    manifest = draft.manifest
    metainfo = draft.metainfo
    otherIDs = draft.aliases + draft.app.id.otherSpellings.filter { !draft.aliases.contains($0) }
  }

  /// Equal where the same is said in the same files.
  package static func == (one: CatalogEntry, other: CatalogEntry) -> Bool {
    one === other
      || one.app == other.app && one.name == other.name && one.aliases == other.aliases
        && one.manifest == other.manifest && one.metainfo == other.metainfo
  }
}

/// An entry that is being made.
private struct Draft {
  var app: App
  var name: String
  var aliases: [AppID]
  var manifest: ManifestFile?
  var metainfo: ManifestFile?
}

/// Ids that differ only by `.desktop`: files that are joined are all of one family.
struct AppFamily: Hashable {
  /// What they have in common.
  let base: String

  init(of id: AppID) {
    var id = id
    while let shorter = id.withoutDesktop { id = shorter }
    base = id.text
  }
}

/// A file and what it says.
struct OutlinedFile {
  var file: ManifestFile
  var outline: FileOutline
}

/// The apps that files tell of, which come in the order in which they count.
func apps(in files: [OutlinedFile]) -> [AppID: CatalogEntry] {
  var joiner = Joiner()
  for file in files { joiner.take(file) }
  return joiner.entries()
}

private struct Joiner {
  private enum Walkthrough { case outline(ManifestOutline), broken(problem: String) }
  private var walkthroughs: [AppID: (file: ManifestFile, content: Walkthrough)] = [:]
  private var metainfos: [AppID: (file: ManifestFile, outline: MetainfoOutline)] = [:]
  private var brokenMetainfos: [(id: AppID, file: ManifestFile, problem: String)] = []

  mutating func take(_ one: OutlinedFile) {
    switch one.outline {
    case .noApp: break
    case .walkthrough(let outline): addWalkthrough(outline.id, one.file, .outline(outline))
    case .metainfo(let outline): addMetainfo(one.file, outline)
    case .broken(let problem):
      guard let id = try? AppID(one.file.stem) else { break }
      if one.file.folder.holdsMetainfo {
        addBrokenMetainfo(id, one.file, problem)
      } else {
        addWalkthrough(id, one.file, .broken(problem: problem))
      }
    }
  }

  private mutating func addWalkthrough(_ id: AppID, _ file: ManifestFile, _ content: Walkthrough) {
    if walkthroughs[id] == nil { walkthroughs[id] = (file, content) }
  }

  private mutating func addBrokenMetainfo(_ id: AppID, _ file: ManifestFile, _ problem: String) {
    if !brokenMetainfos.contains(where: { $0.id == id }) { brokenMetainfos.append((id, file, problem)) }
  }

  /// The first counts, but in one data directory one that has a version goes before one that has none.
  private mutating func addMetainfo(_ file: ManifestFile, _ outline: MetainfoOutline) {
    if let first = metainfos[outline.id] {
      guard first.file.folder.rank == file.folder.rank, first.outline.version == nil, outline.version != nil
      else { return }
    }
    metainfos[outline.id] = (file, outline)
  }

  func entries() -> [AppID: CatalogEntry] {
    var entries: [AppID: Draft] = [:]
    var joined: Set<AppID> = []
    for (id, walkthrough) in walkthroughs {
      let metainfo = metainfo(for: id)
      if let metainfo { joined.insert(metainfo.outline.id) }
      entries[id] = entry(id, walkthrough, metainfo)
    }
    for (id, metainfo) in metainfos where !joined.contains(id) && metainfo.outline.version != nil {
      entries[id] = entry(id, nil, metainfo)
    }
    for broken in brokenMetainfos { invalidate(broken, in: &entries) }
    return entries.mapValues(CatalogEntry.init)
  }

  /// The metainfo that joins a walkthrough manifest: its id may differ by `.desktop`.
  private func metainfo(for id: AppID) -> (file: ManifestFile, outline: MetainfoOutline)? {
    if let exact = metainfos[id] { return exact }
    for other in id.otherSpellings where walkthroughs[other] == nil {
      if let metainfo = metainfos[other] { return metainfo }
    }
    return nil
  }

  private func entry(
    _ id: AppID, _ walkthrough: (file: ManifestFile, content: Walkthrough)?,
    _ metainfo: (file: ManifestFile, outline: MetainfoOutline)?
  ) -> Draft {
    var aliases = metainfo?.outline.aliases ?? []
    if let other = metainfo?.outline.id, other != id { aliases.append(other) }
    aliases.removeAll { $0 == id }
    let app: App
    var name = metainfo?.outline.name
    switch walkthrough {
    case (_, .broken(let problem))?:
      app = App(id: id, availability: .invalid(problem: problem))
    case (let file, .outline(let outline))?:
      app = App(id: id, manifest: outline, at: file.path, metainfo: metainfo?.outline)
      name = outline.name ?? name
    case nil:
      app = App(id: id, manifest: nil, at: "", metainfo: metainfo?.outline)
    }
    return Draft(
      app: app, name: name ?? id.text, aliases: aliases, manifest: walkthrough?.file, metainfo: metainfo?.file
    )
  }

  /// Metainfo that cannot be used leaves a complete manifest alone, and an app of a higher data directory.
  private func invalidate(
    _ broken: (id: AppID, file: ManifestFile, problem: String), in entries: inout [AppID: Draft]
  ) {
    let id = ([broken.id] + broken.id.otherSpellings).first { entries[$0] != nil } ?? broken.id
    switch walkthroughs[id]?.content {
    case .broken: return
    case .outline(let outline) where outline.version != nil || outline.isHidden: return
    default: break
    }
    if let entry = entries[id], entry.app.installed != nil, let source = entry.metainfo,
      source.folder.rank < broken.file.folder.rank
    {
      return
    }
    let invalid = App(id: id, availability: .invalid(problem: broken.problem))
    var entry =
      entries[id]
      ?? Draft(app: invalid, name: id.text, aliases: [], manifest: nil, metainfo: broken.file)
    if entry.manifest == nil { entry.metainfo = broken.file }
    entry.app = invalid
    entries[id] = entry
  }
}

extension App {
  /// What a manifest and metainfo say together; at least one of them is there.
  convenience init(id: AppID, manifest: ManifestOutline?, at path: String, metainfo: MetainfoOutline?) {
    let installed: Installed? =
      if let version = manifest?.version {
        Installed(version, isByManifest: true)
      } else if let version = metainfo?.version {
        Installed(version, isByManifest: false)
      } else {
        nil
      }
    let availability: Availability =
      if manifest?.isHidden ?? false {
        .hidden(installed)
      } else if let installed {
        .ready(installed)
      } else {
        .invalid(
          problem: "\(path):1:1: no version here, and no metainfo that has one; add \"version\"")
      }
    self.init(
      id: id, availability: availability, usesReleaseNotes: manifest?.usesReleaseNotes ?? true,
      pages: manifest?.pages ?? [], releases: metainfo?.releases ?? [])
  }
}

extension AppID {
  /// The ids that differ only by a trailing `.desktop`.
  package var otherSpellings: [AppID] { [withoutDesktop, withDesktop].compactMap { $0 } }
}
