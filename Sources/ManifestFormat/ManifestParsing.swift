// Walkthrough manifests: bytes → manifest, or everything that is wrong with them.

import CLinux
import WalkthroughJSON
import WalkthroughModel

extension Manifest {
  /// Reads a walkthrough manifest, format 1; `fileStem` is its file's name without `.json`. Throws the first
  /// problem in the file where it cannot be used. Whether it needs a version is seen when metainfo is joined.
  package init(parsing bytes: [UInt8], fileStem: String) throws(ManifestProblem) {
    var notes = ManifestNotes(isForAuthor: false)
    let manifest = try readManifest(bytes, fileStem: fileStem, &notes).manifest
    let first = notes.problems.map(Finding.init).inOrder.first
    guard first == nil, let manifest else {
      throw ManifestProblem(first?.message ?? "this manifest cannot be used", at: first?.place)
    }
    self = manifest
  }
}

/// What there is to say of a walkthrough manifest, for its author.
package struct ManifestReport: Sendable {
  /// The manifest; nil where it cannot be used.
  package let manifest: Manifest?
  /// What is wrong with it or likely a mistake, in the order of the file.
  package let findings: [Finding]
  /// The pictures it names, in the order of the file.
  package let images: [ImageReference]

  /// Reads a walkthrough manifest; `fileStem` is its file's name without `.json`. Where its metainfo is at hand,
  /// `metainfoVersion` is the version that says.
  package init(on bytes: [UInt8], fileStem: String, metainfoVersion: Version? = nil) {
    var notes = ManifestNotes(isForAuthor: true)
    var read: (document: JSON, manifest: Manifest?)?
    do throws(ManifestProblem) {
      read = try readManifest(bytes, fileStem: fileStem, &notes)
    } catch {
      notes.problems.append(error)
    }
    manifest = notes.problems.isEmpty ? read?.manifest : nil
    var findings = notes.problems.map(Finding.init) + notes.findings
    var images: [ImageReference] = []
    if let document = read?.document {
      var review = ManifestReview(of: document, metainfoVersion: metainfoVersion)
      review.run()
      findings += review.findings
      images = review.images
    }
    self.findings = findings.inOrder
    self.images = images
  }
}

/// A picture that a manifest names.
package struct ImageReference: Equatable, Sendable {
  /// Its path, relative to the manifest's directory.
  package var path: String
  /// Where it is named.
  package var place: JSONPlace
}

/// What is found on the way.
struct ManifestNotes {
  /// Whether anybody wants to know more than why it cannot be used.
  let isForAuthor: Bool
  /// Why the manifest cannot be used.
  var problems: [ManifestProblem] = []
  /// What else there is to say.
  var findings: [Finding] = []
}

/// Throws what ends the reading at once; anything less is noted, so that an author sees it all.
private func readManifest(_ bytes: [UInt8], fileStem: String, _ notes: inout ManifestNotes)
  throws(ManifestProblem) -> (document: JSON, manifest: Manifest?)
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
  // Nothing in a shorter file is too long.
  if bytes.count > ManifestReader.longestString { reader.checkLengths(document) }
  let object = ManifestObject(members: members, place: document.place)
  return (document, reader.manifest(object, fileStem: fileStem))
}

private func checkFormat(_ document: JSON) throws(ManifestProblem) {
  guard let format = document["format"] else {
    throw ManifestProblem("`format` is missing; write \"format\": 1", at: document.place)
  }
  guard case .number(let text) = format.kind else {
    throw ManifestProblem("`format` is a number; write \"format\": 1", at: format.place)
  }
  guard strtod(text, nil) == 1 else {
    let problem =
      "format \(text.excerpt) is not supported here, only format 1 is; write the manifest in format 1"
    throw ManifestProblem(problem, at: format.place)
  }
}
