// The apps that the manifest files in the search path tell of.

import ManifestFormat
import System
import WalkthroughModel

/// The installed apps. What it keeps of each is what the decision needs; texts are read when they are asked for.
///
/// A file is read when its app is asked about, or in an idle moment: what is not looked at yet is pending. So
/// neither the first question nor the first one after a large upgrade waits for other apps' files.
package final class Catalog {
  let searchPath: SearchPath
  let locale: LocalePreference
  let system: System
  private let log: (String) -> Void

  /// The apps that were read, by canonical id.
  private var entries: [AppID: CatalogEntry] = [:]
  /// The apps that are known by another id, by that.
  private var aliases: [AppID: [AppID]] = [:]
  private var layout = Layout()
  private var families: [AppFamily: Family] = [:]
  private var files: [Folder: [String: KnownFile]] = [:]
  private var pending = PendingFiles()
  private var links: Set<WatchedPlace> = []
  private var changed: Set<AppID> = []
  /// Apps whose problem, if they have one, was not logged yet, and what was logged.
  private var unreported: Set<AppID> = []
  private var reported: [AppID: String] = [:]

  /// The files of ids that differ only by `.desktop`, and the apps they make.
  private struct Family {
    var files: [ManifestFile] = []
    var ids: [AppID] = []
  }

  /// Makes an empty catalog of a search path; names are kept in `locale`. `log` is told of what cannot be used.
  package init(
    searchPath: SearchPath, locale: LocalePreference, system: System, log: @escaping (String) -> Void
  ) {
    self.searchPath = searchPath
    self.locale = locale
    self.system = system
    self.log = log
  }

  // MARK: Asking

  /// The app that an id means: exactly, without or with a trailing `.desktop`, or by an alias.
  package func entry(for id: AppID) -> CatalogEntry? {
    if let entry = entry(exactly: id) { return entry }
    let others = id.otherSpellings
    for spelling in others { if let entry = entry(exactly: spelling) { return entry } }
    // It may be an alias, which can stand anywhere in metainfo.
    search(.whole, for: AppFamily(of: id))
    for spelling in [id] + others {
      if let own = entries[spelling]?.app.id ?? aliases[spelling]?.min() { return entry(exactly: own) }
    }
    return nil
  }

  /// The app whose own id this is.
  package func entry(exactly id: AppID) -> CatalogEntry? {
    let entry = entries[id]
    if let entry, case .invalid = entry.app.availability { retry(entry) }
    guard !pending.isEmpty else { return entry }
    search(.start, for: AppFamily(of: id))
    return entries[id]
  }

  /// All apps, in no order.
  package var allEntries: [CatalogEntry] {
    entries.values.forEach(retry)
    _ = readPending { true }
    return Array(entries.values)
  }

  /// Other ids under which an app may be known: aliases, and other spellings of its id; none is an app's own.
  package func otherIDs(of entry: CatalogEntry) -> [AppID] {
    let isOthers = { (id: AppID) in self.entry(exactly: id) != nil }
    return entry.otherIDs.contains(where: isOthers)
      ? entry.otherIDs.filter { !isOthers($0) } : entry.otherIDs
  }

  /// When an app was installed last: the change time of the file that decides, in nanoseconds of unix time.
  package func installationTime(of entry: CatalogEntry) -> Int64 {
    entry.source.flatMap { known($0)?.stamp?.changed } ?? 0
  }

  // MARK: Following the disk

  /// What to watch: where a change may change the catalog.
  package var watched: Set<WatchedPlace> {
    links.union((layout.folders.map { $0.path } + layout.sources).map { WatchedPlace($0) })
  }

  /// Finds the folders of the search path.
  package func findFolders() { layout = system.layout(of: searchPath) }

  /// Takes all files for unread.
  package func lookAtEverything() {
    for folder in layout.folders {
      // The first question knows what its app's manifest is called; only metainfo may be called anything.
      if folder.holdsMetainfo { look(into: folder, at: .all) } else { pending.addAll(in: folder) }
    }
  }

  /// Takes the files that may have changed for unread. Says whether there may be other places to watch.
  package func look(at news: News) -> Bool {
    let linksBefore = links
    let isRearranged =
      layout.sources.contains { news[$0] != nil } || layout.folders.contains { news[$0.path] == .all }
    if isRearranged {
      arrange(lookingAt: news)
      return true
    }
    for folder in layout.folders {
      if let names = news[folder.path] { look(into: folder, at: names) }
    }
    return links != linksBefore
  }

  /// The apps of which something may be another since this was asked last.
  package func takeChanged() -> Set<AppID> {
    defer { changed = [] }
    return changed
  }

  private func arrange(lookingAt news: News) {
    let before = layout.folders
    layout = system.layout(of: searchPath)
    for folder in before where !layout.contains(folder) {
      look(into: folder, at: .known)
      links = links.filter { $0.directory != folder.path }
    }
    for folder in layout.folders {
      let names = before.contains(folder) ? news[folder.path] : .all
      if let names { look(into: folder, at: names) }
    }
  }

  private func look(into folder: Folder, at names: News.Names) {
    if case .some(let names) = names {
      for name in names where folder.mayHold(name) {
        let file = ManifestFile(folder: folder, name: name)
        pending.add(file)
        follow(file, mayBeLink: true)
      }
      return
    }
    pending.listed(folder)
    for name in (files[folder] ?? [:]).keys { pending.add(ManifestFile(folder: folder, name: name)) }
    guard names == .all else { return }
    links = links.filter { $0.directory != folder.path }
    let entries = ((try? system.entries(in: folder.path)) ?? []).filter { folder.mayHold($0.name) }
    pending.add(entries.map { $0.name }, in: folder)
    for entry in entries {
      follow(ManifestFile(folder: folder, name: entry.name), mayBeLink: entry.mayBeLink)
    }
  }

  /// What a link leads to is watched, too.
  private func follow(_ file: ManifestFile, mayBeLink: Bool) {
    let place = WatchedPlace(file.folder.path, name: file.name)
    if mayBeLink, (try? system.readLink(file.path)) != nil {
      links.insert(place)
    } else if !links.isEmpty {
      links.remove(place)
    }
  }

  // MARK: Reading

  /// Reads what is pending, as long as there is time. False: nothing is left.
  package func readPending(while hasTime: () -> Bool) -> Bool {
    for folder in pending.unlistedFolders { look(into: folder, at: .all) }
    while let file = pending.any {
      guard hasTime() else { return true }
      var concerned: Set<AppFamily> = []
      read(file, concerned: &concerned)
      join(concerned)
    }
    reportProblems()
    return false
  }

  /// Reads what is pending and about these ids: files named so, and metainfo, whose name says little.
  private func search(_ search: PendingFiles.Search, for family: AppFamily) {
    guard pending.isWorth(search, for: family) else { return }
    var concerned: Set<AppFamily> = [family]
    for file in pending.metainfo {
      if known(file)?.family != family {
        guard search == .whole || system.mayHave(family.base, file) else { continue }
      }
      read(file, onlyIfHolding: family.base, concerned: &concerned)
    }
    join(concerned)
    pending.finished(search, for: family)
  }

  /// What cannot be read for reasons beyond the file is tried again whenever it is asked for.
  private func retry(_ entry: CatalogEntry) {
    for file in [entry.manifest, entry.metainfo].compactMap({ $0 }) where known(file)?.stamp == nil {
      pending.add(file)
    }
  }

  private func known(_ file: ManifestFile) -> KnownFile? { files[file.folder]?[file.name] }

  /// Looks at a pending file, and reads it where it is another than before.
  private func read(
    _ file: ManifestFile, onlyIfHolding base: String? = nil, concerned: inout Set<AppFamily>
  ) {
    let before = known(file)
    if let stamp = before?.stamp, layout.contains(file.folder),
      let identity = try? system.identity(of: file.path), stamp.isStill(identity)
    {
      return pending.remove(file)
    }
    var now: KnownFile?
    do throws(ReadingFailure) {
      guard layout.contains(file.folder) else { throw .absent }
      let content = try system.content(of: file)
      // What is about others can wait.
      if let base, before?.family?.base != base, !content.bytes.hold(base) { return }
      now = KnownFile(file, content, in: locale)
    } catch {
      now = KnownFile(file, error, try? system.identity(of: file.path))
    }
    pending.remove(file)
    files[file.folder, default: [:]][file.name] = now
    for family in [before?.family, now?.family].compactMap({ $0 }) {
      concerned.insert(family)
      families[family, default: Family()].files.removeAll { $0.isSameFile(as: file) }
    }
    if let now, let family = now.family { families[family]?.files.append(now.outlined.file) }
  }

  // MARK: Joining

  /// Makes apps of the files of these ids, once none of them is pending.
  private func join(_ concerned: Set<AppFamily>) {
    var concerned = concerned
    var open = Array(concerned)
    while let family = open.popLast() {
      var found: Set<AppFamily> = []
      let known = families[family]?.files ?? []
      for file in pending.files(of: family, in: layout.folders) + known where pending.contains(file) {
        read(file, concerned: &found)
      }
      open += found.subtracting(concerned)
      concerned.formUnion(found)
    }
    for family in concerned {
      guard var members = families[family] else { continue }
      members.files.sort(by: <)
      let apps = apps(in: members.files.compactMap { known($0)?.outlined })
      replace(members.ids, with: apps)
      members.ids = Array(apps.keys)
      families[family] = members.files.isEmpty ? nil : members
    }
  }

  private func replace(_ ids: [AppID], with apps: [AppID: CatalogEntry]) {
    for id in Set(ids).union(apps.keys) {
      let (before, now) = (entries[id], apps[id])
      guard before != now else { continue }
      changed.insert(id)
      // An id that comes or goes is, or is no more, another name for those who have it for an alias.
      for other in aliases[id] ?? [] { changed.insert(other) }
      for alias in before?.aliases ?? [] {
        aliases[alias]?.removeAll { $0 == id }
        if aliases[alias]?.isEmpty ?? false { aliases[alias] = nil }
      }
      for alias in now?.aliases ?? [] { aliases[alias, default: []].append(id) }
      entries[id] = now
      unreported.insert(id)
    }
  }

  /// Logs each problem once, as long as it lasts. Not before all is read, for what is read last may mend it.
  private func reportProblems() {
    for id in unreported {
      var problem: String?
      if case .invalid(let text)? = entries[id]?.app.availability { problem = text }
      if let problem, problem != reported[id] { log(problem) }
      reported[id] = problem
    }
    unreported = []
  }
}
