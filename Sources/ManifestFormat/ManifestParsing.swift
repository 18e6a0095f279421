// Walkthrough manifests: bytes → manifest, or everything that is wrong with them.

import WalkthroughJSON
import WalkthroughModel

extension Manifest {
  /// Reads a walkthrough manifest, format 1; `fileStem` is its file's name without `.json`. Throws the first
  /// problem in the file where it cannot be used. Whether it needs a version is seen when metainfo is joined.
  package init(parsing bytes: [UInt8], fileStem: String) throws(ManifestProblem) {
    let report = ManifestReport(on: bytes, fileStem: fileStem)
    guard let manifest = report.manifest else {
      throw report.problems.first ?? ManifestProblem("this manifest cannot be used")
    }
    self = manifest
  }
}

/// What there is to say of a walkthrough manifest, for its author.
package struct ManifestReport: Sendable {
  /// The manifest; nil where it cannot be used.
  package let manifest: Manifest?
  /// Why it cannot be used, in the order of the file; empty where it can.
  package let problems: [ManifestProblem]
  /// What is ignored in it or is likely a mistake, in the order of the file.
  package let warnings: [ManifestProblem]

  /// Reads a walkthrough manifest; `fileStem` is its file's name without `.json`.
  package init(on bytes: [UInt8], fileStem: String) {
    var notes = ManifestNotes()
    var manifest: Manifest?
    do throws(ManifestProblem) {
      manifest = try readManifest(bytes, fileStem: fileStem, &notes)
    } catch {
      notes.problems.append(error)
    }
    problems = inOrder(notes.problems)
    warnings = inOrder(notes.warnings)
    self.manifest = problems.isEmpty ? manifest : nil
  }
}

/// What is found on the way.
struct ManifestNotes {
  var problems: [ManifestProblem] = []
  var warnings: [ManifestProblem] = []
}

/// Throws what ends the reading at once; anything less is noted, so that an author sees it all.
private func readManifest(_ bytes: [UInt8], fileStem: String, _ notes: inout ManifestNotes)
  throws(ManifestProblem) -> Manifest?
{
  let limit = 1 << 20
  guard bytes.count <= limit else {
    throw ManifestProblem("a manifest has at most 1 MiB, this file \(bytes.count) bytes; shorten it")
  }
  let document: JSON
  do throws(JSONError) {
    document = try JSON(parsing: bytes)
  } catch {
    throw ManifestProblem(error.problem, at: error.place)
  }
  guard case .object(let members) = document.kind else {
    throw ManifestProblem("a manifest is an object; write it between { and }", at: document.place)
  }
  try checkFormat(document)
  var reader = ManifestReader(notes: notes)
  defer { notes = reader.notes }
  reader.checkLengths(document)
  return reader.manifest(ManifestObject(members: members, place: document.place), fileStem: fileStem)
}

private func checkFormat(_ document: JSON) throws(ManifestProblem) {
  guard let format = document["format"] else {
    throw ManifestProblem("`format` is missing; write \"format\": 1", at: document.place)
  }
  guard case .number(let text) = format.kind else {
    throw ManifestProblem("`format` is a number; write \"format\": 1", at: format.place)
  }
  guard Double(text) == 1 else {
    let problem =
      "format \(text.excerpt) is not supported here, only format 1 is; write the manifest in format 1"
    throw ManifestProblem(problem, at: format.place)
  }
}

private func inOrder(_ found: [ManifestProblem]) -> [ManifestProblem] {
  found.enumerated().sorted { left, right in
    let (first, second) = (left.element.place, right.element.place)
    guard let first, let second, first != second else { return left.offset < right.offset }
    return (first.line, first.column) < (second.line, second.column)
  }.map(\.element)
}
