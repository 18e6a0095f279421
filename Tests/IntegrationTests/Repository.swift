// What lies in the repository beside the code, and what a machine may have.

import Glibc
import TestSupport

/// The files of this package.
enum Repository {
  /// Its directory.
  static let path = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

  /// The text of a file.
  static func read(_ name: String) throws -> String {
    let result = try ChildProcess.run("/bin/cat", ["\(path)/\(name)"])
    guard result.status == 0 else { throw TestFailure(result.errors) }
    return result.output
  }
}

/// Whether all of these paths are there.
func isInstalled(_ paths: String...) -> Bool { paths.allSatisfy { access($0, F_OK) == 0 } }
