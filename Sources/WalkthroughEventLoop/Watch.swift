// A descriptor the loop looks at.

import CLinux

/// What a descriptor is ready for.
public struct Readiness: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Of bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Something can be read, or the end of it.
  public static let read = Readiness(rawValue: EPOLLIN.rawValue)
  /// Something can be written.
  public static let write = Readiness(rawValue: EPOLLOUT.rawValue)
  /// Something out of the ordinary happened, as poll(2) says; for some files of proc(5) that they changed.
  public static let priority = Readiness(rawValue: EPOLLPRI.rawValue)
  /// The other side is gone, or an error waits. Reported whatever the interest is, as long as there is any.
  public static let hangup = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
}

/// A descriptor the loop looks at. The descriptor stays its owner's, who cancels the watch before closing it.
public final class Watch {
  /// The descriptor.
  public let descriptor: Int32
  /// What is waited for; empty: nothing for now. Can be changed at any time, also from a callback.
  public var interest: Readiness {
    didSet { if interest != oldValue { loop?.interestChanged(in: self) } }
  }

  let handler: (Readiness) -> Void
  /// Nil once it is cancelled, or the loop gone.
  private(set) unowned(unsafe) var loop: EventLoop?

  init(_ descriptor: Int32, interest: Readiness, loop: EventLoop, handler: @escaping (Readiness) -> Void) {
    self.descriptor = descriptor
    self.interest = interest
    self.loop = loop
    self.handler = handler
  }

  /// Ends it: the handler is not called again. A second time does nothing.
  public func cancel() {
    loop?.remove(self)
    loop = nil
  }

  func loopIsGone() { loop = nil }
}
