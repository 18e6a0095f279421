// The bus's kinds of names, as types that cannot hold a wrong one.

internal import CDBus

/// What makes a text one kind of name.
public protocol NameRule: Sendable {
  /// Whether libdbus takes it, a text without U+0000, for one.
  static func accepts(_ text: String) -> Bool
}

/// A text that keeps a rule of the D-Bus specification.
public struct Name<Rule: NameRule>: Hashable, Sendable, CustomStringConvertible {
  /// The name as written.
  public let text: String

  /// The name, for a person.
  public var description: String { text }

  /// Checks a text; nil where it breaks the rule.
  public init?(validating text: String) {
    guard !text.utf8.contains(0), Rule.accepts(text) else { return nil }
    self.text = text
  }

  /// Takes over a name that libdbus checked.
  init(checked text: String) { self.text = text }
}

/// A name in the source is checked as it is used: a wrong one is a programmer's mistake.
extension Name: ExpressibleByStringLiteral {
  /// Ends the program where the literal breaks the rule.
  public init(stringLiteral text: String) {
    guard let name = Self(validating: text) else { preconditionFailure("\(text) is no \(Rule.self)") }
    self = name
  }
}

/// The rule for `ObjectPath`.
public enum ObjectPathRule: NameRule {
  /// By the specification.
  public static func accepts(_ text: String) -> Bool { dbus_validate_path(text, nil) != 0 }
}

/// The rule for `InterfaceName`.
public enum InterfaceNameRule: NameRule {
  /// By the specification.
  public static func accepts(_ text: String) -> Bool { dbus_validate_interface(text, nil) != 0 }
}

/// The rule for `MemberName`.
public enum MemberNameRule: NameRule {
  /// By the specification.
  public static func accepts(_ text: String) -> Bool { dbus_validate_member(text, nil) != 0 }
}

/// The rule for `BusName`.
public enum BusNameRule: NameRule {
  /// By the specification.
  public static func accepts(_ text: String) -> Bool { dbus_validate_bus_name(text, nil) != 0 }
}

/// The rule for `ErrorName`.
public enum ErrorNameRule: NameRule {
  /// By the specification.
  public static func accepts(_ text: String) -> Bool { dbus_validate_error_name(text, nil) != 0 }
}

/// The rule for `Signature`.
public enum SignatureRule: NameRule {
  /// By the specification.
  public static func accepts(_ text: String) -> Bool { dbus_signature_validate(text, nil) != 0 }
}

/// The path of an object, such as `/org/example/Thing`.
public typealias ObjectPath = Name<ObjectPathRule>
/// The name of an interface.
public typealias InterfaceName = Name<InterfaceNameRule>
/// The name of a method, signal, property or argument.
public typealias MemberName = Name<MemberNameRule>
/// A name on the bus: a unique one (`:1.5`) or a well-known one.
public typealias BusName = Name<BusNameRule>
/// The name of an error.
public typealias ErrorName = Name<ErrorNameRule>
/// The types of a sequence of values, such as `sa{sv}`.
public typealias Signature = Name<SignatureRule>

extension BusName {
  /// The bus itself.
  public static let bus: BusName = "org.freedesktop.DBus"

  /// Whether messages from it bear this very name as their sender: a well-known name's bear its owner's.
  var isSenderName: Bool { text.hasPrefix(":") || self == .bus }
}
