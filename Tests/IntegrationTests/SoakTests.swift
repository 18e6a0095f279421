// The short form of each trial of Tests/soak.

import Glibc
import TestSupport
import Testing

private let script = "\(#filePath)".replacingLastComponents(2, with: "Soak/soak.py")

@Suite(
  .enabled(if: access("/usr/bin/python3", X_OK) == 0 && access(script, R_OK) == 0, "python3 is not installed")
)
struct SoakTests {
  @Test(arguments: ["wild", "plain", "kills", "connections", "silent", "malformed"])
  func whatIsPromisedHolds(_ trial: String) throws {
    let result = try ChildProcess.run(
      "/usr/bin/python3", ["-B", script, "--short", "--programs", Session.programs, trial],
      environment: ["PATH": "/usr/bin:/bin"], within: 300)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }
}

extension String {
  /// A path with so many components at its end replaced.
  fileprivate func replacingLastComponents(_ count: Int, with end: String) -> String {
    split(separator: "/", omittingEmptySubsequences: false).dropLast(count).joined(separator: "/") + "/" + end
  }
}
