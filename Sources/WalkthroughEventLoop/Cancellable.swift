// What every registration gives back.

/// Something that was asked for and can be called off. Letting go of it does not call it off.
public final class Cancellable {
  private var undo: (() -> Void)?

  /// Makes one of what calls it off.
  public init(_ undo: @escaping () -> Void) { self.undo = undo }

  /// Calls it off: nothing of it runs any more, not even what is already due. A second time does nothing.
  public func cancel() {
    let undo = undo
    self.undo = nil
    undo?()
  }
}
