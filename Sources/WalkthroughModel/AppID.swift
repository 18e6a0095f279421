// The id of an app: what files are named after and callers ask by.

/// Why a text is not an app id.
public struct InvalidAppID: Error, Equatable, CustomStringConvertible {
  /// What is wrong, for a person.
  public let description: String
}

/// An app id: 1 to 230 bytes of `A-Z a-z 0-9 . _ -`, not starting with `.` and without `..`, so that it is
/// also a safe file name.
public struct AppID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The id as written.
  public let text: String

  /// The id, for a person.
  public var description: String { text }

  /// Checks a text. Throws the reason where it is no app id.
  public init(_ text: String) throws(InvalidAppID) {
    // Leaves room for `.json.corrupt-<unix seconds>` in a file name of 255 bytes.
    let longest = 230
    guard !text.isEmpty else { throw InvalidAppID(description: "an app id cannot be empty") }
    guard text.utf8.count <= longest else {
      throw InvalidAppID(description: "an app id has at most \(longest) bytes, this one \(text.utf8.count)")
    }
    guard text.utf8.allSatisfy(Self.isAllowed) else {
      throw InvalidAppID(description: "an app id holds only A-Z a-z 0-9 . _ -")
    }
    guard text.utf8.first != UInt8(ascii: ".") else {
      throw InvalidAppID(description: "an app id cannot start with a dot")
    }
    var previous: UInt8 = 0
    for byte in text.utf8 {
      guard byte != UInt8(ascii: ".") || previous != byte else {
        throw InvalidAppID(description: "an app id cannot hold two dots in a row")
      }
      previous = byte
    }
    self.text = text
  }

  /// The order of ids is bytewise.
  public static func < (left: AppID, right: AppID) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  /// The id without a trailing `.desktop`; nil where it has none.
  public var withoutDesktop: AppID? {
    guard text.hasSuffix(".desktop") else { return nil }
    return try? AppID(String(text.dropLast(".desktop".count)))
  }

  /// The id with `.desktop` behind it; nil where it would be too long.
  public var withDesktop: AppID? { try? AppID(text + ".desktop") }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
