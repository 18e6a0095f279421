// Records as JSON, format 1.

import WalkthroughJSON
import WalkthroughModel

/// Why bytes make no record, policy or baselines.
package enum FormatFailure: Error, Equatable {
  /// They are damaged; what is wrong, and where.
  case damaged(String)
  /// A newer version of ours wrote them.
  case newer(format: Int64)

  init(_ error: JSONError) { self = .damaged(error.description) }
}

extension JSON {
  /// Reads a document that is an object whose `format` is 1.
  static func document(_ bytes: [UInt8]) throws(FormatFailure) -> JSON {
    let document: JSON
    do throws(JSONError) { document = try JSON(parsing: bytes) } catch { throw FormatFailure(error) }
    guard case .object = document.kind else { throw document.damage("an object is expected") }
    guard let format = document["format"]?.formatNumber, format >= 1 else {
      throw document.damage("a \"format\" of 1 is expected")
    }
    guard format == 1 else { throw .newer(format: format) }
    return document
  }

  /// The number of a format. One that does not fit is a newer one, too.
  private var formatNumber: Int64? {
    guard case .number(let text) = kind else { return nil }
    return Int64(text) ?? (text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? .max : nil)
  }

  /// Something else was expected here.
  func damage(_ problem: String) -> FormatFailure { .damaged("\(place): \(problem)") }

  /// The string member of that name; nil where there is none.
  func text(_ name: String) throws(FormatFailure) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.string else { throw value.damage("\"\(name)\" must be a string") }
    return text
  }

  /// The truth value of that name; nil where there is none.
  func flag(_ name: String) throws(FormatFailure) -> Bool? {
    guard let value = self[name] else { return nil }
    guard let flag = value.bool else { throw value.damage("\"\(name)\" must be true or false") }
    return flag
  }

  /// The version of that name; nil where there is none.
  func version(_ name: String) throws(FormatFailure) -> Version? {
    guard let text = try text(name) else { return nil }
    guard let version = try? Version(text) else { throw damage("\"\(name)\" must be a version") }
    return version
  }

  /// The time of that name; nil where there is none.
  func instant(_ name: String) throws(FormatFailure) -> Instant? {
    guard let text = try text(name) else { return nil }
    guard let instant = Instant(rfc3339: text) else { throw damage("\"\(name)\" must be a time of RFC 3339") }
    return instant
  }
}

extension Record {
  /// Reads a record of that app.
  package init(parsing bytes: [UInt8], of app: AppID) throws(FormatFailure) {
    let document = try JSON.document(bytes)
    guard try document.text("app") == app.text else {
      throw document.damage("\"app\" must be \"\(app)\", as the file is named")
    }
    var seen: Seen?
    if let version = try document.version("seen") {
      guard let outcome = Outcome(rawValue: try document.text("outcome") ?? Outcome.completed.rawValue) else {
        throw document.damage("\"outcome\" must be \"completed\" or \"skipped\"")
      }
      seen = Seen(version, outcome)
    }
    var postponement: Postponement?
    if let postponed = document["postponed"] {
      guard let version = try postponed.version("version"), let until = try postponed.instant("until") else {
        throw postponed.damage("\"postponed\" needs \"version\" and \"until\"")
      }
      postponement = Postponement(version: version, until: until)
    }
    let changed = try document.instant("changed") ?? Instant(unixSeconds: 0)
    self.init(seen: seen, changed: changed, postponed: postponement)
  }

  /// The file's content.
  package func serialized(of app: AppID) -> [UInt8] {
    var members: [JSON.Member] = [
      .init("format", JSON(.number("1"))), .init("app", JSON(.string(app.text))),
    ]
    if let seen {
      members.append(.init("seen", JSON(.string(seen.version.text))))
      members.append(.init("outcome", JSON(.string(seen.outcome.rawValue))))
    }
    members.append(.init("changed", JSON(.string(changed.rfc3339))))
    if let postponed {
      let value: [JSON.Member] = [
        .init("version", JSON(.string(postponed.version.text))),
        .init("until", JSON(.string(postponed.until.rfc3339))),
      ]
      members.append(.init("postponed", JSON(.object(value))))
    }
    return JSON(.object(members)).compact + [UInt8(ascii: "\n")]
  }
}
