// Looking at a whole search path at once, as a daemon does in its first idle moments.

@testable import Catalog

extension Catalog {
  /// Looks at everything again, and reads what is another than before.
  func scan() {
    findFolders()
    var news = News()
    for place in watched { news.add(.all, in: place.directory) }
    _ = look(at: news)
    while readPending(while: { true }) {}
  }
}
