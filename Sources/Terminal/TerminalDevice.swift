// What a descriptor says about the terminal behind it.

import CLinux
import Presenter

/// Whether there is a terminal behind a descriptor.
package func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

/// The size of the terminal behind a descriptor; nil where there is none, or it does not know.
package func windowSize(of descriptor: Int32) -> WindowSize? {
  var size = winsize()
  guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
  return WindowSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
}

/// The size of a character in pixels; nil where the terminal does not tell.
func characterSize(of descriptor: Int32) -> PixelSize? {
  var size = winsize()
  guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0,
    size.ws_xpixel >= size.ws_col, size.ws_ypixel >= size.ws_row
  else { return nil }
  return PixelSize(width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
}
