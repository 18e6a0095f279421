// The interface's values: each error and reply means the same on both sides.

import Testing
import WalkthroughDBus
import WalkthroughInterface
import WalkthroughModel

@Suite struct InterfaceTests {
  /// The contract's table: method, what it takes, what it gives.
  private static let contract: [(String, String, String)] = [
    ("ShouldShow", "s", "b"), ("Pages", "ss", "a{sv}aa{sv}"), ("Complete", "ss", ""), ("Skip", "ss", ""),
    ("Postpone", "su", ""), ("Claim", "ss", "ba{sv}aa{sv}"), ("Release", "s", ""),
    ("AllPages", "ss", "a{sv}aa{sv}"), ("Reset", "s", ""), ("Mute", "sb", ""), ("Status", "s", "a{sv}"),
    ("List", "", "aa{sv}"), ("ListDue", "", "as"),
  ]

  @Test func theDescriptionIsTheContract() {
    let described = WalkthroughInterface.description.methods.map { method in
      [method.name.text, method.inputSignature, method.outputs.map(\.signature.text).joined()]
    }
    #expect(described == Self.contract.map { [$0.0, $0.1, $0.2] })
    #expect(WalkthroughInterface.description.methods.allSatisfy { !$0.documentation.isEmpty })
    #expect(WalkthroughInterface.description.signals.map(\.name.text) == ["Changed"])
    #expect(WalkthroughInterface.description.properties.map(\.name.text) == ["Version"])
  }

  @Test func errorsKeepTheirName() {
    let errors: [(ServiceError, String)] = [
      (.invalidAppID("x"), "org.walkthroughd.Error.InvalidAppId"),
      (.unknownApp("x"), "org.walkthroughd.Error.UnknownApp"),
      (.invalidVersion("x"), "org.walkthroughd.Error.InvalidVersion"),
      (.invalidManifest("x"), "org.walkthroughd.Error.InvalidManifest"),
      (.storageFailed("x"), "org.walkthroughd.Error.StorageFailed"),
      (.accessDenied("x"), "org.freedesktop.DBus.Error.AccessDenied"),
      (.limitsExceeded("x"), "org.freedesktop.DBus.Error.LimitsExceeded"),
    ]
    for (error, name) in errors {
      #expect(error.overBus.name.text == name)
      #expect(ServiceError(overBus: error.overBus) == error)
    }
    #expect(ServiceError(overBus: DBusError(.noReply, "x")) == nil)
  }

  @Test func repliesReadBack() {
    var walkthrough = Walkthrough(appID: "a", name: "A", version: "1", kind: .update, locale: "de")
    walkthrough.labels = [.done: "Los", .next: "Weiter"]
    var page = WalkthroughPage(id: "p", title: "T")
    page.body = "b"
    page.image = "/i"
    page.imageDescription = "alt"
    page.since = "1"
    page.linkLabel = "l"
    page.linkURL = "https://example.org"
    walkthrough.pages = [page, WalkthroughPage(id: "q", title: "U")]
    let values = walkthrough.values
    #expect(Walkthrough(values[0].asFields ?? [:], pages: values[1].asFieldsList ?? []) == walkthrough)
    var status = AppStatus(reason: .postponed, appID: "a", name: "A", installed: "1", source: "/s")
    #expect(AppStatus(status.fields) == status)
    status.baseline = "0"
    status.seen = "1"
    status.outcome = .skipped
    status.changed = Instant(unixSeconds: 1)
    status.postponedUntil = Instant(unixSeconds: 2)
    status.problem = "p"
    #expect(AppStatus(status.fields) == status)
    let summary = AppSummary(appID: "a", name: "A", installed: "1", reason: .update)
    #expect(AppSummary(summary.fields) == summary && summary.fields["due"] == .bool(true))
  }
}
