// Reading one manifest file, and what is kept of it.

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
  /// It is gone by now, or a link that leads nowhere.
  case absent
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
    pages = manifest.pages.map { PageOutline(since: $0.since, audience: $0.audience) }
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

/// A file's texts, read when they are asked for.
enum FileTexts {
  case walkthrough(Manifest)
  case metainfo(Metainfo)
  case noApp
}

/// What tells whether a file is still the same, and whether it says the same.
struct FileStamp {
  var identity: FileIdentity
  /// Of the content, in this process.
  var digest: Int

  init(_ content: FileContent) {
    identity = content.identity
    var hasher = Hasher()
    content.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    digest = hasher.finalize()
  }
}

/// Why a file has no texts.
enum ReadingFailure: Error {
  case absent
  case broken(problem: String)
}

extension System {
  // Limits of the formats, in bytes.
  private static let manifestLimit = 1 << 20
  private static let metainfoLimit = 8 << 20

  /// Reads a manifest file. `stamp` is set where it could be read, well formed or not.
  func read(
    _ file: ManifestFile, _ detail: MetainfoDetail, stamp: inout FileStamp?
  ) throws(ReadingFailure) -> FileTexts {
    let limit = file.kind == .walkthrough ? Self.manifestLimit : Self.metainfoLimit
    let content: FileContent
    do throws(FileFailure) { content = try readFile(file.path, limit: limit) } catch {
      switch error {
      case .absent: throw .absent
      case .notRegular: throw .broken(problem: "\(file.path): not a regular file; put a file there")
      case .tooLarge: throw .broken(problem: "\(file.path): larger than \(limit >> 20) MiB; make it smaller")
      case .system(let error): throw .broken(problem: error.description)
      }
    }
    stamp = FileStamp(content)
    do throws(ManifestProblem) {
      switch file.kind {
      case .walkthrough: return .walkthrough(try Manifest(parsing: content.bytes, fileStem: file.stem))
      case .metainfo:
        return try Metainfo(parsing: content.bytes, detail: detail).map(FileTexts.metainfo) ?? .noApp
      }
    } catch {
      throw .broken(problem: "\(file.path):\(error)")
    }
  }
}
