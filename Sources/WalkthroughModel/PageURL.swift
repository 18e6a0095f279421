// Which addresses a page may lead to.

/// Whether a page may link there: `https`, `http`, `help` or `man`, in any case (RFC 3986, 3.1), with something
/// behind the colon.
public func isPageURL(_ text: String) -> Bool {
  guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
  guard text.utf8.index(after: colon) < text.utf8.endIndex else { return false }
  return ["https", "http", "help", "man"].contains(text[..<colon].lowercased())
}
