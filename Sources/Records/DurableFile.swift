// Replacing a file so that after a crash there is the old content or the new, never a part of it.

import Glibc
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
  /// Writes a file durably: stage, write, fsync, rename, fsync the directory.
  ///
  /// Makes the directories above it. A symlink stays one: what it leads to is replaced.
  package func replaceFile(_ path: String, with bytes: [UInt8], mode: FileMode = .personal)
    throws(SystemError)
  {
    let target = try endOfLinks(from: path)
    let directory = parent(of: target)
    try makeDirectories(directory)
    let stage = "\(directory)/.\(String(UInt64.random(in: .min ... .max), radix: 16))\(stageSuffix)"
    do throws(SystemError) {
      try writeStage(stage, bytes, permissions: mode == .kept ? permissions(of: target) : nil)
      try rename(stage, to: target)
    } catch {
      try? remove(stage)
      throw error
    }
    try syncDirectory(directory)
  }

  /// Removes a file, or what a link leads to, durably. It may be gone already.
  package func removeFile(_ path: String) throws(SystemError) {
    do throws(SystemError) { try remove(path) } catch  where error.isAbsence { return }
    try syncDirectory(parent(of: path))
  }

  /// Gives a file that cannot be used another name beside it, `<name>.corrupt-<unix seconds>`, and says which.
  package func moveAside(_ path: String, unixSeconds: Int64) throws(SystemError) -> String {
    let target = try endOfLinks(from: path)
    var seconds = unixSeconds
    var aside = "\(target).corrupt-\(seconds)"
    while (try? identity(of: aside, followingLinks: false)) != nil {
      seconds += 1
      aside = "\(target).corrupt-\(seconds)"
    }
    try rename(target, to: aside)
    try syncDirectory(parent(of: target))
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

  private func writeStage(_ stage: String, _ bytes: [UInt8], permissions: mode_t?) throws(SystemError) {
    let file = try open(stage, O_WRONLY | O_CREAT | O_EXCL, mode: permissions ?? 0o600)
    try write(bytes, to: file, at: stage)
    try sync(file, at: stage)
  }

  private func permissions(of path: String) -> mode_t? { (try? identity(of: path))?.permissions }

  private func syncDirectory(_ path: String) throws(SystemError) {
    let directory = try open(path, O_RDONLY | O_DIRECTORY)
    // Some file systems cannot sync a directory and say so.
    do throws(SystemError) { try sync(directory, at: path) } catch  where error.errno == EINVAL {}
  }

  private func makeDirectories(_ path: String) throws(SystemError) {
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
