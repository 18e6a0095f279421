// The apps that the manifest files in the search path tell of.

import ManifestFormat
import System
import WalkthroughModel

/// A file that was read, as it was then.
private typealias KnownFile = (stamp: FileStamp, outline: FileOutline)

/// The installed apps. What it keeps of each is what the decision needs; texts are read when they are asked for.
package final class Catalog {
  /// The apps, by canonical id.
  package private(set) var entries: [AppID: CatalogEntry] = [:]
  /// Directories in which a change may change the catalog, whether or not they exist.
  package private(set) var directories: [String] = []

  let searchPath: SearchPath
  let locale: LocalePreference
  let system: System
  private let log: (String) -> Void
  private var aliases: [AppID: AppID] = [:]
  private var files: [String: KnownFile] = [:]
  private var reported: Set<String> = []

  /// Makes an empty catalog of a search path; names are kept in `locale`. `log` is told of what cannot be used.
  package init(
    searchPath: SearchPath, locale: LocalePreference, system: System, log: @escaping (String) -> Void
  ) {
    self.searchPath = searchPath
    self.locale = locale
    self.system = system
    self.log = log
  }

  /// Looks at the search path again, and reads the files that are new or changed.
  package func scan() {
    let listing = system.manifestFiles(in: searchPath)
    var known: [String: KnownFile] = [:]
    let read = listing.files.map { outlined($0, into: &known) }
    files = known
    directories = listing.directories
    entries = join(read)
    index()
    report()
  }

  /// The app that an id means: exactly, without or with a trailing `.desktop`, or by an alias.
  package func entry(for id: AppID) -> CatalogEntry? {
    let spellings = [id] + id.otherSpellings
    if let own = spellings.lazy.compactMap({ self.entries[$0] }).first { return own }
    return spellings.lazy.compactMap { self.aliases[$0] }.first.flatMap { entries[$0] }
  }

  /// When an app was installed last: the change time of the file that decides, in nanoseconds of unix time.
  package func installationTime(of entry: CatalogEntry) -> Int64 {
    entry.source.flatMap { files[$0.path]?.stamp.identity.changed } ?? 0
  }

  /// The outline of a file, which is read only where it is not known as it is.
  private func outlined(_ file: ManifestFile, into known: inout [String: KnownFile]) -> OutlinedFile {
    var file = file
    if let last = files[file.path], last.stamp.identity == (try? system.identity(of: file.path)) {
      known[file.path] = last
      file.digest = last.stamp.digest
      return OutlinedFile(file: file, outline: last.outline)
    }
    var stamp: FileStamp?
    let outline = readOutline(of: file, stamp: &stamp)
    if let stamp {
      known[file.path] = (stamp, outline)
      file.digest = stamp.digest
    }
    return OutlinedFile(file: file, outline: outline)
  }

  private func readOutline(of file: ManifestFile, stamp: inout FileStamp?) -> FileOutline {
    do throws(ReadingFailure) {
      switch try system.read(file, .outline, stamp: &stamp) {
      case .walkthrough(let manifest): return .walkthrough(ManifestOutline(manifest, in: locale))
      case .metainfo(let metainfo): return .metainfo(MetainfoOutline(metainfo, in: locale))
      case .noApp: return .noApp
      }
    } catch {
      switch error {
      case .absent: return .absent
      case .broken(let problem): return .broken(problem: problem)
      }
    }
  }

  private func index() {
    aliases = [:]
    for entry in entries.values.sorted(by: { $0.app.id < $1.app.id }) {
      for alias in entry.aliases where aliases[alias] == nil { aliases[alias] = entry.app.id }
    }
  }

  /// Logs each problem once, as long as it lasts.
  private func report() {
    var problems: Set<String> = []
    for entry in entries.values {
      guard case .invalid(let problem) = entry.app.availability else { continue }
      problems.insert(problem)
      if !reported.contains(problem) { log(problem) }
    }
    reported = problems
  }
}
