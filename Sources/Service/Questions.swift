// The questions: what is due, its pages, and why. None of them changes anything.

import Callers
import Catalog
import Records
import WalkthroughDBus
import WalkthroughInterface
import WalkthroughModel

extension Desk {
  /// Whether a walkthrough should be shown now.
  func shouldShow(_ subject: Subject) -> Bool {
    guard let entry = subject.entry else { return false }
    return situation(of: entry, regardingClaims: true).decide().reason.isDue
  }

  /// The pages that are due.
  func pages(
    _ subject: Subject, in locale: LocalePreference, for caller: Caller
  ) throws(ServiceError) -> Walkthrough {
    let entry = try subject.usable
    let texts = try texts(of: entry, asked: subject)
    let due = situation(of: entry, as: texts.app, regardingClaims: false).decide().due
    return catalog.walkthrough(of: entry, texts, due, in: locale, for: caller)
  }

  /// Everything there is to see of the installed version.
  func allPages(
    _ subject: Subject, in locale: LocalePreference, for caller: Caller
  ) throws(ServiceError) -> Walkthrough {
    let entry = try subject.usable
    let texts = try texts(of: entry, asked: subject)
    var all = catalog.walkthrough(of: entry, texts, texts.app.everything, in: locale, for: caller)
    all.kind = situation(of: entry, as: texts.app, regardingClaims: false).decide().due.kind
    return all
  }

  /// What is due, and the claim to show it; nil pages where somebody else shows it, or nothing is due.
  func claim(
    _ subject: Subject, in locale: LocalePreference, for caller: Caller, owner: BusName
  ) throws(ServiceError) -> (isGranted: Bool, walkthrough: Walkthrough) {
    guard let entry = subject.entry, claims.areGiven,
      situation(of: entry, regardingClaims: true).decide().reason.isDue,
      let walkthrough = try? pages(subject, in: locale, for: caller), walkthrough.kind != .none
    else { return (false, nothing(of: subject, in: locale)) }
    guard !claims.isFull(of: owner) else {
      throw .limitsExceeded("this connection has all the claims it may have; complete or release one")
    }
    claims.add(entry.app.id, owner: owner)
    return (true, walkthrough)
  }

  /// Why the answer is what it is.
  func status(_ subject: Subject) -> AppStatus {
    guard let entry = subject.entry else {
      return AppStatus(reason: .unknown, appID: subject.id.text, name: subject.id.text)
    }
    let situation = situation(of: entry, regardingClaims: true)
    var status = AppStatus(
      reason: situation.decide().reason, appID: entry.app.id.text, name: entry.name,
      installed: entry.app.installed?.version.text ?? "", source: entry.source?.path ?? "")
    let names = names(of: entry)
    status.baseline = baselines.version(of: names)?.text
    // What is on the disk, without the silence after a failure.
    let record = records.state(of: names)
    if let installed = entry.app.installed?.version, let seen = record.seen(assuming: installed) {
      status.seen = seen.version.text
      status.outcome = seen.outcome
    }
    if let record = record.record {
      status.changed = record.changed
      status.postponedUntil = record.postponed?.until
    }
    if case .invalid(let problem) = entry.app.availability { status.problem = sanitizedLine(problem) }
    return status
  }

  /// The apps known, ordered by id.
  func list(for caller: Caller) -> [AppSummary] {
    let policy = policy.current
    return entries(for: caller).map { entry in
      AppSummary(
        appID: entry.app.id.text, name: entry.name, installed: entry.app.installed?.version.text ?? "",
        reason: situation(of: entry, under: policy, regardingClaims: false).decide().reason)
    }
  }

  /// The apps of which something is due: introductions by id, then updates, most recently installed first.
  func listDue(for caller: Caller) -> [String] {
    let policy = policy.current
    var introductions: [CatalogEntry] = []
    var updates: [CatalogEntry] = []
    for entry in entries(for: caller) {
      switch situation(of: entry, under: policy, regardingClaims: false).decide().reason {
      case .introduction: introductions.append(entry)
      case .update: updates.append(entry)
      default: break
      }
    }
    let times = updates.map { ($0, catalog.installationTime(of: $0)) }
    updates = times.sorted { $0.1 == $1.1 ? $0.0.app.id < $1.0.app.id : $0.1 > $1.1 }.map { $0.0 }
    return (introductions + updates).map { $0.app.id.text }
  }

  private func texts(of entry: CatalogEntry, asked subject: Subject) throws(ServiceError) -> AppTexts {
    let texts: AppTexts?
    do throws(InvalidManifest) { texts = try catalog.texts(of: entry) } catch {
      throw .invalidManifest(sanitizedLine(error.description))
    }
    guard let texts else { throw .unknownApp("the manifest of \(subject.id) is gone") }
    return texts
  }

  private func nothing(of subject: Subject, in locale: LocalePreference) -> Walkthrough {
    guard let entry = subject.entry, let texts = try? catalog.texts(of: entry) else {
      return Walkthrough(
        appID: subject.entry?.app.id.text ?? subject.id.text, name: subject.entry?.name ?? subject.id.text,
        version: "", kind: .none, locale: Locale.english.text)
    }
    return catalog.walkthrough(of: entry, texts, .nothing, in: locale, for: .host)
  }
}
