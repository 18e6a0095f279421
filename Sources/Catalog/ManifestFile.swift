// Manifest files as they lie in the search path: finding them, in the order in which they count.

import System
import WalkthroughModel

/// A manifest file that was found.
package struct ManifestFile: Equatable, Sendable {
  /// What it is.
  package enum Kind: Sendable {
    /// A walkthrough manifest (JSON).
    case walkthrough
    /// AppStream metainfo (XML).
    case metainfo
  }

  /// Where it lies.
  package var path: String
  /// What it is.
  package var kind: Kind
  /// Its name without what follows the app id.
  package var stem: String
  /// The place of its data directory in the search path, from 0.
  package var rank: Int
  /// What tells its content from another; 0 until it is read.
  package var digest = 0

  /// The directory it was found in.
  package var directory: String { path.parentDirectory }
}

/// What a look at the search path found.
struct Listing {
  /// In the order in which they count.
  var files: [ManifestFile] = []
  /// Directories in which a change may change the files, whether or not they exist.
  var directories: [String] = []
}

extension System {
  /// Lists the manifest files in a search path.
  func manifestFiles(in searchPath: SearchPath) -> Listing {
    var listing = Listing()
    var visited: [FileIdentity] = []
    for (rank, directory) in searchPath.directories.enumerated() {
      listing.directories.append(directory.path)
      guard let identity = try? identity(of: directory.path) else { continue }
      // The same directory may be reached by two paths.
      guard !visited.contains(where: { $0.device == identity.device && $0.inode == identity.inode }) else {
        continue
      }
      visited.append(identity)
      list("\(directory.path)/walkthroughs", .walkthrough, [".json"], rank, into: &listing)
      if let installation = directory.flatpakInstallation {
        listFlatpakApps(of: installation, rank, into: &listing)
      }
      let suffixes = [".metainfo.xml", ".appdata.xml", ".xml"]
      list("\(directory.path)/metainfo", .metainfo, suffixes, rank, into: &listing)
      list("\(directory.path)/appdata", .metainfo, suffixes, rank, into: &listing)
    }
    return listing
  }

  private func list(
    _ directory: String, _ kind: ManifestFile.Kind, _ suffixes: [String], _ rank: Int,
    into listing: inout Listing
  ) {
    listing.directories.append(directory)
    for name in (try? names(in: directory)) ?? [] {
      guard let suffix = suffixes.first(where: name.hasSuffix) else { continue }
      let stem = String(name.dropLast(suffix.count))
      listing.files.append(ManifestFile(path: "\(directory)/\(name)", kind: kind, stem: stem, rank: rank))
    }
  }

  /// Exports carry no private directory, so an app's own manifest is found where the app is.
  private func listFlatpakApps(of installation: String, _ rank: Int, into listing: inout Listing) {
    let apps = "\(installation)/app"
    listing.directories.append(apps)
    for app in (try? names(in: apps)) ?? [] {
      let directory = "\(apps)/\(app)/current/active/files/share/walkthroughs"
      listing.directories += ["\(apps)/\(app)", "\(apps)/\(app)/current", directory]
      let path = "\(directory)/\(app).json"
      guard (try? identity(of: path)) != nil else { continue }
      listing.files.append(ManifestFile(path: path, kind: .walkthrough, stem: app, rank: rank))
    }
  }
}
