// The daemon as a whole: from the environment to the loop.

import CLinux
import Catalog
import Records
import System
import WalkthroughDBus
import WalkthroughEventLoop
import WalkthroughInterface
import WalkthroughModel

/// The daemon's life.
package enum Daemon {
  /// What it ends with.
  package enum ExitStatus: Int32 {
    /// The bus went away, or somebody asked it to stop.
    case success = 0
    case trouble = 1
    /// Another instance has the name.
    case nameTaken = 2
    case noBus = 3
  }

  /// Runs until the bus goes away or a signal asks to stop.
  package static func run(environment: @escaping (String) -> String?) -> ExitStatus {
    let log = Log(environment: environment)
    let system = System()
    guard let desk = desk(environment, system, log) else { return .trouble }
    let connection: Connection
    do throws(DBusError) { connection = try Connection.openSessionBus(environment: environment) } catch {
      log.error("no session bus: \(error.message)")
      return .noBus
    }
    let loop: EventLoop
    do throws(EventLoopError) {
      loop = try EventLoop()
      try loop.onSignals([SIGTERM, SIGINT, SIGHUP]) { _ in loop.stop() }
    } catch {
      log.error(error.description)
      return .trouble
    }
    connection.attach(to: loop)
    connection.onDisconnect = { loop.stop() }
    do throws(DBusError) {
      let service = Service(
        connection: connection, loop: loop, system: system, desk: desk,
        sessionLocale: LocalePreference(environment: environment), log: log)
      service.export()
      guard try connection.request(name: WalkthroughInterface.busName) == .acquired else {
        log.error("\(WalkthroughInterface.busName) is taken: another walkthroughd serves this session")
        return .nameTaken
      }
      var status = ExitStatus.success
      let loss = connection.whenLost(WalkthroughInterface.busName) {
        log.error("\(WalkthroughInterface.busName) is lost: this walkthroughd serves nobody, and ends")
        status = .nameTaken
        loop.stop()
      }
      log.debug("version \(WalkthroughInterface.version) serves")
      let replacement = Replacement(loop: loop) {
        log.notice("the program was replaced; the next call starts the new one")
        loop.beforeSleeping {
          if !service.isClaimed { loop.stop() }
          return false
        }
      }
      withExtendedLifetime((service, replacement)) {
        loop.run()
        // Whoever asked until now gets an answer, and whoever asks from now on one from the next instance.
        if connection.isConnected {
          loss.cancel()
          service.leave(loop)
        }
      }
      connection.flush()
      return status
    } catch {
      log.error(error.description)
      return .trouble
    }
  }

  private static func desk(_ environment: (String) -> String?, _ system: System, _ log: Log) -> Desk? {
    let home = environment("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    /// A directory of the XDG Base Directory Specification; a relative one is ignored.
    func directory(_ name: String, _ fallback: String) -> String? {
      if let path = environment(name), path.hasPrefix("/") { return path }
      return home.map { "\($0)/\(fallback)" }
    }
    guard let state = directory("XDG_STATE_HOME", ".local/state"),
      let configuration = directory("XDG_CONFIG_HOME", ".config")
    else {
      log.error("neither HOME nor XDG_STATE_HOME and XDG_CONFIG_HOME say where to keep things")
      return nil
    }
    let administrators = environment("XDG_CONFIG_DIRS").flatMap { $0.isEmpty ? nil : $0 } ?? "/etc/xdg"
    let warn = { (text: String) in log.warning(text) }
    return Desk(
      catalog: Catalog(
        searchPath: SearchPath(environment: environment), locale: LocalePreference(environment: environment),
        system: system, log: warn),
      records: RecordStore(stateDirectory: "\(state)/walkthroughd", system: system, log: warn),
      baselines: Baselines(stateDirectory: "\(state)/walkthroughd", system: system, log: warn),
      policy: PolicyStore(
        personsDirectory: configuration,
        administratorsDirectories: administrators.split(separator: ":").map(String.init)
          .filter { $0.hasPrefix("/") },
        system: system, log: warn),
      clock: { Instant(unixSeconds: SystemClock.unixSeconds()) })
  }
}
