// Hostile text made inert: whatever is printed has gone through one of these two functions.

/// The text without anything that a terminal obeys or that hides what is written: control characters show as
/// a symbol (`␛`), C1 as U+FFFD; bidi controls and invisible characters go. Newlines and tabs stay, CR LF and
/// the Unicode separators become a newline.
public func sanitized(_ text: String) -> String {
  var inert = String.UnicodeScalarView()
  var rest = text.unicodeScalars[...]
  while let scalar = rest.popFirst() {
    if scalar == "\r", rest.first == "\n" { continue }
    if let visible = scalar.inert { inert.append(visible) }
  }
  return String(inert)
}

/// `sanitized`, for where one line is wanted: newlines and tabs become spaces.
public func sanitizedLine(_ text: String) -> String {
  let spaced = sanitized(text).unicodeScalars.map { scalar -> Unicode.Scalar in
    scalar == "\n" || scalar == "\t" ? " " : scalar
  }
  return String(String.UnicodeScalarView(spaced))
}

extension Unicode.Scalar {
  /// What stands for it in safe text; nil: nothing.
  fileprivate var inert: Unicode.Scalar? {
    switch value {
    case 0x09, 0x0A: self
    case 0x00...0x1F: Unicode.Scalar(0x2400 + value)  // Control Pictures follow the order of C0.
    case 0x7F: "\u{2421}"
    case 0x80...0x9F: "\u{FFFD}"
    case 0x2028, 0x2029: "\n"
    case 0x00AD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0xFEFF: nil
    case 0x2060...0x206F, 0xFFF9...0xFFFB: nil  // Joiners, isolates, invisible operators, annotations.
    default: self
    }
  }
}
