// The arguments of this process. Embedded Swift has no `CommandLine`.

import CLinux

extension System {
  /// What the process was started with, its own name first (proc_pid_cmdline(5)).
  package func arguments() -> [String] {
    let path = "/proc/self/cmdline"
    guard let file = try? open(path, O_RDONLY),
      let bytes = try? read(file, at: path, expecting: 4095, limit: .max - 1)
    else { return [] }
    // Each ends with a null.
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
