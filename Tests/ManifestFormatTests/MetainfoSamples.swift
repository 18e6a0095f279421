// Small metainfo documents for the tests.

import ManifestFormat
import WalkthroughModel

/// Reads a document.
func parse(_ xml: String, detail: MetainfoDetail = .full) throws(ManifestProblem) -> Metainfo? {
  try Metainfo(parsing: Array(xml.utf8), detail: detail)
}

/// A component with that inside it, behind its id.
func component(_ inside: String, attributes: String = "") -> String {
  "<component \(attributes)><id>org.example.App</id>\(inside)</component>"
}

/// A component with one release and that inside the release.
func release(_ inside: String) -> String {
  component("<releases><release version='1.0'>\(inside)</release></releases>")
}

/// The notes of the one release, as CommonMark; nil where it has none.
func notes(_ inside: String, _ locale: String = "en") throws -> String? {
  let description = try parse(release(inside))?.releases.first?.description
  return description?.commonMark(for: LocalePreference(locale))
}

/// Text as XML.
func xml(_ text: String) -> String {
  text.reduce(into: "") { xml, character in
    switch character {
    case "&": xml += "&amp;"
    case "<": xml += "&lt;"
    case ">": xml += "&gt;"
    case "\"": xml += "&quot;"
    default: xml.append(character)
    }
  }
}
