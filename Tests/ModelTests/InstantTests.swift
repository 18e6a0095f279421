// Times and their RFC 3339 spelling.

import Testing
import WalkthroughModel

@Suite struct InstantTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0),
      ("1969-12-31T23:59:59Z", -1),
      ("2026-11-30T02:22:00Z", 1_796_005_320),
      ("2000-02-29T12:00:00Z", 951_825_600),
      ("2001-03-01T00:00:00Z", 983_404_800),
      ("2038-01-19T03:14:08Z", 2_147_483_648),
      ("1900-03-01T00:00:00Z", -2_203_891_200),
      ("0001-01-01T00:00:00Z", -62_135_596_800),
      ("9999-12-31T23:59:59Z", 253_402_300_799),
    ] as [(String, Int64)])
  func bothWays(_ text: String, _ seconds: Int64) {
    #expect(Instant(rfc3339: text)?.unixSeconds == seconds)
    #expect(Instant(unixSeconds: seconds).rfc3339 == text)
  }

  @Test(arguments: [
    ("2026-11-30t02:22:00z", "2026-11-30T02:22:00Z"),
    ("2026-11-30T02:22:00.999999999999Z", "2026-11-30T02:22:00Z"),
    ("1969-12-31T23:59:58.5Z", "1969-12-31T23:59:58Z"),
    ("2026-11-30T02:22:00+00:00", "2026-11-30T02:22:00Z"),
    ("2026-11-30T02:22:00-00:00", "2026-11-30T02:22:00Z"),
    ("2026-11-30T02:22:00+05:30", "2026-11-29T20:52:00Z"),
    ("2026-12-31T20:00:00.25-08:00", "2027-01-01T04:00:00Z"),
    ("2026-11-30T02:22:00+23:59", "2026-11-29T02:23:00Z"),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
    ("1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00Z"),
    ("0001-01-01T00:00:00+01:00", "0001-01-01T00:00:00Z"),
    ("9999-12-31T23:59:60Z", "9999-12-31T23:59:59Z"),
  ])
  func otherSpellings(_ text: String, _ expected: String) {
    #expect(Instant(rfc3339: text)?.rfc3339 == expected)
  }

  @Test(arguments: [
    "", "2026-11-30", "2026-11-30T02:22:00", "2026-11-30T02:22Z", "2026-11-30 02:22:00Z",
    " 2026-11-30T02:22:00Z",
    "2026-11-30T02:22:00Z ", "2026-11-30T02:22:00ZZ", "2026-11-30T02:22:00.Z", "2026-11-30T02:22:00,5Z",
    "2026-11-30T02:22:00+0530", "2026-11-30T02:22:00+05", "2026-11-30T02:22:00+24:00",
    "2026-11-30T02:22:00+05:60",
    "2026-11-30T02:22:00*05:00", "2026-11-30T24:00:00Z", "2026-11-30T02:60:00Z", "2026-11-30T02:22:61Z",
    "2026-00-30T02:22:00Z", "2026-13-30T02:22:00Z", "2026-11-00T02:22:00Z", "2026-11-31T02:22:00Z",
    "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-02-30T00:00:00Z", "2026-04-31T00:00:00Z",
    "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "+026-11-30T02:22:00Z", "-026-11-30T02:22:00Z",
    "2026-1-30T02:22:00Z", "2026-11-30T+2:22:00Z", "２026-11-30T02:22:00Z", "2026-11-30T02:22:00Z\0",
  ])
  func notATime(_ text: String) { #expect(Instant(rfc3339: text) == nil) }

  @Test(arguments: [
    (Int64.min, "0001-01-01T00:00:00Z"), (-62_135_596_801, "0001-01-01T00:00:00Z"),
    (253_402_300_800, "9999-12-31T23:59:59Z"), (.max, "9999-12-31T23:59:59Z"),
  ])
  func outsideTheCalendar(_ seconds: Int64, _ expected: String) {
    #expect(Instant(unixSeconds: seconds).rfc3339 == expected)
  }

  /// A century's turn with two years behind it, by the day (since 1970) before it: common, leap and common ones.
  @Test(arguments: [-25_568, 10_956, 47_481] as [Int64])
  func everyDayComesBack(_ first: Int64) {
    let different = (first...first + 1500).map { Instant(unixSeconds: $0 * 86400 + 3661) }.filter {
      Instant(rfc3339: $0.rfc3339) != $0
    }
    #expect(different.isEmpty)
  }

  @Test func order() {
    #expect(Instant(unixSeconds: -1) < Instant(unixSeconds: 0))
    #expect(!(Instant(unixSeconds: 1) < Instant(unixSeconds: 1)))
  }

  @Test(
    arguments: [
      (0, 60, 60), (60, -61, -1), (.max, 1, .max), (.max - 1, 2, .max), (.min, -1, .min), (.min, 1, .min + 1),
    ] as [(Int64, Int64, Int64)])
  func adding(_ start: Int64, _ seconds: Int64, _ expected: Int64) {
    #expect(Instant(unixSeconds: start).adding(seconds: seconds).unixSeconds == expected)
  }
}
