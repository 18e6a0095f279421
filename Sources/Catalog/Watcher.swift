// Being told of changes on the disk: from inotify events to "look again at these".

import CLinux
import System
import WalkthroughEventLoop

/// What can be watched: a directory with all in it, or one file in it that is a link, and where that leads.
package struct WatchedPlace: Hashable, Sendable {
  /// The directory.
  package var directory: String
  /// The file in it; nil: the directory itself.
  package var name: String?

  /// Makes one.
  package init(_ directory: String, name: String? = nil) {
    self.directory = directory
    self.name = name
  }

  var path: String { name.map { "\(directory)/\($0)" } ?? directory }
}

/// Watches places, existing or not, wherever the way to them leads: a link that is swapped, or a directory that is
/// replaced, anywhere on the way is news of the place.
///
/// Where there are no events (network file systems, no inotify instance, no watch left) a place is looked at when
/// news are asked for, at most once a second.
package final class Watcher {
  /// Called from the loop when something changed and the changes are over for a moment.
  package var onChange: (() -> Void)?
  /// Called when the way to some place was followed anew: what `tells(of:)` says may be another.
  package var onReroute: (() -> Void)?

  /// How a place is watched.
  private struct Watched {
    /// What is on the way to it, itself included.
    var steps: Set<Int32> = []
    /// The directory in which the way stops at a missing name.
    var missing: (descriptor: Int32, name: String)?
    /// The directory itself, for all in it.
    var content: Int32?
    /// What was there, to tell whether that is still so.
    var identity: FileIdentity?
    /// Whether every change comes as an event.
    var isEventful = true

    var descriptors: Set<Int32> { steps.union([missing?.descriptor, content].compactMap { $0 }) }
  }

  /// What something that inotify watches is watched for.
  private struct Purpose {
    /// The places whose way goes through it.
    var steps: Set<WatchedPlace> = []
    /// The places whose way stops in it, by the name that is missing.
    var missing: [String: Set<WatchedPlace>] = [:]
    /// The places that are this directory.
    var contents: Set<WatchedPlace> = []

    var isEmpty: Bool { steps.isEmpty && missing.isEmpty && contents.isEmpty }
    var all: Set<WatchedPlace> { missing.values.reduce(steps.union(contents)) { $0.union($1) } }
  }

  private let loop: EventLoop
  private let system: System
  /// The inotify instance; nil where the system gave none.
  private let inotify: Int32?
  private let mounts: Int32
  private var watches: [Watch] = []
  private var places: [WatchedPlace: Watched] = [:]
  private var purposes: [Int32: Purpose] = [:]
  private var stale: Set<WatchedPlace> = []
  /// Those whose missing name came while they were looked at.
  private var arrivals: Set<WatchedPlace> = []
  private var eventless: Set<WatchedPlace> = []
  private var lastLook: Int64 = .min
  private var news = News()
  private var burst = Burst()
  private var settling: Cancellable?

  private static let lookIntervalMilliseconds: Int64 = 1_000
  // Of what is on the way it matters only whether it stays there: what is in it may be busy with other things.
  private static let stepEvents = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_DONT_FOLLOW)
  // A file that somebody holds open is unlinked with a change of its attributes.
  private static let fileEvents = UInt32(IN_CLOSE_WRITE | IN_ATTRIB | IN_DONT_FOLLOW)
  private static let missingEvents = UInt32(IN_CREATE | IN_MOVED_TO | IN_ONLYDIR)
  private static let contentEvents = UInt32(
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ATTRIB | IN_ONLYDIR)

  /// Makes a watcher on the loop. Where the system gives no inotify instance it goes on without, told to `log`.
  package init(loop: EventLoop, system: System, log: (String) -> Void) {
    self.loop = loop
    self.system = system
    let number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    inotify = number < 0 ? nil : number
    if number < 0 {
      let error = SystemError(.watch, "directories", errno)
      log("\(error); looking at them when asked, at most once a second")
    }
    // A file system mounted over a directory is told by the table of mounts alone (proc(5)).
    mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    do {
      if number >= 0 {
        watches.append(try loop.watch(number, for: .read) { [unowned(unsafe) self] _ in eventsCame() })
      }
      if mounts >= 0 {
        watches.append(try loop.watch(mounts, for: .priority) { [unowned(unsafe) self] _ in mountsChanged() })
      }
    } catch {
      log("\(error)")
    }
  }

  deinit {
    for watch in watches { watch.cancel() }
    settling?.cancel()
    if let inotify { close(inotify) }
    if mounts >= 0 { close(mounts) }
  }

  /// Watches exactly these places. Of those that were not watched before, everything is news.
  package func watch(_ wanted: Set<WatchedPlace>) -> News {
    let unwanted = places.keys.filter { !wanted.contains($0) }
    let new = wanted.filter { places[$0] == nil }
    follow(new, insteadOf: unwanted)
    var news = News()
    for place in new { news.add(place) }
    return news
  }

  /// Whether every change of a place comes as news.
  package func tells(of place: WatchedPlace) -> Bool { places[place]?.isEventful ?? false }

  /// What may have changed since this was asked last; what the kernel knows by now counts.
  package func takeNews() -> News {
    drain()
    lookWhereNothingIsTold()
    follow(stale)
    defer { news = News() }
    return news
  }

  // MARK: Events

  private func eventsCame() {
    drain()
    guard !news.isEmpty else { return }
    settle()
  }

  /// Lets `onChange` be called soon, though there was no event.
  package func settleSoon() { if settling == nil { settle() } }

  private func settle() {
    guard let delay = burst.delay(at: SystemClock.monotonicNanoseconds() / 1_000_000) else { return }
    settling?.cancel()
    settling = loop.after(milliseconds: delay) { [unowned(unsafe) self] in
      settling = nil
      burst = Burst()
      onChange?()
    }
  }

  private func drain() {
    guard let inotify else { return }
    // Room for some events; more would not fit on the stack, and every answer comes by here.
    withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 8) { buffer in
      while true {
        let count = read(inotify, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var rest = UnsafeRawBufferPointer(buffer)[..<count]
        while let event = InotifyEvent(takenFrom: &rest) { take(event) }
      }
    }
  }

  private func take(_ event: InotifyEvent) {
    guard !event.isOverflow else { return lookAgain(at: places.keys) }
    guard let purpose = purposes[event.descriptor] else { return }
    // What has no name happened to the thing itself: it is gone, moved, unmounted, or another may look into it.
    guard let name = event.name else { return lookAgain(at: purpose.all) }
    for place in purpose.contents { news.add(.some([name]), in: place.directory) }
    if let concerned = purpose.missing[name] { lookAgain(at: concerned) }
  }

  /// The way to these may be another one now.
  private func lookAgain(at concerned: some Sequence<WatchedPlace>) {
    for place in concerned {
      stale.insert(place)
      news.add(place)
    }
  }

  private func mountsChanged() {
    lookAgain(
      at: places.filter { place, watched in
        let found = try? system.identity(of: place.path)
        return found?.device != watched.identity?.device || found?.inode != watched.identity?.inode
      }.keys)
    if !news.isEmpty { settle() }
  }

  /// Compares the places from which no events come.
  private func lookWhereNothingIsTold() {
    let now = SystemClock.monotonicNanoseconds() / 1_000_000
    guard !eventless.isEmpty, lastLook <= now - Self.lookIntervalMilliseconds else { return }
    lastLook = now
    for place in eventless {
      guard let watched = places[place] else { continue }
      let found = try? system.identity(of: place.path)
      if found != watched.identity || found?.isFresh ?? false {
        lookAgain(at: [place])
      } else if place.name == nil {
        news.add(.known, in: place.directory)
      }
    }
  }

  // MARK: Watches

  /// Watches the ways to these places as they are now, and no longer those to `others`.
  private func follow(_ concerned: Set<WatchedPlace>, insteadOf others: [WatchedPlace] = []) {
    guard !concerned.isEmpty || !others.isEmpty else { return }
    let left = Set((others + concerned).flatMap(leave))
    var survey = Survey(system: system)
    for place in concerned {
      let watched = watched(place, &survey)
      places[place] = watched
      if !watched.isEventful { eventless.insert(place) }
      for step in watched.steps { purposes[step, default: Purpose()].steps.insert(place) }
      if let missing = watched.missing {
        purposes[missing.descriptor, default: Purpose()].missing[missing.name, default: []].insert(place)
      }
      if let content = watched.content { purposes[content, default: Purpose()].contents.insert(place) }
    }
    let arrived = arrivals
    arrivals = []
    follow(arrived)
    // Only now: a watch that is removed and added again would lose the events in between.
    for descriptor in left where purposes[descriptor]?.isEmpty ?? false {
      purposes[descriptor] = nil
      if let inotify { inotify_rm_watch(inotify, descriptor) }
    }
    onReroute?()
  }

  private func watched(_ place: WatchedPlace, _ survey: inout Survey) -> Watched {
    var watched = Watched()
    let route = survey.routes.route(to: place.path) { step in
      if let descriptor = watch(step, Self.stepEvents) { watched.steps.insert(descriptor) }
    }
    // A step that is not there is no step; one that could not be watched may change unseen.
    watched.isEventful = watched.steps.count == Set(route.steps).count
    if let missing = route.missing {
      watched.missing = watch(missing.directory, Self.missingEvents).map { ($0, missing.name) }
      watched.isEventful = watched.isEventful && watched.missing != nil
      // It may have come before it was waited for.
      if (try? system.identity(of: missing.path, followingLinks: false)) != nil { arrivals.insert(place) }
    } else if let end = route.end {
      let descriptor = watch(end, place.name == nil ? Self.contentEvents : Self.fileEvents)
      watched.isEventful = watched.isEventful && descriptor != nil
      if place.name == nil {
        watched.content = descriptor
      } else {
        watched.steps.formUnion([descriptor].compactMap { $0 })
      }
    }
    let directories = route.steps + [route.missing?.directory].compactMap { $0 }
    if !route.isComplete || !directories.allSatisfy({ survey.isEventful($0) }) { watched.isEventful = false }
    watched.identity = try? system.identity(of: place.path)
    return watched
  }

  private func watch(_ path: String, _ events: UInt32) -> Int32? {
    guard let inotify else { return nil }
    let descriptor = inotify_add_watch(inotify, path, events | UInt32(IN_MASK_ADD))
    return descriptor < 0 ? nil : descriptor
  }

  /// Forgets what a place was watched by, and says what that was.
  private func leave(_ place: WatchedPlace) -> Set<Int32> {
    stale.remove(place)
    eventless.remove(place)
    guard let watched = places.removeValue(forKey: place) else { return [] }
    for step in watched.steps { purposes[step]?.steps.remove(place) }
    if let (descriptor, name) = watched.missing {
      purposes[descriptor]?.missing[name]?.remove(place)
      if purposes[descriptor]?.missing[name]?.isEmpty ?? false { purposes[descriptor]?.missing[name] = nil }
    }
    if let content = watched.content { purposes[content]?.contents.remove(place) }
    return watched.descriptors
  }
}

