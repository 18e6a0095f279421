// The service's answers as JSON, with the names they have on the bus.

import WalkthroughInterface
import WalkthroughJSON
import WalkthroughModel

extension JSON {
  /// One line of output.
  var line: String { String(decoding: compact, as: UTF8.self) + "\n" }
}

extension JSON.Member {
  init(_ name: String, _ text: String) { self.init(name, JSON(.string(text))) }
  init(_ name: String, _ flag: Bool) { self.init(name, JSON(.bool(flag))) }
  init(_ name: String, _ number: Int64) { self.init(name, JSON(.number("\(number)"))) }
}

extension AppSummary {
  var json: JSON { JSON(.object(members)) }

  var members: [JSON.Member] {
    [
      .init("app-id", appID), .init("name", name), .init("installed", installed), .init("due", reason.isDue),
      .init("reason", reason.rawValue),
    ]
  }
}

extension AppStatus {
  var json: JSON {
    let optional: [JSON.Member?] = [
      baseline.map { .init("baseline", $0) }, seen.map { .init("seen", $0) },
      outcome.map { .init("outcome", $0.rawValue) }, changed.map { .init("changed", $0.unixSeconds) },
      postponedUntil.map { .init("postponed-until", $0.unixSeconds) }, problem.map { .init("problem", $0) },
    ]
    return JSON(
      .object(
        [
          .init("reason", reason.rawValue), .init("app-id", appID), .init("name", name),
          .init("installed", installed), .init("source", source),
        ] + optional.compactMap { $0 }))
  }
}

extension Walkthrough {
  var json: JSON {
    var members: [JSON.Member] = [
      .init("app-id", appID), .init("name", name), .init("version", version), .init("kind", kind.rawValue),
      .init("locale", locale),
    ]
    for button in Button.allCases {
      if let label = labels[button] { members.append(.init("label-\(button.rawValue)", label)) }
    }
    members.append(.init("pages", JSON(.array(pages.map { $0.json }))))
    return JSON(.object(members))
  }
}

extension WalkthroughPage {
  var json: JSON {
    let optional: [JSON.Member?] = [
      image.map { .init("image", $0) }, imageDescription.map { .init("image-alt", $0) },
      since.map { .init("since", $0) }, linkLabel.map { .init("link-label", $0) },
      linkURL.map { .init("link-url", $0) },
    ]
    return JSON(
      .object(
        [.init("id", id), .init("title", title), .init("body", body)] + optional.compactMap { $0 }))
  }
}
