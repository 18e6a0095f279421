// `new`: a small good manifest to begin with, for authors.

import CLinux
import ManifestFormat
import System
import WalkthroughClient
import WalkthroughInterface
import WalkthroughJSON
import WalkthroughModel

extension Invocation {
  /// Writes `<app>.json` in the current directory, with what the service knows of the app. Never overwrites.
  func writeNew(_ app: String) throws(Complaint) -> ExitStatus {
    do throws(InvalidAppID) { _ = try AppID(app) } catch {
      throw Complaint(description: "'\(app)' is no app id: \(error)", status: .trouble)
    }
    let file = "\(app).json"
    let bytes = template(app, installedApp(app)).indented
    let system = System()
    do throws(SystemError) {
      let descriptor = try system.open(file, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
      try system.write(bytes, to: descriptor, at: file)
    } catch {
      let isThere = error.errno == EEXIST
      throw Complaint(
        description: isThere ? "\(file) is there already; move it away first" : error.description,
        status: .trouble)
    }
    try say("Wrote \(file). Change it, and then: walkthrough check \(file)\n")
    return .success
  }
}

/// What the service knows of an installed app.
private struct InstalledApp {
  var name: String
  var version: String
  /// The latest release notes, where they have no page of the author's yet.
  var notes: String?
}

/// Asks the service in the source language; nil where there is none, or it knows nothing.
private func installedApp(_ app: String) -> InstalledApp? {
  let speech: Set = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"]
  let plain = { speech.contains($0) ? nil : environment($0) }
  guard let client = try? Client(environment: plain), let all = try? client.allPages(app),
    !all.version.isEmpty
  else { return nil }
  let latest = all.pages.first { $0.id == "release-\(all.version)" && $0.since == all.version }
  return InstalledApp(name: all.name, version: all.version, notes: latest?.body)
}

private func template(_ app: String, _ installed: InstalledApp?) -> JSON {
  let id = (try? AppID(app))?.withoutDesktop?.text ?? app
  let name =
    installed.map { $0.name }.flatMap { $0 == app ? nil : $0 } ?? id.split(separator: ".").last.map(
      String.init)
    ?? id
  let version = installed?.version ?? "1.0.0"
  let welcome = """
    Say in a sentence or two what \(name) is good for.

    - **First step:** what to try first.
    - Three pages like this are enough.
    """
  let news = installed?.notes ?? "Say what this version brings to people who know \(name) already."
  return JSON(
    .object([
      .init("format", 1), .init("id", app), .init("name", name), .init("version", version),
      .init(
        "pages",
        JSON(
          .array([
            page("welcome", "Welcome to \(name)", welcome),
            page("new-in-\(pageID(version))", "What is new in \(name) \(version)", news, since: version),
          ]))),
    ]))
}

private func page(_ id: String, _ title: String, _ body: String, since: String? = nil) -> JSON {
  let since = since.map { [JSON.Member("since", $0)] } ?? []
  return JSON(.object([.init("id", id)] + since + [.init("title", title), .init("body", body)]))
}

/// A version as a page's id may hold it.
private func pageID(_ version: String) -> String {
  String(version.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-" })
}
