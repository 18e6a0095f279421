// A directory that lasts as long as its owner.

import Glibc

/// A fresh empty directory, removed with all its content when nobody holds it.
public final class TemporaryDirectory {
  /// Its absolute path.
  public let path: String

  /// Makes one below the system's temporary directory.
  public init() throws {
    var template = Array("/tmp/walkthrough-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TestFailure("mkdtemp: \(String(cString: strerror(errno)))") }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  deinit { Self.removeTree(path) }

  /// The path of a file in it.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file in it, and the directories on the way, and gives its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// Writes a file in it, and the directories on the way, and gives its path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    let path = file(name)
    for (place, character) in zip(path.indices, path) where character == "/" {
      mkdir(String(path[..<place]), 0o755)
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw TestFailure("cannot write \(path): \(String(cString: strerror(errno)))")
    }
    return path
  }

  private static func removeTree(_ path: String) {
    // Fails for a directory only; a link is removed, not followed.
    guard unlink(path) != 0, let directory = opendir(path) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { removeTree(path + "/" + name) }
    }
    closedir(directory)
    rmdir(path)
  }
}

/// The surroundings of a test failed.
public struct TestFailure: Error, CustomStringConvertible {
  /// What failed.
  public let description: String

  /// Says what failed.
  public init(_ description: String) { self.description = description }
}
