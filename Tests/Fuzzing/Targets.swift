// What is fuzzed: for each format bytes go into its parser, and what must always hold is checked.

import CDBus
import Glibc
import ManifestFormat
import Presenter
import Records
import Terminal
import WalkthroughJSON
import WalkthroughModel

@testable import Catalog
@testable import Records
@testable import WalkthroughDBus

/// The parsers by name.
let targets: [String: @Sendable ([UInt8]) -> Void] = [
  "json": json, "manifest": manifest, "metainfo": metainfo, "version": version, "locale": locale,
  "record": record, "policy": policy, "baselines": baselines, "markup": markup, "keys": keys,
  "arguments": arguments, "inotify": inotify,
]

/// What is written of a document reads as the same document.
@Sendable private func json(_ bytes: [UInt8]) {
  guard let value = try? JSON(parsing: bytes) else { return }
  for written in [value.compact, value.indented] {
    guard let again = try? JSON(parsing: written) else { fatalError("what was written does not read") }
    precondition(again.compact == value.compact, "what was written reads as something else")
  }
}

/// A report has a manifest only where nothing is wrong, and every finding has words.
@Sendable private func manifest(_ bytes: [UInt8]) {
  let report = ManifestReport(on: bytes, fileStem: "org.example.App")
  precondition(report.manifest != nil || report.findings.contains { $0.severity == .error })
  for finding in report.findings { precondition(!finding.description.isEmpty) }
  for page in report.manifest?.pages ?? [] {
    for preference in fewLocales { _ = (page.title(preference), page.body?(preference)) }
  }
}

/// The outline decides as the full document does.
@Sendable private func metainfo(_ bytes: [UInt8]) {
  let full = try? Metainfo(parsing: bytes)
  let outline = try? Metainfo(parsing: bytes, detail: .outline)
  precondition(full?.id == outline?.id && full?.version == outline?.version)
  precondition(
    (full?.releases ?? []).elementsEqual(outline?.releases ?? []) {
      $0.version == $1.version && ($0.description == nil) == ($1.description == nil)
    })
  for release in full?.releases ?? [] {
    for preference in fewLocales { _ = release.description?.commonMark(for: preference) }
  }
}

/// The order is total: of three versions any two compare one way, and comparing is transitive.
@Sendable private func version(_ bytes: [UInt8]) {
  let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
  let versions = parts.compactMap { try? Version(String(decoding: $0, as: UTF8.self)) }
  for left in versions {
    precondition((try? Version(left.text)) == left, "a version's text makes another version")
    precondition(left == left && !(left < left))
    for right in versions {
      precondition([left < right, left == right, right < left].count { $0 } == 1, "\(left) \(right)")
      for third in versions where left <= right && right <= third { precondition(left <= third) }
    }
  }
}

/// Whatever is preferred, the preference's text is a preference that says the same.
@Sendable private func locale(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  let preference = LocalePreference(text)
  // Of garbage alone the text is "C", for to a service an empty one means something else.
  precondition(LocalePreference(preference.text).text == preference.text, "\(text) → \(preference.text)")
  guard let locale = Locale(text) else { return }
  precondition(Locale(locale.text) == locale)
  precondition(locale.isVariant(of: locale))
}

/// A record that was read is written so that it reads the same.
@Sendable private func record(_ bytes: [UInt8]) {
  guard let app = try? AppID("org.example.App"), let record = try? Record(parsing: bytes, of: app) else {
    return
  }
  precondition((try? Record(parsing: record.serialized(of: app), of: app)) == record)
}

/// A policy answers for any app, and the administrator's lock is never loosened.
@Sendable private func policy(_ bytes: [UInt8]) {
  guard let app = try? AppID("org.example.App"), let file = try? PolicyFile(try JSON.document(bytes)) else {
    return
  }
  let alone = Policy(administrator: file).permissions(for: app)
  precondition(Policy(administrator: file, person: file).permissions(for: app) == alone)
}

