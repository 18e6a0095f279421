// Writing JSON, for people to read.

extension JSON {
  /// The document as UTF-8 on one line, with `, ` and `: ` between its parts, as people write it.
  public var compact: [UInt8] {
    var writer = JSONWriter(indents: false)
    writer.write(self)
    return writer.bytes
  }

  /// The document as UTF-8, members and elements on lines of their own, two spaces a level, and a newline at
  /// the end.
  public var indented: [UInt8] {
    var writer = JSONWriter(indents: true)
    writer.write(self)
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}

private struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private let indents: Bool
  private var level = 0

  init(indents: Bool) { self.indents = indents }

  mutating func write(_ value: JSON) {
    switch value.kind {
    case .null: put("null")
    case .bool(let flag): put(flag ? "true" : "false")
    case .number(let text): put(text)
    case .string(let text): write(text)
    case .array(let elements): list("[", elements, "]") { $0.write($1) }
    case .object(let members):
      list("{", members, "}") { writer, member in
        writer.write(member.name)
        writer.put(": ")
        writer.write(member.value)
      }
    }
  }

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func list<Element>(
    _ opening: String, _ elements: [Element], _ closing: String,
    _ write: (inout JSONWriter, Element) -> Void
  ) {
    put(opening)
    level += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { put(indents ? "," : ", ") }
      newline()
      write(&self, element)
    }
    level -= 1
    if !elements.isEmpty { newline() }
    put(closing)
  }

  private mutating func newline() {
    guard indents else { return }
    put("\n")
    for _ in 0..<level { put("  ") }
  }

  private mutating func write(_ text: String) {
    put("\"")
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": put("\\\"")
      case "\\": put("\\\\")
      case "\n": put("\\n")
      case "\r": put("\\r")
      case "\t": put("\\t")
      default:
        if scalar.mustBeEscaped {
          escape(scalar)
        } else {
          bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
      }
    }
    put("\"")
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    put("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
  }
}

extension Unicode.Scalar {
  /// Control characters, and those that change how a line is shown: a terminal must not obey a document.
  fileprivate var mustBeEscaped: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F,
      0xFEFF, 0xFFF9...0xFFFB:
      true
    default: false
    }
  }
}
