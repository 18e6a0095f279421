// A system call that failed.

import CLinux

/// A system call that failed: which, on what, and why.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The call's name.
  package var call: SystemCall
  /// The path it was about.
  package var path: String
  /// The error number.
  package var errno: Int32

  /// Makes an error.
  package init(_ call: SystemCall, _ path: String, _ errno: Int32) {
    self.call = call
    self.path = path
    self.errno = errno
  }

  /// Nothing is there, or only a link that leads nowhere (upgrades pass through it).
  package var isAbsence: Bool { errno == ENOENT || errno == ENOTDIR || errno == ELOOP }

  /// The file system, or the kernel, cannot let files change places; or the other is gone by now.
  package var cannotExchange: Bool { [EINVAL, ENOSYS, EOPNOTSUPP, ENOENT].contains(errno) }

  /// `cannot open FILE: Permission denied`.
  package var description: String {
    var text = [CChar](repeating: 0, count: 128)
    let reason = strerror_r(errno, &text, text.count) == 0 ? String(lossy: text) : "error \(errno)"
    return "cannot \(call.rawValue) \(path): \(reason)"
  }
}

/// The system calls that go through the funnel, named by what they do.
package enum SystemCall: String, Sendable {
  case open, lock, read, write, sync, rename, link, remove
  case setPermissions = "set permissions of"
  case makeDirectory = "make directory"
  case inspect
  case list
  case readLink = "read link"
  case watch
}

extension String {
  /// Text from bytes that may not be UTF-8 and end at a NUL or at the end.
  package init(lossy bytes: some Sequence<CChar>) {
    self.init(decoding: bytes.lazy.map { UInt8(bitPattern: $0) }.prefix { $0 != 0 }, as: UTF8.self)
  }
}
