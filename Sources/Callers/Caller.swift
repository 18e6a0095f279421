// Who asks.

import WalkthroughModel

/// Who makes a call, as far as it matters: what they may ask about.
package enum Caller: Equatable, Sendable {
  /// A process outside any sandbox: may ask about every app.
  case host
  /// A Flatpak app: may ask about itself.
  case flatpak(AppID)
  /// Nobody we serve; why, for a person.
  case refused(String)
}
