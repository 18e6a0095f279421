// `check`: what is wrong with manifest files, with their places, for authors. Needs no service.

import ManifestFormat
import System
import WalkthroughJSON
import WalkthroughModel

extension Invocation {
  /// Checks files, all of them, and says what there is to say.
  func check(_ files: [String]) throws(Complaint) -> ExitStatus {
    let system = System()
    var status = ExitStatus.success
    var contents: [(name: String, bytes: [UInt8])] = []
    for file in files {
      do throws(FileFailure) {
        contents.append((file, try system.readFile(file, limit: 16 << 20).bytes))
      } catch {
        complain("\(file): \(error.explanation)")
        status = .trouble
      }
    }
    var metainfos: [String: MetainfoReport] = [:]
    for (file, bytes) in contents where isMetainfo(bytes, file) {
      metainfos[file] = MetainfoReport(on: bytes)
    }
    let findings = contents.flatMap { file, bytes in
      let found =
        metainfos[file].map { withName(file, $0) }
        ?? checkManifest(bytes, file, metainfos.values.compactMap { $0.metainfo }, system)
      return found.map { (file: file, finding: $0) }
    }
    try say(isJSON ? JSON(.array(findings.map(json))).line : findings.map(line).joined())
    if status == .success, findings.contains(where: { $0.finding.severity == .error }) { status = .no }
    return status
  }
}

private func line(_ file: String, _ finding: Finding) -> String { sanitizedLine("\(file):\(finding)") + "\n" }

private func json(_ file: String, _ finding: Finding) -> JSON {
  JSON(
    .object([
      .init("file", file), .init("line", Int64(finding.place?.line ?? 1)),
      .init("column", Int64(finding.place?.column ?? 1)), .init("severity", finding.severity.rawValue),
      .init("message", finding.message),
    ]))
}

/// Whether it is metainfo: by its name, or because it begins as a document of XML does.
private func isMetainfo(_ bytes: [UInt8], _ file: String) -> Bool {
  let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
  return file.hasSuffix(".xml") || text.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<")
}

/// The findings, and that the service passes over a file of such a name.
private func withName(_ file: String, _ report: MetainfoReport) -> [Finding] {
  guard !file.hasSuffix(".xml") else { return report.findings }
  return [Finding(.warning, "only files named *.xml are read; rename it")] + report.findings
}

private func checkManifest(
  _ bytes: [UInt8], _ file: String, _ metainfos: [Metainfo], _ system: System
) -> [Finding] {
  let (directory, name) = split(file)
  let stem = name.hasSuffix(".json") ? String(name.dropLast(".json".count)) : name
  let version = (try? AppID(stem)).flatMap { id in metainfos.first { $0.isOf(id) }?.version }
  let report = ManifestReport(on: bytes, fileStem: stem, metainfoVersion: version)
  var findings = report.findings
  if !name.hasSuffix(".json") {
    findings.append(Finding(.warning, "only files named <app-id>.json are read; rename it"))
  }
  for image in report.images {
    if let problem = system.problem(withPicture: image.path, in: directory, manifest: file) {
      findings.append(Finding(problem.severity, problem.message, at: image.place))
    }
  }
  return findings.inOrder
}

private func split(_ path: String) -> (directory: String, name: String) {
  guard let slash = path.lastIndex(of: "/") else { return (".", path) }
  return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
}

extension Metainfo {
  /// Whether it joins a manifest of that id.
  fileprivate func isOf(_ id: AppID) -> Bool {
    self.id == id || self.id == id.withDesktop || self.id == id.withoutDesktop
  }
}

extension FileFailure {
  /// What is wrong, and what helps.
  var explanation: String {
    switch self {
    case .absent: "there is no such file"
    case .notRegular: "not a regular file; name a file"
    case .tooLarge(let limit): "larger than \(limit >> 20) MiB, so it cannot be used; make it smaller"
    case .system(let error): error.description
    }
  }
}

extension System {
  /// Larger than any screen needs.
  private static let pictureBytes = 10_000_000

  /// What is wrong with a picture; the service would serve its page without it, or clients would be slow.
  fileprivate func problem(
    withPicture path: String, in directory: String, manifest: String
  ) -> (severity: Finding.Severity, message: String)? {
    let picture = "\(directory)/\(path)"
    let bytes: [UInt8]
    do throws(FileFailure) { bytes = try readFile(picture, limit: Self.pictureBytes).bytes } catch {
      switch error {
      case .absent: return (.error, "there is no such picture; add the file or correct the path")
      case .notRegular: return (.error, "this is no regular file; put the picture there")
      case .tooLarge(let limit):
        return (.warning, "the picture has more than \(limit / 1_000_000) MB; make it smaller")
      case .system(let error): return (.error, "the picture cannot be read (\(error)); make it readable")
      }
    }
    guard isBelow(picture, directory, manifest) else {
      return (.error, "this lies outside the manifest's directory, so it is not shown; put it below")
    }
    guard let size = PictureSize(of: bytes), !size.isReasonable else { return nil }
    return (.warning, "the picture has \(size.width)×\(size.height) pixels; make it another size")
  }

  /// Whether a picture lies, links resolved, below the manifest's directory, or the one its own link leads to.
  private func isBelow(_ picture: String, _ directory: String, _ manifest: String) -> Bool {
    guard let target = try? resolve(picture) else { return false }
    let homes = [try? resolve(directory), (try? resolve(manifest)).map { split($0).directory }]
    return homes.compactMap { $0 }.contains { target.hasPrefix($0 == "/" ? $0 : $0 + "/") }
  }
}
