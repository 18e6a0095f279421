// Many changes: at random, in a burst, and in a stream while apps ask.

import CLinux
import TestSupport
import Testing
import WalkthroughDBus
import WalkthroughInterface

@Suite struct UpgradeStreamTests {
  @Test func aBurstIsToldOnce() throws {
    let session = try Session()
    defer { session.stay() }
    let place = session.home.file("data/walkthroughs")
    for number in 0..<300 {
      try session.install(manifest("app\(number)", "1.0", "intro", "a@2.0"), "app\(number)")
    }
    let caller = try RawCaller(session)
    _ = try caller.call("List")
    let listener = try Listener(session)
    listener.settle()
    for number in 0..<300 {
      try session.home.write(
        manifest("app\(number)", "2.0", "intro", "a@2.0"), to: "data/walkthroughs/.\(number)")
    }
    // Stopped, the daemon sees the whole burst at once, however busy the machine is.
    let daemon = try session.daemonID()
    #expect(
      try listener.hears {
        kill(daemon, SIGSTOP)
        defer { kill(daemon, SIGCONT) }
        for number in 0..<300 { rename("\(place)/.\(number)", "\(place)/app\(number).json") }
      })
    listener.settle()
    #expect(listener.signatures.count == 1)
    let versions = Set(try apps(caller).map(\.installed))
    #expect(versions == ["2.0"])
  }

  /// After every pause the answers are those of a daemon that just started.
  @Test(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "needs python3"))
  func whateverHappensTheAnswersAreThoseOfAFreshDaemon() throws {
    let session = try Session(alone: true)
    let directories = session.environment.filter { ["XDG_DATA_HOME", "XDG_DATA_DIRS"].contains($0.key) }
    let other = try Session(directories, alone: true)
    for session in [session, other] {
      session.expectedInLog = [session.home.path, other.home.path, "data/", "system/"]
    }
    session.expectedInLog.append(session.home.path)
    other.expectedInLog.append(session.home.path)
    let caller = try RawCaller(session)
    var seen: Set<String> = []
    for round in 0..<30 {
      let result = try ChildProcess.run(
        "/usr/bin/python3", ["-c", randomOperations, "\(round)", "100"],
        environment: ["HOME": session.home.path])
      #expect(result.status == 0, "\(result.errors)")
      let found = try apps(caller)
      let fresh = try RawCaller(other)
      let expected = try apps(fresh)
      #expect(found == expected, "after round \(round)")
      guard found == expected else { return }
      seen.formUnion(found.map { "\($0)" })
      try other.killDaemon()
    }
    // It would be no test if there was little to see.
    #expect(seen.count > 50)
  }

  @Test func answersInAStreamOfUpgradesAreRight() throws {
    let session = try Session(alone: true)
    defer { session.stay() }
    let ids = (0..<20).map { "app\($0)" }
    for id in ids { try session.install(manifest(id, "1", "a@1"), id) }
    _ = try RawCaller(session).call("List")
    // Versions only grow, so what is answered lies between what was installed before the call and after it.
    let stream = try ChildProcess(
      "/bin/sh",
      [
        "-c",
        """
        cd '\(session.home.file("data/walkthroughs"))'; n=1
        while [ $n -lt 100000 ]; do
          n=$((n + 1)); a=app$((n % 20))
          printf '{"format": 1, "id": "%s", "version": "%s"}' $a $n >.x
          mv .x $a.json; echo $n >.n; mv .n n
        done
        """,
      ], environment: ["PATH": "/usr/bin:/bin"])
    defer { stream.send(signal: SIGKILL) }
    func installedNow() throws -> Int {
      Int(try session.contents("data/walkthroughs/n").filter(\.isNumber)) ?? 0
    }
    try session.eventually("the stream flows") { (try? installedNow()) != nil }
    let callers = try (0..<8).map { _ in try RawCaller(session) }
    let memory = try memory(of: session)
    for round in 0..<30 {
      let before = try installedNow()
      var answers: [Int] = []
      for caller in callers {
        for id in ids {
          let version = try caller.call("Status", .string(id)).first?.asFields?["installed"]?.asString
          answers.append(Int(version ?? "") ?? -1)
        }
      }
      let after = try installedNow()
      // The version of an app is at most twenty older than the newest of all; one may be on its way.
      #expect(
        answers.allSatisfy { (before - 20...after + 1).contains($0) || $0 == 1 }, "round \(round): \(answers)"
      )
    }
    #expect(try self.memory(of: session) < memory + 2_000)
  }

  /// The daemon's resident memory, in KiB.
  private func memory(of session: Session) throws -> Int {
    let status = try ChildProcess.run("/bin/cat", ["/proc/\(try session.daemonID())/status"]).output
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return Int(line?.filter(\.isNumber) ?? "") ?? 0
  }

  private struct Summary: Equatable {
    var id: String, name: String, installed: String, isUsable: Bool
  }

  private func apps(_ caller: RawCaller) throws -> [Summary] {
    try caller.call("List").first?.asFieldsList?.map { fields in
      Summary(
        id: fields["app-id"]?.asString ?? "", name: fields["name"]?.asString ?? "",
        installed: fields["installed"]?.asString ?? "",
        isUsable: !["invalid", "hidden"].contains(fields["reason"]?.asString))
    } ?? []
  }
}

