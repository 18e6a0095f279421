// Reading one manifest file, and what is kept of it.

import CLinux
import ManifestFormat
import System
import WalkthroughModel

/// What is kept of a manifest file: enough to join and to decide.
enum FileOutline: Equatable {
  case walkthrough(ManifestOutline)
  case metainfo(MetainfoOutline)
  /// Metainfo of something that is no app.
  case noApp
  /// It cannot be used; the problem names file and place.
  case broken(problem: String)
}

/// What is kept of a walkthrough manifest.
struct ManifestOutline: Equatable {
  var id: AppID
  var name: String?
  var version: Version?
  var isHidden: Bool
  var usesReleaseNotes: Bool
  var pages: [PageOutline]

  init(_ manifest: Manifest, in locale: LocalePreference) {
    id = manifest.id
    name = manifest.name?(locale)
    version = manifest.version
    isHidden = manifest.isHidden
    usesReleaseNotes = manifest.usesReleaseNotes
    pages = manifest.pages.map { PageOutline($0) }
  }
}

/// What is kept of metainfo.
struct MetainfoOutline: Equatable {
  var id: AppID
  var aliases: [AppID]
  var name: String?
  var version: Version?
  var releases: [ReleaseOutline]

  init(_ metainfo: Metainfo, in locale: LocalePreference) {
    id = metainfo.id
    aliases = metainfo.aliases
    name = metainfo.name?(locale)
    version = metainfo.version
    releases = metainfo.releases.map {
      ReleaseOutline(version: $0.version, isDevelopment: $0.isDevelopment, hasNotes: $0.description != nil)
    }
  }
}

/// What tells whether a file is still the same, and whether it says the same.
struct FileStamp {
  private var identity: FileIdentity
  private var isFresh: Bool
  /// Of the content, in this process; 0 where it was not read.
  var digest: Int

  init(_ identity: FileIdentity, digest: Int = 0) {
    self.identity = identity
    self.digest = digest
    isFresh = identity.isFresh
  }

  init(_ content: FileContent) {
    var hasher = Hasher()
    content.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    self.init(content.identity, digest: hasher.finalize())
  }

  /// When it changed, in nanoseconds of unix time.
  var changed: Int64 { identity.changed }

  /// Whether a file that looks like this now is the one that was read. One that changed just before it was read
  /// may have changed again in the same tick of the clock.
  func isStill(_ found: FileIdentity) -> Bool { !isFresh && found == identity }
}

/// A file that was read, and what is kept of it. An object, for tables of large values are half empty.
final class KnownFile {
  var outlined: OutlinedFile
  /// Nil where it could not be read for a reason that may pass.
  var stamp: FileStamp?

  /// What a file's content says.
  init(_ file: ManifestFile, _ content: FileContent, in locale: LocalePreference) {
    let stamp = FileStamp(content)
    var file = file
    file.digest = stamp.digest
    self.stamp = stamp
    do throws(ReadingFailure) {
      switch try file.parse(content, .outline) {
      case .walkthrough(let manifest):
        outlined = OutlinedFile(file: file, outline: .walkthrough(ManifestOutline(manifest, in: locale)))
      case .metainfo(let metainfo):
        outlined = OutlinedFile(file: file, outline: .metainfo(MetainfoOutline(metainfo, in: locale)))
      case .noApp: outlined = OutlinedFile(file: file, outline: .noApp)
      }
    } catch {
      outlined = OutlinedFile(file: file, outline: .broken(problem: error.problem ?? ""))
    }
  }

  /// What it is where it has no content; nil where it is absent.
  init?(_ file: ManifestFile, _ failure: ReadingFailure, _ identity: FileIdentity?) {
    guard let problem = failure.problem else { return nil }
    outlined = OutlinedFile(file: file, outline: .broken(problem: problem))
    if case .broken = failure { stamp = identity.map { FileStamp($0) } }
  }

  /// The ids among which it counts; nil: none.
  var family: AppFamily? {
    switch outlined.outline {
    case .walkthrough(let outline): AppFamily(of: outline.id)
    case .metainfo(let outline): AppFamily(of: outline.id)
    case .noApp: nil
    case .broken: (try? AppID(outlined.file.stem)).map { AppFamily(of: $0) }
    }
  }
}

/// A file's texts, read when they are asked for.
enum FileTexts {
  case walkthrough(Manifest)
  case metainfo(Metainfo)
  case noApp
}

/// Why a file has no texts.
enum ReadingFailure: Error {
  case absent
  case broken(problem: String)
  /// The fault of the disk, which may pass.
  case unreadable(problem: String)

  var problem: String? {
    switch self {
    case .absent: nil
    case .broken(let problem), .unreadable(let problem): problem
    }
  }
}

extension System {
  // Limits of the formats, in bytes.
  private static let manifestLimit = 1 << 20
  private static let metainfoLimit = 8 << 20

  /// Whether a metainfo file may have an id, by how it begins: hardly one has its id further down, or two.
  func mayHave(_ id: String, _ file: ManifestFile) -> Bool {
    guard let start = try? readStart(of: file.path, 4_096) else { return true }
    return start.hold(id) || !start.hold("</id>")
  }

  /// A manifest file's bytes.
  func content(of file: ManifestFile) throws(ReadingFailure) -> FileContent {
    let limit = file.folder.holdsMetainfo ? Self.metainfoLimit : Self.manifestLimit
    let path = file.path
    do throws(FileFailure) { return try readFile(path, limit: limit) } catch {
      switch error {
      case .absent: throw .absent
      case .notRegular: throw .broken(problem: "\(path): not a regular file; put a file there")
      case .tooLarge: throw .broken(problem: "\(path): larger than \(limit >> 20) MiB; make it smaller")
      case .system(let error): throw .unreadable(problem: error.description)
      }
    }
  }
}

extension ManifestFile {
  /// What the bytes say.
  func parse(_ content: FileContent, _ detail: MetainfoDetail) throws(ReadingFailure) -> FileTexts {
    do throws(ManifestProblem) {
      guard folder.holdsMetainfo else {
        return .walkthrough(try Manifest(parsing: content.bytes, fileStem: stem))
      }
      return try Metainfo(parsing: content.bytes, detail: detail).map(FileTexts.metainfo) ?? .noApp
    } catch {
      throw .broken(problem: "\(path):\(error)")
    }
  }
}

extension [UInt8] {
  /// Whether a text stands anywhere in it. An id of metainfo that is written in another encoding, or as character
  /// references, is not found so; such a file is read when its turn comes.
  func hold(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return withUnsafeBytes { memmem($0.baseAddress, $0.count, wanted, wanted.count) != nil }
  }
}
