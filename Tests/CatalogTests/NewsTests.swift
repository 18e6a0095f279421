// From events to what is looked at, without a disk.

import Testing

@testable import Catalog

@Suite struct NewsTests {
  @Test(
    arguments: [
      ([.some(["a"]), .some(["b"])], .some(["a", "b"])), ([.some(["a"]), .all], .all),
      ([.all, .some(["a"])], .all),
      ([.known, .known], .known), ([.known, .some(["a"])], .all), ([.some([]), .known], .all),
      ([.known, .all], .all),
    ] as [([News.Names], News.Names)])
  func ofOneDirectoryAreJoined(_ names: [News.Names], _ expected: News.Names) {
    var news = News()
    for name in names { news.add(name, in: "d") }
    #expect(news["d"] == expected)
    var other = News()
    for name in names.reversed() { other.add(name, in: "d") }
    #expect(other == news)
  }

  @Test func ofOthersAreApart() {
    var news = News()
    #expect(news.isEmpty)
    news.add(.some(["a"]), in: "d")
    var more = News()
    more.add(.known, in: "e")
    news.add(more)
    #expect(news["d"] == .some(["a"]) && news["e"] == .known && news["f"] == nil)
  }
}

@Suite struct BurstTests {
  @Test func aSingleChangeWaitsShortlyAndABurstForItsEnd() {
    var burst = Burst()
    #expect(burst.delay(at: 1_000) == 100)
    #expect(burst.delay(at: 1_010) == 100)
    #expect(burst.delay(at: 1_500) == 400)
    #expect(burst.delay(at: 5_999) == 400)
    // A burst that does not end is looked at all the same.
    #expect(burst.delay(at: 6_000) == nil)
    burst = Burst()
    #expect(burst.delay(at: 6_001) == 100)
  }
}
