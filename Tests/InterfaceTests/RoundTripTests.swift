// Calls and replies as they travel in a message, and what the object says of itself, against a kept copy.

import Foundation
import Testing
import WalkthroughInterface
import WalkthroughModel

@testable import WalkthroughDBus

@Suite("Over the bus") struct RoundTripTests {
  /// The contract's reasons, in its order.
  static let reasons = [
    "unknown", "invalid", "hidden", "policy", "none", "postponed", "claimed", "introduction", "update",
  ]

  static let requests: [Request] = [
    .shouldShow(app: "org.example.App"), .pages(app: "a", locale: "de:en"),
    .complete(app: "a", version: "2.0"), .skip(app: "a", version: ""), .postpone(app: "a", seconds: .max),
    .claim(app: "ä\u{1F680}", locale: ""), .release(app: "a"), .allPages(app: "a", locale: "zh_CN"),
    .reset(app: "a"), .mute(app: "", true), .mute(app: "a", false), .status(app: "a"), .list, .listDue,
  ]

  private func message(_ method: Method, _ arguments: [Value]) throws -> Message {
    let message = Message.call(
      OutgoingCall(
        WalkthroughInterface.busName, WalkthroughInterface.path, WalkthroughInterface.name, method.member))
    try message.append(arguments)
    return message
  }

  @Test("each request is read as it was sent, by the types that the method takes", arguments: requests)
  func request(_ request: Request) throws {
    let (method, arguments) = request.call
    let message = try message(method, arguments)
    #expect(message.member == method.rawValue)
    #expect(message.signature == method.description.inputSignature)
    #expect(try Request(method, of: message) == request)
  }

  @Test("there is a request of every method") func coverage() {
    #expect(Set(Self.requests.map(\.call.method)) == Set(Method.allCases))
  }

  @Test("a request that lacks arguments is refused", arguments: requests)
  func missing(_ request: Request) throws {
    let (method, arguments) = request.call
    guard !arguments.isEmpty else { return }
    let message = try message(method, arguments.dropLast())
    let error = #expect(throws: DBusError.self) { try Request(method, of: message) }
    #expect(error?.name == .invalidArgs)
  }

  @Test("replies keep their types and values on the way") func replies() throws {
    var walkthrough = Walkthrough(appID: "a", name: "Ä", version: "1", kind: .introduction, locale: "de")
    for button in Walkthrough.Button.allCases { walkthrough.labels[button] = button.rawValue.uppercased() }
    var page = WalkthroughPage(id: "p", title: "T")
    page.body = "- **x**\n- `y`"
    page.image = "/i.png"
    page.linkURL = "https://example.org"
    walkthrough.pages = [page, WalkthroughPage(id: "q", title: "")]
    var status = AppStatus(reason: .postponed, appID: "a", name: "A")
    status.outcome = .completed
    status.changed = Instant(unixSeconds: -1)
    status.postponedUntil = Instant(unixSeconds: .max)
    let reasons = Self.reasons.compactMap(Reason.init)
    #expect(reasons.count == Self.reasons.count)
    let list = reasons.map { AppSummary(appID: "a", name: "", installed: "", reason: $0) }
    let sent = try message(
      .list, walkthrough.values + [.fields(status.fields), .fieldsList(list.map(\.fields))])
    #expect(sent.signature == "a{sv}aa{sv}a{sv}aa{sv}")
    var read = sent.arguments
    #expect(Walkthrough(try read.fields(), pages: try read.fieldsList()) == walkthrough)
    #expect(AppStatus(try read.fields()) == status)
    let summaries = try read.fieldsList()
    #expect(summaries.map(AppSummary.init) == list)
    let due = summaries.filter { $0["due"] == .bool(true) }
    #expect(due.map { $0["reason"] } == [.string("introduction"), .string("update")])
  }

  @Test("fields have the contract's names, and those that do not apply are missing") func names() {
    func names(_ value: Value) -> [String] { value.asFields?.pairs.map(\.name) ?? [] }
    let plain = Walkthrough(appID: "a", name: "A", version: "1", kind: .none, locale: "en")
    #expect(names(plain.values[0]) == ["app-id", "name", "version", "kind", "locale"])
    #expect(plain.values[1] == .fieldsList([]))
    let status = AppStatus(reason: .unknown, appID: "a", name: "a")
    #expect(names(.fields(status.fields)) == ["reason", "app-id", "name", "installed", "source"])
    let summary = AppSummary(appID: "a", name: "A", installed: "", reason: .invalid)
    #expect(names(.fields(summary.fields)) == ["app-id", "name", "installed", "due", "reason"])
  }

  @Test("introspection is the kept copy, which authors generate code from") func introspection() throws {
    let interfaces = [WalkthroughInterface.description] + InterfaceDescription.standard
    let text = IntrospectionXML(interfaces: interfaces).text
    let copy =
      #filePath.replacing("InterfaceTests/RoundTripTests.swift", with: "")
      + "Fixtures/org.walkthroughd.Walkthrough1.xml"
    #expect(text == (try String(contentsOfFile: copy, encoding: .utf8)))
  }
}
