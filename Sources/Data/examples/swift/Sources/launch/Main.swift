// What an app in Swift does when it starts: claims what is due, shows it, and reports.

import WalkthroughAsync

@main struct Main {
  static func main() async {
    let app = CommandLine.arguments.dropFirst().first ?? "org.example.Editor"
    // Without a service there is nothing to show, whatever the reason is.
    guard let client = try? AsyncClient(timeoutMilliseconds: 1_000) else { return }
    // Nil, too, where nothing is due, or another window shows it.
    guard let walkthrough = try? await client.claim(app) else { return }
    do {
      // The version is the one that claim gave: what an update brings meanwhile stays due.
      if show(walkthrough) {
        try await client.complete(app, version: walkthrough.version)
      } else {
        try await client.skip(app, version: walkthrough.version)
      }
    } catch {
      print("The walkthrough will be shown again: \(error)")
    }
  }

  /// Shows the pages; a real app has a dialog here. True where the person went through them.
  static func show(_ walkthrough: Walkthrough) -> Bool {
    print("\(walkthrough.name) \(walkthrough.version): \(walkthrough.kind.rawValue)")
    // The body is CommonMark. A picture's path is in `image`, its text in `imageDescription`.
    for page in walkthrough.pages { print("- \(page.title)\n\(page.body)") }
    return true
  }
}
