// Versions: which texts are some, and their one total order.

// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import Testing
import WalkthroughModel

@Suite struct VersionTests {
  private func version(_ text: String) -> Version {
    guard let version = try? Version(text) else {
      Issue.record("'\(text)' is a version")
      return try! Version("0")
    }
    return version
  }

  @Test(arguments: [
    "1", "0", "v1", "1:2", "1.0+build", "~1", "a1", "1~", "2021-01-05", "r5", "1/2",
    String(repeating: "1", count: 255),
  ])
  func isVersion(_ text: String) throws { #expect(try Version(text).text == text) }

  @Test(arguments: [
    "", "abc", "1:", "1:abc", "+1", "abc+1", "1:+2", " 1", "1 ", "1 2", "1\n", "1\u{7F}", "ä1", "１",
    String(repeating: "1", count: 256),
  ])
  func isNoVersion(_ text: String) { #expect(throws: InvalidVersion.self) { _ = try Version(text) } }

  @Test(arguments: [
    ("1.0", "1.0.1"), ("1.9", "1.10"), ("1.0-rc1", "1.0"), ("2-p1", "2.0.1"), ("0.8.4", "0.8.4-1"),
    ("29.0.2", "29.0.2.1"), ("1.0a1", "1.0"), ("1.0", "1.0a"), ("43.alpha", "43~beta"), ("43~beta", "43.0"),
    ("1.0.0-rc1", "1.0.0"), ("1.0.2", "1.0.2k"), ("2.0", "2.0-p1"), ("1.0", "1.0-post1"),
    ("2.0~beta1", "2.0"),
    ("1.0~", "1.0"), ("1.0~", "1.0-rc1"), ("1.0~1", "1.0-dev"), ("1.0~foo", "1.0~rc1"),
    ("1.0-dev", "1.0-snapshot"),
    ("1.0-snapshot", "1.0-alpha"), ("1.0-alpha", "1.0-beta"), ("1.0-beta", "1.0-milestone"),
    ("1.0-milestone", "1.0-pre"), ("1.0-pre", "1.0-rc"), ("1.0-rc", "1.0"), ("9", "1:0"), ("1:9", "2:0"),
    ("9:9", "10:0"), ("99999999999999999999", "100000000000000000000"), ("1.0-rc1", "1.0-rc2"),
    ("1.0-rc9", "1.0-rc10"),
    ("1.0a", "1.0b"), ("1.0-foo1", "1.0-foo2"), ("1.0.1~rc1", "1.0.1"), ("1.0~~", "1.0~"),
    ("1.0-rc1~1", "1.0-rc1"),
  ])
  func isEarlier(_ earlier: String, _ later: String) {
    #expect(version(earlier) < version(later))
    #expect(!(version(later) < version(earlier)))
    #expect(version(earlier) != version(later))
  }

  @Test(arguments: [
    ("1.0", "1.0.0"), ("1.0-rc1", "1.0.0-rc1"), ("43~beta", "43.beta"), ("1.0", "v1.0"), ("V1", "1"),
    ("1:v2", "1:2"), ("0:1", "1"), ("1", "01"), ("1+a", "1+b"), ("1+a", "1"), ("1.0-RC1", "1.0-rc1"),
    ("1.0a1", "1.0-alpha1"), ("1.0b2", "1.0-beta.2"), ("1.0m1", "1.0milestone1"), ("1.0c1", "1.0cr1"),
    ("1.0cr1", "1.0rc1"), ("1.0-preview1", "1.0-pre1"), ("1.0prerelease1", "1.0pre1"), ("1_0", "1.0"),
    ("1:2:3", "1:2.3"),
    ("1..0", "1.0"), ("1.0~rc1", "1.0rc1"), ("1.0k.0", "1.0k"),
  ])
  func isEqual(_ one: String, _ other: String) {
    #expect(version(one) == version(other))
    #expect(!(version(one) < version(other)) && !(version(other) < version(one)))
  }

  @Test(arguments: [
    ("1.0", false), ("1.0-rc1", true), ("1.0a", false), ("1.0a1", true), ("43~alpha", true), ("1.0~1", false),
    ("1.0~", false), ("1.0.dev", true), ("1.0+rc1", false), ("1.0cr", false), ("1.0-post1", false),
    ("1.0c2", true),
    ("1.0-p1-rc", true), ("alpha1", true),
  ])
  func preRelease(_ text: String, _ isPreRelease: Bool) {
    #expect(version(text).isPreRelease == isPreRelease)
  }

  /// Antisymmetric, transitive, and equality is consistent with it.
  @Test func theOrderIsTotal() {
    var random = SeededRandom(seed: 42)
    let parts = [
      "0", "1", "2", "01", "10", "99999999999999999999999", ".", "-", "_", "~", "~~", "rc", "a", "b", "alpha",
      "dev",
      "k", "post", "cr", "P", "v", ":", "1:", "+x", "/", "m", "pre", "snapshot",
    ]
    var versions: [Version] = []
    while versions.count < 200 {
      let text = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }
      if let version = try? Version(text.joined()) { versions.append(version) }
    }
    let sorted = versions.sorted()
    for (index, one) in sorted.enumerated() {
      #expect(one == one && !(one < one))
      for other in sorted[index...] {
        let isOrdered = !(other < one)
        let isConsistent = [one < other, one == other, other < one].filter { $0 }.count == 1
        if !isOrdered || !isConsistent { Issue.record("\(one) and \(other)") }
      }
    }
  }
}

/// A generator that gives the same numbers in every run (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
