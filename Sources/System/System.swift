// The one funnel for system calls on files, where a test can make any of them fail.

import CLinux

/// An open file, closed with its owner.
@usableFromInline package struct Descriptor: ~Copyable {
  /// The number.
  @usableFromInline package let number: Int32

  /// Takes over an open descriptor.
  package init(_ number: Int32) { self.number = number }

  // Embedded Swift inlines it where it is used, or does not build.
  @inlinable deinit { close(number) }
}

/// What tells whether a file is still the same: who it is, how large, and when it was changed.
package struct FileIdentity: Equatable, Sendable {
  /// Device and inode.
  package var device: UInt64, inode: UInt64
  /// Bytes.
  package var size: Int64
  /// Time of the last change of content and of the inode, in nanoseconds of unix time.
  package var modified: Int64, changed: Int64
  /// What kind of file it is.
  package var kind: Kind

  /// Kinds of file that matter here.
  package enum Kind: Sendable { case regular, directory, other }
  /// Who may do what with it.
  package var permissions: mode_t

  /// Whether it is the same file, whatever became of it.
  package func isSameFile(as other: FileIdentity) -> Bool { device == other.device && inode == other.inode }

  /// Whether it changed so lately that another change may leave, or have left, the same times.
  package var isFresh: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return abs(Int64(now.tv_sec) - changed / 1_000_000_000) <= 1
  }

  init(_ status: stat) {
    func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = nanoseconds(status.st_mtim)
    changed = nanoseconds(status.st_ctim)
    permissions = status.st_mode & 0o7777
    switch Int32(status.st_mode) & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    default: kind = .other
    }
  }
}

