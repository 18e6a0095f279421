// What both clients ask, and how an answer is read.

internal import CLinux
package import WalkthroughDBus
package import WalkthroughInterface
package import WalkthroughModel

/// A call of the service and what its reply means.
package struct Question<Answer: Sendable> {
  private let request: Request
  private let read: (inout ArgumentReader) throws(DBusError) -> Answer

  private init(_ request: Request, _ read: @escaping (inout ArgumentReader) throws(DBusError) -> Answer) {
    self.request = request
    self.read = read
  }

  /// The call, to be sent.
  package var call: OutgoingCall {
    let (method, arguments) = request.call
    return OutgoingCall(
      WalkthroughInterface.busName, WalkthroughInterface.path, WalkthroughInterface.name, method.member,
      arguments)
  }

  /// What a reply says.
  package func answer(in reply: Message) throws(DBusError) -> Answer {
    var arguments = reply.arguments
    return try read(&arguments)
  }
}

extension Question<Void> {
  /// A report, which has no answer.
  package static func tell(_ request: Request) -> Self { Question(request) { (_) throws(DBusError) in } }
}

extension Question<Bool> {
  package static func shouldShow(_ app: String) -> Self {
    Question(.shouldShow(app: app)) { (reply) throws(DBusError) in try reply.bool() }
  }
}

extension Question<Walkthrough> {
  package static func pages(_ app: String, _ locale: LocalePreference) -> Self {
    Question(.pages(app: app, locale: locale.text), walkthrough)
  }

  package static func allPages(_ app: String, _ locale: LocalePreference) -> Self {
    Question(.allPages(app: app, locale: locale.text), walkthrough)
  }
}

extension Question<Walkthrough?> {
  package static func claim(_ app: String, _ locale: LocalePreference) -> Self {
    Question(.claim(app: app, locale: locale.text)) { (reply) throws(DBusError) in
      let isGranted = try reply.bool()
      let claimed = try walkthrough(&reply)
      return isGranted ? claimed : nil
    }
  }
}

extension Question<AppStatus> {
  package static func status(_ app: String) -> Self {
    Question(.status(app: app)) { (reply) throws(DBusError) in AppStatus(try reply.fields()) }
  }
}

extension Question<[AppSummary]> {
  package static var list: Self {
    Question(.list) { (reply) throws(DBusError) in try reply.fieldsList().map(AppSummary.init) }
  }
}

extension Question<[String]> {
  package static var listDue: Self { Question(.listDue) { (reply) throws(DBusError) in try reply.strings() } }
}

private func walkthrough(_ reply: inout ArgumentReader) throws(DBusError) -> Walkthrough {
  Walkthrough(try reply.fields(), pages: try reply.fieldsList())
}

extension MatchRule {
  /// The signal that some answer may be another now.
  package static let changed = MatchRule(
    WalkthroughInterface.busName, WalkthroughInterface.path, WalkthroughInterface.name,
    WalkthroughInterface.changed)
}

/// A variable of this process's environment.
public func processEnvironment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
