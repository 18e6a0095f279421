// Signals that end or stop a program which owns a terminal.

import CLinux

/// Which of these signals the program was not told to ignore, as `nohup` does.
func withoutIgnored(_ signals: [Int32]) -> [Int32] {
  signals.filter { signal in
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return true }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      != unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// Lets a signal do what it does to a program that does not care, though it is blocked: stops the process, and
/// returns when it goes on, or ends it.
package func surrender(to signal: Int32) {
  var before = sigaction()
  var action = sigaction()
  action.__sigaction_handler.sa_handler = SIG_DFL
  sigaction(signal, &action, &before)
  var set = sigset_t()
  var mask = sigset_t()
  sigemptyset(&set)
  sigaddset(&set, signal)
  raise(signal)
  pthread_sigmask(SIG_UNBLOCK, &set, &mask)
  pthread_sigmask(SIG_SETMASK, &mask, nil)
  sigaction(signal, &before, nil)
}
