// The decision against a second implementation, written naively, over random histories.

// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import Testing
import WalkthroughModel

/// What a person lived through, kept as a list and judged by going through it: no records, no maxima kept.
private struct NaiveHistory {
  enum Event { case reported(Int), postponed(at: Int, until: Int), unpostponed }
  var events: [Event] = []
  /// The version at which the app was first noticed without an introduction.
  var noticed: Int?

  struct Page { var since: Int?, audience: Audience }

  var reported: [Int] { events.compactMap { if case .reported(let version) = $0 { version } else { nil } } }

  func due(_ pages: [Page], notes: [Int], installed: Int, now: Int, allowed: Permissions) -> (String, [Int]) {
    var shown: [Int] = []
    var kind = "none"
    if reported.isEmpty && allowed.introductions {
      for (index, page) in pages.enumerated() where page.audience != .returning {
        if page.since == nil || page.since! <= installed { shown.append(index) }
      }
      if !shown.isEmpty { kind = "introduction" }
    }
    let from = reported.isEmpty ? noticed : reported.sorted().last
    if shown.isEmpty, allowed.updates, let from {
      for (index, page) in pages.enumerated() where page.audience != .new {
        if let since = page.since, since > from, since <= installed { shown.append(index) }
      }
      if !shown.isEmpty { kind = "update" }
      if shown.isEmpty, allowed.releaseNotes {
        for note in Set(notes).sorted().reversed() where note > from && note <= installed {
          shown.append(note)
        }
        shown = Array(shown.prefix(10))
        if !shown.isEmpty { kind = "notes" }
      }
    }
    let versions = kind == "notes" ? shown : shown.compactMap { pages[$0].since }
    var until: (at: Int, until: Int)?
    for event in events {
      switch event {
      case .reported, .unpostponed: until = nil
      case .postponed(let at, let time): until = (at, time)
      }
    }
    if kind != "none", let until, now < until.until, versions.allSatisfy({ $0 <= until.at }) {
      return ("postponed", [])
    }
    return (kind, shown)
  }
}

@Suite struct HistoryTests {
  private func version(_ number: Int) -> Version { try! Version("\(number / 10).\(number % 10)") }

  @Test(arguments: 0..<40)
  func bothAgree(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    for _ in 0..<60 { live(&random) }
  }

  private func live(_ random: inout SeededRandom) {
    func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
    func number() -> Int { Int.random(in: 0...40, using: &random) }
    var pages: [NaiveHistory.Page] = []
    var notes: [Int] = []
    var installed = number()
    var now = 0
    var history = NaiveHistory()
    var record = Record(changed: Instant(unixSeconds: 0))
    var baseline: Version?
    var permissions = Permissions.everything
    func instant() -> Instant { Instant(unixSeconds: Int64(now)) }

    for _ in 0..<25 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: installed = number()
      case 1: installed += Int.random(in: 0...3, using: &random)
      case 2:
        let since = chance(3) ? nil : number()
        let audience: Audience =
          since == nil ? (chance(2) ? .new : .everyone) : [.new, .returning, .everyone][number() % 3]
        pages.append(.init(since: since, audience: audience))
      case 3: notes.append(number())
      case 4, 5:
        let seen = chance(3) ? number() : installed
        record = record.reporting(chance(2) ? .completed : .skipped, of: version(seen), at: instant())
        history.events.append(.reported(seen))
      case 6:
        let until = now + Int.random(in: 1...10, using: &random)
        record = record.postponing(
          Postponement(version: version(installed), until: Instant(unixSeconds: Int64(until))), at: instant())
        history.events.append(.postponed(at: installed, until: until))
      case 7:
        record = record.postponing(nil, at: instant())
        history.events.append(.unpostponed)
      case 8: now += Int.random(in: 0...8, using: &random)
      default:
        permissions = Permissions(introductions: !chance(4), updates: !chance(4), releaseNotes: !chance(4))
        if chance(4) { pages = [] }
      }
      let app = App(
        id: try! AppID("a"), availability: .ready(Installed(version(installed), isByManifest: true)),
        pages: pages.map { PageOutline(since: $0.since.map(version), audience: $0.audience) },
        releases: notes.map { ReleaseOutline(version: version($0), isDevelopment: false, hasNotes: true) })
      var situation = Situation(
        app: app, record: record.isEmpty ? .absent : .known(record), baseline: baseline,
        permissions: permissions,
        now: instant())
      // A look at the disk comes now and then, and keeps a baseline.
      if chance(2) {
        let hasIntroduction =
          permissions.introductions
          && pages.contains {
            $0.audience != .returning && ($0.since == nil || $0.since! <= installed)
          }
        if history.reported.isEmpty, history.noticed == nil, !hasIntroduction { history.noticed = installed }
        let isNoticed = situation.regardsBaseline && baseline == nil
        #expect(isNoticed == (history.noticed != nil && baseline == nil && history.reported.isEmpty))
        if isNoticed { baseline = version(installed) }
        situation.baseline = baseline
      }
      let decision = situation.decide()
      let (kind, shown) = history.due(
        pages, notes: notes, installed: installed, now: now, allowed: permissions)
      switch decision.due {
      case .nothing:
        let expected = decision.reason == .postponed ? "postponed" : "none"
        #expect(kind == expected, "\(decision) \(history)")
      case .introduction(let pages): #expect(kind == "introduction" && pages == shown)
      case .update(let pages): #expect(kind == "update" && pages == shown)
      case .releaseNotes(let releases):
        #expect(kind == "notes" && releases.map { app.releases[$0].version } == shown.map(version))
      }
    }
  }
}
