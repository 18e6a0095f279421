// Replacing a file so that after a crash there is the old content or the new, never a part of it.

import CLinux
import System

/// Who may read a file that is replaced.
package enum FileMode {
  /// The person alone.
  case personal
  /// As before; a new file is the person's alone.
  case kept
}

/// Files being written end so; what a crash left of them is removed at the next start.
private let stageSuffix = ".walkthroughd-stage"

extension System {
  /// Writes a file durably: stage, write, fsync, rename, fsync the directory. An error leaves the old file.
  ///
  /// Makes the directories above it. A symlink stays one: what it leads to is replaced.
  package func replaceFile(_ path: String, with bytes: [UInt8], mode: FileMode = .personal)
    throws(SystemError)
  {
    if let old = try replaceFileKeepingOld(path, with: bytes, mode: mode) { try? remove(old) }
  }

  /// Does the same, but gives the path at which the old file now is, where there was one: its removal takes as long
  /// as a fifth of the whole, and can wait until nobody does.
  package func replaceFileKeepingOld(_ path: String, with bytes: [UInt8], mode: FileMode = .personal)
    throws(SystemError) -> String?
  {
    let target = try endOfLinks(from: path)
    let directory = parent(of: target)
    try makeDirectories(directory)
    let stage = newStage(in: directory)
    let replacement: Replacement
    do throws(SystemError) {
      try writeStage(stage, bytes, permissions: mode == .kept ? permissions(of: target) : nil)
      replacement = try put(stage, inPlaceOf: target)
    } catch {
      try? remove(stage)
      // A person knows the file, not the stage; and the same problem reads the same each time.
      throw SystemError(error.call, target, error.errno)
    }
    do throws(SystemError) { try syncDirectory(directory) } catch {
      if replacement == .new { try? remove(target) } else { try? rename(stage, to: target) }
      try? remove(stage)
      throw error
    }
    return replacement == .exchanged ? stage : nil
  }

  /// What became of the file that was there.
  private enum Replacement {
    /// There was none.
    case new
    /// It has the stage's name.
    case exchanged
    /// It is gone.
    case overwritten
  }

  /// Exchanges the two, so that the old file is there until the new one is sure to last. Where a file system cannot
  /// exchange, the old one is gone at once.
  private func put(_ stage: String, inPlaceOf target: String) throws(SystemError) -> Replacement {
    do throws(SystemError) {
      guard (try? identity(of: target, followingLinks: false)) != nil else {
        try rename(stage, to: target)
        return .new
      }
      try exchange(stage, with: target)
      return .exchanged
    } catch  where error.cannotExchange {
      try rename(stage, to: target)
      return .overwritten
    }
  }

  /// Removes a file, or what a link leads to, durably. It may be gone already; an error leaves it.
  package func removeFile(_ path: String) throws(SystemError) {
    let target = try endOfLinks(from: path)
    let directory = parent(of: target)
    let old = newStage(in: directory)
    do throws(SystemError) { try rename(target, to: old) } catch  where error.isAbsence { return }
    do throws(SystemError) { try syncDirectory(directory) } catch {
      try? rename(old, to: target)
      throw error
    }
    try? remove(old)
  }

  /// Replaces a file that cannot be used (nil: by nothing), and says under what name it stays beside it:
  /// `<name>.corrupt-<unix seconds>`. An error leaves it in its place.
  package func replaceDamagedFile(_ path: String, with bytes: [UInt8]?, unixSeconds: Int64)
    throws(SystemError) -> String
  {
    let target = try endOfLinks(from: path)
    var seconds = unixSeconds
    var aside = "\(target).corrupt-\(seconds)"
    while (try? identity(of: aside, followingLinks: false)) != nil {
      seconds += 1
      aside = "\(target).corrupt-\(seconds)"
    }
    // At no time is there no file; but where the file system has no second names there is such a moment.
    var isLinked = true
    do throws(SystemError) { try link(target, to: aside) } catch {
      isLinked = false
      try rename(target, to: aside)
    }
    do throws(SystemError) {
      if let bytes { try replaceFile(target, with: bytes) } else { try removeFile(target) }
    } catch {
      if isLinked { try? remove(aside) } else { try? rename(aside, to: target) }
      throw error
    }
    return aside
  }

  /// Removes what a crash left of files being written, once it is too old to be another session's work.
  package func removeLeftovers(in directory: String, olderThan unixSeconds: Int64) {
    for name in (try? names(in: directory)) ?? [] where name.hasPrefix(".") && name.hasSuffix(stageSuffix) {
      let path = "\(directory)/\(name)"
      guard let identity = try? identity(of: path, followingLinks: false) else { continue }
      if identity.modified / 1_000_000_000 < unixSeconds { try? remove(path) }
    }
  }

  private func newStage(in directory: String) -> String {
    "\(directory)/.\(String(UInt64.random(in: .min ... .max), radix: 16))\(stageSuffix)"
  }

  private func writeStage(_ stage: String, _ bytes: [UInt8], permissions: mode_t?) throws(SystemError) {
    let file = try open(stage, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    if let permissions { try setPermissions(permissions, of: file, at: stage) }
    try write(bytes, to: file, at: stage)
    try sync(file, at: stage)
  }

  private func permissions(of path: String) -> mode_t? { (try? identity(of: path))?.permissions }

  private func syncDirectory(_ path: String) throws(SystemError) {
    let directory = try open(path, O_RDONLY | O_DIRECTORY)
    // Some file systems cannot sync a directory and say so.
    do throws(SystemError) { try sync(directory, at: path) } catch  where error.errno == EINVAL {}
  }

  /// Makes a directory and those above it, durably, where they are not there.
  func makeDirectories(_ path: String) throws(SystemError) {
    guard (try? identity(of: path))?.kind != .directory else { return }
    let above = parent(of: path)
    if above != path { try makeDirectories(above) }
    do throws(SystemError) { try makeDirectory(path) } catch  where error.errno == EEXIST {
      guard try identity(of: path).kind == .directory else { throw error }
      return
    }
    try syncDirectory(above)
  }

  /// Where a chain of links ends, whether or not anything is there.
  private func endOfLinks(from path: String) throws(SystemError) -> String {
    var path = path
    for _ in 0..<40 {
      do throws(SystemError) {
        let link = try readLink(path)
        path = link.hasPrefix("/") ? link : "\(parent(of: path))/\(link)"
      } catch  where error.errno == EINVAL || error.errno == ENOENT {
        return path
      }
    }
    throw SystemError(.readLink, path, ELOOP)
  }
}

/// The directory a path names something in.
private func parent(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}
