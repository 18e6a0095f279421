// Who is showing which walkthrough right now. Claims live as long as this process, and their owner's connection.

import WalkthroughDBus
import WalkthroughModel

/// The claims.
struct Claims {
  private var owners: [AppID: BusName] = [:]
  /// Whether there may be further ones.
  var areGiven = true

  /// Whether nobody is showing anything.
  var isEmpty: Bool { owners.isEmpty }

  // A launcher that shows a few at a time needs no more; one that takes all it can must not silence everything.
  private static let mostOfOne = 256

  /// Whether somebody is showing the app's walkthrough.
  func contains(_ app: AppID) -> Bool { owners[app] != nil }

  /// Whether a connection has as many claims as it may have.
  func isFull(of owner: BusName) -> Bool {
    owners.count >= Self.mostOfOne && owners.values.count { $0 == owner } >= Self.mostOfOne
  }

  /// Gives the claim of an app that nobody has claimed.
  mutating func add(_ app: AppID, owner: BusName) { owners[app] = owner }

  /// Ends the claim of an app.
  mutating func end(_ app: AppID) { owners[app] = nil }

  /// Ends the claim of an app where it is that connection's.
  mutating func end(_ app: AppID, of owner: BusName) {
    if owners[app] == owner { owners[app] = nil }
  }

  /// Ends all claims of a connection.
  mutating func endAll(of owner: BusName) { owners = owners.filter { $0.value != owner } }
}
