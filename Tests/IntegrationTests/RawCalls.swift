// Calls as any program may make them: by name, with types that nobody checked.

import TestSupport
import WalkthroughDBus
import WalkthroughInterface

/// A connection like that of a program that knows nothing of this project.
final class RawCaller {
  let connection: Connection

  init(_ session: Session) throws { connection = try session.connection() }

  /// Makes a call on the service, elsewhere where that is said, and gives what it returns.
  @discardableResult
  func call(
    _ member: MemberName, _ arguments: Value..., interface: InterfaceName? = WalkthroughInterface.name,
    path: ObjectPath = WalkthroughInterface.path
  ) throws -> [Value] {
    let call = OutgoingCall(WalkthroughInterface.busName, path, interface, member, arguments)
    var reader = try connection.call(call).arguments
    var results: [Value] = []
    while let result = reader.next() { results.append(result) }
    return results
  }

  /// The ids of the pages that a call gives.
  func pageIDs(_ member: MemberName, _ app: String) throws -> [String] {
    try call(member, .string(app), .string("C")).last?.asFieldsList?.compactMap { $0["id"]?.asString } ?? []
  }

  /// Why the answer about an app is what it is.
  func reason(_ app: String) throws -> String? {
    try call("Status", .string(app)).first?.asFields?["reason"]?.asString
  }

  /// The error that a call is answered with; nil where it is not.
  func error(_ body: () throws -> Void) throws -> DBusError? {
    do { try body() } catch let error as DBusError { return error }
    return nil
  }
}

/// A record as it lies on the disk.
func record(_ app: String, seen: String, outcome: String = "completed") -> String {
  """
  {"format": 1, "app": "\(app)", "seen": "\(seen)", "outcome": "\(outcome)", "changed": "2026-11-30T02:22:00Z"}
  """
}
