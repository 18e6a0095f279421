// Who may ask about what.

import Callers
import Catalog
import WalkthroughInterface
import WalkthroughModel

/// What a call is about: an app that its caller may ask about.
struct Subject {
  /// What was asked for.
  var id: AppID
  /// The app it means; nil where no manifest tells of it.
  var entry: CatalogEntry?
}

extension Desk {
  /// Finds what a call is about.
  func subject(_ text: String, for caller: Caller) throws(ServiceError) -> Subject {
    let id: AppID
    do throws(InvalidAppID) { id = try AppID(text) } catch {
      throw .invalidAppID("'\(sanitizedLine(String(text.prefix(80))))' is no app id: \(error)")
    }
    let subject = Subject(id: id, entry: catalog.entry(for: id))
    guard isAllowed(subject, to: caller) else {
      // The same words whether or not the other app is installed.
      throw .accessDenied("a sandboxed app may ask about itself only")
    }
    return subject
  }

  /// Whether an app is the caller's business.
  func isAllowed(_ subject: Subject, to caller: Caller) -> Bool {
    switch caller {
    case .host: return true
    case .refused: return false
    case .flatpak(let own):
      if let entry = subject.entry { return entry.app.id == (catalog.entry(for: own)?.app.id ?? own) }
      return subject.id == own || own.otherSpellings.contains(subject.id)
    }
  }

  /// The apps that are the caller's business, ordered by id.
  func entries(for caller: Caller) -> [CatalogEntry] {
    switch caller {
    case .host: catalog.allEntries.sorted { $0.app.id < $1.app.id }
    case .refused: []
    case .flatpak(let own): [catalog.entry(for: own)].compactMap { $0 }
    }
  }
}

extension Subject {
  /// The app; throws where there is none.
  var known: CatalogEntry {
    get throws(ServiceError) {
      guard let entry else { throw .unknownApp("no manifest tells of \(id); is it installed?") }
      return entry
    }
  }

  /// The app, whose manifest can be used; throws where there is none or it cannot.
  var usable: CatalogEntry {
    get throws(ServiceError) {
      let entry = try known
      if case .invalid(let problem) = entry.app.availability {
        throw .invalidManifest(sanitizedLine(problem))
      }
      return entry
    }
  }
}
