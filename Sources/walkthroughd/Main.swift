// The daemon: its environment, wiring and exit status.

import CLinux
import Service
import System
import WalkthroughDBus
import WalkthroughInterface

@main struct Main {
  static func main() {
    let arguments = System().arguments().dropFirst()
    switch (arguments.count, arguments.first) {
    case (0, _): exit(Daemon.run { getenv($0).map { String(cString: $0) } }.rawValue)
    case (1, "--version"): say("walkthroughd \(WalkthroughInterface.version)\n", to: STDOUT_FILENO)
    case (1, "--interface"): say(WalkthroughInterface.description.introspectionXML, to: STDOUT_FILENO)
    case (1, "--help"): say(help, to: STDOUT_FILENO)
    default:
      say("walkthroughd: it takes no arguments but --help, --interface and --version\n", to: STDERR_FILENO)
      exit(64)
    }
  }

  private static func say(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { text in
      var rest = UnsafeRawBufferPointer(text)[...]
      while !rest.isEmpty {
        let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { exit(1) }
        rest = rest.dropFirst(count)
      }
    }
  }
}

private let help = """
  Usage: walkthroughd

  Tells apps on the session bus whether a person should see a walkthrough, and
  remembers what that person has seen. The bus starts it when it is needed.

    --help      this text
    --interface the D-Bus interface, as introspection XML
    --version   the version

  Environment: XDG_DATA_HOME, XDG_DATA_DIRS (manifests), XDG_STATE_HOME (what the
  person saw), XDG_CONFIG_HOME, XDG_CONFIG_DIRS (policy), LANGUAGE, LC_ALL,
  LC_MESSAGES, LANG; WALKTHROUGHD_DEBUG=1 logs every decision.

  Exit status: 0 the bus went away, somebody asked to stop, or the program was
  replaced; 1 trouble, 2 the name is taken by another instance, 3 no session bus,
  64 wrong usage.

  """
