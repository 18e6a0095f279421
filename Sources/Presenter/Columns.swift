// How many terminal columns text takes.

import CUTF8Proc

extension Character {
  /// The columns that a terminal gives it: 0, 1, 2, or more for clusters that terminals do not join.
  package var columns: Int {
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.properties.isEmoji, scalars.dropFirst().contains(where: { $0.makesEmojiWide }) { return 2 }
    // The vowels and tails of a Hangul syllable go into the block that its first consonant opens.
    return first.columns + scalars.dropFirst().reduce(0) { $0 + ($1.isHangulTail ? 0 : $1.columns) }
  }
}

extension StringProtocol {
  /// The columns that a terminal gives it on one line.
  package var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension Unicode.Scalar {
  fileprivate var columns: Int { Int(utf8proc_charwidth(Int32(bitPattern: value))) }

  /// Joiner, emoji presentation, skin tone, or the second letter of a flag.
  fileprivate var makesEmojiWide: Bool {
    switch value {
    case 0x200D, 0xFE0F, 0x1F3FB...0x1F3FF, 0x1F1E6...0x1F1FF: true
    default: false
    }
  }

  fileprivate var isHangulTail: Bool { (0x1160...0x11FF).contains(value) }
}
