// A small file kept parsed in memory, and read again when it is another one or was changed.

import System

/// A parsed file that another session, or an administrator, may replace at any time.
final class CachedFile<Value> {
  /// What was found.
  enum State {
    case absent
    /// Behind a pointer, for a state is handed around with every question.
    indirect case value(Value)
    case damaged(String)
    /// It cannot be read, or only by a newer version.
    case unreadable(String)
  }

  let path: String
  private let system: System
  private let limit: Int
  private let parse: ([UInt8]) throws(FormatFailure) -> Value
  private var last: (identity: FileIdentity, state: State)?
  /// What was found last, as long as somebody watches the file and has not said that it may be another.
  private var known: State?

  /// Whether somebody watches the file, and will call `forget` when it may be another.
  var isWatched = false { didSet { if isWatched != oldValue { known = nil } } }

  init(
    _ path: String, system: System, limit: Int, parse: @escaping ([UInt8]) throws(FormatFailure) -> Value
  ) {
    self.path = path
    self.system = system
    self.limit = limit
    self.parse = parse
  }

  /// The file as it is now.
  var current: State {
    if let known { return known }
    let state = look()
    // A problem of the disk may pass without a word.
    if case .unreadable = state {} else if isWatched { known = state }
    return state
  }

  private func look() -> State {
    do throws(SystemError) {
      let identity = try system.identity(of: path)
      if let last, last.identity == identity { return last.state }
    } catch  where error.isAbsence {
      last = nil
      return .absent
    } catch {
      return .unreadable(error.description)
    }
    return read()
  }

  /// Forgets what was read, so that the next look reads the file.
  func forget() {
    last = nil
    known = nil
  }

  private func read() -> State {
    do throws(FileFailure) {
      let content = try system.readFile(path, limit: limit)
      let state = state(of: content.bytes)
      last = (content.identity, state)
      return state
    } catch {
      switch error {
      case .absent: return .absent
      case .notRegular: return .unreadable("\(path): not a regular file")
      case .tooLarge(let limit): return .damaged("\(path): more than \(limit) bytes")
      case .system(let error): return .unreadable(error.description)
      }
    }
  }

  private func state(of bytes: [UInt8]) -> State {
    do throws(FormatFailure) { return .value(try parse(bytes)) } catch {
      switch error {
      case .damaged(let problem): return .damaged("\(path):\(problem)")
      case .newer(let format): return .unreadable("\(path): written by a newer version (format \(format))")
      }
    }
  }
}