@Sendable private func baselines(_ bytes: [UInt8]) {
  guard let versions = try? parseBaselines(bytes) else { return }
  precondition((try? parseBaselines(serializedBaselines(versions))) == versions)
}

/// No line has what a terminal would act on, and none is wider than asked but for what cannot be broken.
@Sendable private func markup(_ bytes: [UInt8]) {
  let markup = Markup(commonMark: String(decoding: bytes, as: UTF8.self))
  for width in [1, 20, 80] {
    for line in markup.lines(width: width) {
      for run in line.runs {
        precondition(run.text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) })
      }
    }
  }
}

/// Bytes in one piece and one by one say the same.
@Sendable private func keys(_ bytes: [UInt8]) {
  var whole = KeyDecoder()
  var pieces = KeyDecoder()
  let inputs = whole.take(bytes)
  precondition(bytes.flatMap { pieces.take([$0]) } == inputs)
  _ = whole.expire()
  precondition(whole.patience == nil)
}

/// What libdbus takes as a message is read to its end.
@Sendable private func arguments(_ bytes: [UInt8]) {
  guard let message = demarshalled(bytes) else { return }
  var reader = message.arguments
  // A reader at its end stays there; unknown types count as nothing, so nil alone is no end.
  for _ in 0..<64 { if let value = reader.next() { precondition(!value.signature.isEmpty) } }
  for take in [
    { (reader: inout ArgumentReader) in _ = try? reader.string() },
    { reader in _ = try? reader.fields() }, { reader in _ = try? reader.fieldsList() },
    { reader in _ = try? reader.strings() }, { reader in _ = try? reader.variant() },
    { reader in _ = try? reader.uint32() }, { reader in _ = try? reader.bool() },
  ] {
    var reader = message.arguments
    take(&reader)
    take(&reader)
  }
  _ = (message.sender, message.interface, message.member, message.path, message.signature, message.error)
}

/// Events end, whatever their lengths say.
@Sendable private func inotify(_ bytes: [UInt8]) {
  bytes.withUnsafeBytes { buffer in
    var rest = buffer[...]
    var left = rest.count
    while InotifyEvent(takenFrom: &rest) != nil {
      precondition(rest.count < left)
      left = rest.count
    }
  }
}

private let fewLocales = ["", "de", "pt_BR:pt:C", "zh_Hans"].map { LocalePreference($0) }

/// A whole message; or, where the first byte does not begin one, a call with a body of the types it says.
private func demarshalled(_ bytes: [UInt8]) -> Message? {
  var bytes = bytes
  if let first = bytes.first, first != UInt8(ascii: "l"), first != UInt8(ascii: "B") {
    let signatures = ["s", "as", "a{sv}", "aa{sv}", "v", "ssb", "u", "x", "h", "av", "(sv)", "ay", "a{us}"]
    let signature = signatures[Int(first) % signatures.count]
    bytes = header(signature: signature, body: bytes.count - 1) + bytes[1...]
  }
  let raw = bytes.withUnsafeBytes { buffer in
    dbus_message_demarshal(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(buffer.count), nil)
  }
  return raw.map(Message.init(owning:))
}

private func header(signature: String, body: Int) -> [UInt8] {
  func word(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).littleEndian, Array.init) }
  func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8) }
  func text(_ code: UInt8, _ type: Character, _ value: String) -> [UInt8] {
    [code, 1] + Array("\(type)".utf8) + [0] + word(value.utf8.count) + Array(value.utf8) + [0]
  }
  let types: [UInt8] =
    [8, 1, UInt8(ascii: "g"), 0, UInt8(signature.utf8.count)] + Array(signature.utf8) + [0]
  let fields = padded(text(1, "o", "/a")) + padded(text(3, "s", "B")) + types
  return padded([UInt8(ascii: "l"), 1, 0, 1] + word(body) + word(1) + word(fields.count) + fields)
}
