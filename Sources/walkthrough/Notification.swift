// One notification on the desktop (Desktop Notifications Specification 1.2), and what the person answers.

import Presenter
import WalkthroughDBus
import WalkthroughEventLoop

/// A notification that is being shown.
final class Notification {
  /// What became of it.
  enum Outcome: Equatable {
    /// With a token that lets a window come to the front, where the desktop gives one.
    case show(activationToken: String?)
    case later
    /// It went away without an answer, or cannot be answered.
    case closed
  }

  /// Nil as long as it is on show.
  var outcome: Outcome?

  private static let name: BusName = "org.freedesktop.Notifications"
  private static let path: ObjectPath = "/org/freedesktop/Notifications"
  private static let interface: InterfaceName = "org.freedesktop.Notifications"

  private let bus: Connection
  private var id: UInt32 = 0
  private var server: BusName?
  private var token: String?

  /// Shows it. Throws where no server does.
  init(_ greeting: Greeting, on bus: Connection) throws(DBusError) {
    self.bus = bus
    var answer = try bus.call(Self.call("GetCapabilities")).arguments
    let capabilities = try answer.strings()
    // Who cannot be answered is told what to type.
    let hasActions = capabilities.contains("actions")
    let names = capabilities.contains("body-markup") ? greeting.markup : greeting.names
    if hasActions { try listen() }
    let reply = try bus.call(
      Self.call(
        "Notify",
        [
          .string("Walkthrough"), .uint32(0), .string("help-about"), .string(greeting.summary),
          .string(hasActions ? names : names + "\n" + greeting.toSee),
          // A click on the notification itself is the action "default".
          .strings(
            hasActions ? ["default", greeting.show, "show", greeting.show, "later", greeting.later] : []),
          .fields([:]), .int32(-1),
        ]))
    var arguments = reply.arguments
    id = try arguments.uint32()
    server = reply.sender
    guard hasActions, let server else {
      outcome = .closed
      return
    }
    _ = try bus.whenGone(server) { [unowned(unsafe) self] in end(.closed) }
  }

  /// Takes it away.
  func close() {
    try? bus.send(Self.call("CloseNotification", [.uint32(id)]))
    bus.flush()
    end(.closed)
  }

  private func end(_ outcome: Outcome) { if self.outcome == nil { self.outcome = outcome } }

  /// Waits for answers, from before they can come.
  private func listen() throws(DBusError) {
    try on("ActivationToken") { [unowned(unsafe) self] in token = $0.next()?.asString }
    try on("ActionInvoked") { [unowned(unsafe) self] arguments in
      switch arguments.next()?.asString {
      case "later": end(.later)
      case "show", "default": end(.show(activationToken: token))
      default: break
      }
    }
    try on("NotificationClosed") { [unowned(unsafe) self] _ in end(.closed) }
  }

  /// Handles a signal about this notification. Anyone can send us one, but only the server's counts.
  private func on(
    _ member: MemberName, _ handler: @escaping (inout ArgumentReader) -> Void
  ) throws(DBusError) {
    let rule = MatchRule(Self.name, Self.path, Self.interface, member)
    _ = try bus.subscribe(to: rule) { [unowned(unsafe) self] signal in
      var arguments = signal.arguments
      guard signal.sender == server, arguments.next()?.asUInt32 == id else { return }
      handler(&arguments)
    }
  }

  private static func call(_ member: MemberName, _ arguments: [Value] = []) -> OutgoingCall {
    OutgoingCall(name, path, interface, member, arguments)
  }
}
