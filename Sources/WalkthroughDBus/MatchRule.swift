// Which signals a connection wants.

internal import CDBus

/// Describes signals.
public struct MatchRule: Sendable {
  /// Who sends them. A well-known name is the bus's to check.
  public var sender: BusName
  /// Which object.
  public var path: ObjectPath
  /// The signal's interface.
  public var interface: InterfaceName
  /// The signal.
  public var member: MemberName
  /// The first argument, where only signals with that one are wanted.
  public var argument: BusName?

  /// Describes signals.
  public init(
    _ sender: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
    argument: BusName? = nil
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
    self.argument = argument
  }

  /// As the bus wants it. None of the names can hold a quote.
  var text: String {
    "type='signal',sender='\(sender)',path='\(path)',interface='\(interface)',member='\(member)'"
      + (argument.map { ",arg0='\($0)'" } ?? "")
  }

  /// Whether a signal is meant. Anyone can send a signal to one connection alone, unasked, so what the bus was
  /// told is not enough.
  func matches(_ signal: Message) -> Bool {
    guard signal.has(member: member), signal.has(interface: interface), signal.has(path: path) else {
      return false
    }
    if sender.isSenderName, !signal.has(sender: sender) { return false }
    guard let argument else { return true }
    var arguments = signal.arguments
    return arguments.next()?.asString == argument.text
  }
}
