// The interface as a whole: its names, and the description from which dispatch and introspection come.

public import WalkthroughDBus

/// The names of `org.walkthroughd.Walkthrough1`.
public enum WalkthroughInterface {
  /// The service's name on the bus.
  public static let busName: BusName = "org.walkthroughd.Walkthrough1"
  /// The object.
  public static let path: ObjectPath = "/org/walkthroughd/Walkthrough1"
  /// The interface.
  public static let name: InterfaceName = "org.walkthroughd.Walkthrough1"
  /// The signal that some answer may be another now.
  public static let changed: MemberName = "Changed"

  /// The version of this software.
  public static let version = "1.0.0"

  /// The values of the properties.
  public static let properties: [MemberName: Value] = ["Version": .string(version)]

  /// The description of everything on the object.
  public static let description = InterfaceDescription(
    name,
    documentation: """
      Tells whether a person should now see a walkthrough of an app, hands out its pages, and remembers what the \
      person has seen. An app asks with ShouldShow or Claim when it starts, and reports with Complete, Skip or \
      Postpone. App ids are those of the app's desktop or metainfo file, with or without ".desktop".
      """,
    methods: Method.allCases.map { $0.description },
    signals: [
      .init(
        changed,
        documentation: """
          Some answer may be another now: ask again. Says nothing else, because a broadcast reaches sandboxed \
          apps, too.
          """)
    ],
    properties: [.init("Version", "s", documentation: "The version of the service.")])
}
