// A system call of the loop that failed.

import CLinux

/// A system call that failed, and its errno.
public struct EventLoopError: Error, Equatable, CustomStringConvertible {
  /// The call's name.
  public let call: String
  /// Its errno.
  public let code: Int32

  /// For a person.
  public var description: String { "\(call): \(String(cString: strerror(code)))" }

  /// Makes a call and gives its result; a negative one is thrown as the error it stands for.
  static func check(_ name: String, _ call: () -> Int32) throws(EventLoopError) -> Int32 {
    let result = call()
    guard result < 0 else { return result }
    throw EventLoopError(call: name, code: errno)
  }
}
