// Why the service gave no answer.

package import WalkthroughDBus
public import WalkthroughInterface

/// Why a call got no answer.
public enum ClientFailure: Error, Equatable, CustomStringConvertible {
  /// There is no service, or it does not answer: an app shows nothing then.
  case noService(String)
  /// The service refuses.
  case refused(ServiceError)
  /// Something else went wrong.
  case trouble(String)

  /// What is wrong, for a person.
  public var description: String {
    switch self {
    case .noService(let text), .trouble(let text): text
    case .refused(let error): error.overBus.message
    }
  }

  /// Reads what a call or a connection failed with.
  package init(_ error: DBusError) {
    if let refusal = ServiceError(overBus: error) {
      self = .refused(refusal)
    } else if Self.isAbsence(error.name) {
      self = .noService(error.message)
    } else {
      self = .trouble(error.description)
    }
  }

  /// Errors that the bus gives in the service's place: no bus, no service, or one that cannot be started.
  private static func isAbsence(_ name: ErrorName) -> Bool {
    let absences = [
      "NoServer", "Disconnected", "ServiceUnknown", "NameHasNoOwner", "NoReply", "Timeout", "TimedOut",
      "FileNotFound",
    ]
    let standard = "org.freedesktop.DBus.Error."
    let text = name.text
    return text.hasPrefix(standard + "Spawn.") || text.hasPrefix("org.freedesktop.systemd1.")
      || absences.contains { text == standard + $0 }
  }
}
