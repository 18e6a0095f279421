// The command line: arguments → a command that can be run.

/// What the command line asks for.
struct Invocation {
  /// What is to be done.
  enum Command: Equatable {
    case help, version
    case showDue
    case show(app: String, all: Bool)
    case due(app: String?)
    case list
    case status(app: String)
    case complete(app: String)
    case skip(app: String?)
    case postpone(app: String, seconds: UInt32)
    case reset(app: String)
    case mute(app: String?, Bool)
    case check(files: [String])
    case preview(file: String, from: String?, locale: String?)
    case new(app: String)
    case run(app: String, command: [String])
    case monitor
    case greet
  }

  var command: Command
  /// Whether machines read the output.
  var isJSON = false
  /// Whether plain text is wanted on a terminal, too.
  var isPlain = false
  /// Whether introductions are left out of what is due.
  var isUpdatesOnly = false
  private static let values: Set<String> = ["--from", "--locale"]
  private static let flags: Set<String> = ["--json", "--all", "--plain", "--updates"]

  /// Reads arguments without the program's name. Throws wrong usage.
  init(_ arguments: some Sequence<String>) throws(Complaint) {
    var words: [String] = []
    var flags: Set<String> = []
    var values: [String: String] = [:]
    var areFlagsOver = false
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      if words.first == "run", words.count >= 2, !areFlagsOver {
        // What follows the app belongs to the command.
        areFlagsOver = true
        if argument != "--" { words.append(argument) }
      } else if areFlagsOver || !argument.hasPrefix("-") || argument == "-" {
        words.append(argument)
      } else if argument == "--" {
        areFlagsOver = true
      } else if argument == "--help" || argument == "-h" {
        command = .help
        return
      } else if argument == "--version" {
        command = .version
        return
      } else if Self.flags.contains(argument) {
        flags.insert(argument)
      } else if Self.values.contains(argument) {
        guard let value = rest.next() else { throw .usage("\(argument) needs a value behind it") }
        values[argument] = value
      } else {
        throw .usage("there is no option '\(argument)'")
      }
    }
    isJSON = flags.contains("--json")
    isPlain = flags.contains("--plain")
    isUpdatesOnly = flags.contains("--updates")
    command = try Self.command(words.first, Array(words.dropFirst()), all: flags.contains("--all"))
    if isUpdatesOnly, command != .showDue, command != .due(app: nil) {
      throw .usage("--updates goes with walkthrough and due, without an app")
    }
    if case .preview(let file, _, _) = command {
      command = .preview(file: file, from: values["--from"], locale: values["--locale"])
    } else if !values.isEmpty {
      throw .usage("--from and --locale go with preview")
    }
  }

  private static func command(
    _ name: String?, _ operands: [String], all: Bool
  ) throws(Complaint) -> Command {
    /// Takes the operands there must be, and those there may be.
    func take(_ names: String..., optional: Bool = false) throws(Complaint) -> [String] {
      let form = names.map { optional ? "[\($0)]" : $0 }.joined(separator: " ")
      let counts = optional ? 0...names.count : names.count...names.count
      guard counts.contains(operands.count) else {
        throw .usage("it is used as: walkthrough \(name ?? "") \(form)")
      }
      return operands
    }
    if all, name != "show", name != "skip" { throw .usage("--all goes with show and skip") }
    switch name {
    case nil: return .showDue
    case "show": return .show(app: try take("APP")[0], all: all)
    case "due": return .due(app: try take("APP", optional: true).first)
    case "list":
      _ = try take()
      return .list
    case "status": return .status(app: try take("APP")[0])
    case "complete": return .complete(app: try take("APP")[0])
    case "skip":
      guard all else { return .skip(app: try take("APP")[0]) }
      _ = try take()
      return .skip(app: nil)
    case "postpone":
      let operands = try take("APP", "TIME")
      return .postpone(app: operands[0], seconds: try seconds(operands[1]))
    case "reset": return .reset(app: try take("APP")[0])
    case "off": return .mute(app: try take("APP", optional: true).first, true)
    case "on": return .mute(app: try take("APP", optional: true).first, false)
    case "check":
      guard !operands.isEmpty else { throw .usage("it is used as: walkthrough check FILE...") }
      return .check(files: operands)
    case "preview": return .preview(file: try take("FILE")[0], from: nil, locale: nil)
    case "new": return .new(app: try take("APP")[0])
    case "run":
      guard operands.count >= 2 else { throw .usage("it is used as: walkthrough run APP [--] COMMAND…") }
      return .run(app: operands[0], command: Array(operands.dropFirst()))
    case "monitor":
      _ = try take()
      return .monitor
    case "greet":
      _ = try take()
      return .greet
    case let name?: throw .usage("there is no command '\(name)'")
    }
  }

  /// Seconds, or a number with m, h or d.
  private static func seconds(_ text: String) throws(Complaint) -> UInt32 {
    let units: [Character: UInt32] = ["m": 60, "h": 3_600, "d": 86_400]
    let unit = text.last.flatMap { units[$0] }
    let digits = unit == nil ? text[...] : text.dropLast()
    guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = UInt32(digits) else {
      throw .usage("'\(text)' is no time: seconds are wanted, or a number with m, h or d, as 2h")
    }
    let (seconds, isTooLong) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !isTooLong else { throw .usage("'\(text)' is longer than 136 years") }
    return seconds
  }
}

/// What `--help` says.
let help = """
  Usage: walkthrough [COMMAND] [--json]

  Shows what apps have to say to those who are new to them, or to a new version.

    walkthrough               shows what is due
    show APP [--all]          shows what is due of one app; --all: everything, again
    due [APP]                 is it due? without APP: lists what is
    list                      lists the apps known
    status APP                says why the answer is what it is
    complete APP              remembers it as gone through
    skip APP, skip --all      remembers it as declined; --all: whatever is due
    postpone APP TIME         later: seconds, or a number with m, h or d; 0: now again
    reset APP                 forgets what was seen
    off [APP], on [APP]       shows nothing of it, or of any app; shows it again
    run APP [--] COMMAND...   shows what is due of one app, then becomes the command
    monitor                   prints what changes, as it does
    greet                     for the start of a session: tells in one notification, or on a
                              text console in one line, which apps have something new

  For authors of apps:

    new APP                   writes a manifest to begin with, APP.json
    check FILE...             says what is wrong with manifests and AppStream metainfo
    preview FILE              shows a manifest to you as to somebody new; --from VERSION: as to
                              somebody who saw that version; --locale LOCALE: in that language

    --json                    prints JSON; show and due print pages or ids, and nothing is asked
    --updates                 of what is due, only what is new: no introductions
    --plain                   asks line by line, without a full screen, as for a screen reader;
                              so do ACCESSIBLE=1 and TERM=dumb in the environment
    --help, --version

  APP is the id of an app's desktop file, as org.gimp.GIMP.

  Exit status: 0 done, shown or due; 1 not due, nothing to show, or a file with
  mistakes; 2 trouble; 3 no service; 64 wrong usage. run ends as its command does; 126
  where that cannot be started, 127 where it is not found. Off a terminal nothing is
  completed by showing.

  """