/// System calls on files. One for a process; a test makes one whose calls fail as it says.
package final class System {
  /// What a test can do to a call before it is made.
  package enum Intervention { case fail(Int32), shorten(to: Int) }

  private let intervene: ((SystemCall, String) -> Intervention?)?

  /// Makes a funnel; a test says which calls fail.
  package init(intervene: ((SystemCall, String) -> Intervention?)? = nil) { self.intervene = intervene }

  /// Makes the call, which is given the count and the path, again where a signal cut it short.
  private func perform(
    _ call: SystemCall, _ path: String, shortening count: Int = 0, _ body: (Int, UnsafePointer<CChar>) -> Int
  ) throws(SystemError) -> Int {
    var count = count
    switch intervene?(call, path) {
    case .fail(let errno): throw SystemError(call, path, errno)
    case .shorten(let length): count = min(count, length)
    case nil: break
    }
    while true {
      // A string that is passed to C as one is copied first.
      let (result, reason) = path.withCString { path in
        let result = body(count, path)
        return (result, errno)
      }
      if result >= 0 { return result }
      guard reason == EINTR else { throw SystemError(call, path, reason) }
    }
  }

  /// Opens a file; always with O_CLOEXEC, never waiting for a peer or becoming a terminal's owner.
  package func open(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) -> Descriptor {
    let all = flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    return Descriptor(Int32(try perform(.open, path) { _, path in Int(CLinux.open(path, all, mode)) }))
  }

  /// Locks an open file or directory against others that lock it, until it is closed; EWOULDBLOCK: another has it.
  package func lock(_ file: borrowing Descriptor, at path: String) throws(SystemError) {
    let number = file.number
    _ = try perform(.lock, path) { _, _ in Int(flock(number, LOCK_EX | LOCK_NB)) }
  }

  /// What a path leads to, following links (or not).
  package func identity(of path: String, followingLinks: Bool = true) throws(SystemError) -> FileIdentity {
    var status = stat()
    _ = try perform(.inspect, path) { _, path in
      Int(fstatat(AT_FDCWD, path, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW))
    }
    return FileIdentity(status)
  }

  /// What an open file is.
  package func identity(of file: borrowing Descriptor, at path: String) throws(SystemError) -> FileIdentity {
    var status = stat()
    let number = file.number
    _ = try perform(.inspect, path) { _, _ in Int(fstat(number, &status)) }
    return FileIdentity(status)
  }

  /// Reads an open file to its end, at most `limit` bytes and one, which tells that there is more.
  package func read(
    _ file: borrowing Descriptor, at path: String, expecting size: Int, limit: Int
  ) throws(SystemError) -> [UInt8] {
    // One byte more than expected finds the end in the same loop.
    var bytes = try chunk(of: file, at: path, min(max(size, 0), limit) + 1)
    var isAtEnd = bytes.isEmpty
    while !isAtEnd, bytes.count <= limit {
      let more = try chunk(
        of: file, at: path, min(max(size + 1 - bytes.count, 4096), limit + 1 - bytes.count))
      isAtEnd = more.isEmpty
      bytes += more
    }
    return bytes
  }

  /// What is read next, at most so many bytes; empty at the end.
  func chunk(
    of file: borrowing Descriptor, at path: String, _ room: Int
  ) throws(SystemError) -> [UInt8] {
    let number = file.number
    var result: Result<Int, SystemError> = .success(0)
    // Not filled with zeros first: that takes as long as reading.
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      do throws(SystemError) {
        count = try perform(.read, path, shortening: room) { room, _ in
          CLinux.read(number, buffer.baseAddress, room)
        }
      } catch {
        result = .failure(error)
      }
    }
    _ = try result.get()
    return bytes
  }

  /// Writes all bytes; a write that makes no progress is an error (ENOSPC).
  package func write(_ bytes: [UInt8], to file: borrowing Descriptor, at path: String) throws(SystemError) {
    let number = file.number
    var written = 0
    while written < bytes.count {
      let count = try perform(.write, path, shortening: bytes.count - written) { count, _ in
        bytes.withUnsafeBytes { CLinux.write(number, $0.baseAddress?.advanced(by: written), count) }
      }
      guard count > 0 else { throw SystemError(.write, path, ENOSPC) }
      written += count
    }
  }

  /// Waits until the file (or directory) is on the disk.
  package func sync(_ file: borrowing Descriptor, at path: String) throws(SystemError) {
    let number = file.number
    _ = try perform(.sync, path) { _, _ in Int(fsync(number)) }
  }

  /// Puts a file in the place of another, at once.
  package func rename(_ source: String, to target: String) throws(SystemError) {
    _ = try perform(.rename, target) { _, target in
      source.withCString { Int(CLinux.rename($0, target)) }
    }
  }

  /// Lets two files change places, at once.
  package func exchange(_ source: String, with target: String) throws(SystemError) {
    _ = try perform(.rename, target) { _, target in
      source.withCString { Int(renameat2(AT_FDCWD, $0, AT_FDCWD, target, RENAME_EXCHANGE_LINUX)) }
    }
  }

  /// Gives a file a second name.
  package func link(_ source: String, to target: String) throws(SystemError) {
    _ = try perform(.link, target) { _, target in
      source.withCString { Int(CLinux.link($0, target)) }
    }
  }

  /// Says who may do what with an open file, whatever the process's umask is.
  package func setPermissions(
    _ permissions: mode_t, of file: borrowing Descriptor, at path: String
  ) throws(SystemError) {
    let number = file.number
    _ = try perform(.setPermissions, path) { _, _ in Int(fchmod(number, permissions)) }
  }

  /// Removes a file.
  package func remove(_ path: String) throws(SystemError) {
    _ = try perform(.remove, path) { _, path in Int(unlink(path)) }
  }

  /// Makes one directory, for the person alone.
  package func makeDirectory(_ path: String) throws(SystemError) {
    _ = try perform(.makeDirectory, path) { _, path in Int(mkdir(path, 0o700)) }
  }

  /// Where a link leads.
  package func readLink(_ path: String) throws(SystemError) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try perform(.readLink, path, shortening: buffer.count) { count, path in
      readlink(path, &buffer, count)
    }
    return String(lossy: buffer.prefix(count))
  }

  /// The path without links, `.` and `..`.
  package func resolve(_ path: String) throws(SystemError) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    _ = try perform(.inspect, path) { _, path in realpath(path, &buffer) == nil ? -1 : 0 }
    return String(lossy: buffer)
  }

  /// The names in a directory, in bytewise order; those that are not UTF-8 are left out.
  package func names(in path: String) throws(SystemError) -> [String] {
    try entries(in: path).map { $0.name }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// What is in a directory, in no order; names that are not UTF-8 are left out. `mayBeLink` where the file system
  /// does not say that it is something else.
  package func entries(in path: String) throws(SystemError) -> [(name: String, mayBeLink: Bool)] {
    guard let directory = try opendir(path) else { return [] }
    defer { closedir(directory) }
    var entries: [(name: String, mayBeLink: Bool)] = []
    while true {
      errno = 0
      guard let entry = readdir(directory) else {
        let reason = errno
        guard reason == 0 else { throw SystemError(.list, path, reason) }
        return entries
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(validatingCString: $0) }
      guard let name, name != ".", name != ".." else { continue }
      let type = Int32(entry.pointee.d_type)
      entries.append((name, type == DT_LNK_LINUX || type == DT_UNKNOWN_LINUX))
    }
  }

  private func opendir(_ path: String) throws(SystemError) -> OpaquePointer? {
    var directory: OpaquePointer?
    _ = try perform(.list, path) { _, path in
      directory = CLinux.opendir(path)
      return directory == nil ? -1 : 0
    }
    return directory
  }
}
