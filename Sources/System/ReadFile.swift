// Reading a whole regular file, as all readers of manifests, records and policies do.

import CLinux

/// Why a file's content could not be had.
package enum FileFailure: Error, Equatable {
  /// Nothing is there, or a link that leads nowhere.
  case absent
  /// It is a directory, a FIFO, a device or a socket.
  case notRegular
  /// It is larger than allowed.
  case tooLarge(limit: Int)
  /// A system call failed: the disk's fault, not the content's.
  case system(SystemError)

  init(_ error: SystemError) { self = error.isAbsence ? .absent : .system(error) }
}

/// A file's content and what tells whether it is still the same.
package struct FileContent {
  /// The content.
  package var bytes: [UInt8]
  /// Whose it is.
  package var identity: FileIdentity
}

extension System {
  /// Reads a regular file of at most `limit` bytes. What is not regular is never opened: a FIFO must not block.
  package func readFile(_ path: String, limit: Int) throws(FileFailure) -> FileContent {
    do throws(SystemError) {
      guard try identity(of: path).kind == .regular else { throw SystemError(.open, path, EISDIR) }
      let file = try open(path, O_RDONLY)
      let identity = try identity(of: file, at: path)
      guard identity.kind == .regular else { throw SystemError(.open, path, EISDIR) }
      let bytes = try read(file, at: path, expecting: Int(identity.size), limit: limit)
      guard bytes.count <= limit else { throw SystemError(.read, path, EFBIG) }
      return FileContent(bytes: bytes, identity: identity)
    } catch {
      switch error.errno {
      case EISDIR: throw .notRegular
      case EFBIG: throw .tooLarge(limit: limit)
      default: throw FileFailure(error)
      }
    }
  }

  /// Reads how a regular file begins, at most so many bytes.
  package func readStart(of path: String, _ count: Int) throws(SystemError) -> [UInt8] {
    guard try identity(of: path).kind == .regular else { throw SystemError(.open, path, EISDIR) }
    let file = try open(path, O_RDONLY)
    return try chunk(of: file, at: path, count)
  }
}
