// libdbus' watches on our loop.

internal import CDBus
internal import WalkthroughEventLoop

// The data of a connection's watch functions is the loop, which the connection holds; the data of a DBusWatch
// is our watch, which it holds.
extension Connection {
  func watch() {
    guard let loop else { return }
    require(
      dbus_connection_set_watch_functions(
        raw, addWatch, removeWatch, toggleWatch, Unmanaged.passUnretained(loop).toOpaque(), nil))
  }

  func unwatch() {
    require(dbus_connection_set_watch_functions(raw, nil, nil, nil, nil, nil))
  }
}

private func addWatch(_ raw: OpaquePointer?, _ data: UnsafeMutableRawPointer?) -> dbus_bool_t {
  guard let raw, let data else { return 0 }
  let loop = Unmanaged<EventLoop>.fromOpaque(data).takeUnretainedValue()
  guard
    let watch = try? loop.watch(
      dbus_watch_get_unix_fd(raw), for: interest(of: raw),
      handler: { _ = dbus_watch_handle(raw, flags(for: $0)) })
  else { return 0 }
  dbus_watch_set_data(raw, Unmanaged.passRetained(watch).toOpaque()) { data in
    data.map { Unmanaged<Watch>.fromOpaque($0).release() }
  }
  return 1
}

private func removeWatch(_ raw: OpaquePointer?, _ data: UnsafeMutableRawPointer?) {
  watch(of: raw)?.cancel()
}

private func toggleWatch(_ raw: OpaquePointer?, _ data: UnsafeMutableRawPointer?) {
  guard let raw else { return }
  watch(of: raw)?.interest = interest(of: raw)
}

private func watch(of raw: OpaquePointer?) -> Watch? {
  dbus_watch_get_data(raw).map { Unmanaged<Watch>.fromOpaque($0).takeUnretainedValue() }
}

private func interest(of raw: OpaquePointer) -> Readiness {
  guard dbus_watch_get_enabled(raw) != 0 else { return [] }
  let flags = dbus_watch_get_flags(raw)
  var interest: Readiness = []
  if flags & DBUS_WATCH_READABLE.rawValue != 0 { interest.insert(.read) }
  if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { interest.insert(.write) }
  return interest
}

private func flags(for ready: Readiness) -> UInt32 {
  var flags: UInt32 = 0
  if ready.contains(.read) { flags |= DBUS_WATCH_READABLE.rawValue }
  if ready.contains(.write) { flags |= DBUS_WATCH_WRITABLE.rawValue }
  if !ready.isDisjoint(with: .hangup) { flags |= DBUS_WATCH_HANGUP.rawValue }
  return flags
}