/// Does so many random things to the search path, beginning with a seed.
private let randomOperations = """
  import os, random, shutil, sys
  os.chdir(os.environ["HOME"])
  random.seed(int(sys.argv[1]))
  ids = ["a", "b", "c", "c.desktop", "d", "e"]
  dirs = ["data", "system", "flatpak/exports/share"]

  def manifest(id):
      kind = random.randrange(8)
      if kind == 0: return "{"
      if kind == 1: return '{"format": 1, "id": "%s", "hidden": true}' % id
      if kind == 2: return '{"format": 1, "id": "%s"}' % id
      return '{"format": 1, "id": "%s", "version": "%d"}' % (id, random.randrange(100))

  def metainfo(id):
      if random.randrange(8) == 0: return "<"
      other = random.choice(ids)
      release = "" if random.randrange(4) == 0 else '<release version="%d"/>' % random.randrange(100)
      return ("<component><id>%s</id><name>N%d</name><provides><id>%s</id></provides>"
              "<releases>%s</releases></component>" % (id, random.randrange(9), other, release))

  def target():
      id = random.choice(ids)
      kind = random.choice(["walkthroughs", "metainfo", "appdata", "flatpak"])
      if kind == "flatpak":
          path = "flatpak/app/%s/%s/files/share/walkthroughs" % (id, random.choice(["1", "2"]))
          return path + "/" + id + ".json", manifest(id)
      folder = os.path.join(random.choice(dirs), kind)
      if kind == "walkthroughs": return folder + "/" + id + ".json", manifest(id)
      stem = random.choice([id, "other"])
      return folder + "/" + stem + random.choice([".metainfo.xml", ".appdata.xml", ".xml"]), metainfo(id)

  def remove(path):
      if os.path.isdir(path) and not os.path.islink(path): shutil.rmtree(path)
      elif os.path.lexists(path): os.remove(path)

  def link(where, to):
      os.makedirs(os.path.dirname(where), exist_ok=True)
      if os.path.isdir(where) and not os.path.islink(where): shutil.rmtree(where)
      if os.path.lexists(".link"): os.remove(".link")
      os.symlink(to, ".link")
      os.rename(".link", where)

  def operate():
      path, text = target()
      what = random.randrange(12)
      if what < 5:
          os.makedirs(os.path.dirname(path), exist_ok=True)
          if what < 2: remove(path)
          if what < 4:
              open(".new", "w").write(text)
              if os.path.isdir(path): remove(path)
              os.rename(".new", path)
          else: open(path, "w").write(text)
      elif what == 5: remove(path)
      elif what == 6: remove(os.path.dirname(path))
      elif what == 7:
          os.makedirs("store", exist_ok=True)
          stored = "store/%d%s" % (random.randrange(5), os.path.splitext(path)[1])
          open(stored, "w").write(text)
          link(path, os.path.abspath(stored))
      elif what == 8:
          a, b = random.sample(["data/walkthroughs", "system/walkthroughs", "system/metainfo", "store/x"], 2)
          if os.path.lexists(a) and os.path.isdir(os.path.dirname(b)):
              remove(b)
              os.rename(a, b)
      elif what == 9: link(random.choice(["system", "data/metainfo", "data/walkthroughs"]), os.path.abspath("store/y"))
      elif what == 10:
          id = random.choice(ids)
          link("flatpak/app/%s/current" % id, ".")
          link("flatpak/app/%s/active" % id, random.choice(["1", "2"]))
      else:
          os.makedirs("store/y/walkthroughs", exist_ok=True)
          id = random.choice(ids)
          open("store/y/walkthroughs/" + id + ".json", "w").write(manifest(id))

  for _ in range(int(sys.argv[2])):
      try: operate()
      except (FileNotFoundError, NotADirectoryError, IsADirectoryError, FileExistsError, OSError): pass
  """
