// What the bus itself offers: where it is, names, and who leaves.

internal import CDBus
public import WalkthroughEventLoop

/// What came of asking for a name.
public enum NameRequest: Sendable {
  /// The name is ours.
  case acquired
  /// Somebody has it.
  case taken
}

extension Connection {
  /// Connects to the session bus, at `DBUS_SESSION_BUS_ADDRESS` or else at `$XDG_RUNTIME_DIR/bus`. Throws
  /// `NoServer` where neither is set, and else what `init(address:)` does.
  public static func openSessionBus(
    environment: (String) -> String?
  ) throws(DBusError) -> Connection {
    if let address = environment("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty {
      return try Connection(address: address)
    }
    guard let directory = environment("XDG_RUNTIME_DIR"), !directory.isEmpty else {
      throw DBusError(.noServer, "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR says where the bus is")
    }
    guard let path = dbus_address_escape_value(directory + "/bus") else {
      fatalError("libdbus is out of memory")
    }
    defer { dbus_free(path) }
    return try Connection(address: "unix:path=" + String(cString: path))
  }

  /// Asks for a well-known name, not waiting in line for it. Objects should be exported before.
  public func request(name: BusName) throws(DBusError) -> NameRequest {
    let result = try DBusError.catching { error in
      let result = dbus_bus_request_name(raw, name.text, UInt32(DBUS_NAME_FLAG_DO_NOT_QUEUE), &error)
      return result < 0 ? nil : result
    }
    let ours = [DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER, DBUS_REQUEST_NAME_REPLY_ALREADY_OWNER]
    return ours.contains(result) ? .acquired : .taken
  }

  /// Gives a name up. What was sent to it before has arrived when this returns, and waits for the loop; what is
  /// sent from then on goes to another owner, whom the bus may start for it.
  public func release(name: BusName, timeout milliseconds: Int = 1_000) throws(DBusError) {
    _ = try call(.bus("ReleaseName", [.string(name.text)]), timeout: milliseconds)
  }

  /// Calls a handler when a name that was ours is not any more. The bus tells its owner alone, unasked.
  public func whenLost(_ name: BusName, _ handler: @escaping () -> Void) -> Cancellable {
    receive(
      MatchRule(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameLost", argument: name)
    ) { _ in handler() }
  }

  /// Calls a handler once when a name has no owner any more, or has none now. Cancel it where it is not
  /// wanted any longer: each costs the bus a match rule.
  public func whenGone(_ name: BusName, _ handler: @escaping () -> Void) throws(DBusError) -> Cancellable {
    let rule = MatchRule(
      .bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged", argument: name)
    var subscription: Cancellable?
    let cancellable = Cancellable {
      subscription?.cancel()
      subscription = nil
    }
    let gone = {
      guard subscription != nil else { return }
      cancellable.cancel()
      handler()
    }
    subscription = try subscribe(to: rule) { signal in
      var arguments = signal.arguments
      _ = arguments.next()
      _ = arguments.next()
      if arguments.next()?.asString == "" { gone() }
    }
    // It may have left before the bus knew that we ask.
    try send(.bus("NameHasOwner", [.string(name.text)])) { reply in
      guard case .success(let answer) = reply else { return }
      var arguments = answer.arguments
      if arguments.next()?.asBool == false { gone() }
    }
    return cancellable
  }
}
