// The JSON Schema says of a manifest what `walkthrough check` says, as far as a schema can.

import Glibc
import TestSupport
import Testing
import WalkthroughJSON

private let schema = Repository.path + "/Sources/Data/schema/walkthrough-manifest.schema.json"

/// Judges every document of a list, 1 where the schema takes it.
private let judge = """
  import json, sys
  from jsonschema import Draft202012Validator
  schema = json.load(open(sys.argv[1]))
  Draft202012Validator.check_schema(schema)
  validator = Draft202012Validator(schema)
  def takes(text):
      try:
          return validator.is_valid(json.loads(text))
      except json.JSONDecodeError:
          return False
  print(''.join('01'[takes(text)] for text in json.load(open(sys.argv[2]))))
  """

@Suite(.enabled(if: isInstalled("/usr/share/doc/python3-jsonschema"), "python3-jsonschema is not installed"))
struct SchemaTests {
  private func isTaken(_ documents: [String]) throws -> [Bool] {
    let directory = try TemporaryDirectory()
    let list = JSON(.array(documents.map { JSON(.string($0)) })).compact
    let file = try directory.write(String(decoding: list, as: UTF8.self), to: "documents.json")
    let result = try ChildProcess.run("/usr/bin/python3", ["-c", judge, schema, file])
    guard result.status == 0 else { throw TestFailure(result.errors) }
    return result.output.filter { $0 != "\n" }.map { $0 == "1" }
  }

  @Test func knowsTheSameMistakes() throws {
    for (mistake, isTaken) in zip(mistakes, try isTaken(mistakes.map(\.json))) {
      #expect(
        isTaken == (mistake.schema == .accepts), "\(mistake.testDescription)\n\(mistake.json.prefix(2_000))")
    }
  }

  @Test func takesWhatIsGood() throws {
    let own = try Repository.read("Sources/Data/walkthroughs/org.walkthroughd.Walkthrough.json")
    let versions = ["1", "1:2", "v2", "1.0~rc1+b", "43.alpha", "10:a1"].map {
      goodManifest.replacing("2.4.0", with: $0)
    }
    let bare = #"{"format": 1.0, "id": "a", "language": "pt_BR.UTF-8@x", "name": {"pt-BR": "A"}}"#
    let hidden = #"{"format": 1, "id": "a", "hidden": true}"#
    let documents = [goodManifest, own, bare, hidden] + versions
    #expect(try isTaken(documents) == documents.map { _ in true })
    let noVersions = ["1:", "a", "+1", "1:+2", "1 0", "é1"].map { goodManifest.replacing("2.4.0", with: $0) }
    #expect(try isTaken(noVersions) == noVersions.map { _ in false })
  }
}
