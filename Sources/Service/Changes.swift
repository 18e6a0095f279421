// Following the disk and the time: what is answered is right, and who listens is told when it became another.

import CLinux
import Catalog
import Records
import System
import WalkthroughEventLoop
import WalkthroughModel

/// Follows what the answers depend on: manifests, records, policy, the time.
///
/// What changed on the disk is looked at before each answer. What follows from it for all apps (baselines, repairs,
/// the signal) is done in idle moments.
final class Changes {
  private let desk: Desk
  private let loop: EventLoop
  private let watcher: Watcher
  private let announcer: Announcer
  private var answers = Answers()
  /// Apps of which some answer may be another.
  private var unchecked: Set<AppID> = []
  /// News of records and policy, of which it is not known yet which apps they concern.
  private var news = News()
  private var stage = Stage.new
  private var isWorking = false
  private var isNews = false
  private var postponementEnd: Cancellable?

  private enum Stage: Comparable {
    /// Nothing was looked at.
    case new
    /// The first question found the files there are.
    case listed
    /// Changes are noticed.
    case watching
    /// All was read once: what becomes another from now on is news.
    case ready
  }

  // Who started the daemon waits for the first answers.
  private static let startMilliseconds = 30
  // By then a caller who reads has read.
  private static let tidyMilliseconds = 100
  // What one idle moment may take from a call that comes meanwhile.
  private static let sliceNanoseconds: Int64 = 2_000_000

  init(desk: Desk, loop: EventLoop, system: System, log: Log, announce: @escaping () -> Void) {
    self.desk = desk
    self.loop = loop
    watcher = Watcher(loop: loop, system: system) { log.warning($0) }
    announcer = Announcer(loop: loop, announce: announce)
  }

  /// Begins to follow, once nobody waits for an answer.
  func begin() {
    watcher.onChange = { [unowned(unsafe) self] in
      follow(watcher.takeNews())
      work()
    }
    watcher.onReroute = { [unowned(unsafe) self] in trustWhatIsWatched() }
    loop.whenClockIsSet { [unowned(unsafe) self] in
      for app in answers.postponed { check(app) }
    }
    loop.after(milliseconds: Self.startMilliseconds) { [unowned(unsafe) self] in
      startWatching()
      work()
      desk.records.removeLeftovers(at: desk.clock())
      desk.policy.removeLeftovers(at: desk.clock())
    }
  }

  /// Looks where something changed on the disk, so that what is answered next is right.
  func catchUp() {
    switch stage {
    case .new:
      // Nothing can have changed yet, and somebody waits.
      desk.catalog.findFolders()
      desk.catalog.lookAtEverything()
      stage = .listed
    case .listed: startWatching()
    case .watching, .ready:
      follow(watcher.takeNews())
      if !news.isEmpty { watcher.settleSoon() }
    }
  }

  private func startWatching() {
    guard stage < .watching else { return }
    stage = .watching
    desk.catalog.findFolders()
    // Watched before it is looked at: what changes meanwhile is looked at again.
    follow(watcher.watch(watched))
  }

  /// Keeps in mind what the answers about an app are, before something is done about it.
  func remember(_ app: AppID) {
    if stage != .ready, !answers.know(app) { _ = answers.update(app, desk) }
  }

  /// Says so where an answer about an app is another than before: in a moment, for somebody waits for a reply.
  func check(_ app: AppID) {
    loop.after(milliseconds: 1) { [unowned(unsafe) self] in
      guard answers.update(app, desk) else { return }
      announcer.changed()
      waitForPostponement()
    }
  }

  /// Says so where policy made some answer another than before.
  func checkAll() {
    isNews = stage != .ready
    unchecked.formUnion(answers.apps)
    work()
  }

  /// Gives back what a long answer took, once it is sent.
  func tidy() { loop.after(milliseconds: Self.tidyMilliseconds) { malloc_trim(0) } }

