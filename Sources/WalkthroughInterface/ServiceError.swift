// The errors of the interface, and their names, in one place.

public import WalkthroughDBus

/// Why the service refuses a call. The text is for a person.
public enum ServiceError: Error, Equatable, Sendable {
  /// Not a valid app id.
  case invalidAppID(String)
  /// No manifest for that app.
  case unknownApp(String)
  /// Not a version, or newer than what is installed and what was seen.
  case invalidVersion(String)
  /// The app's manifest cannot be used.
  case invalidManifest(String)
  /// The record or policy could not be written. Nothing was lost.
  case storageFailed(String)
  /// A sandboxed caller asked about another app, or the caller could not be identified.
  case accessDenied(String)
  /// The caller has more of something than one may have.
  case limitsExceeded(String)

  /// As it travels over the bus.
  public var overBus: DBusError {
    switch self {
    case .invalidAppID(let text): DBusError("org.walkthroughd.Error.InvalidAppId", text)
    case .unknownApp(let text): DBusError("org.walkthroughd.Error.UnknownApp", text)
    case .invalidVersion(let text): DBusError("org.walkthroughd.Error.InvalidVersion", text)
    case .invalidManifest(let text): DBusError("org.walkthroughd.Error.InvalidManifest", text)
    case .storageFailed(let text): DBusError("org.walkthroughd.Error.StorageFailed", text)
    case .accessDenied(let text): DBusError(.accessDenied, text)
    case .limitsExceeded(let text): DBusError(.limitsExceeded, text)
    }
  }

  /// Reads an error that came over the bus; nil where it is none of ours.
  public init?(overBus error: DBusError) {
    let cases: [(String) -> ServiceError] = [
      ServiceError.invalidAppID, ServiceError.unknownApp, ServiceError.invalidVersion,
      ServiceError.invalidManifest, ServiceError.storageFailed, ServiceError.accessDenied,
      ServiceError.limitsExceeded,
    ]
    guard let own = cases.lazy.map({ $0(error.message) }).first(where: { $0.overBus.name == error.name })
    else {
      return nil
    }
    self = own
  }
}
