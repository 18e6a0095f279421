// Noticing that some answer became another, and saying so.

import Catalog
import Records
import WalkthroughEventLoop
import WalkthroughModel

/// Follows what the answers depend on: manifests, records, policy, the time.
final class Changes {
  private let desk: Desk
  private let loop: EventLoop
  private let watcher: Watcher
  private let announcer: Announcer
  private var answers = Answers()
  private var hasBegun = false
  private var postponementEnd: Cancellable?

  init(desk: Desk, loop: EventLoop, log: Log, announce: @escaping () -> Void) {
    self.desk = desk
    self.loop = loop
    watcher = Watcher(loop: loop) { log.warning($0) }
    announcer = Announcer(loop: loop, announce: announce)
  }

  /// Begins when the loop is idle, or with the first call.
  func begin() {
    watcher.onChange = { [unowned self] in catchUp() }
    loop.whenClockIsSet { [unowned self] in if hasBegun { check() } }
    loop.whenIdle { [unowned self] in
      catchUp()
      desk.records.removeLeftovers(at: desk.clock())
      return false
    }
  }

  /// Looks again where something changed on the disk, so that what is answered next is right.
  func catchUp() {
    guard hasBegun else {
      hasBegun = true
      lookAgain()
      answers = Answers(desk)
      waitForPostponement()
      return
    }
    guard watcher.takeNews() else { return }
    lookAgain()
    check()
  }

  /// Says so where some answer is another than before.
  func check() {
    let now = Answers(desk)
    defer { waitForPostponement() }
    guard now != answers else { return }
    answers = now
    announcer.changed()
  }

  /// The same where only one app can be concerned.
  func check(_ app: AppID) {
    guard answers.update(app, desk) else { return }
    announcer.changed()
    waitForPostponement()
  }

  private func lookAgain() {
    // Watched first: what changes while we look is looked at again.
    watcher.watch(watched)
    desk.catalog.scan()
    watcher.watch(watched)
    desk.keepBaselines()
    repairWhenIdle()
  }

  private func repairWhenIdle() {
    loop.whenIdle { [unowned self] in
      if !desk.repairRecords() {
        loop.after(milliseconds: Int(RecordStore.settlingSeconds + 1) * 1000) { [unowned self] in
          repairWhenIdle()
        }
      }
      return false
    }
  }

  private var watched: [String] {
    desk.catalog.directories + [desk.records.directory] + desk.policy.directories
  }

  private func waitForPostponement() {
    postponementEnd?.cancel()
    postponementEnd = answers.nextPostponementEnd(after: desk.clock()).map { end in
      loop.at(unixSeconds: end.unixSeconds) { [unowned self] in check() }
    }
  }
}
