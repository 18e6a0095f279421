// Policies: whose word counts, and for which apps.

// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import Testing
import WalkthroughModel

private let id = try! AppID("org.example.App")

private func file(_ general: PolicyRule = [:], locked: Bool = false, apps: [(String, PolicyRule)] = [])
  -> PolicyFile
{
  var file = PolicyFile()
  file.isLocked = locked
  file.general = general
  file.apps = apps.map { (PolicyPattern($0.0), $0.1) }
  return file
}

@Suite struct PolicyPatternTests {
  @Test(arguments: [
    ("org.example.App", true), ("org.example.App*", true), ("org.example.*", true), ("org*", true),
    ("*", true),
    ("org.example.Ap", false), ("org.example.App2", false), ("org.example.App2*", false), ("ORG.*", false),
    ("org.example.app", false), ("*.App", false), ("org.*.App", false), ("org.example.?pp", false),
    ("", false),
    ("**", false), ("org.example.App**", false),
  ])
  func matches(_ pattern: String, _ expected: Bool) {
    #expect(PolicyPattern(pattern).matches(id) == expected)
  }

  /// From closest to farthest, in whatever order the file has them.
  @Test func theClosestWins() {
    let patterns = [
      "org.example.App", "org.example.App*", "org.example.Ap*", "org.example.*", "org.*", "o*", "*",
    ]
    for (index, winner) in patterns.enumerated() {
      let apps = patterns[index...].map { ($0, [PolicyKey.updates: $0 == winner]) }
      for order in [apps, apps.reversed()] {
        #expect(file([.updates: false], apps: order).rule(for: id)[.updates] == true, "\(winner)")
      }
    }
  }

  @Test func eachKeyHasItsOwnPattern() {
    let policy = file(
      [.updates: false, .releaseNotes: true],
      apps: [
        ("org.*", [.updates: true, .introductions: false]), ("org.example.*", [.introductions: true]),
        ("org.example.App", [.releaseNotes: false]), ("com.*", [.introductions: false]),
      ])
    #expect(policy.rule(for: id) == [.updates: true, .introductions: true, .releaseNotes: false])
    #expect(policy.rule(for: try! AppID("net.x")) == [.updates: false, .releaseNotes: true])
    #expect(
      policy.rule(for: try! AppID("com.x")) == [.updates: false, .releaseNotes: true, .introductions: false])
  }
}

@Suite struct PolicyTests {
  @Test func whatIsNotSaidIsAllowed() {
    #expect(Policy().permissions(for: id) == .everything)
    let policy = Policy(
      administrator: file([.updates: true], locked: true), person: file([.introductions: true]))
    #expect(policy.permissions(for: id) == .everything)
  }

  /// What each of the two says (nil: nothing), whether it is locked, and what then holds.
  @Test(
    arguments: [
      (nil, nil, false, true), (nil, true, false, true), (nil, false, false, false),
      (true, nil, false, true), (true, true, false, true), (true, false, false, false),
      (false, nil, false, false), (false, true, false, true), (false, false, false, false),
      (nil, nil, true, true), (nil, true, true, true), (nil, false, true, false),
      (true, nil, true, true), (true, true, true, true), (true, false, true, false),
      (false, nil, true, false), (false, true, true, false), (false, false, true, false),
    ] as [(Bool?, Bool?, Bool, Bool)])
  func whoseWordCounts(_ theirs: Bool?, _ own: Bool?, _ locked: Bool, _ expected: Bool) {
    func word(_ value: Bool?, _ key: PolicyKey) -> PolicyRule { value.map { [key: $0] } ?? [:] }
    for key in PolicyKey.allCases {
      // Said in general or of the app: each file gives its answer by itself first.
      for (administrators, persons) in [
        (file(word(theirs, key), locked: locked), file(word(own, key))),
        (file(locked: locked, apps: [("org.example.App", word(theirs, key))]), file(word(own, key))),
        (file(word(theirs, key), locked: locked), file(apps: [("org.*", word(own, key))])),
      ] {
        let permissions = Policy(administrator: administrators, person: persons).permissions(for: id)
        let answers: [PolicyKey: Bool] = [
          .introductions: permissions.introductions, .updates: permissions.updates,
          .releaseNotes: permissions.releaseNotes,
        ]
        for other in PolicyKey.allCases { #expect(answers[other] == (other == key ? expected : true)) }
      }
    }
  }

  @Test func aPersonsLockIsNoLock() {
    let policy = Policy(administrator: file(), person: file([.updates: true], locked: true))
    #expect(policy.permissions(for: id) == .everything)
    let denied = Policy(administrator: file([.updates: false]), person: file([.updates: true], locked: true))
    #expect(denied.permissions(for: id) == .everything)
  }

  @Test func anAdministratorsFileThatCannotBeReadSwitchesEverythingOff() {
    let yes: PolicyRule = [.introductions: true, .updates: true, .releaseNotes: true]
    for person in [file(), file(yes), file(apps: [("org.example.App", yes)])] {
      #expect(Policy(administrator: .unreadable, person: person).permissions(for: id) == .nothing)
    }
  }
}
