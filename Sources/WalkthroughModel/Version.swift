// Versions and their one total order.

/// Why a text is not a version.
public struct InvalidVersion: Error, Equatable, CustomStringConvertible {
  /// What is wrong, for a person.
  public let description: String
}

/// A version: 1 to 255 bytes of printable ASCII without spaces, with a digit after the epoch and before any `+`.
///
/// The order: the epoch first; then the numbers up to the first word, a missing one being 0; then that word; then
/// the numbers up to the next word, and so on. At a word's place `~` comes first, then pre-release words, then no
/// word, then any other. Build data, from `+` on, does not count, nor does letter case.
public struct Version: Comparable, Sendable, CustomStringConvertible {
  /// The version as written.
  public let text: String

  /// The version, for a person.
  public var description: String { text }

  /// Checks a text. Throws the reason where it is no version.
  public init(_ text: String) throws(InvalidVersion) {
    let longest = 255
    guard !text.isEmpty else { throw InvalidVersion(description: "a version cannot be empty") }
    guard text.utf8.count <= longest else {
      throw InvalidVersion(description: "a version has at most \(longest) bytes")
    }
    guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw InvalidVersion(description: "a version holds only printable ASCII without spaces")
    }
    var native = text
    native.makeContiguousUTF8()
    guard native.scanned({ $0.rest.contains(where: { $0.isDigit }) }) else {
      throw InvalidVersion(description: "a version needs a digit after the epoch and before any '+'")
    }
    self.text = native
  }

  /// Whether it holds a pre-release word (`dev`, `alpha`, `rc` …).
  public var isPreRelease: Bool {
    text.scanned { scanner in
      var scanner = scanner
      while !scanner.rest.isEmpty {
        while scanner.number() != nil {}
        if case .preRelease = scanner.word() { return true }
      }
      return false
    }
  }

  /// Equal in the order: `1.0` and `1.0.0` are.
  public static func == (left: Version, right: Version) -> Bool { compare(left, right) == .equal }

  /// Earlier in the order.
  public static func < (left: Version, right: Version) -> Bool { compare(left, right) == .less }

  private enum Comparison { case less, equal, greater }

  private static func compare(_ left: Version, _ right: Version) -> Comparison {
    left.text.scanned { left in right.text.scanned { right in compare(left, right) } }
  }

  private static func compare(_ left: VersionScanner, _ right: VersionScanner) -> Comparison {
    var (left, right) = (left, right)
    if left.epoch != right.epoch { return left.epoch < right.epoch ? .less : .greater }
    while true {
      while true {
        let (one, other) = (left.number(), right.number())
        if one == nil && other == nil { break }
        let (first, second) = (one ?? .zero, other ?? .zero)
        if first != second { return first < second ? .less : .greater }
      }
      let (one, other) = (left.word(), right.word())
      if one != other { return one < other ? .less : .greater }
      if one == .none { return .equal }
    }
  }
}

/// A number of any length, compared by magnitude: digits without zeros before them.
private struct Digits: Comparable {
  var bytes: UnsafeBufferPointer<UInt8>.SubSequence

  static var zero: Digits { Digits(UnsafeBufferPointer(start: nil, count: 0)[...]) }

  init(_ bytes: UnsafeBufferPointer<UInt8>.SubSequence) {
    self.bytes = bytes.drop { $0 == UInt8(ascii: "0") }
  }

  static func == (left: Digits, right: Digits) -> Bool { left.bytes.elementsEqual(right.bytes) }

