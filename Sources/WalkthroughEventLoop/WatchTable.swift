// The watches by descriptor, and the epoll that looks at them.

import CLinux

/// All watches of a loop. A descriptor may have several, as libdbus wants it; epoll knows each but once.
struct WatchTable: ~Copyable {
  let epoll: Int32
  private var watches: [Int32: [Watch]] = [:]
  /// What epoll was told to look for.
  private var registered: [Int32: UInt32] = [:]

  init() throws(EventLoopError) {
    epoll = try EventLoopError.check("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }
  }

  deinit { close(epoll) }

  mutating func add(_ watch: Watch) throws(EventLoopError) {
    watches[watch.descriptor, default: []].append(watch)
    do throws(EventLoopError) {
      try update(watch.descriptor)
    } catch {
      remove(watch)
      throw error
    }
  }

  mutating func remove(_ watch: Watch) {
    watches[watch.descriptor]?.removeAll { $0 === watch }
    if watches[watch.descriptor]?.isEmpty == true { watches[watch.descriptor] = nil }
    // Asking for less fails only where the owner closed the descriptor, and then there is nothing left to do.
    try? update(watch.descriptor)
  }

  /// Tells epoll what the watches of a descriptor want by now.
  mutating func update(_ descriptor: Int32) throws(EventLoopError) {
    let wanted = watches[descriptor, default: []].reduce(into: 0) { $0 |= $1.interest.rawValue }
    let before = registered[descriptor, default: 0]
    guard wanted != before else { return }
    // A hang-up is reported even to no interest at all, and would keep the loop awake: so none is taken out.
    registered[descriptor] = wanted == 0 ? nil : wanted
    let change = wanted == 0 ? EPOLL_CTL_DEL : before == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD
    var event = epoll_event(events: wanted, data: epoll_data_t(fd: descriptor))
    let table = epoll
    do throws(EventLoopError) {
      _ = try EventLoopError.check("epoll_ctl") { epoll_ctl(table, change, descriptor, &event) }
    } catch {
      registered[descriptor] = nil
      throw error
    }
  }

  /// Waits for one event, at most that many milliseconds (−1: for ever). One at a time: a callback may close
  /// a descriptor and get its number again, and a batch would hold stale news of it.
  func wait(milliseconds: Int32) -> (descriptor: Int32, ready: Readiness)? {
    var event = epoll_event()
    guard epoll_wait(epoll, &event, 1, milliseconds) == 1 else { return nil }
    return (event.data.fd, Readiness(rawValue: event.events))
  }

  /// All watches.
  var all: [Watch] { watches.values.flatMap { $0 } }

  /// The watches of a descriptor.
  subscript(descriptor: Int32) -> [Watch] { watches[descriptor, default: []] }
}
