// A call with its arguments, typed: what the client sends is what the daemon reads.

public import WalkthroughDBus

/// A call of one of the interface's methods. App ids, versions and locales are as the caller wrote them.
public enum Request: Equatable, Sendable {
  case shouldShow(app: String)
  case pages(app: String, locale: String)
  case complete(app: String, version: String)
  case skip(app: String, version: String)
  case postpone(app: String, seconds: UInt32)
  case claim(app: String, locale: String)
  case release(app: String)
  case allPages(app: String, locale: String)
  case reset(app: String)
  case mute(app: String, Bool)
  case status(app: String)
  case list
  case listDue

  /// Reads a call of a method, whose types were checked. Throws what is missing.
  public init(_ method: Method, of message: Message) throws(DBusError) {
    var arguments = message.arguments
    switch method {
    case .shouldShow: self = .shouldShow(app: try arguments.string())
    case .pages: self = .pages(app: try arguments.string(), locale: try arguments.string())
    case .complete: self = .complete(app: try arguments.string(), version: try arguments.string())
    case .skip: self = .skip(app: try arguments.string(), version: try arguments.string())
    case .postpone: self = .postpone(app: try arguments.string(), seconds: try arguments.uint32())
    case .claim: self = .claim(app: try arguments.string(), locale: try arguments.string())
    case .release: self = .release(app: try arguments.string())
    case .allPages: self = .allPages(app: try arguments.string(), locale: try arguments.string())
    case .reset: self = .reset(app: try arguments.string())
    case .mute: self = .mute(app: try arguments.string(), try arguments.bool())
    case .status: self = .status(app: try arguments.string())
    case .list: self = .list
    case .listDue: self = .listDue
    }
  }

  /// How many bytes its texts have.
  public var weight: Int { call.arguments.reduce(0) { $0 + ($1.asString?.utf8.count ?? 0) } }

  /// The method and its arguments, to be sent.
  public var call: (method: Method, arguments: [Value]) {
    switch self {
    case .shouldShow(let app): (.shouldShow, [.string(app)])
    case .pages(let app, let locale): (.pages, [.string(app), .string(locale)])
    case .complete(let app, let version): (.complete, [.string(app), .string(version)])
    case .skip(let app, let version): (.skip, [.string(app), .string(version)])
    case .postpone(let app, let seconds): (.postpone, [.string(app), .uint32(seconds)])
    case .claim(let app, let locale): (.claim, [.string(app), .string(locale)])
    case .release(let app): (.release, [.string(app)])
    case .allPages(let app, let locale): (.allPages, [.string(app), .string(locale)])
    case .reset(let app): (.reset, [.string(app)])
    case .mute(let app, let isMuted): (.mute, [.string(app), .bool(isMuted)])
    case .status(let app): (.status, [.string(app)])
    case .list: (.list, [])
    case .listDue: (.listDue, [])
    }
  }
}
