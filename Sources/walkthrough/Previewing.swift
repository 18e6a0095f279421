// `preview`: a manifest as a person would see it, for authors. Needs no service, and remembers nothing.

import CLinux
import ManifestFormat
import Presenter
import System
import WalkthroughInterface
import WalkthroughModel

extension Invocation {
  /// Shows a manifest as to somebody new, or to somebody who saw a version of the app.
  func preview(_ file: String, from seen: String?, locale: String?) throws(Complaint) -> ExitStatus {
    let manifest = try readManifest(file)
    let preference = locale.map { LocalePreference($0) } ?? LocalePreference(environment: environment)
    let version = try seen.map { text throws(Complaint) in
      do throws(InvalidVersion) { return try Version(text) } catch {
        throw .usage("'\(text)' is no version: \(error)")
      }
    }
    let walkthrough = manifest.walkthrough(for: version, in: preference) { image in
      let path = "\(directory(of: file))/\(image)"
      return (try? System().identity(of: path))?.kind == .regular ? path : nil
    }
    guard !walkthrough.pages.isEmpty else {
      let who = version.map { "who saw \($0)" } ?? "who is new to it"
      complain("\(file): there is nothing to show to somebody \(who)")
      return .no
    }
    return try display(walkthrough, in: preference)
  }

  private func display(_ walkthrough: Walkthrough, in locale: LocalePreference) throws(Complaint)
    -> ExitStatus
  {
    let messages = Messages.best(for: locale)
    if isJSON || !Display.isPossible {
      try say(isJSON ? walkthrough.json.line : plainText(walkthrough, messages))
    } else if let screen = WalkthroughScreen(walkthrough, messages, isReplay: true) {
      let display = Display(messages: messages, isPlain: isPlain)
      defer { display.close() }
      _ = try display.show(screen)
    }
    return .success
  }

  private func readManifest(_ file: String) throws(Complaint) -> Manifest {
    let bytes: [UInt8]
    do throws(FileFailure) { bytes = try System().readFile(file, limit: 1 << 20).bytes } catch {
      throw Complaint(description: "\(file): \(error.explanation)", status: .trouble)
    }
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let stem = name.hasSuffix(".json") ? String(name.dropLast(".json".count)) : name
    do throws(ManifestProblem) { return try Manifest(parsing: bytes, fileStem: stem) } catch {
      throw Complaint(description: "\(file):\(error)", status: .trouble)
    }
  }

  private func directory(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "." }
    return String(file[..<slash])
  }
}

extension Manifest {
  /// What the service would give to somebody who saw a version, nil: who is new to the app. Where the manifest leaves
  /// the version to metainfo, it is the greatest that a page tells of.
  fileprivate func walkthrough(
    for seen: Version?, in locale: LocalePreference, image: (String) -> String?
  ) -> Walkthrough {
    let installed = version ?? pages.compactMap { $0.since }.max()
    var walkthrough = Walkthrough(
      appID: id.text, name: name?(locale) ?? id.text, version: installed?.text ?? "", kind: .none,
      locale: locale.text)
    guard let installed else { return walkthrough }
    let app = App(
      id: id, availability: .ready(Installed(installed, isByManifest: true)),
      pages: pages.map { PageOutline($0) })
    let now = Instant(unixSeconds: 0)
    let record = seen.map { RecordState.known(Record(seen: Seen($0, .completed), changed: now)) } ?? .absent
    let due = Situation(app: app, record: record, now: now).decide().due
    walkthrough.kind = due.kind
    if case .introduction(let shown) = due { walkthrough.pages = shown.map(page) }
    if case .update(let shown) = due { walkthrough.pages = shown.map(page) }
    walkthrough.take(labels, in: locale)
    return walkthrough

    func page(_ place: Int) -> WalkthroughPage { WalkthroughPage(pages[place], in: locale, image: image) }
  }
}
