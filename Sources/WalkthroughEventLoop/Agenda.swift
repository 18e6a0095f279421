// Actions in the order of the time they are due.

/// A list of timed actions, earliest first; equal times keep the order in which they came. Lists are short:
/// a sorted array does.
final class Agenda {
  private var entries: [(due: Int64, id: Int, action: () -> Void)] = []

  /// The time of the first action.
  var earliest: Int64? { entries.first?.due }

  func add(due: Int64, id: Int, action: @escaping () -> Void) {
    let place = entries.firstIndex { $0.due > due } ?? entries.endIndex
    entries.insert((due, id, action), at: place)
  }

  func remove(id: Int) { entries.removeAll { $0.id == id } }

  /// Takes out the next action that is due. Those with `newcomer` or a later id wait for another round, so
  /// that an action that asks for itself again cannot hold the loop.
  func takeNext(at now: Int64, before newcomer: Int) -> (() -> Void)? {
    let next = entries.firstIndex { $0.due <= now && $0.id < newcomer }
    return next.map { entries.remove(at: $0).action }
  }
}