extension News {
  fileprivate mutating func add(_ place: WatchedPlace) {
    add(place.name.map { .some([$0]) } ?? .all, in: place.directory)
  }
}

/// One look at the ways to several places: nothing is asked twice.
private struct Survey {
  var routes: RouteFinder
  private var eventful: [String: Bool] = [:]

  init(system: System) { routes = RouteFinder(system: system) }

  /// Whether the file system that a directory is on tells of every change.
  mutating func isEventful(_ directory: String) -> Bool {
    if let known = eventful[directory] { return known }
    var status = statfs()
    let isEventful = statfs(directory, &status) == 0 && eventfulFileSystems.contains(Int(status.f_type))
    eventful[directory] = isEventful
    return isEventful
  }
}

/// File systems that only this kernel changes (magic numbers of statfs(2)). Network file systems, FUSE and layers
/// below an overlay change without a word to us, and of others we cannot know.
private let eventfulFileSystems: Set<Int> = [
  0xEF53,  // ext2, ext3, ext4
  0x9123_683E,  // btrfs
  0x5846_5342,  // xfs
  0x0102_1994,  // tmpfs
  0x8584_58F6,  // ramfs
  0xF2F5_2010,  // f2fs
  0x2FC1_2FC1,  // zfs
  0xCA45_1A4E,  // bcachefs
  0x7371_7368,  // squashfs
  0xE0F5_E1E2,  // erofs
  0x9660,  // iso9660
  0x4D44,  // vfat
  0x2011_BAB0,  // exfat
  0x5265_4973,  // reiserfs
  0x3153_464A,  // jfs
  0x9FA0,  // proc
  0x6265_6572,  // sysfs
]
