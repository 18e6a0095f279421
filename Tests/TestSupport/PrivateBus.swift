// A message bus of a test's own.

import Glibc

/// A real dbus-daemon that only its owner knows, killed when nobody holds it.
public final class PrivateBus {
  /// Where it listens.
  public let address: String
  /// Holds its socket and configuration.
  public let directory: TemporaryDirectory
  private let daemon: ChildProcess

  /// Starts one. Services are activated from the directory, in the environment. Two of the environment's
  /// variables are always there: `PATH` and the bus's address, which the services get from the bus.
  public init(services: String? = nil, environment: [String: String] = [:]) throws {
    directory = try TemporaryDirectory()
    let configuration = try directory.write(
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>unix:path=\(directory.file("bus"))</listen>
        <auth>EXTERNAL</auth>
        \(services.map { "<servicedir>\($0)</servicedir>" } ?? "")
        <policy context="default">
          <allow send_destination="*"/>
          <allow receive_sender="*"/>
          <allow own="*"/>
        </policy>
      </busconfig>
      """, to: "bus.conf")
    daemon = try ChildProcess(
      "/usr/bin/dbus-daemon", ["--config-file=\(configuration)", "--print-address", "--nofork"],
      environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 })
    try daemon.wait { $0.output.contains("\n") }
    address = String(daemon.output.prefix { $0 != "\n" })
  }

  /// Ends it at once, as a crash would.
  public func kill() { daemon.send(signal: SIGKILL) }

  /// Stops it where it is, as a machine that swaps would, or lets it go on.
  public func stop(_ isStopped: Bool) {
    daemon.send(signal: isStopped ? SIGSTOP : SIGCONT)
    guard isStopped else { return }
    var news = siginfo_t()
    waitid(P_PID, id_t(daemon.id), &news, WSTOPPED)
  }

  /// An environment for its clients.
  public var environment: [String: String] {
    ["PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": address]
  }
}
