// A point in time, and its RFC 3339 spelling.

/// A point in time, in whole seconds of unix time.
public struct Instant: Comparable, Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public var unixSeconds: Int64

  /// Makes an instant from unix time in seconds.
  public init(unixSeconds: Int64) { self.unixSeconds = unixSeconds }

  /// Reads RFC 3339 (`2026-11-30T02:22:00Z`, any offset, fractions of a second dropped); nil where it is not.
  public init?(rfc3339 text: String) {
    var reader = TimeReader(rest: text.utf8[...])
    guard let year = reader.number(4, in: 1...9999), reader.take("-"),
      let month = reader.number(2, in: 1...12), reader.take("-"),
      let day = reader.number(2, in: 1...Self.days(inMonth: month, of: year)), reader.take("T", "t"),
      let hour = reader.number(2, in: 0...23), reader.take(":"),
      let minute = reader.number(2, in: 0...59), reader.take(":"),
      // A leap second is the first of the next minute, as in unix time.
      let second = reader.number(2, in: 0...60), reader.skipFraction(),
      let offset = reader.offset(), reader.rest.isEmpty
    else { return nil }
    let days = Self.days(beforeYear: year) + Self.days(beforeMonth: month, of: year) + day - 1 - Self.epoch
    unixSeconds = days * Self.day + hour * 3600 + minute * 60 + second - offset
  }

  /// The time in UTC by RFC 3339, in whole seconds; times outside the years 0001 to 9999 are the nearest in them.
  public var rfc3339: String {
    let first = -Self.epoch * Self.day
    let last = (Self.days(beforeYear: 10000) - Self.epoch) * Self.day - 1
    let seconds = min(max(unixSeconds, first), last) - first
    let (days, time) = seconds.quotientAndRemainder(dividingBy: Self.day)

    // No year is longer than 366 days, so this is never too late, and at most a few years early.
    var year = days / 366 + 1
    while Self.days(beforeYear: year + 1) <= days { year += 1 }
    let dayOfYear = days - Self.days(beforeYear: year)
    var month: Int64 = 12
    while Self.days(beforeMonth: month, of: year) > dayOfYear { month -= 1 }
    let day = dayOfYear - Self.days(beforeMonth: month, of: year) + 1
    return "\(padded(year, 4))-\(padded(month))-\(padded(day))"
      + "T\(padded(time / 3600)):\(padded(time / 60 % 60)):\(padded(time % 60))Z"
  }

  /// Earlier.
  public static func < (left: Instant, right: Instant) -> Bool { left.unixSeconds < right.unixSeconds }

  /// That many seconds later, or the last instant there is.
  public func adding(seconds: Int64) -> Instant {
    let (sum, overflow) = unixSeconds.addingReportingOverflow(seconds)
    return Instant(unixSeconds: overflow ? (seconds < 0 ? .min : .max) : sum)
  }
}

// The Gregorian calendar, in days since 0001-01-01.
extension Instant {
  /// Seconds in a day.
  private static let day: Int64 = 86400
  /// The day of 1970-01-01.
  private static let epoch = days(beforeYear: 1970)

  private static func days(beforeYear year: Int64) -> Int64 {
    let years = year - 1
    return years * 365 + years / 4 - years / 100 + years / 400
  }

  private static func days(beforeMonth month: Int64, of year: Int64) -> Int64 {
    (1..<month).reduce(0) { $0 + days(inMonth: $1, of: year) }
  }

  private static func days(inMonth month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: days(beforeYear: year + 1) - days(beforeYear: year) - 337
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

private func padded(_ number: Int64, _ width: Int = 2) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

/// Takes the parts of a time off the front of a text.
private struct TimeReader {
  var rest: Substring.UTF8View

  /// A number of exactly so many digits.
  mutating func number(_ digits: Int, in range: ClosedRange<Int64>) -> Int64? {
    let text = rest.prefix(digits)
    guard text.count == digits, text.allSatisfy(Self.isDigit), let number = Int64(Substring(text)) else {
      return nil
    }
    rest = rest.dropFirst(digits)
    return range.contains(number) ? number : nil
  }

  /// Whether one of these came next; it is taken.
  mutating func take(_ bytes: Unicode.Scalar...) -> Bool {
    guard let first = rest.first, bytes.contains(Unicode.Scalar(first)) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Whether there was no fraction of a second, or a whole one, which is taken.
  mutating func skipFraction() -> Bool {
    guard take(".") else { return true }
    let digits = rest.prefix(while: Self.isDigit)
    rest = rest.dropFirst(digits.count)
    return !digits.isEmpty
  }

  /// Seconds east of UTC.
  mutating func offset() -> Int64? {
    if take("Z", "z") { return 0 }
    let isWest = rest.first == UInt8(ascii: "-")
    guard take("+", "-"), let hours = number(2, in: 0...23), take(":"), let minutes = number(2, in: 0...59)
    else { return nil }
    return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
