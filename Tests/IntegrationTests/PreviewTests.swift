// `walkthrough preview`: a manifest as its author's users will see it, by the real client and without a service.

import TestSupport
import Testing

@Suite struct PreviewTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(
      """
      {"format": 1, "id": "org.example.App", "name": "App", "version": "2.0", "pages": [
        {"id": "intro", "title": {"en": "Welcome", "de": "Willkommen"}, "body": "Hello",
         "image": "p.png", "alt": "A picture"},
        {"id": "a", "since": "1.5", "title": "Tabs"},
        {"id": "b", "since": "2.0", "title": "Themes"},
        {"id": "c", "since": "3.0", "title": "Tomorrow"}]}
      """, to: "org.example.App.json")
    try directory.write("png", to: "p.png")
  }

  private func preview(_ arguments: String..., file: String = "org.example.App.json") throws
    -> ChildProcess.Result
  {
    try ChildProcess.run(
      "\(Session.programs)/walkthrough", ["preview", directory.file(file)] + arguments,
      environment: ["LANG": "C"])
  }

  @Test(
    arguments: [
      ([], ["Welcome"], ["Tabs", "Themes", "Tomorrow"]),
      (["--locale", "de"], ["Willkommen"], ["Welcome", "Tabs"]),
      (["--from", "1.0"], ["Tabs", "Themes"], ["Welcome", "Tomorrow"]),
      (["--from", "1.5"], ["Themes"], ["Tabs", "Welcome"]),
    ] as [([String], [String], [String])])
  func showsWhatIsDue(_ options: [String], _ shown: [String], _ hidden: [String]) throws {
    let result = try ChildProcess.run(
      "\(Session.programs)/walkthrough", ["preview", directory.file("org.example.App.json")] + options,
      environment: ["LANG": "C"])
    #expect(result.status == 0)
    for title in shown { #expect(result.output.contains(title)) }
    for title in hidden { #expect(!result.output.contains(title)) }
  }

  @Test func saysWhereThereIsNothing() throws {
    let result = try preview("--from", "2.0")
    #expect(result.status == 1 && result.output == "")
    #expect(result.errors.contains("who saw 2.0"))
  }

  @Test func givesPicturesThatAreThere() throws {
    #expect(try preview("--json").output.contains("\"\(directory.file("p.png"))\""))
  }

  @Test func saysWhatIsWrong() throws {
    try directory.write("{\n  oops", to: "b.json")
    let broken = try preview(file: "b.json")
    #expect(broken.status == 2 && broken.errors.contains("b.json:2:3: "))
    let missing = try preview(file: "none.json")
    #expect(missing.status == 2 && missing.errors.contains("none.json: there is no such file"))
    #expect(try preview("--from", "x").status == 64)
    #expect(try preview("--from").status == 64)
  }
}
