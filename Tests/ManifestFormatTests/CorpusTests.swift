// Real metainfo files, where a folder of them is at hand (WALKTHROUGH_CORPUS, with `index.tsv` above it).

import Foundation
import ManifestFormat
import Testing
import WalkthroughModel

private let corpus = ProcessInfo.processInfo.environment["WALKTHROUGH_CORPUS"]

@Suite("The corpus of real metainfo")
struct CorpusTests {
  struct Entry: Sendable, CustomTestStringConvertible {
    let file: String
    let id: String
    var testDescription: String { file }
  }

  static let entries: [Entry] = {
    guard let corpus, let index = try? String(contentsOfFile: corpus + "/../index.tsv", encoding: .utf8)
    else {
      return []
    }
    return index.split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: "\t")
      return fields.count == 3 ? Entry(file: String(fields[0]), id: String(fields[2])) : nil
    }
  }()

  @Test("has files", .enabled(if: corpus != nil, "set WALKTHROUGH_CORPUS to a folder of metainfo"))
  func isThere() { #expect(!Self.entries.isEmpty) }

  @Test(
    "is read whole, with the right ids",
    .enabled(if: corpus != nil, "set WALKTHROUGH_CORPUS to a folder of metainfo"), arguments: entries)
  func isRead(_ entry: Entry) throws {
    let path = (corpus ?? "") + "/" + entry.file
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let metainfo = try Metainfo(parsing: bytes)
    let outline = try Metainfo(parsing: bytes, detail: .outline)
    // Add-ons are no apps.
    #expect((metainfo == nil) == String(decoding: bytes, as: UTF8.self).contains("type=\"addon\""))
    guard let metainfo, let outline else { return }
    #expect(metainfo.id.text == entry.id)
    #expect(outline.releases.map(\.version.text) == metainfo.releases.map(\.version.text))
    #expect(outline.releases.map { $0.description == nil } == metainfo.releases.map { $0.description == nil })
    for release in metainfo.releases {
      #expect(release.description?.commonMark(for: LocalePreference("en")).isEmpty != true)
    }
  }
}
