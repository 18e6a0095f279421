// An interface as a value: dispatch, introspection and clients all go by it.

/// What an interface offers, with its documentation in plain text.
public struct InterfaceDescription: Sendable {
  /// An argument of a method or signal.
  public struct Argument: Sendable {
    /// Its name.
    public var name: MemberName
    /// Its type.
    public var signature: Signature

    /// Makes an argument.
    public init(_ name: MemberName, _ signature: Signature) {
      self.name = name
      self.signature = signature
    }
  }

  /// A method.
  public struct Method: Sendable {
    /// Its name.
    public var name: MemberName
    /// What it takes.
    public var inputs: [Argument]
    /// What it gives.
    public var outputs: [Argument]
    /// What it does.
    public var documentation: String
    /// The types of what it takes.
    public let inputSignature: String

    /// Makes a method.
    public init(
      _ name: MemberName, takes inputs: [Argument] = [], gives outputs: [Argument] = [],
      documentation: String = ""
    ) {
      self.name = name
      self.inputs = inputs
      self.outputs = outputs
      self.documentation = documentation
      inputSignature = inputs.map { $0.signature.text }.joined()
    }
  }

  /// A signal.
  public struct Signal: Sendable {
    /// Its name.
    public var name: MemberName
    /// What it says.
    public var arguments: [Argument]
    /// When it is sent.
    public var documentation: String

    /// Makes a signal.
    public init(_ name: MemberName, _ arguments: [Argument] = [], documentation: String = "") {
      self.name = name
      self.arguments = arguments
      self.documentation = documentation
    }
  }

  /// A property, which never changes and cannot be set.
  public struct Property: Sendable {
    /// Its name.
    public var name: MemberName
    /// Its type.
    public var signature: Signature
    /// What it is.
    public var documentation: String

    /// Makes a property.
    public init(_ name: MemberName, _ signature: Signature, documentation: String = "") {
      self.name = name
      self.signature = signature
      self.documentation = documentation
    }
  }

  /// Its name.
  public var name: InterfaceName
  /// What it is for.
  public var documentation: String
  /// Its methods.
  public var methods: [Method]
  /// Its signals.
  public var signals: [Signal]
  /// Its properties.
  public var properties: [Property]

  /// Describes an interface.
  public init(
    _ name: InterfaceName, documentation: String = "", methods: [Method] = [], signals: [Signal] = [],
    properties: [Property] = []
  ) {
    self.name = name
    self.documentation = documentation
    self.methods = methods
    self.signals = signals
    self.properties = properties
  }
}
