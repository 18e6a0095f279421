// The decision, case by case. The contract's numbered examples are tested through the bus.

// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import Testing
import WalkthroughModel

private func version(_ text: String) -> Version { try! Version(text) }
private let id = try! AppID("org.example.App")
private let now = Instant(unixSeconds: 1_000_000)

/// An app: `intro` pages have no version, others are `audience@since`.
private func app(
  _ installed: String, _ pages: [(String?, Audience?)] = [], releases: [ReleaseOutline] = [],
  usesReleaseNotes: Bool = true
) -> App {
  App(
    id: id, availability: .ready(Installed(version(installed), isByManifest: true)),
    usesReleaseNotes: usesReleaseNotes,
    pages: pages.map { since, audience in
      PageOutline(since: since.map(version), audience: audience ?? (since == nil ? .new : .returning))
    }, releases: releases)
}

private func release(_ text: String, development: Bool = false, notes: Bool = true) -> ReleaseOutline {
  ReleaseOutline(version: version(text), isDevelopment: development, hasNotes: notes)
}

private func seen(_ text: String?) -> RecordState {
  text.map { .known(Record(seen: Seen(version($0), .completed), changed: now)) } ?? .absent
}

private func decide(
  _ app: App, _ record: RecordState = .absent, baseline: String? = nil,
  _ permissions: Permissions = .everything,
  claimed: Bool = false
) -> Decision {
  Situation(
    app: app, record: record, baseline: baseline.map(version), permissions: permissions, isClaimed: claimed,
    now: now
  ).decide()
}

@Suite struct DecisionTests {
  @Test func audiences() {
    let all = app(
      "2.0", [(nil, .new), (nil, .everyone), ("1.5", .new), ("1.5", .everyone), ("1.5", .returning)])
    #expect(decide(all).due == .introduction(pages: [0, 1, 2, 3]))
    #expect(decide(all, seen("1.0")).due == .update(pages: [3, 4]))
    #expect(decide(all, seen("2.0")).reason == .none)
    #expect(decide(app("1.0", [("1.5", .everyone)])).reason == .none)
    #expect(decide(app("1.0", [(nil, .returning)]), seen("0.1")).reason == .none)
  }

  @Test func withoutRecordAndBaselineThereIsNoUpdate() {
    #expect(decide(app("2.0", [("2.0", nil)])).reason == .none)
    #expect(decide(app("2.0", [("2.0", nil)]), baseline: "1.0").reason == .update)
    // An introduction that came later is due although there is a baseline.
    #expect(decide(app("2.0", [(nil, nil)]), baseline: "2.0").reason == .introduction)
    // The record counts, not the baseline.
    #expect(decide(app("2.0", [("1.5", nil)]), seen("1.0"), baseline: "2.0").reason == .update)
  }

