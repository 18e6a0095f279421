// Being told of changes in directories: from inotify events to "look again".

import CLinux
import Glibc
import System
import WalkthroughEventLoop

/// Watches directories. It says only that something changed: absence, overflow and replaced directories are
/// ordinary cases in which one looks again.
package final class Watcher {
  /// Called from the loop once something changed and it has been quiet for a moment.
  package var onChange: (() -> Void)?

  private let loop: EventLoop
  /// The inotify instance; nil where the system gave none.
  private let inotify: Int32?
  private var watches: [String: Int32] = [:]
  private var watch: Watch?
  private var settling: Cancellable?
  private var firstEvent: Int64 = 0
  private var hasNews = false

  // A burst of changes, as a package upgrade makes, is looked at once.
  private static let quietMilliseconds = 50
  private static let patienceMilliseconds: Int64 = 500
  private static let events = UInt32(
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR)

  /// Makes a watcher on the loop. Where the system gives no inotify instance it goes on without, told to `log`.
  package init(loop: EventLoop, log: (String) -> Void) {
    self.loop = loop
    let number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard number >= 0 else {
      log(SystemError(.watch, "directories", errno).description)
      inotify = nil
      return
    }
    inotify = number
    do {
      watch = try loop.watch(number, for: .read) { [weak self] _ in self?.eventsCame() }
    } catch {
      log("\(error)")
    }
  }

  deinit {
    watch?.cancel()
    if let inotify { close(inotify) }
  }

  /// Watches exactly these directories, and for one that does not exist the nearest above it that does.
  package func watch(_ directories: [String]) {
    guard let inotify else { return }
    var next: [String: Int32] = [:]
    for directory in directories {
      var path = directory
      while next[path] == nil {
        // Adding again is how a directory that was replaced is found.
        let descriptor = inotify_add_watch(inotify, path, Self.events)
        if descriptor >= 0 { next[path] = descriptor }
        guard descriptor < 0, path != "/" else { break }
        let above = path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
        path = above.isEmpty ? "/" : String(above)
      }
    }
    let kept = Set(next.values)
    for descriptor in Set(watches.values) where !kept.contains(descriptor) {
      inotify_rm_watch(inotify, descriptor)
    }
    watches = next
  }

  /// Whether something changed since the last time this was asked; what the kernel knows by now counts.
  package func takeNews() -> Bool {
    drain()
    defer {
      hasNews = false
      settling?.cancel()
      settling = nil
    }
    return hasNews
  }

  private func eventsCame() {
    drain()
    guard hasNews else { return }
    let now = SystemClock.monotonicNanoseconds() / 1_000_000
    if settling == nil { firstEvent = now }
    guard settling == nil || now - firstEvent < Self.patienceMilliseconds else { return }
    settling?.cancel()
    settling = loop.after(milliseconds: Self.quietMilliseconds) { [weak self] in
      self?.settling = nil
      self?.onChange?()
    }
  }

  /// Reads what came. Which events they were does not matter.
  private func drain() {
    guard let inotify else { return }
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
      while read(inotify, buffer.baseAddress, buffer.count) > 0 { hasNews = true }
    }
  }
}
