// Making room for a successor: an upgrade replaces the program that this process runs.

import CLinux
import WalkthroughEventLoop

/// Notices when the program that this process runs is no longer the one of its name.
final class Replacement {
  private let loop: EventLoop
  private let watch: Watch
  private let inotify: Int32
  private let path: String
  private var settling: Cancellable?

  // A package is unpacked file by file; a successor should find all of them.
  private static let settlingMilliseconds = 1_000

  /// Calls `noticed` once from the loop, a moment after. Nil where the system does not tell: the service then
  /// goes on as it is.
  init?(loop: EventLoop, noticed: @escaping () -> Void) {
    let inotify = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard inotify >= 0 else { return nil }
    // The file itself: its name is of no use once there is another by it. A file in use loses its name with a
    // change of its attributes.
    let events = UInt32(IN_ATTRIB | IN_MOVE_SELF)
    var look: () -> Void = {}
    guard let path = ownProgram(), inotify_add_watch(inotify, ownLink, events) >= 0,
      let watch = try? loop.watch(inotify, for: .read, handler: { _ in look() })
    else {
      close(inotify)
      return nil
    }
    (self.loop, self.watch, self.inotify, self.path) = (loop, watch, inotify, path)
    look = { [unowned(unsafe) self] in
      drain()
      guard settling == nil, ownProgram() != self.path else { return }
      settling = loop.after(milliseconds: Self.settlingMilliseconds, noticed)
    }
  }

  deinit {
    settling?.cancel()
    watch.cancel()
    close(inotify)
  }

  private func drain() {
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
      while read(inotify, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}

private let ownLink = "/proc/self/exe"

/// Where this program lies; the kernel says so, too, where it lies there no longer.
private func ownProgram() -> String? {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
    guard let start = buffer.baseAddress else { return nil }
    let count = readlink(ownLink, start, buffer.count)
    return count < 0 ? nil : String(decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self)
  }
}
