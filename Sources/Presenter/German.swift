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
    nothingIsDue: "Es gibt nichts zu zeigen.",
    close: "Schließen",
    moreBelow: "unten geht es weiter",
    moreAbove: "oben steht mehr",
    toFinish: "Abschließen: Tab, dann Eingabe",
    keyForHelp: "? Hilfe",
    closeHelp: "Jede andere Taste schließt das hier.",
    pageKeys: [
      ("→ l Leertaste", "nächste Seite"), ("← h", "vorige Seite"), ("↓ ↑ j k", "in der Seite blättern"),
      ("Bild ab/auf", "um ein Fenster blättern"), ("1–9", "zu dieser Seite"),
      ("Pos1 Ende", "erste, letzte Seite"), ("Tab", "zum nächsten Knopf"), ("Eingabe", "Knopf drücken"),
      ("s", "überspringen: nicht mehr zeigen"), ("q Esc", "später: morgen wieder zeigen"),
    ],
    app: { "App \($0) von \($1)" },
    appsAreDue: { $0 == 1 ? "1 App hat etwas zu zeigen" : "\($0) Apps haben etwas zu zeigen" },
    introductions: "Neu für dich",
    updates: "Was es Neues gibt",
    all: "Alle",
    skipAll: "Alle überspringen",
    toSkipAll: "Eingabe überspringt sie alle.",
    listKeys: [
      ("↓ ↑ j k", "bewegen"), ("Eingabe", "diese App zeigen"), ("1–9", "die App mit dieser Nummer zeigen"),
      ("a", "alle nacheinander zeigen"), ("s", "zu: alle überspringen"),
      ("q Esc", "später: morgen wieder fragen"),
    ],
    listInstructions: "Die Nummer einer App oder eines der Wörter tippen, dann die Eingabetaste. "
      + "Die Eingabetaste allein zeigt alle."
  )
}
