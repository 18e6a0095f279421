// The texts of an app's walkthrough, read from its files when somebody asks for them.

import ManifestFormat
import System
import WalkthroughModel

/// An app with its texts, all read at one time: the places in a selection fit them.
package struct AppTexts {
  /// What the decision needs, as the files say now.
  package var app: App
  /// Its pages and labels; nil where it has metainfo only.
  package var manifest: Manifest?
  /// Its releases and their notes.
  package var metainfo: Metainfo?
}

extension Catalog {
  /// Reads an app's texts. Nil where its files are gone; throws what is wrong with them, with file and place.
  package func texts(of entry: CatalogEntry) throws(InvalidManifest) -> AppTexts? {
    var manifest: Manifest?
    var metainfo: Metainfo?
    for file in [entry.manifest, entry.metainfo].compactMap({ $0 }) {
      do throws(ReadingFailure) {
        switch try file.parse(try system.content(of: file), .full) {
        case .walkthrough(let found): manifest = found
        case .metainfo(let found): metainfo = found
        case .noApp: break
        }
      } catch {
        // A complete manifest does without its metainfo.
        let isComplete = manifest.map { $0.version != nil || $0.isHidden } ?? false
        if let problem = error.problem, !isComplete { throw InvalidManifest(description: problem) }
      }
    }
    guard manifest != nil || metainfo != nil else { return nil }
    let app = App(
      id: entry.app.id, manifest: manifest.map { ManifestOutline($0, in: locale) },
      at: entry.manifest?.path ?? "", metainfo: metainfo.map { MetainfoOutline($0, in: locale) })
    if case .invalid(let problem) = app.availability { throw InvalidManifest(description: problem) }
    return AppTexts(app: app, manifest: manifest, metainfo: metainfo)
  }

  /// The picture of a page: a regular file below the directory where its manifest was found, or the one that the
  /// manifest's own link leads to (Nix, Guix, stow). Nil where there is none such.
  package func image(_ path: String, of entry: CatalogEntry) -> String? {
    guard let manifest = entry.manifest, !path.isEmpty, !path.hasPrefix("/") else { return nil }
    let image = "\(manifest.folder.path)/\(path)"
    guard let target = try? system.resolve(image), let manifestTarget = try? system.resolve(manifest.path),
      (try? system.identity(of: target))?.kind == .regular
    else { return nil }
    let homes = [try? system.resolve(manifest.folder.path), manifestTarget.parentDirectory].compactMap { $0 }
    return homes.contains { target.hasPrefix($0 + "/") } ? image : nil
  }
}

extension Catalog {
  /// The same picture as a Flatpak app sees it: below `files` of its own deployment, which is `/app` there.
  package func image(_ path: String, ofSandboxed entry: CatalogEntry) -> String? {
    guard let image = image(path, of: entry), let target = try? system.resolve(image) else { return nil }
    for directory in searchPath.directories {
      guard let installation = directory.flatpakInstallation,
        let root = try? system.resolve("\(installation)/app/\(entry.app.id)"), target.hasPrefix(root + "/")
      else { continue }
      // Below the app's directory come architecture, branch and commit, or `current/active`.
      let parts = target.dropFirst(root.count + 1).split(separator: "/")
      guard let files = parts.firstIndex(of: "files") else { continue }
      return "/app/" + parts[(files + 1)...].joined(separator: "/")
    }
    return nil
  }
}

/// An app's manifest cannot be used.
package struct InvalidManifest: Error, CustomStringConvertible {
  /// What is wrong, with file and place.
  package var description: String
}

extension String {
  /// The directory a path names something in.
  var parentDirectory: String { String(prefix(upTo: lastIndex(of: "/") ?? startIndex)) }
}
