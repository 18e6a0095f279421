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

  // Leaves room for `.json.corrupt-<unix seconds>` in a file name of 255 bytes.
  private static let longest = 230

  /// Checks a text. Throws the reason where it is no app id.
  public init(_ text: String) throws(InvalidAppID) {
    var text = text
    if let problem = text.withUTF8(Self.problem) { throw InvalidAppID(description: problem) }
    self.text = text
  }

  private static func problem(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
    if bytes.isEmpty { return "an app id cannot be empty" }
    if bytes.count > longest { return "an app id has at most \(longest) bytes, this one \(bytes.count)" }
    let dot = UInt8(ascii: ".")
    if bytes[0] == dot { return "an app id cannot start with a dot" }
    var previous: UInt8 = 0
    for byte in bytes {
      if !isAllowed(byte) { return "an app id holds only A-Z a-z 0-9 . _ -" }
      if byte == dot, previous == dot { return "an app id cannot hold two dots in a row" }
      previous = byte
    }
    return nil
  }

  private init(checked text: String) { self.text = text }

  /// The order of ids is bytewise, as it is of all texts in ASCII.
  public static func < (left: AppID, right: AppID) -> Bool { left.text < right.text }

  /// The id without a trailing `.desktop`; nil where it has none.
  public var withoutDesktop: AppID? {
    // What is left keeps the rules: an id neither begins with a dot nor holds two in a row.
    text.hasSuffix(Self.desktop) ? AppID(checked: String(text.dropLast(Self.desktop.count))) : nil
  }

  /// The id with `.desktop` behind it; nil where it would be too long.
  public var withDesktop: AppID? {
    text.utf8.count + Self.desktop.count <= Self.longest && !text.hasSuffix(".")
      ? AppID(checked: text + Self.desktop) : nil
  }

  private static let desktop = ".desktop"

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
