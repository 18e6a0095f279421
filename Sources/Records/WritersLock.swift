// Keeping another daemon of the same person from writing between our reading and our writing.

import CLinux
import System

/// A lock on a directory of a person's files, by the directory itself: it leaves nothing on the disk, and ends with
/// the process that holds it.
///
/// What cannot be locked is written without: on file systems that lock no directories (NFS), and where another
/// holds it for longer than an answer may take. Then the greater version can be lost, if both write at once.
struct WritersLock {
  let directory: String
  let system: System
  /// How long to wait for another: who asks other things waits meanwhile.
  var patienceMilliseconds = 100

  private static let pauseMilliseconds: Int32 = 2

  /// Does work that reads, decides and writes, alone where that can be had.
  func hold<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard let held = open() else { return try work() }
    wait(for: held)
    return try withExtendedLifetime(held) { () throws(Failure) in try work() }
  }

  /// Whether there is anything to lock.
  var isThere: Bool { (try? system.identity(of: directory))?.kind == .directory }

  private func open() -> Descriptor? {
    do throws(SystemError) { return try system.open(directory, O_RDONLY | O_DIRECTORY) } catch { return nil }
  }

  private func wait(for held: borrowing Descriptor) {
    let attempts = max(patienceMilliseconds / Int(Self.pauseMilliseconds), 1)
    for attempt in 1...attempts {
      do throws(SystemError) { return try system.lock(held, at: directory) } catch {
        guard error.errno == EWOULDBLOCK, attempt < attempts else { return }
        poll(nil, 0, Self.pauseMilliseconds)
      }
    }
  }
}
