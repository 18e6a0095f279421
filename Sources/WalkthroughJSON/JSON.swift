// A JSON document as an ordered tree in which every value knows its place in the text.

/// A place in a text: line and column, both counted from 1; a column is one Unicode scalar.
public struct JSONPlace: Equatable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int

  /// Makes a place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// `line:column`, as compilers print it.
  public var description: String { "\(line):\(column)" }
}

/// Why a text is not JSON, and where.
public struct JSONError: Error, Equatable, CustomStringConvertible {
  /// Where the text stops being JSON.
  public var place: JSONPlace
  /// What is wrong there, for a person.
  public var problem: String

  /// Makes an error.
  public init(place: JSONPlace, problem: String) {
    self.place = place
    self.problem = problem
  }

  /// `line:column: problem`.
  public var description: String { "\(place): \(problem)" }
}

/// A value of RFC 8259 and where it began.
public struct JSON: Sendable {
  /// What a value is.
  public enum Kind: Sendable {
    case null
    case bool(Bool)
    /// A number as it was written, so that rewriting a file keeps it.
    case number(String)
    case string(String)
    case array([JSON])
    /// Members in the order of the text.
    case object([Member])
  }

  /// A name in an object and its value.
  public struct Member: Sendable {
    /// The name.
    public var name: String
    /// Where the name's opening quote stands.
    public var namePlace: JSONPlace
    /// The value.
    public var value: JSON

    /// Makes a member; the place counts only for what was read.
    public init(_ name: String, _ value: JSON, namePlace: JSONPlace = JSONPlace(line: 1, column: 1)) {
      self.name = name
      self.namePlace = namePlace
      self.value = value
    }
  }

  /// What the value is.
  public var kind: Kind
  /// Where its first character stands.
  public var place: JSONPlace

  /// Makes a value; the place counts only for what was read.
  public init(_ kind: Kind, place: JSONPlace = JSONPlace(line: 1, column: 1)) {
    self.kind = kind
    self.place = place
  }

  /// The member of that name, if this is an object that has it.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = kind else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text, if this is a string.
  public var string: String? {
    guard case .string(let text) = kind else { return nil }
    return text
  }

  /// The truth value, if this is one.
  public var bool: Bool? {
    guard case .bool(let value) = kind else { return nil }
    return value
  }

  /// The number, if this is one that is written as an integer and fits.
  public var integer: Int64? {
    guard case .number(let text) = kind else { return nil }
    return Int64(text)
  }
}
