// The seeds of fuzzing go through what fuzzing checks, so that this holds where nobody fuzzes, too.

import Foundation
import Testing

private let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "corpus")

@Suite("The seeds of fuzzing")
struct SeedTests {
  @Test("hold for each parser", arguments: targets.keys.sorted())
  func hold(_ name: String) throws {
    let target = try #require(targets[name])
    let seeds = try FileManager.default.contentsOfDirectory(
      at: corpus.appending(path: name), includingPropertiesForKeys: nil)
    #expect(!seeds.isEmpty)
    for seed in seeds { target([UInt8](try Data(contentsOf: seed))) }
  }
}