  static func < (left: Digits, right: Digits) -> Bool {
    if left.bytes.count != right.bytes.count { return left.bytes.count < right.bytes.count }
    return left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

/// What stands at a word's place, in the order of the cases.
private enum VersionWord: Comparable {
  case tilde
  case preRelease(PreReleaseWord)
  case none
  case other(LowercaseWord)
}

/// The words for what comes before a release, in their order.
private enum PreReleaseWord: Int, Comparable {
  case dev, snapshot, alpha, beta, milestone, pre, rc

  static func < (left: PreReleaseWord, right: PreReleaseWord) -> Bool { left.rawValue < right.rawValue }

  /// The shorter spellings count only directly before a digit.
  init?(_ word: LowercaseWord, isBeforeDigit: Bool) {
    switch word {
    case "dev": self = .dev
    case "snapshot": self = .snapshot
    case "alpha": self = .alpha
    case "beta": self = .beta
    case "milestone": self = .milestone
    case "pre", "preview", "prerelease": self = .pre
    case "rc": self = .rc
    case "a" where isBeforeDigit: self = .alpha
    case "b" where isBeforeDigit: self = .beta
    case "m" where isBeforeDigit: self = .milestone
    case "c" where isBeforeDigit, "cr" where isBeforeDigit: self = .rc
    default: return nil
    }
  }
}

/// A run of letters in any case, compared as lower case.
private struct LowercaseWord: Comparable {
  var bytes: UnsafeBufferPointer<UInt8>.SubSequence

  static func ~= (pattern: StaticString, word: LowercaseWord) -> Bool {
    pattern.withUTF8Buffer { word.bytes.lazy.map { $0.lowercased }.elementsEqual($0) }
  }

  static func == (left: LowercaseWord, right: LowercaseWord) -> Bool {
    left.bytes.lazy.map { $0.lowercased }.elementsEqual(right.bytes.lazy.map { $0.lowercased })
  }

  static func < (left: LowercaseWord, right: LowercaseWord) -> Bool {
    left.bytes.lazy.map { $0.lowercased }.lexicographicallyPrecedes(right.bytes.lazy.map { $0.lowercased })
  }
}

/// Takes a version's numbers and words one by one, without copying them.
private struct VersionScanner {
  /// The epoch; none is 0.
  let epoch: Digits
  /// What was not taken yet.
  private(set) var rest: UnsafeBufferPointer<UInt8>.SubSequence

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    rest = bytes[...].prefix { $0 != UInt8(ascii: "+") }
    let digits = rest.prefix { $0.isDigit }
    if !digits.isEmpty, digits.endIndex < rest.endIndex, rest[digits.endIndex] == UInt8(ascii: ":") {
      epoch = Digits(digits)
      rest = rest[(digits.endIndex + 1)...]
    } else {
      epoch = .zero
    }
    let isV = rest.first?.lowercased == UInt8(ascii: "v")
    if isV, rest.dropFirst().first?.isDigit ?? false { rest = rest.dropFirst() }
  }

  /// The next number, where it comes before the next word.
  mutating func number() -> Digits? {
    skipSeparators()
    let digits = rest.prefix { $0.isDigit }
    guard !digits.isEmpty else { return nil }
    rest = rest[digits.endIndex...]
    return Digits(digits)
  }

  /// What stands at the next word's place, once the numbers before it are taken.
  mutating func word() -> VersionWord {
    skipSeparators()
    guard let first = rest.first else { return .none }
    if first == UInt8(ascii: "~") {
      rest = rest.dropFirst()
      // Directly before a pre-release word it adds nothing.
      guard let (word, end) = letters(), let preRelease = preRelease(word, end) else { return .tilde }
      rest = rest[end...]
      return .preRelease(preRelease)
    }
    guard let (word, end) = letters() else { return .none }
    let preRelease = preRelease(word, end)
    rest = rest[end...]
    return preRelease.map(VersionWord.preRelease) ?? .other(word)
  }

  private func letters() -> (word: LowercaseWord, end: Int)? {
    let letters = rest.prefix { $0.isLetter }
    return letters.isEmpty ? nil : (LowercaseWord(bytes: letters), letters.endIndex)
  }

  private func preRelease(_ word: LowercaseWord, _ end: Int) -> PreReleaseWord? {
    PreReleaseWord(word, isBeforeDigit: end < rest.endIndex && rest[end].isDigit)
  }

  private mutating func skipSeparators() {
    rest = rest.drop { !$0.isDigit && !$0.isLetter && $0 != UInt8(ascii: "~") }
  }
}

extension String {
  fileprivate func scanned<Result>(_ body: (VersionScanner) -> Result) -> Result {
    var text = self
    return text.withUTF8 { body(VersionScanner($0)) }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  fileprivate var isLetter: Bool { lowercased &- UInt8(ascii: "a") < 26 }
  fileprivate var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self + 32 : self }
}
