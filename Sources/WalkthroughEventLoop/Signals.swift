// Signals as events.

import CLinux

extension EventLoop {
  /// Calls a handler with the number of each of these signals that comes, in place of what it did before. They
  /// are blocked in this thread (and so in those it starts later) until cancelled; a child inherits that, so
  /// who starts one gives it an empty signal mask.
  @discardableResult
  public func onSignals(
    _ signals: [Int32], _ handler: @escaping (Int32) -> Void
  ) throws(EventLoopError) -> Cancellable {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    let descriptor = try EventLoopError.check("signalfd") {
      signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    }
    let watch: Watch
    do throws(EventLoopError) {
      // One signal a call: the handler may cancel, and the rest of them will be reported again.
      watch = try self.watch(descriptor, for: .read) { _ in
        var signal = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        if read(descriptor, &signal, size) == size { handler(Int32(signal.ssi_signo)) }
      }
    } catch {
      close(descriptor)
      throw error
    }
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &set, &before)
    return Cancellable {
      watch.cancel()
      close(descriptor)
      for signal in signals where sigismember(&before, signal) == 1 { sigdelset(&set, signal) }
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
  }
}
