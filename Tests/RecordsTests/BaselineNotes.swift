// Noting and saving baselines at once, as a look at all apps does.

import Records
import WalkthroughModel

extension Baselines {
  /// Notes these, and saves what is to be saved.
  func add(_ versions: [AppID: Version], at now: Instant) {
    for (app, version) in versions { note(version, of: app) }
    save(at: now)
  }
}
