// The types of value that travel over the bus here.

internal import CLinux

/// A value of one of the types `s`, `u`, `i`, `x`, `b`, `h`, `as`, `a{sv}`, `aa{sv}` and `v`.
public enum Value: Equatable, Sendable {
  case string(String)
  case uint32(UInt32)
  case int32(Int32)
  case int64(Int64)
  case bool(Bool)
  case descriptor(SharedDescriptor)
  case strings([String])
  case fields(Fields)
  case fieldsList([Fields])
  indirect case variant(Value)

  /// Its type by the specification.
  public var signature: String {
    switch self {
    case .string: "s"
    case .uint32: "u"
    case .int32: "i"
    case .int64: "x"
    case .bool: "b"
    case .descriptor: "h"
    case .strings: "as"
    case .fields: "a{sv}"
    case .fieldsList: "aa{sv}"
    case .variant: "v"
    }
  }

  /// The string, where it is one.
  public var asString: String? { if case .string(let value) = self { value } else { nil } }
  /// The number, where it is a `u`.
  public var asUInt32: UInt32? { if case .uint32(let value) = self { value } else { nil } }
  /// The number, where it is an `x`.
  public var asInt64: Int64? { if case .int64(let value) = self { value } else { nil } }
  /// The truth value, where it is one.
  public var asBool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The descriptor, where it is an `h`.
  public var asDescriptor: SharedDescriptor? {
    if case .descriptor(let value) = self { value } else { nil }
  }
  /// The strings, where it is an `as`.
  public var asStrings: [String]? { if case .strings(let value) = self { value } else { nil } }
  /// The fields, where it is an `a{sv}`.
  public var asFields: Fields? { if case .fields(let value) = self { value } else { nil } }
  /// The lists of fields, where it is an `aa{sv}`.
  public var asFieldsList: [Fields]? { if case .fieldsList(let value) = self { value } else { nil } }
  /// What it holds, where it is a `v`.
  public var asVariant: Value? { if case .variant(let value) = self { value } else { nil } }
}

/// An open file that came with a message; closed when nobody holds it.
public final class SharedDescriptor: Equatable, Sendable {
  /// Its number in this process.
  public let number: Int32

  /// Takes over an open descriptor.
  public init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  /// The same open descriptor.
  public static func == (left: SharedDescriptor, right: SharedDescriptor) -> Bool {
    left.number == right.number
  }
}

/// A record that may grow, `a{sv}`: named values in an order.
public struct Fields: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  /// The fields in their order.
  public private(set) var pairs: [(name: String, value: Value)] = []

  /// No fields.
  public init() {}

  init(_ pairs: [(name: String, value: Value)]) { self.pairs = pairs }

  /// In the literal's order.
  public init(dictionaryLiteral elements: (String, Value)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// The value of a field. A new one comes last; nil takes it out.
  public subscript(name: String) -> Value? {
    get { pairs.first { $0.name == name }?.value }
    set {
      switch (pairs.firstIndex { $0.name == name }, newValue) {
      case (let place?, let value?): pairs[place].value = value
      case (let place?, nil): pairs.remove(at: place)
      case (nil, let value?): pairs.append((name, value))
      case (nil, nil): break
      }
    }
  }

  /// The same names and values in the same order.
  public static func == (left: Fields, right: Fields) -> Bool {
    left.pairs.elementsEqual(right.pairs) { $0 == $1 }
  }
}

extension Value {
  /// About how many bytes it takes in a message: never more, but that each U+0000 grows to the three bytes of
  /// the U+FFFD that replaces it.
  var messageSize: Int {
    switch self {
    case .bool, .uint32, .int32, .int64, .descriptor: 16
    case .string(let text): Self.messageSize(of: text)
    case .strings(let texts): texts.reduce(16) { $0 + Self.messageSize(of: $1) }
    case .fields(let fields): fields.messageSize
    case .fieldsList(let list): list.reduce(16) { $0 + $1.messageSize }
    case .variant(let value): 16 + value.messageSize
    }
  }

  fileprivate static func messageSize(of text: String) -> Int { 16 + text.utf8.count }
}

extension Fields {
  fileprivate var messageSize: Int {
    pairs.reduce(16) { $0 + 24 + Value.messageSize(of: $1.name) + $1.value.messageSize }
  }
}
