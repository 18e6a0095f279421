// What a descriptor says about the terminal behind it.

import Glibc

/// The size of a terminal, in characters.
package struct WindowSize: Equatable, Sendable {
  package let columns: Int
  package let rows: Int
}

/// Whether there is a terminal behind a descriptor.
package func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

/// The size of the terminal behind a descriptor; nil where there is none, or it does not know.
package func windowSize(of descriptor: Int32) -> WindowSize? {
  var size = winsize()
  guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
  return WindowSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
}
