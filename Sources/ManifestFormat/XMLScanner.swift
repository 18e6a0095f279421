// Expat behind a protocol: bytes → the elements and texts of a document, nothing expanded, nothing loaded.

import CExpat
import CLinux
import WalkthroughJSON

/// What to do with an element that has begun.
enum XMLStep {
  /// Tell of what is in it.
  case enter
  /// Pass over all of it.
  case skip
  /// Read no further.
  case stop
}

/// Who is told what a document holds.
protocol XMLConsumer: AnyObject {
  /// An element begins.
  func start(_ name: String, _ attributes: XMLAttributes, at place: () -> JSONPlace) -> XMLStep
  /// A piece of an entered element's text, in UTF-8.
  func text(_ piece: UnsafeRawBufferPointer)
  /// The entered element ends.
  func end()
}

/// The attributes of an element, as long as its start is told.
struct XMLAttributes {
  fileprivate let list: UnsafeMutablePointer<UnsafePointer<CChar>?>?

  /// The value of an attribute.
  subscript(name: StaticString) -> String? {
    guard var pair = list else { return nil }
    while let key = pair[0], let value = pair[1] {
      if strcmp(key, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)) == 0 {
        return String(cString: value)
      }
      pair += 2
    }
    return nil
  }
}

/// Reads a document and tells the consumer what it holds, until the end or a stop. Throws where it is not
/// well-formed, declares an entity, or nests deeper than `depthLimit`.
func scanXML(_ bytes: [UInt8], into consumer: any XMLConsumer) throws(ManifestProblem) {
  guard let parser = XML_ParserCreate(nil) else {
    throw ManifestProblem("there is no memory left to read this file; close some programs")
  }
  defer { XML_ParserFree(parser) }
  let scan = XMLScan(parser: parser, consumer: consumer)
  XML_SetUserData(parser, Unmanaged.passUnretained(scan).toOpaque())
  XML_SetElementHandler(parser, elementStarted, elementEnded)
  XML_SetCharacterDataHandler(parser, textCame)
  XML_SetSkippedEntityHandler(parser, entitySkipped)
  XML_SetDefaultHandler(parser, otherMarkupCame)

  // The caller's size limit keeps the count far below what an Int32 holds.
  let status = withExtendedLifetime(scan) {
    bytes.withUnsafeBytes { buffer in
      XML_Parse(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 1)
    }
  }
  if let problem = scan.problem { throw problem }
  guard status == XML_STATUS_ERROR, !scan.isStopped else { return }
  let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown error"
  throw ManifestProblem("this is not well-formed XML (\(reason)); correct it here", at: scan.place)
}

/// What the callbacks share.
private final class XMLScan {
  /// Far deeper than real files; the consumers recurse that deep.
  static let depthLimit = 100

  let parser: XML_Parser
  let consumer: any XMLConsumer
  var problem: ManifestProblem?
  var isStopped = false
  private var depth = 0
  private var skippedFrom: Int?

  init(parser: XML_Parser, consumer: any XMLConsumer) {
    self.parser = parser
    self.consumer = consumer
  }

  var place: JSONPlace {
    JSONPlace(
      line: Int(XML_GetCurrentLineNumber(parser)), column: Int(XML_GetCurrentColumnNumber(parser)) + 1)
  }

  /// Whether what comes now is told. Expat may call once more after a stop.
  private var isTelling: Bool { skippedFrom == nil && !isStopped }

  func stop(_ problem: ManifestProblem?) {
    guard !isStopped else { return }
    isStopped = true
    self.problem = problem
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  func start(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) {
    depth += 1
    guard depth <= Self.depthLimit else {
      let problem = "elements nest deeper than \(Self.depthLimit) levels here; nest them less"
      return stop(ManifestProblem(problem, at: place))
    }
    guard isTelling else { return }
    switch consumer.start(String(cString: name), attributes, at: { place }) {
    case .enter: break
    case .skip: skippedFrom = depth
    case .stop: stop(nil)
    }
  }

  func text(_ piece: UnsafeRawBufferPointer) {
    if isTelling { consumer.text(piece) }
  }

  func end() {
    if isTelling { consumer.end() }
    if skippedFrom == depth { skippedFrom = nil }
    depth -= 1
  }
}

private func scan(_ context: UnsafeMutableRawPointer?) -> XMLScan? {
  context.map { Unmanaged<XMLScan>.fromOpaque($0).takeUnretainedValue() }
}

private func elementStarted(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
  _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) {
  guard let scan = scan(context), let name else { return }
  scan.start(name, XMLAttributes(list: attributes))
}

private func elementEnded(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?) {
  scan(context)?.end()
}

private func textCame(_ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ count: Int32) {
  scan(context)?.text(UnsafeRawBufferPointer(start: text, count: Int(count)))
}

private func entitySkipped(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?, _ isParameter: Int32
) {
  refuseEntity(context, "used")
}

/// Sees every declaration's start. Expat's own handler for entities misses those that redefine one of XML's five
/// or follow a reference to an unknown parameter entity.
private func otherMarkupCame(
  _ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ count: Int32
) {
  if UnsafeRawBufferPointer(start: text, count: Int(count)).elementsEqual("<!ENTITY".utf8) {
    refuseEntity(context, "declared")
  }
}

private func refuseEntity(_ context: UnsafeMutableRawPointer?, _ what: String) {
  guard let scan = scan(context) else { return }
  let problem = "an entity is \(what) here, which metainfo may not do; write its text instead"
  scan.stop(ManifestProblem(problem, at: scan.place))
}
