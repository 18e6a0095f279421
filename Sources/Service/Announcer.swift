// When the signal is sent: soon after a change, never in a storm, always once after the last change.

import WalkthroughEventLoop

/// Spaces announcements: at most one in 250 ms, the last after the last change.
final class Announcer {
  private let loop: EventLoop
  private let announce: () -> Void
  private var isResting = false
  private var isWaiting = false

  private static let restMilliseconds = 250

  init(loop: EventLoop, announce: @escaping () -> Void) {
    self.loop = loop
    self.announce = announce
  }

  /// Something changed.
  func changed() {
    guard !isResting else {
      isWaiting = true
      return
    }
    isResting = true
    announce()
    loop.after(milliseconds: Self.restMilliseconds) { [self] in rested() }
  }

  private func rested() {
    isResting = false
    guard isWaiting else { return }
    isWaiting = false
    changed()
  }
}
