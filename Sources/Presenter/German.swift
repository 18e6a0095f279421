// The client in German.

extension Messages {
  package static let german = Messages(
    locale: "de",
    next: "Weiter",
    back: "Zurück",
    skip: "Überspringen",
    later: "Später",
    done: "Fertig",
    help: "Hilfe",
    byEnter: { "\($0) (Eingabetaste)" },
    page: { "Seite \($0) von \($1)" },
    picture: { "Bild: \($0)" },
    readMore: "Mehr dazu",
    instructions: "Eines der Wörter oder seinen Anfang tippen, dann die Eingabetaste. "
      + "Die Eingabetaste allein führt zur nächsten Seite.",
    isFirst: "Das ist die erste Seite.",
    isLast: { "Das ist die letzte Seite. Zum Abschließen tippen: \($0)" },
    isNotLast: "So lässt sich nur die letzte Seite beantworten. Vorher kommen noch andere.",
    nothingIsDue: "Es gibt nichts zu zeigen."
  )
}