  private func follow(_ first: News) {
    var next = first
    while !next.isEmpty {
      let isElsewhere = desk.catalog.look(at: next)
      lookAgain(at: next)
      news.add(next)
      next = isElsewhere ? watcher.watch(watched) : News()
    }
  }

  /// What was kept of these is to be read again.
  private func lookAgain(at news: News) {
    if let names = news[desk.records.directory] {
      if case .some(let names) = names {
        desk.records.lookAgain(at: names)
      } else {
        desk.records.lookAgain(at: nil)
      }
    }
    if news[desk.baselines.directory] != nil { desk.baselines.lookAgain() }
    if desk.policy.files.contains(where: { news[$0.directory] != nil }) { desk.policy.lookAgain() }
  }

  /// Of what is watched it is known without a look that it is as it was.
  private func trustWhatIsWatched() {
    desk.records.isWatched = watcher.tells(of: WatchedPlace(desk.records.directory))
    desk.baselines.isWatched = watcher.tells(of: WatchedPlace(desk.baselines.directory))
    desk.policy.isWatched = policyPlaces.allSatisfy(watcher.tells)
  }

  private var policyPlaces: [WatchedPlace] {
    desk.policy.files.flatMap { [WatchedPlace($0.directory), WatchedPlace($0.directory, name: $0.name)] }
  }

  private var watched: Set<WatchedPlace> {
    desk.catalog.watched.union(policyPlaces)
      .union([desk.records.directory, desk.baselines.directory].map { WatchedPlace($0) })
  }

  // MARK: Idle moments

  private func work() {
    guard !isWorking else { return }
    isWorking = true
    loop.whenIdle { [unowned(unsafe) self] in
      let end = SystemClock.monotonicNanoseconds() + Self.sliceNanoseconds
      isWorking = workOn { SystemClock.monotonicNanoseconds() < end }
      return isWorking
    }
  }

  /// Does what is to be done as long as there is time; false: nothing is left.
  private func workOn(while hasTime: () -> Bool) -> Bool {
    startWatching()
    guard !desk.catalog.readPending(while: hasTime) else { return true }
    unchecked.formUnion(desk.catalog.takeChanged())
    unchecked.formUnion(apps(in: news))
    news = News()
    while let app = unchecked.first {
      guard hasTime() else { return true }
      unchecked.remove(app)
      look(after: app)
      // What is seen for the first time in the first round was always so.
      let isNewsworthy = stage == .ready || answers.know(app)
      if answers.update(app, desk), isNewsworthy { isNews = true }
    }
    desk.baselines.save(at: desk.clock())
    // Reading took much more memory than what is kept.
    malloc_trim(0)
    stage = .ready
    if isNews { announcer.changed() }
    isNews = false
    waitForPostponement()
    return false
  }

  /// Mends the record of an app where it must be.
  private func look(after app: AppID) {
    guard !desk.repairRecord(of: app) else { return }
    loop.after(milliseconds: Int(RecordStore.settlingSeconds + 1) * 1000) { [unowned(unsafe) self] in
      unchecked.insert(app)
      work()
    }
  }

  /// The apps that news of records and policy are about.
  private func apps(in news: News) -> Set<AppID> {
    if desk.policy.files.contains(where: { news[$0.directory] != nil }) { return answers.apps }
    switch news[desk.records.directory] {
    case nil: return []
    case .some(let names)?: return Set(names.compactMap(desk.app(ofRecord:)))
    // Of a record that went the answers know.
    case .all?, .known?: return answers.recorded.union(desk.records.files().compactMap(desk.app(ofRecord:)))
    }
  }

  private func waitForPostponement() {
    postponementEnd?.cancel()
    postponementEnd = answers.nextPostponementEnd(after: desk.clock()).map { end in
      loop.at(unixSeconds: end.unixSeconds) { [unowned(unsafe) self] in
        for app in answers.postponed { check(app) }
        waitForPostponement()
      }
    }
  }
}
