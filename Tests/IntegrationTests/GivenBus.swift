// A bus that was there before the tests, so that the same suite runs on another implementation.

import Glibc
import TestSupport
import WalkthroughDBus

/// The bus at `WALKTHROUGH_TEST_BUS_ADDRESS`, which activates from `$XDG_RUNTIME_DIR/dbus-1/services`. As there
/// is one name on it for all, sessions take turns.
final class GivenBus {
  let address: String
  private let file: String
  private let lock: Int32

  /// Waits for its turn and installs an activation file; nil where the tests were given no bus.
  init?(service: String) throws {
    guard let address = getenv("WALKTHROUGH_TEST_BUS_ADDRESS"), let directory = getenv("XDG_RUNTIME_DIR")
    else {
      return nil
    }
    self.address = String(cString: address)
    let root = String(cString: directory)
    lock = open("\(root)/walkthrough-tests.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard flock(lock, LOCK_EX) == 0 else { throw TestFailure("flock: \(String(cString: strerror(errno)))") }
    mkdir("\(root)/dbus-1", 0o700)
    mkdir("\(root)/dbus-1/services", 0o700)
    file = "\(root)/dbus-1/services/org.walkthroughd.Walkthrough1.service"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    guard write(descriptor, service, service.utf8.count) == service.utf8.count else {
      throw TestFailure("cannot write \(file): \(String(cString: strerror(errno)))")
    }
    let reload = OutgoingCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReloadConfig")
    _ = try Connection(address: self.address).call(reload)
  }

  deinit {
    unlink(file)
    close(lock)
  }
}