  @Test func releaseNotes() {
    let notes = [
      release("1.1"), release("1.3"), release("1.2", notes: false), release("1.4-rc1"), release("1.0"),
    ]
    #expect(decide(app("1.3", releases: notes), seen("1.0")).due == .releaseNotes(releases: [1, 0]))
    #expect(decide(app("1.3", releases: notes, usesReleaseNotes: false), seen("1.0")).reason == .none)
    // Pages go before notes.
    #expect(decide(app("1.3", [("1.2", nil)], releases: notes), seen("1.0")).due == .update(pages: [0]))
    // Development releases only for those who run one.
    #expect(decide(app("1.4", releases: notes), seen("1.3")).reason == .none)
    #expect(decide(app("1.4-rc1", releases: notes), seen("1.3")).due == .releaseNotes(releases: [3]))
    let typed = [release("1.5", development: true)]
    #expect(decide(app("1.5", releases: typed), seen("1.4")).due == .releaseNotes(releases: [0]))
    #expect(decide(app("1.6", releases: typed), seen("1.4")).reason == .none)
    // Of two with an equal version the first that has notes serves; at most ten.
    let equal = [release("2.0", notes: false), release("2.0.0"), release("2")]
    #expect(decide(app("2.0", releases: equal), seen("1.0")).due == .releaseNotes(releases: [1]))
    let many = (1...20).map { release("1.\($0)") }
    #expect(
      decide(app("1.20", releases: many), seen("1.0")).due
        == .releaseNotes(releases: Array((10..<20).reversed())))
  }

  @Test func postponements() {
    func postponed(at text: String, until: Int64, seen: String?) -> RecordState {
      .known(
        Record(
          seen: seen.map { Seen(version($0), .completed) }, changed: now,
          postponed: Postponement(version: version(text), until: Instant(unixSeconds: until))))
    }
    let updated = app("1.2", [("1.1", nil), ("1.2", nil)])
    #expect(decide(updated, postponed(at: "1.2", until: 1_000_001, seen: "1.0")).reason == .postponed)
    #expect(decide(updated, postponed(at: "1.2", until: 1_000_000, seen: "1.0")).reason == .update)
    #expect(decide(updated, postponed(at: "1.1", until: 1_000_001, seen: "1.0")).reason == .update)
    let introduced = app("1.0", [(nil, nil)])
    #expect(decide(introduced, postponed(at: "1.0", until: 1_000_001, seen: nil)).reason == .postponed)
    #expect(decide(introduced, postponed(at: "0.9", until: 1_000_001, seen: nil)).reason == .postponed)
    let noted = app("1.2", releases: [release("1.2")])
    #expect(decide(noted, postponed(at: "1.1", until: 1_000_001, seen: "1.0")).reason == .update)
    #expect(decide(noted, postponed(at: "1.2", until: 1_000_001, seen: "1.0")).reason == .postponed)
    #expect(decide(noted, postponed(at: "1.1", until: 1_000_001, seen: "1.2")).reason == .none)
  }

  @Test func policyIsTheReasonOnlyWhereItIs() {
    let both = app("2.0", [(nil, nil), ("2.0", nil)], releases: [release("2.0")])
    let noIntroductions = Permissions(introductions: false)
    #expect(decide(both, .absent, noIntroductions).reason == .policy)
    #expect(decide(both, .absent, baseline: "1.0", noIntroductions).due == .update(pages: [1]))
    #expect(decide(both, seen("1.0"), Permissions(updates: false)).reason == .policy)
    #expect(decide(both, seen("2.0"), .nothing).reason == .none)
    let noted = app("2.0", releases: [release("2.0")])
    #expect(decide(noted, seen("1.0"), Permissions(releaseNotes: false)).reason == .policy)
    #expect(decide(noted, seen("1.0"), Permissions(updates: false)).reason == .policy)
  }

  @Test func theFirstReasonThatHolds() {
    let due = app("2.0", [(nil, nil)])
    let hidden = App(id: id, availability: .hidden(nil), pages: due.pages)
    #expect(decide(hidden, .absent, .nothing, claimed: true).reason == .hidden)
    let invalid = App(id: id, availability: .invalid(problem: "x"), pages: due.pages)
    #expect(decide(invalid, .absent, .nothing, claimed: true).reason == .invalid)
    #expect(decide(due, .absent, .nothing, claimed: true).reason == .policy)
    #expect(decide(due, claimed: true).reason == .claimed)
    #expect(decide(due, seen("2.0"), claimed: true).reason == .none)
  }

  @Test func damageNeverNags() {
    let due = app("2.0", [(nil, nil), ("2.0", nil)])
    #expect(decide(due, .unusable(nil)).reason == .none)
    #expect(
      decide(due, .unusable(Record(seen: Seen(version("1.0"), .skipped), changed: now))).reason == .none)
    #expect(!Situation(app: app("2.0"), record: .unusable(nil), now: now).regardsBaseline)
  }

  @Test func baselines() {
    func regard(_ app: App, _ record: RecordState = .absent, _ allowed: Bool = true) -> Bool {
      Situation(
        app: app, record: record, permissions: Permissions(introductions: allowed), now: now
      ).regardsBaseline
    }
    #expect(regard(app("1.0")))
    #expect(!regard(app("1.0", [(nil, nil)])))
    #expect(regard(app("1.0", [(nil, nil)]), .absent, false))
    #expect(!regard(app("1.0"), seen("0.1")))
    #expect(
      regard(
        app("1.0"), .known(Record(changed: now, postponed: Postponement(version: version("1"), until: now)))))
  }

  @Test func reportsNeverLower() {
    let later = Instant(unixSeconds: 2_000_000)
    let record = Record(seen: Seen(version("2.0"), .completed), changed: now)
    #expect(record.reporting(.skipped, of: version("1.0"), at: later) == record)
    #expect(record.reporting(.completed, of: version("2.0"), at: later) == record)
    let skipped = record.reporting(.skipped, of: version("2.0"), at: later)
    #expect(skipped.seen?.outcome == .skipped && skipped.changed == later)
    #expect(record.reporting(.skipped, of: version("3.0"), at: later).seen == Seen(version("3.0"), .skipped))
    let postponed = record.postponing(Postponement(version: version("2.0"), until: later), at: now)
    let ended = postponed.reporting(.skipped, of: version("1.0"), at: later)
    #expect(ended.postponed == nil && ended.seen == record.seen && ended.changed == later)
    #expect(Record(changed: now).postponing(nil, at: later).isEmpty)
  }
}
