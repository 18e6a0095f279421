// News for programs that have an event loop of ours, as the terminal client does.

internal import WalkthroughDBus
package import WalkthroughEventLoop

extension Client {
  /// Lets a loop say when some answer may be another one (`changed`: ask again), and when the bus is gone. Once,
  /// and not beside `changes()`. All calls go on working, from `changed` too.
  package func watch(
    on loop: EventLoop, changed: @escaping () -> Void, gone: @escaping () -> Void
  ) throws(ClientFailure) {
    connection.attach(to: loop)
    connection.onDisconnect = gone
    do throws(DBusError) { _ = try connection.subscribe(to: .changed) { _ in changed() } } catch {
      throw ClientFailure(error)
    }
  }
}
