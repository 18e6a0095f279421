// Reading JSON (RFC 8259): strict, in one pass, with the place of every value.

extension JSON {
  /// Reads a document (RFC 8259, strict). A UTF-8 byte order mark is accepted.
  ///
  /// Refused, beyond what the RFC refuses: duplicate names in an object, U+0000, lone surrogates, and nesting
  /// deeper than 128.
  public init(parsing bytes: [UInt8]) throws(JSONError) {
    let result: Result<JSON, JSONError> = bytes.withUnsafeBufferPointer { buffer in
      var parser = JSONParser(buffer)
      do throws(JSONError) { return .success(try parser.document()) } catch { return .failure(error) }
    }
    self = try result.get()
  }
}

private struct JSONParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var line = 1
  /// Where the line begins, moved on by its continuation bytes, so that a difference counts scalars.
  private var lineStart = 0
  private var depth = 0

  private static let deepest = 128

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func document() throws(JSONError) -> JSON {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      position = 3
      lineStart = 3
    }
    skipSpace()
    guard peek != nil else { throw failure("the file is empty, a value is expected") }
    let value = try value()
    skipSpace()
    guard peek == nil else { throw failure("nothing may follow the value, but \(found) does") }
    return value
  }

  // MARK: Places

  private var place: JSONPlace { JSONPlace(line: line, column: position - lineStart + 1) }

  private func failure(_ problem: String) -> JSONError { JSONError(place: place, problem: problem) }

  /// What stands here, for a message.
  private var found: String {
    guard let byte = peek else { return "the end of the file" }
    switch byte {
    case 0x21...0x7E: return "'\(Character(Unicode.Scalar(byte)))'"
    case 0x20: return "a space"
    default: return "the byte 0x\(String(byte, radix: 16, uppercase: true))"
    }
  }

  // MARK: Moving on

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
      case UInt8(ascii: "\n"):
        position += 1
        line += 1
        lineStart = position
      default: return
      }
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  // MARK: Values

  private mutating func value() throws(JSONError) -> JSON {
    let place = place
    let kind: JSON.Kind
    switch peek {
    case UInt8(ascii: "{"): kind = try nested { (parser) throws(JSONError) in try parser.object() }
    case UInt8(ascii: "["): kind = try nested { (parser) throws(JSONError) in try parser.array() }
    case UInt8(ascii: "\""): kind = .string(try string())
    case let first? where first == UInt8(ascii: "-") || isDigit(first): kind = .number(try number())
    case UInt8(ascii: "t"): kind = try literal("true", .bool(true))
    case UInt8(ascii: "f"): kind = try literal("false", .bool(false))
    case UInt8(ascii: "n"): kind = try literal("null", .null)
    default: throw failure("a value is expected, not \(found)")
    }
    return JSON(kind, place: place)
  }

  private mutating func nested(
    _ read: (inout JSONParser) throws(JSONError) -> JSON.Kind
  ) throws(JSONError) -> JSON.Kind {
    guard depth < Self.deepest else { throw failure("nested deeper than \(Self.deepest) levels") }
    depth += 1
    position += 1
    let kind = try read(&self)
    depth -= 1
    return kind
  }

  private mutating func array() throws(JSONError) -> JSON.Kind {
    var elements: [JSON] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array([]) }
    while true {
      elements.append(try value())
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array(elements) }
      guard take(UInt8(ascii: ",")) else { throw failure("',' or ']' is expected, not \(found)") }
      skipSpace()
      if peek == UInt8(ascii: "]") { throw failure("no ',' may stand before ']'") }
    }
  }

  private mutating func object() throws(JSONError) -> JSON.Kind {
    var members: [JSON.Member] = []
    // Most objects are small: one allocation in the place of three.
    members.reserveCapacity(4)
    var names = NameSet()
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object([]) }
    while true {
      let member = try member()
      guard names.insert(member.name, among: members) else {
        throw JSONError(place: member.namePlace, problem: "\"\(member.name)\" stands here a second time")
      }
      members.append(member)
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object(members) }
      guard take(UInt8(ascii: ",")) else { throw failure("',' or '}' is expected, not \(found)") }
      skipSpace()
      if peek == UInt8(ascii: "}") { throw failure("no ',' may stand before '}'") }
    }
  }

  private mutating func member() throws(JSONError) -> JSON.Member {
    let place = place
    guard peek == UInt8(ascii: "\"") else {
      throw failure("a name in double quotes is expected, not \(found)")
    }
    let name = try string()
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw failure("':' is expected after a name, not \(found)") }
    skipSpace()
    return JSON.Member(name, try value(), namePlace: place)
  }

  private mutating func literal(_ text: StaticString, _ kind: JSON.Kind) throws(JSONError) -> JSON.Kind {
    let end = position + text.utf8CodeUnitCount
    let isThere = text.withUTF8Buffer { end <= bytes.count && bytes[position..<end].elementsEqual($0) }
    guard isThere else { throw failure("a value is expected: did you mean \(text)?") }
    position = end
    return kind
  }

  // MARK: Numbers

  private mutating func number() throws(JSONError) -> String {
    let start = position
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if let next = peek, isDigit(next) { throw failure("a number cannot begin with 0 before other digits") }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func digits() throws(JSONError) {
    guard let first = peek, isDigit(first) else { throw failure("a digit is expected, not \(found)") }
    while let next = peek, isDigit(next) { position += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  // MARK: Strings

  private mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    // Most strings have no escapes: they are copied as they stand.
    try scanPlain()
    let plain = UnsafeBufferPointer(rebasing: bytes[start..<position])
    if take(UInt8(ascii: "\"")) { return String(decoding: plain, as: UTF8.self) }
    var text = Array(plain)
    while !take(UInt8(ascii: "\"")) {
      if peek == UInt8(ascii: "\\") {
        try escape(into: &text)
      } else {
        let start = position
        try scanPlain()
        text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<position]))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Moves on to the next quote or backslash, checking what stands before it.
  private mutating func scanPlain() throws(JSONError) {
    while true {
      position = endOfASCII(from: position)
      guard let next = peek else { break }
      switch next {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): return
      case 0x00...0x1F: throw failure("a control character must be written as an escape, as \\n or \\u001B")
      default: try scalar()
      }
    }
    throw failure("the string is not closed, '\"' is expected")
  }

  /// Where ASCII without control characters, quotes and backslashes ends, which nearly all of a text is.
  private func endOfASCII(from start: Int) -> Int {
    var end = start
    while end < bytes.count, 0x20...0x7F ~= bytes[end], bytes[end] != UInt8(ascii: "\""),
      bytes[end] != UInt8(ascii: "\\")
    {
      end += 1
    }
    return end
  }

  /// Moves on over one scalar of several bytes (Unicode, table 3-7: well-formed UTF-8).
  private mutating func scalar() throws(JSONError) {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[position] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw failure("not UTF-8: save the file as UTF-8")
    }
    guard position + length <= bytes.count, second.contains(bytes[position + 1]),
      bytes[position + 2..<max(position + length, position + 2)].allSatisfy({ 0x80...0xBF ~= $0 })
    else { throw failure("not UTF-8: save the file as UTF-8") }
    position += length
    lineStart += length - 1
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    let start = self
    position += 1
    guard let letter = peek else { throw failure("the string is not closed, '\"' is expected") }
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      guard let scalar = try unicodeEscape() else {
        throw start.failure("half of a surrogate pair stands alone")
      }
      guard scalar != "\0" else { throw start.failure("U+0000 cannot be in a text") }
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default: throw start.failure("no such escape; a backslash itself is written \\\\")
    }
  }

  /// What follows `\u`: four digits, or a surrogate pair; nil for half of one.
  private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar? {
    let first = try fourDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { return nil }
    let second = try fourDigits()
    guard 0xDC00...0xDFFF ~= second else { return nil }
    return Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
  }

  private mutating func fourDigits() throws(JSONError) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = peek.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw failure("four hexadecimal digits are expected after \\u, not \(found)")
      }
      position += 1
      number = number << 4 | UInt32(digit)
    }
    return number
  }
}

/// The names of an object. As long as each comes after the one before, as in files of our own, no two are the same;
/// else they are compared one by one while they are few, by hash when they are many.
private struct NameSet {
  private var isAscending = true
  private var hashed: Set<Spelling> = []
  private static let few = 8

  /// Swift holds strings equal that are only equivalent: of those, the bytes tell.
  private struct Spelling: Hashable {
    let text: String

    static func == (left: Spelling, right: Spelling) -> Bool {
      left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
    }
  }

  /// False where the name is there already.
  mutating func insert(_ name: String, among members: [JSON.Member]) -> Bool {
    isAscending = isAscending && members.last.map { $0.name < name } ?? true
    if isAscending { return true }
    let spelling = Spelling(text: name)
    guard members.count >= Self.few else { return !members.contains { Spelling(text: $0.name) == spelling } }
    if hashed.isEmpty { hashed = Set(members.map { Spelling(text: $0.name) }) }
    return hashed.insert(spelling).inserted
  }
}
