// News for programs that have an event loop of ours.

internal import WalkthroughDBus
public import WalkthroughEventLoop
internal import WalkthroughInterface

extension Client {
  /// Lets a loop say when some answer may be another one (`changed`: ask again), and when the bus is gone. Once.
  /// All calls go on working, from `changed` too.
  public func watch(
    on loop: EventLoop, changed: @escaping () -> Void, gone: @escaping () -> Void
  ) throws(ClientFailure) {
    connection.attach(to: loop)
    connection.onDisconnect = gone
    let rule = MatchRule(
      WalkthroughInterface.busName, WalkthroughInterface.path, WalkthroughInterface.name,
      WalkthroughInterface.changed)
    do throws(DBusError) { _ = try connection.subscribe(to: rule) { _ in changed() } } catch {
      throw ClientFailure(error)
    }
  }
}
