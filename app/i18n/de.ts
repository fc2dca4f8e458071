/** All texts in German. It says “du”, as the English is plain and warm. */
import type { Catalogue } from './lazy.ts';
import { numbersOf } from './numbers.ts';

const { number, plural, percent } = numbersOf('de', ['one', 'other']);

export const catalogue: Catalogue = {
  untitled: 'Ohne Titel',
  outline: 'Gliederung',
  history: 'Verlauf',
  authors: 'Farben der Autoren',
  wordCount: 'Wortzahl',
  look: 'Symbol und Layout…',
  settings: 'Einstellungen',
  share: 'Teilen',
  allDocuments: 'Alle Dokumente',
  opening: 'Wird geöffnet …',
  error: (code) =>
    ({
      token_missing: 'Dieser Adresse fehlt der Schlüssel. Bitte um den Link zum Dokument.',
      token_invalid: 'Dieser Link öffnet dieses Dokument nicht. Bitte um einen neuen.',
      link_revoked:
        'Dieser Link wurde zurückgezogen. Was auf diesem Gerät ist, bleibt hier und kann gelesen werden.',
      link_expired:
        'Dieser Link ist abgelaufen. Was auf diesem Gerät ist, bleibt hier und kann gelesen werden.',
      role_too_low:
        'Dein Link erlaubt das nicht. Was du geschrieben hast, bleibt auf diesem Gerät.',
      history_hidden: 'Dieser Link lässt aus, wer wann was geschrieben hat.',
      password_required: 'Dieser Link fragt nach einem Passwort.',
      password_wrong: 'Dieses Passwort stimmt nicht.',
      document_deleted:
        'Wem dieses Dokument gehört, hat es für alle gelöscht. Deine Kopie bleibt hier und kann gelesen werden.',
      document_unknown:
        'Der Server kennt dieses Dokument nicht. Vielleicht war das Gerät, auf dem es entstand, noch nicht online.',
      not_found: 'Unter dieser Adresse gibt es nichts.',
      request_invalid: 'Die Anfrage wurde nicht verstanden.',
      app_outdated:
        'Dieses Dokument wurde mit einer neueren Version der App geschrieben. Aktualisiere sie, um darin zu schreiben.',
      payload_too_large: 'Das ist zu groß zum Senden. Es bleibt auf diesem Gerät.',
      document_full:
        'Dieses Dokument ist voll. Entferne etwas Großes, um weiterzumachen; dein Text bleibt hier erhalten.',
      too_many_links:
        'Dieses Dokument hat so viele Links, wie es haben kann. Zieh einen zurück, um einen neuen zu erstellen.',
      update_invalid:
        'Der Server konnte eine Änderung von diesem Gerät nicht lesen. Eine Kopie bleibt hier.',
      attachment_damaged:
        'Ein Bild oder eine Datei kam nicht so an, wie es gesendet wurde. Es wird noch einmal gesendet.',
      rate_limited: 'Zu viel auf einmal. Gleich geht es von selbst weiter.',
      server_busy: 'Der Server ist beschäftigt. Gleich geht es von selbst weiter.',
      origin_refused: 'Dieser Server nimmt von dieser Webadresse keine Anfragen an.',
      document_damaged:
        'Die Kopie auf dem Server ist beschädigt. Du siehst ihren letzten guten Stand und was auf diesem Gerät ist; sag es denen, die ihn betreiben.',
      storage_failed:
        'Der Server konnte das nicht speichern. Hier ist nichts verloren; er versucht es wieder.',
    })[code],
  tryOnline: 'Der Server ist gerade nicht erreichbar. Versuche es online noch einmal.',
  notLoaded: {
    part: (what) => `„${what}“ konnte nicht geladen werden. Versuche es online noch einmal.`,
    commands: 'Die Befehle konnten nicht geladen werden. Versuche es online noch einmal.',
    menus: 'Die Menüs konnten nicht geladen werden. Versuche es online noch einmal.',
    clipboard: 'Die Zwischenablage konnte nicht geladen werden. Versuche es online noch einmal.',
    formulas:
      'Was Formeln zeichnet, konnte nicht geladen werden. Es kommt mit der nächsten Änderung, sobald du online bist.',
  },
  linkNotCopied: (address) => `Der Link konnte nicht kopiert werden: ${address}`,

  body: 'Text des Dokuments',
  title: 'Titel',
  moreBlocks: (count) => plural(count, { one: '# weiterer Absatz', other: '# weitere Absätze' }),
  tabLeaves: 'Tab verlässt jetzt den Text',
  fold: 'Einklappen',
  done: 'Erledigt',
  image: (name) => `Bild: ${name}`,
  file: (name) => `Datei: ${name}`,
  noDescription: 'ohne Beschreibung',
  noName: 'ohne Namen',

  where: 'Wo dieses Dokument ist',
  saveState: 'Speicherstand',
  notSaved: 'Nicht gespeichert',
  notHere: 'Nicht auf diesem Gerät',
  saving: 'Speichert …',
  synced: 'Abgeglichen',
  sending: 'Sendet …',
  savedHere: 'Auf diesem Gerät gespeichert',
  offline: 'Offline · hier gespeichert',

  back: 'Zurück zu allen Dokumenten',
  readingMode: 'Lesemodus',
  moreActions: 'Weitere Aktionen',
  moveToFolder: 'In einen Ordner verschieben …',
  copyOf: (title) => `${title} (Kopie)`,
  trashed: (title) => `„${title}“ ist im Papierkorb`,
  drawnAnew: 'Die Seite wurde aus dem Dokument neu gezeichnet. Nichts ging verloren.',

  stopped: 'Angehalten',
  stoppedWorking: 'Diese Seite funktioniert nicht mehr',
  reload: 'Neu laden',
  stoppedHint:
    'Was als gespeichert angezeigt wurde, ist noch auf diesem Gerät. Wenn es nach dem Neuladen wieder geschieht, verbinde dich einmal mit dem Netz, damit die App ganz geladen werden kann.',

  common: {
    close: 'Schließen',
    closePanel: (name) => `${name} schließen`,
    save: 'Speichern',
    remove: 'Entfernen',
    copy: 'Kopieren',
    edit: 'Bearbeiten',
    open: 'Öffnen',
    restore: 'Wiederherstellen',
    tryAgain: 'Noch einmal versuchen',
    now: '(jetzt)',
    none: 'Keine',
    ctrlKey: 'Strg',
    escapeKey: 'Esc',
    notNow: 'Jetzt nicht',
  },

  time: {
    justNow: 'gerade eben',
    yesterday: 'gestern',
  },

  roles: {
    viewer: 'Darf lesen',
    commenter: 'Darf kommentieren',
    editor: 'Darf schreiben',
    owner: 'Besitzt es',
  },

  colors: {
    red: 'Rot',
    orange: 'Orange',
    amber: 'Bernstein',
    yellow: 'Gelb',
    lime: 'Limette',
    green: 'Grün',
    teal: 'Petrol',
    cyan: 'Cyan',
    blue: 'Blau',
    indigo: 'Indigo',
    violet: 'Violett',
    pink: 'Rosa',
    brown: 'Braun',
    gray: 'Grau',
  },

  blocks: {
    paragraph: 'Text',
    heading1: 'Überschrift 1',
    heading2: 'Überschrift 2',
    heading3: 'Überschrift 3',
    bullet: 'Aufzählung',
    ordered: 'Nummerierte Liste',
    task: 'Aufgabenliste',
    quote: 'Zitat',
    code: 'Codeblock',
    callout: 'Hinweis',
    toggle: 'Aufklappliste',
    progress: 'Fortschrittsbalken',
    formula: 'Formel',
    table: 'Tabelle',
    picture: 'Bild',
    file: 'Datei',
    divider: 'Trennlinie',
  },

  groups: {
    Format: 'Format',
    Colours: 'Farben',
    'Turn into': 'Umwandeln in',
    Insert: 'Einfügen',
    Blocks: 'Blöcke',
    Table: 'Tabelle',
    Document: 'Dokument',
  },

  commands: {
    bold: 'Fett',
    italic: 'Kursiv',
    underline: 'Unterstrichen',
    strike: 'Durchgestrichen',
    code: 'Code',
    highlight: 'Hervorheben',
    'clear-format': 'Formatierung entfernen',
    link: 'Link',
    'insert-date': 'Datum',
    'insert-mention': 'Erwähnung',
    'insert-emoji': 'Emoji',
    'change-date': 'Datum ändern',
    'inline-formula': 'Formel in der Zeile',
    'insert-inline-formula': 'Formel in der Zeile',
    document: 'Link zu einem Dokument',
    'insert-document': 'Link zu einem Dokument',
    bookmark: 'Lesezeichen für eine Webseite',
    'insert-bookmark': 'Lesezeichen',
    'insert-table': 'Tabelle einfügen',
    'insert-picture': 'Bild einfügen',
    'insert-file': 'Datei einfügen',
    'insert-divider': 'Trennlinie einfügen',
    check: 'Abhaken oder Haken entfernen',
    deeper: 'Weiter einrücken',
    out: 'Weniger einrücken',
    'describe-picture': 'Bild beschreiben',
    'picture-wider': 'Bild breiter machen',
    'picture-narrower': 'Bild schmaler machen',
    'progress-more': 'Fortschritt erhöhen',
    'progress-less': 'Fortschritt verringern',
    'download-file': 'Bild oder Datei herunterladen',
    'retry-file': 'Bild oder Datei noch einmal versuchen',
    language: 'Sprache des Codes',
    'number-from-1': 'Nummerierung wieder bei 1 beginnen',
    'number-on': 'Nummerierung fortsetzen',
    'number-from': 'Nummerierung beginnen bei …',
    'next-cell': 'Zur nächsten Zelle',
    'previous-cell': 'Zur vorigen Zelle',
    'row-above': 'Zeile darüber einfügen',
    'row-below': 'Zeile darunter einfügen',
    'row-up': 'Zeile nach oben',
    'row-down': 'Zeile nach unten',
    'delete-row': 'Zeile löschen',
    'column-before': 'Spalte davor einfügen',
    'column-behind': 'Spalte dahinter einfügen',
    'column-left': 'Spalte nach links',
    'column-right': 'Spalte nach rechts',
    'align-start': 'Spalte am Anfang ausrichten',
    'align-center': 'Spalte in der Mitte ausrichten',
    'align-end': 'Spalte am Ende ausrichten',
    'delete-column': 'Spalte löschen',
    header: 'Kopfzeile ein oder aus',
    'delete-table': 'Tabelle löschen',
    'table-menu': 'Tabellenmenü',
    'move-up': 'Nach oben',
    'move-down': 'Nach unten',
    duplicate: 'Duplizieren',
    delete: 'Löschen',
    fold: 'Ein- oder ausklappen',
    'fold-all': 'Alles einklappen',
    'unfold-all': 'Alles ausklappen',
    'copy-block-link': 'Link zum Block kopieren',
    'copy-markdown': 'Als Markdown kopieren',
    'block-menu': 'Blockmenü',
    'select-all': 'Alles auswählen',
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    find: 'Suchen und ersetzen',
    outline: 'Gliederung',
    authors: 'Farben der Autoren',
    history: 'Verlauf',
    reading: 'Lesemodus ein oder aus',
    counts: 'Wortzahl',
    look: 'Symbol und Layout',
    'page-width': 'Breite Seite',
    'text-face': 'Schrift mit Serifen',
    toolbar: 'Zur Werkzeugleiste',
    palette: 'Dokumente und Befehle suchen',
    save: 'Speichern',
    shortcuts: 'Tastenkürzel',
  },

  menus: {
    formatting: 'Formatierung',
    insertBlock: 'Block einfügen',
    textColor: 'Textfarbe',
    colors: 'Farben',
    colored: (name, color) => `${name}: ${color}`,
    noColor: (name) => `${name}: keine`,
    moveBlock: 'Block verschieben',
    block: 'Block',
    blocks: (count) => plural(count, { one: '# Block', other: '# Blöcke' }),
    emoji: (count) => plural(count, { one: '# Emoji', other: '# Emojis' }),
    suggestions: (count) => plural(count, { one: '# Vorschlag', other: '# Vorschläge' }),
    searchCommands: 'Befehle suchen',
    commands: 'Befehle',
    commandCount: (count) => plural(count, { one: '# Befehl', other: '# Befehle' }),
    address: 'Adresse',
    date: 'Datum',
    day: 'Tag',
    today: 'Heute',
    tomorrow: 'Morgen',
    searchDocuments: 'Dokumente suchen',
    documentsToLink: 'Dokumente zum Verlinken',
    noDocument: 'Es gibt kein anderes Dokument mit diesem Titel.',
    documentCount: (count) => plural(count, { one: '# Dokument', other: '# Dokumente' }),
    preview: 'Vorschau',
    texSource: 'Quelltext in TeX',
    language: 'Sprache',
    languages: 'Sprachen',
    searchLanguages: 'Sprachen suchen',
    plainText: 'Reiner Text',
    languageCount: (count) => plural(count, { one: '# Sprache', other: '# Sprachen' }),
    otherLanguage: (name) => `Andere: ${name}`,
    addressCopied: 'Adresse kopiert',
    addressNotCopied: 'Die Adresse konnte nicht kopiert werden',
    editAddress: 'Adresse bearbeiten',
    copyAddress: 'Adresse kopieren',
    turnIntoBookmark: 'In ein Lesezeichen umwandeln',
    removeLink: 'Link entfernen',
    pictureShows: 'Was das Bild zeigt',
    findNotLoaded: 'Die Suche konnte nicht geladen werden. Versuche es online noch einmal.',
    startNumberingAt: 'Nummerierung beginnen bei',
    wholeNumber: (most) => `Eine ganze Zahl von 0 bis ${number(most)}`,
    number: 'Nummer',
    set: 'Setzen',
    row: 'Zeile',
    column: 'Spalte',
    columnWidth: 'Spaltenbreite',
    asWideAsText: 'so breit wie der Text',
    pixels: (count) => `${number(count)} Pixel`,
    blockLinkCopied: 'Link zum Block kopiert',
    markdownNotLoaded: 'Markdown konnte nicht geladen werden. Versuche es online noch einmal.',
    copiedMarkdown: 'Als Markdown kopiert',
    markdownNotCopied: 'Das Markdown konnte nicht kopiert werden',
  },

  backlinks: {
    title: 'Verlinkt von',
    hint: 'Unter den Dokumenten auf diesem Gerät.',
  },

  switcher: {
    hint: 'Dokumente und Befehle …',
    recent: 'Zuletzt geöffnet',
    goTo: 'Gehe zu',
    begin: (title) => `Neues Dokument namens „${title}“`,
  },

  moreKeys: {
    title: 'Weitere Tasten',
    insert: 'Einen Block einfügen',
    select: 'Den Block auswählen',
    extend: 'Den Block darüber oder darunter auswählen',
    write: 'Im ausgewählten Block schreiben',
    delete: 'Die ausgewählten Blöcke löschen',
    leave: 'Mit ausgewählten Blöcken: mit dem nächsten Tab den Text verlassen',
    newLine: 'Neue Zeile im selben Block',
    sidebar: 'Die Seitenleiste zeigen oder verbergen',
    thisList: 'Diese Liste, außerhalb des Textes',
  },

  addresses: {
    missing: 'Schreib die Adresse, zu der der Link führt.',
    blanks: 'In einer Adresse stehen keine Leerzeichen.',
    kinds:
      'Ein Link kann zu einer Webseite (https://…), zu E-Mail oder zu einer Telefonnummer führen.',
    wrong: 'Das ist keine Adresse. Schreib eine wie https://example.org.',
    webOnly: 'Ein Lesezeichen führt zu einer Webseite (https://…).',
  },

  objects: {
    percent: (value) => percent(value),
    noAddress: 'Keine Adresse',
    bookmark: 'Lesezeichen',
    bookmarkOf: (host) => `Lesezeichen, ${host}`,
    mentionOf: (name) => `Erwähnung von ${name}`,
    someone: 'jemand',
    dateOf: (day) => `Datum: ${day}`,
  },

  code: {
    copied: 'Code kopiert',
    notCopied: 'Der Code konnte nicht kopiert werden',
    copyCode: 'Code kopieren',
    named: (language) => `Code, ${language}`,
    languageIs: (language) => `Sprache: ${language}`,
    showSource: 'Quelltext zeigen',
    hideSource: 'Quelltext verbergen',
    mermaid: 'Mermaid-Diagramm',
  },

  diagrams: {
    diagram: 'Diagramm',
    notDrawn: (problem) => `Dieses Diagramm kann nicht gezeichnet werden. ${problem}`,
    notLoaded:
      'Was Diagramme zeichnet, konnte nicht geladen werden. Es kommt, sobald dieses Gerät online ist.',
    tooSlow: 'Dieses Diagramm zu zeichnen dauert zu lange.',
    tooLarge: 'Dieses Diagramm ist zu groß, um gezeigt zu werden.',
    notApart:
      'Hier werden keine Diagramme gezeichnet: Der Server hält sie nicht von der Seite getrennt.',
    draws: 'Zeichnet Diagramme',
  },

  formulas: {
    empty: 'Leere Formel',
    tooLong: (most) => `Eine Formel mit mehr als ${number(most)} Zeichen wird nicht gezeichnet.`,
    wrongAt: (problem, place) => `${problem} (bei Zeichen ${number(place)})`,
    tooDeep: 'Diese Formel ist zu tief verschachtelt, um gezeichnet zu werden.',
  },

  figures: {
    nothingToPaste: 'In der Zwischenablage ist nichts, das sich hier einfügen lässt.',
    notShown: (name) => `${name}, nicht gezeigt`,
    notShownFor: (name, why) => `${name}, nicht gezeigt: ${why}`,
    download: 'Herunterladen',
    downloadNamed: (name) => `Herunterladen: ${name}`,
    withoutAddress: (kind) => `${kind} ohne Adresse`,
    elsewhere: (kind, host) => `${kind} bei ${host}`,
    bytes: (count) => plural(count, { one: '# Byte', other: '# Bytes' }),
    kilobytes: (count) => `${number(count)} KB`,
    megabytes: (count) => `${number(count)} MB`,
  },

  find: {
    find: 'Suchen',
    previous: 'Vorige Fundstelle',
    next: 'Nächste Fundstelle',
    matchCase: 'Groß-/Kleinschreibung',
    wholeWord: 'Ganzes Wort',
    expression: 'Regulärer Ausdruck',
    replaceWith: 'Ersetzen durch',
    replace: 'Ersetzen',
    replaceAll: 'Alle ersetzen',
    replaced: (count) => `${number(count)} ersetzt`,
    searching: 'Sucht …',
    place: (current, all) => `${number(current)} von ${number(all)}`,
    tooSlow:
      'Dieser Ausdruck braucht zu lange. Mach ihn einfacher: Es liegt an Wiederholungen in Wiederholungen.',
    noExpression: (problem) => `Das ist kein regulärer Ausdruck: ${problem}`,
  },

  looking: {
    unknown: 'unbekannt',
    authorsShown: 'Die Farben zeigen, wer was geschrieben hat.',
    empty: 'Was hier geschrieben wird, steht hier, sobald der Server es hat.',
    asking: 'Der Server wird gefragt …',
    broken: 'Dieser Teil des Verlaufs lässt sich nicht zeigen.',
    begins: (moment: string) =>
      `Wer was vor diesem Zeitpunkt geschrieben hat, wird nicht aufbewahrt: ${moment}.`,
    past: 'Das Dokument, wie es war',
    back: 'Zurück zu jetzt',
    restore: 'Diese Fassung wiederherstellen',
    copy: 'Kopie dieser Fassung speichern',
    takeBack: 'Diese Änderungen zurücknehmen',
    restored: 'Wiederhergestellt. Rückgängig bringt zurück, was hier stand.',
    tookBack: 'Zurückgenommen. Rückgängig bringt es wieder.',
    nothing: 'Davon ist nichts mehr da, was zurückgenommen werden könnte.',
    behind: 'Dieses Gerät hat noch nicht alles davon. Versuche es dann noch einmal.',
    sessions: 'Wann geschrieben wurde',
    nameNow: 'Benennen, was jetzt hier steht',
    nameThis: 'Diese Fassung benennen',
    versionName: 'Name der Fassung',
    named: (name: string) => `„${name}“ ist benannt.`,
    nameRemoved: 'Der Name ist weg. Was damals geschrieben wurde, bleibt im Verlauf.',
    show: 'Was zu sehen ist',
    showAll: 'Alle',
    showNamed: 'Mit Namen',
    noneNamed: 'Noch hat keine Fassung einen Namen.',
    notHere: 'Wie sie war, ist noch nicht hier angekommen.',
    moreOf: (name: string) => `Mehr zu ${name}`,
    removeName: 'Namen entfernen',
    play: 'Abspielen',
    pause: 'Anhalten',
    moments: 'Zeitpunkt',
    howToChoose:
      'Klicke auf einen Block oder gehe mit den Pfeiltasten hin, um nur ihn wiederherzustellen. Mit Umschalt werden es mehr.',
    emptyBlock: 'Leerer Block',
    restoreBlocks: (count: number) =>
      plural(count, {
        one: 'Diesen Block wiederherstellen',
        other: 'Diese # Blöcke wiederherstellen',
      }),
    list: 'Was sich geändert hat',
    somebody: 'Jemand',
    damaged: (count: number) =>
      plural(count, {
        one: '# Stück davon ist nicht mehr lesbar.',
        other: '# Stücke davon sind nicht mehr lesbar.',
      }),
    changes: (count: number) => plural(count, { one: '# Änderung', other: '# Änderungen' }),
    kinds: {
      typed: 'Getippt',
      deleted: 'Gelöscht',
      replaced: 'Ersetzt',
      'cell written': 'Zelle gefüllt',
      'object added': 'Objekt hinzugefügt',
      'object removed': 'Objekt entfernt',
      'object changed': 'Objekt geändert',
      carried: 'Text verschoben',
      added: 'Block hinzugefügt',
      removed: 'Block entfernt',
      split: 'Block geteilt',
      joined: 'Zwei Blöcke verbunden',
      'deleted across': 'Über Blöcke hinweg gelöscht',
      'replaced across': 'Über Blöcke hinweg ersetzt',
      moved: 'Block verschoben',
      turned: 'In etwas anderes verwandelt',
      nested: 'Eingerückt',
      checked: 'Abgehakt oder nicht',
      attribute: 'Einstellung eines Blocks geändert',
      formatted: 'Formatiert',
      unformatted: 'Formatierung entfernt',
      'row added': 'Zeile hinzugefügt',
      'row removed': 'Zeile entfernt',
      'row moved': 'Zeile verschoben',
      'column added': 'Spalte hinzugefügt',
      'column removed': 'Spalte entfernt',
      'column moved': 'Spalte verschoben',
      'column changed': 'Spalte geändert',
      title: 'Titel geändert',
      unseen: 'Aufgeräumt',
    },
  },

  pageLook: {
    title: 'Symbol und Layout',
    icon: 'Symbol',
    searchIcons: 'Symbole suchen',
    found: (count: number) => plural(count, { one: '# Symbol', other: '# Symbole' }),
    width: 'Seitenbreite',
    normal: 'Normal',
    wide: 'Breit',
    face: 'Schrift',
    sans: 'Ohne Serifen',
    serif: 'Mit Serifen',
  },

  counts: {
    number,
    of: (part, all) => `${number(part)} von ${number(all)}`,
    words: (count) => plural(count, { one: '# Wort', other: '# Wörter' }),
    wordsOf: (part, all) =>
      `${number(part)} von ${plural(all, { one: '# Wort', other: '# Wörtern' })}`,
    wordCount: 'Wörter',
    characters: 'Zeichen',
    withoutSpaces: 'Zeichen ohne Leerzeichen',
    timeToRead: 'Lesezeit',
    timeToReadSelection: 'Lesezeit der Auswahl',
    minutes: (count) => `${number(count)} Min.`,
  },

  drawn: {
    write: 'Schreib, oder füge Markdown ein',
    newer: 'Aus einer neueren Version: ',
    note: 'Hinweis:',
    tip: 'Tipp:',
    important: 'Wichtig:',
    warning: 'Warnung:',
    caution: 'Vorsicht:',
    caption: 'Bildunterschrift',
    title: 'Titel',
  },

  outlineEmpty: 'Hier werden die Überschriften dieses Dokuments stehen.',

  attachments: {
    notUploaded: 'Nur auf diesem Gerät · nicht hochgeladen.',
    notKept: 'Auf diesem Gerät nicht gespeichert. Lass diese Seite offen, bis es hochgeladen ist.',
    uploading: 'Wird hochgeladen …',
    willUpload: 'Nur auf diesem Gerät · wird hochgeladen',
    willUploadOnline: 'Nur auf diesem Gerät · wird hochgeladen, sobald du online bist',
    notHere: 'Noch nicht auf diesem Gerät · wird geladen, sobald du online bist',
    loading: 'Wird geladen …',
    notUploadedYet: 'Noch nicht hochgeladen von dem, der es eingefügt hat · kommt von selbst',
    notLoaded: (why) => `Nicht geladen. ${why}`,
    removedByBrowser: 'Der Browser hat es von diesem Gerät entfernt.',
    tooLargeForServer: 'Es ist größer, als dieser Server annimmt.',
    thePicture: 'Das Bild',
    notHad: 'Diese Datei ist gerade nicht zu haben.',
    quoted: (name) => `„${name}“`,
    tooLarge: (what, most) =>
      `${what} ist zu groß: Ein Bild oder eine Datei kann bis zu ${number(most)} MB haben. Nichts wurde geändert.`,
    notRead: (what) => `${what} konnte nicht gelesen werden. Nichts wurde geändert.`,
  },

  deviceProblems: {
    unavailable: 'Dieser Browser lässt die App auf diesem Gerät nichts speichern.',
    quota: 'Auf diesem Gerät ist kein Platz mehr.',
    blocked: 'Der Speicher dieses Browsers antwortet nicht. Schließe andere Tabs dieser App.',
    closed: 'Der Browser hat den Speicher dieser App geschlossen.',
    unknown: 'Was du schreibst, kann auf diesem Gerät nicht gespeichert werden.',
    unreadable: 'Ein Teil dessen, was auf diesem Gerät gespeichert ist, kann nicht gelesen werden.',
  },

  whereItIs: {
    alreadySaved: 'Ist auf diesem Gerät schon gespeichert.',
    onThisDevice: 'Auf diesem Gerät',
    onTheServer: 'Auf dem Server',
    retryNow: 'Jetzt noch einmal versuchen',
    beingOpened: 'Wird geöffnet.',
    beingSaved: 'Wird gespeichert.',
    everythingHere: 'Hier ist alles gespeichert und lässt sich ohne Netz öffnen.',
    cannotSave: 'Hier kann nichts gespeichert werden.',
    keepOpen: 'Lass diese Seite offen oder lade den Text herunter.',
    polling:
      'Zurzeit ist keine ständige Verbindung zu bekommen: Das Netz lässt keine durch, oder zu viele sind von dort offen. Änderungen reisen alle paar Sekunden, und andere sind nicht zu sehen.',
    filesWaiting: (count) =>
      plural(count, {
        one: '# Bild oder Datei nur auf diesem Gerät, wird noch hochgeladen.',
        other: '# Bilder oder Dateien nur auf diesem Gerät, werden noch hochgeladen.',
      }),
    filesRefused: (count) =>
      plural(count, {
        one: '# Bild oder Datei nur auf diesem Gerät, nicht hochgeladen: Der Text sagt, was es ist.',
        other:
          '# Bilder oder Dateien nur auf diesem Gerät, nicht hochgeladen: Der Text sagt, welche.',
      }),
    lastHad: (when) => `Zuletzt hatte er alles: ${when}.`,
    everythingThere: 'Dort ist alles.',
    everythingThereSince: (when) => `Dort ist alles, seit: ${when}.`,
    sameChecked: (when) => `Dasselbe wie auf dem Server, geprüft: ${when}.`,
    showsAnother:
      'Was hier steht, ist nicht, was der Server hat. Deine Kopie bleibt auf diesem Gerät; sag es denen, die den Server betreiben.',
    textThere: 'Dein ganzer Text ist dort.',
    textThereSince: (when) => `Dein ganzer Text ist dort, seit: ${when}.`,
    onTheWay: (count) =>
      plural(count, {
        one: '# Änderung ist unterwegs.',
        other: '# Änderungen sind unterwegs.',
      }),
    waiting: (count) =>
      plural(count, {
        one: '# Änderung wartet darauf, gesendet zu werden.',
        other: '# Änderungen warten darauf, gesendet zu werden.',
      }),
    nothingWaiting: 'Von dir wartet nichts.',
    connecting: 'Verbindet.',
    outOfReach: 'Nicht erreichbar.',
    goesOn: 'Es geht von selbst weiter, wenn das Netz zurück ist.',
    notAccepted: 'Der Server nimmt das nicht an.',
  },

  notices: {
    notAdded: 'Nicht eingefügt',
    notSavedHere: 'Auf diesem Gerät nicht gespeichert',
    keepsNothing: 'Dieser Browser lässt die App nichts speichern.',
    keepOpen: 'Lass diese Seite offen oder lade den Text herunter, damit nichts verloren geht.',
    downloadMarkdown: 'Als Markdown herunterladen',
    mayComment: 'Mit deinem Link kannst du lesen und kommentieren, aber nicht schreiben.',
    mayRead: 'Mit deinem Link kannst du dieses Dokument lesen, aber nicht darin schreiben.',
    inTrash: 'Dieses Dokument ist im Papierkorb.',
    updateNow: 'Jetzt aktualisieren',
    useAnotherLink: 'Anderen Link benutzen',
    unsent: (count) =>
      plural(count, {
        one: 'Eine Änderung war noch nicht gesendet: Sie ist im Text markiert.',
        other:
          '# Änderungen waren noch nicht gesendet: Was du hinzugefügt hattest, ist im Text markiert.',
      }),
    unsentNotMarked:
      'Was noch nicht gesendet war, konnte nicht markiert werden. Lade neu, um es noch einmal zu versuchen.',
  },

  refusals: {
    wrongLink: 'Dieser Link öffnet das Dokument nicht',
    passwordNeeded: 'Ein Passwort wird gebraucht',
    readOnly: 'Nur zum Lesen',
    notOnServer: 'Nicht auf dem Server',
    noAnswer: 'Der Server antwortet darauf nicht',
    newerNeeded: 'Eine neuere Version wird gebraucht',
    keptHere: 'Nur auf diesem Gerät gespeichert',
    changeRefused: 'Eine Änderung wurde nicht angenommen',
    withdrawn: 'Dieser Link wurde zurückgezogen',
    expired: 'Dieser Link ist abgelaufen',
    deleted: 'Dieses Dokument wurde gelöscht',
  },

  waiting: {
    waiting: 'Warten auf das Dokument',
    nothingYet: 'Hier ist noch nichts',
    startEmpty: 'Mit einer leeren Seite beginnen',
    ownText:
      'Der Server kennt dieses Dokument, aber sein Text ist von dem Gerät, auf dem er geschrieben wurde, noch nicht angekommen. Er erscheint hier, sobald dieses Gerät online ist.',
    othersText:
      'Das Gerät, auf dem es entstand, hat den Text noch nicht gesendet. Er erscheint hier, sobald das geschieht.',
    neverHere:
      'Es war noch nie auf diesem Gerät, und der Server ist gerade nicht erreichbar. Es öffnet sich von selbst, sobald er es ist, und von da an auch ohne Netz.',
    onItsWay: 'Es ist auf dem Weg zu diesem Gerät. Von da an lässt es sich auch ohne Netz öffnen.',
  },

  links: {
    anotherLink: 'Ein anderer Link',
    notWhole:
      'Das ist kein ganzer Link. Er sieht aus wie die Adresse dieser Seite, mit einem # und einem Schlüssel dahinter.',
    elsewhere: (origin) => `Dieser Link gehört zu ${origin}. Öffne ihn dort.`,
    password: 'Passwort des Links',
    trying: 'Versucht …',
    noKey: 'Kein Schlüssel',
    noKeyToDocument: 'Dieses Gerät hat keinen Schlüssel zu dem Dokument',
    cutOnItsWay: 'Wenn du einem Link gefolgt bist, wurde er unterwegs abgeschnitten.',
  },

  screens: {
    notFound: 'Nicht gefunden',
    nothingHere: 'Hier ist nichts',
    cutShort: 'Wenn du einem Link gefolgt bist, ist er vielleicht unvollständig.',
  },

  deleting: {
    title: 'Löschen?',
    linkedHint: (title) =>
      `Von diesem Gerät: Die Kopie von „${title}“ verschwindet von hier; im Papierkorb deiner anderen Geräte bleibt es. Von allen meinen Geräten: Die Kopien und der Schlüssel dazu verschwinden von jedem verbundenen Gerät. Andere behalten ihre Kopien.`,
    unsent: (count) =>
      plural(count, {
        one: '# Änderung hier hat den Server nicht erreicht',
        other: '# Änderungen hier haben den Server nicht erreicht',
      }),
    unsentHint:
      'Niemand sonst hat sie. Hol das Dokument zurück und geh online, um sie vorher zu senden.',
    lastKeyHint:
      'Ohne einen Schlüssel kann dir niemand das Dokument wieder öffnen. Der Link ist der Schlüssel: Bewahre ihn auf, wenn du es vielleicht zurückhaben willst.',
    copyLink: 'Link kopieren',
    linkCopied: 'Link kopiert: Wer ihn hat, kann dasselbe wie du',
    deleteEverywhere: 'Von allen meinen Geräten löschen',
    deletedEverywhere: (title) => `„${title}“ ist von allen deinen Geräten gelöscht`,
  },

  outbox: {
    waiting: (count) =>
      plural(count, {
        one: '# Dokument wartet darauf, gesendet zu werden',
        other: '# Dokumente warten darauf, gesendet zu werden',
      }),
    waits: 'wartet darauf, gesendet zu werden',
    library: (count) =>
      plural(count, {
        one: '# Änderung der Bibliothek wartet darauf, an deine anderen Geräte gesendet zu werden',
        other:
          '# Änderungen der Bibliothek warten darauf, an deine anderen Geräte gesendet zu werden',
      }),
  },

  library: {
    trash: 'Papierkorb',
    documents: 'Dokumente',
    keepsNothing: 'Dieser Browser behält nichts',
    newDocument: 'Neues Dokument',
    notImported: 'Nicht importiert',
    writeFirst: 'Schreib das erste',
    showAround: 'Zeig mir alles',
    tourFailed: 'Die Führung konnte nicht geladen werden. Versuche es online noch einmal.',
    writeFirstHint:
      'Dokumente liegen in diesem Browser und öffnen sich ohne Netz. Teile eines mit einem Link, und andere schreiben mit dir darin. Niemand braucht ein Konto.',
    showAll: 'Alle Dokumente zeigen',
    trashEmpty: 'Der Papierkorb ist leer',
    trashEmptyHint:
      'Was du hierher legst, kannst du zurückholen, bis du es von diesem Gerät löschst.',
    nothingLost: 'Hier ist nichts verloren: Hol es zurück oder lösche es von diesem Gerät.',
    actionsFor: (title) => `Aktionen für ${title}`,
    renamed: (title) => `Umbenannt in „${title}“`,
    rename: 'Umbenennen',
    pin: 'Anheften',
    unpin: 'Nicht mehr anheften',
    added: (when) => `Hinzugefügt: ${when}`,
    opened: (when) => `Geöffnet: ${when}`,
    sharedAs: (role) => `mit dir geteilt · ${role.toLowerCase()}`,
    linkRefused: 'der Link öffnet es nicht',
    cancel: 'Abbrechen',
    trashedSince: (when) => `Im Papierkorb seit: ${when}`,
    isBack: (title) => `„${title}“ ist wieder bei deinen Dokumenten`,
    deleteDots: 'Löschen …',
    deleteTitle: 'Von diesem Gerät löschen?',
    deleted: (title) => `„${title}“ ist von diesem Gerät gelöscht`,
    deleteHint: (title) =>
      `„${title}“ und der Schlüssel dazu verschwinden von diesem Gerät, auch was den Server noch nicht erreicht hat.`,
    ownerHint:
      'Es gehört dir: Danach kann niemand mehr Links dazu erstellen oder zurückziehen. Andere behalten ihre Kopien.',
    guestHint: 'Du kannst es dann nur mit einem Link wieder öffnen. Andere behalten ihre Kopien.',
    notDeleted: 'Es wurde nicht gelöscht.',
    keepIt: 'Behalten',
    deleteHere: 'Von diesem Gerät löschen',
    notHereYet:
      'Dieses Dokument ist noch nicht auf diesem Gerät angekommen. Öffne es einmal und benenne es dann um.',
    mayStoreNothing: 'Die App darf nichts speichern.',
    goneOnClose:
      'Dokumente, die du hier schreibst, sind weg, wenn die Seite geschlossen wird, es sei denn, du exportierst sie.',
    library: 'Bibliothek',
    more: 'Mehr',
    order: 'Reihenfolge',
    lastOpened: 'Zuletzt geöffnet',
    newest: 'Neueste',
    sharedWithMe: 'Mit mir geteilt',
    nothingShared: 'Mit dir ist noch nichts geteilt',
    nothingSharedHint:
      'Öffne einen Link, den dir jemand geschickt hat, und das Dokument bleibt hier.',
    noneHere: 'Hier sind keine Dokumente',
    noneHereHint:
      'Leg hier ein Dokument an oder verschieb eines hierher: durch Ziehen oder über sein Menü.',
    found: (count) => plural(count, { one: '# Dokument gefunden', other: '# Dokumente gefunden' }),
    nothingFound: 'Nichts gefunden',
    noneWith: (query) => `Kein Dokument auf diesem Gerät hat „${query}“ im Titel oder im Text.`,
    stillRead: (count) =>
      plural(count, {
        one: 'Ein weiteres Dokument wird noch gelesen.',
        other: '# Dokumente werden noch gelesen.',
      }),
    openInTab: 'In neuem Tab öffnen',
    shareDots: 'Teilen …',
    duplicate: 'Duplizieren',
    duplicated: (title) => `„${title}“ liegt bei deinen Dokumenten`,
    notDuplicated: 'Es wurde nicht dupliziert. Lade die Seite neu und versuch es noch einmal.',
    notOnDevice: 'Dieses Dokument ist noch nicht auf diesem Gerät. Öffne es einmal online.',
    select: 'Auswählen',
    selectNamed: (title) => `${title} auswählen`,
    selection: 'Ausgewählte Dokumente',
    selectedCount: (count) => plural(count, { one: '# ausgewählt', other: '# ausgewählt' }),
    selectAll: 'Alle auswählen',
    selectNone: 'Auswahl aufheben',
    trashedCount: (count) =>
      plural(count, {
        one: '# Dokument liegt im Papierkorb',
        other: '# Dokumente liegen im Papierkorb',
      }),
    exportNow: 'Exportieren',
    lastEdited: 'Zuletzt bearbeitet',
    edited: (when) => `Bearbeitet ${when}`,
    editedBy: (name, when) => `Von ${name} bearbeitet ${when}`,
    links: (count) => plural(count, { one: '# Link', other: '# Links' }),
  },

  sharing: {
    role: 'Rolle',
    anyone: 'Alle mit dem Link',
    label: 'Bezeichnung (freiwillig)',
    forWhom: 'Für wen?',
    works: 'Gilt',
    never: 'Bis er zurückgezogen wird',
    day: 'Einen Tag',
    week: 'Eine Woche',
    month: '30 Tage',
    password: 'Passwort (freiwillig)',
    linkCopied: 'Link kopiert',
    notCopied: 'Nicht kopiert: Wähle den Link aus und kopiere ihn selbst',
    link: 'Link',
    copyLink: 'Link kopieren',
    unreachable:
      'Der Server ist nicht erreichbar. Links, die du jetzt erstellst, bleiben auf diesem Gerät und werden später gesendet. Die Liste ist vielleicht nicht vollständig.',
    noLinks: 'Noch keine Links. Nur du kannst dieses Dokument öffnen.',
    noLinksNow:
      'Kein Link öffnet dieses Dokument mehr. Wer schon darin war, hat eine Kopie auf dem eigenen Gerät.',
    copyNotAllowed: 'Der Browser hat das Kopieren nicht erlaubt',
    links: 'Links',
    revoke: 'Zurückziehen',
    revokeAsk: 'Diesen Link zurückziehen?',
    revokeHint:
      'Er gilt sofort nicht mehr, auch für alle, die gerade damit im Dokument sind, und lässt sich nicht wiederherstellen. Wer schon darin war, hat eine Kopie auf dem eigenen Gerät und behält sie.',
    keepLink: 'Link behalten',
    revoked: 'Link zurückgezogen. Wer schon darin war, hat eine Kopie.',
    created: (when) => `Erstellt: ${when}`,
    withPassword: 'mit Passwort',
    until: (day) => `bis ${day}`,
    refused: (why) => `Abgelehnt: ${why}`,
    expired: 'abgelaufen',
    lastUsed: (when) => `zuletzt benutzt: ${when}`,
    notKnown:
      'Was dieser Link erlaubt, ist noch nicht bekannt: Der Server wurde noch nicht gefragt.',
    byOwner: 'Andere Links erstellt, wem das Dokument gehört.',
    stillWorks:
      'Der Server ist gerade nicht erreichbar, der Link gilt also noch. Versuche es online noch einmal.',
    allows: {
      viewer: 'Kann das Dokument lesen und eine Kopie speichern und sieht, wer hier ist.',
      commenter:
        'Kann lesen und kommentieren und zeigt anderen, wo er ist. Kann den Text nicht ändern.',
      editor: 'Kann lesen und schreiben, mit Bildern und Dateien.',
      owner:
        'Kann alles: schreiben, Links erstellen und zurückziehen, das Dokument für alle löschen.',
    },
    passwordToo: 'Öffnet sich nur mit dem Passwort.',
    cameWith: (what) => `Der Link, mit dem du gekommen bist: ${what}`,
    keptHere:
      'Der Server ist gerade nicht erreichbar. Dieser Link öffnet sich, sobald dieses Gerät online war.',
    waits: 'öffnet sich, sobald dieses Gerät online war',
    stillAllows:
      'Der Server ist gerade nicht erreichbar, also bleibt der Link, wie er war. Versuche es online noch einmal.',
    qrCode: 'QR-Code',
    send: 'Senden …',
    qrCodeOfLink: 'QR-Code des Links',
    pointCamera: 'Richte die Kamera eines anderen Geräts darauf, um den Link dort zu öffnen.',
    notSent: 'Das Senden ging nicht: Kopiere stattdessen den Link',
    replaced: 'Der alte Link öffnet nichts mehr. Sende den neuen.',
    change: 'Ändern',
    history: 'Verlauf',
    historyShown: 'Zeigt den Verlauf',
    historyHidden: 'Ohne den Verlauf',
    worksUntil: (day) => `Bis ${day}`,
    endChanged: 'Frist geändert',
    labelChanged: 'Bezeichnung geändert',
    saveLabel: 'Bezeichnung speichern',
    passwordChanged: 'Passwort geändert. Wer mit dem alten kam, wird danach gefragt.',
    otherPassword: 'Neues Passwort',
    passwordAsks: 'Wer mit diesem Link da ist, wird sofort danach gefragt.',
    setPassword: 'Passwort setzen',
    removePassword: 'Passwort entfernen',
    replace: 'Ersetzen',
    allowsNow: 'Was dieser Link von jetzt an erlaubt',
    notUsed: 'noch nicht benutzt',
    visitors: 'Wer hier war',
    somebody: (role) => `Jemand mit einem Link: ${role.toLowerCase()}`,
    mayNotReturn: 'der Link ist zurückgezogen oder abgelaufen',
    log: 'Was am Zugang geändert wurde',
    logUnreachable: 'Der Server ist gerade nicht erreichbar. Versuche es online noch einmal.',
    logOlder: 'Ältere zeigen',
    you: 'du',
    someOwner: 'jemand mit dem Link zum Übergeben',
    did: {
      'document-made': 'Dokument angelegt',
      'document-deleted': 'Für alle gelöscht',
      'owner-came': 'Zum ersten Mal mit dem Link zum Übergeben geöffnet',
      'link-made': 'Link erstellt',
      'link-changed': 'Rolle geändert',
      'link-revoked': 'Link zurückgezogen',
      'link-expired': 'Link abgelaufen',
      'expiry-changed': 'Frist geändert',
      'password-set': 'Passwort gesetzt',
      'password-removed': 'Passwort entfernt',
      'history-hidden': 'Verlauf ausgelassen',
      'history-shown': 'Verlauf gezeigt',
    },
    asOwner: 'Optionen für Eigentümer',
    givesAway: 'Mit diesem Link gibst du das Dokument aus der Driver',
    givesAwayHint:
      'Wer ihn hat, kann alles, was du kannst: lesen, schreiben, Links erstellen und zurückziehen, das Dokument für alle löschen. Er lässt sich nicht zurückziehen.',
    showOwnerLink: 'Link zum Übergeben zeigen …',
    deleteForAllDots: 'Für alle löschen …',
    deleteForAll: 'Für alle löschen',
    deleteForAllTitle: (title) => `„${title}“ für alle löschen?`,
    deleteForAllHint: (title) =>
      `Der Server entfernt „${title}“ mit Verlauf, Bildern und Dateien und allen Links dazu. Das lässt sich nicht rückgängig machen. Wer es auf einem Gerät hat, behält diese Kopie, nur zum Lesen.`,
    nothingDeleted:
      'Der Server ist gerade nicht erreichbar, also wurde nichts gelöscht. Versuche es online noch einmal.',
    deletedForAll: (title) => `„${title}“ ist für alle gelöscht. Deine Kopie liegt im Papierkorb.`,
  },

  preferences: {
    profile: 'Profil',
    yourName: 'Dein Name',
    nameHint: 'Das sehen Leute, die dasselbe Dokument offen haben.',
    yourColor: 'Deine Farbe',
    nameEmpty: 'Ein Name braucht mindestens einen Buchstaben. Andere sehen noch den letzten Namen.',
    nameLong: (most) =>
      `Ein Name hat höchstens ${number(most)} Buchstaben. Andere sehen noch den letzten Namen.`,
    appearance: 'Aussehen',
    theme: 'Farbschema',
    system: 'System',
    light: 'Hell',
    dark: 'Dunkel',
    writing: 'Schreiben',
    smartQuotes: 'Typografische Anführungszeichen und Striche',
    byLanguage: 'Nach Sprache',
    off: 'Aus',
    smartHint:
      'Gerade Anführungszeichen, zwei Bindestriche und drei Punkte werden gesetzt wie gedruckt. Rückgängig oder die Rücktaste gleich danach gibt zurück, was du getippt hast; Code und Formeln bleiben, wie sie getippt sind.',
    language: 'Sprache',
    interfaceLanguage: 'Sprache der Oberfläche',
    languageNotLoaded: 'Diese Sprache konnte nicht geladen werden. Versuche es online noch einmal.',
    about: 'Über',
    thisApp: 'Diese App',
    server: 'Server',
    noVersion: 'Nennt keine Version',
    notReached: 'Gerade nicht erreichbar',
  },

  people: {
    joined: (name) => `${name} ist dabei`,
    more: (count) => plural(count, { one: '# weitere Person', other: '# weitere Personen' }),
    here: 'Wer hier ist',
    you: (name) => `${name} (du)`,
    elsewhere: (name) => `${name} (schaut woanders hin)`,
    howToFollow: (name) =>
      `${name}: Klicken zeigt, wo; Doppelklick oder Umschalt+Eingabe, um zu folgen`,
    changeName: (name) => `${name}: klicken, um deinen Namen zu ändern`,
    following: (name) => `Du folgst ${name}`,
    notFollowing: (name) => `Du folgst ${name} nicht mehr`,
    left: (name) => `${name} ist gegangen`,
    notInText: (name) => `${name} ist gerade nicht im Text`,
    yourNameHere: 'Dein Name hier',
    howCalled: 'Wie heißt du?',
    needsLetter: 'Ein Name braucht mindestens einen Buchstaben.',
    useName: 'Diesen Namen nehmen',
  },

  documentMenu: {
    edit: 'Bearbeiten',
    read: 'Lesen',
    exportMarkdown: 'Als Markdown exportieren',
    saveCopy: 'Eigene Kopie speichern',
    trash: 'In den Papierkorb',
    untrash: 'Aus dem Papierkorb holen',
    nowWriting: 'Du kannst wieder schreiben',
    nowReading: 'Lesemodus: Nichts kann aus Versehen geändert werden',
    saveTemplate: 'Als Vorlage speichern',
    templateSaved: (title) =>
      `„${title}“ ist jetzt eine Vorlage: „Neu aus Vorlage“ in der Bibliothek`,
    templateNotSaved:
      'Die Vorlage konnte nicht gespeichert werden. Versuche es online noch einmal.',
    ownCopy: 'Diese Kopie gehört dir',
    notExported:
      'Der Export konnte nicht geladen werden. Kopiere stattdessen den Text oder versuche es online noch einmal.',
  },

  throwAway: {
    throwAwayDots: 'Entfernen …',
    throwAway: 'Entfernen',
    unsentTitle: 'Entfernen, was noch nicht gesendet ist?',
    unsentHint:
      'Was nur dieses Gerät hat, wird endgültig entfernt, und das Dokument erscheint so, wie die anderen es haben.',
    copyTitle: 'Diese Kopie entfernen?',
    copyHint:
      'Das Dokument kommt mit allem, was noch nicht gesendet war, in den Papierkorb dieses Geräts. Von dort lässt es sich zurückholen oder endgültig löschen.',
  },

  sidebar: {
    title: 'Seitenleiste',
    pinned: 'Angeheftet',
    contents: (name) => `Was in ${name} liegt`,
    more: (count) => plural(count, { one: '# weiteres', other: '# weitere' }),
  },

  folders: {
    folder: 'Ordner',
    folders: 'Ordner',
    places: 'Orte',
    name: 'Name',
    needsName: 'Ein Ordner braucht einen Namen.',
    newFolder: 'Neuer Ordner',
    newFolderDots: 'Neuer Ordner …',
    create: 'Anlegen',
    createAndMove: 'Anlegen und verschieben',
    created: 'Ordner erstellt',
    actionsFor: (name) => `Aktionen für den Ordner ${name}`,
    rename: 'Ordner umbenennen',
    remove: 'Ordner entfernen',
    removed: (name) => `„${name}“ entfernt. Was darin war, liegt jetzt eine Ebene höher.`,
    move: 'Verschieben',
    moveNamed: (title) => `„${title}“ verschieben`,
    moved: (title, folder) => `„${title}“ ist jetzt in „${folder}“`,
    empty: 'Dieser Ordner ist leer',
  },

  templates: {
    templates: 'Vorlagen',
    newFrom: 'Neu aus Vorlage',
    newFromDots: 'Neu aus Vorlage …',
    isTemplate: 'Vorlage',
    noLonger: 'Keine Vorlage mehr',
    oneOfYours: 'Eine von deinen',
    notHereYet:
      'Diese Vorlage ist noch nicht auf diesem Gerät angekommen. Öffne sie einmal online.',
    named: {
      meeting: 'Besprechungsnotizen',
      project: 'Projektplan',
      lesson: 'Unterrichtsplan',
      trip: 'Reise oder Veranstaltung',
      journal: 'Wochentagebuch',
    },
    about: {
      meeting: 'Tagesordnung, Entscheidungen und wer was bis wann macht',
      project: 'Warum, was dazugehört und was nicht, Schritte, Risiken',
      lesson: 'Ein Ziel, die Minuten in einer Tabelle, was vorzubereiten ist',
      trip: 'Tag für Tag, Buchungen, Packliste, wer was bezahlt hat',
      journal: 'Was wichtig ist, eine Zeile am Tag, ein Rückblick',
    },
  },

  devices: {
    mine: 'Meine Geräte',
    devices: 'Geräte',
    why: 'Hab dieselben Dokumente, Ordner und Anheftungen auf deinem Telefon und deinen anderen Computern. Der Server bewahrt die Liste für dich auf; die Schlüssel zu deinen Dokumenten sind darin verschlossen.',
    linkDots: 'Gerät verbinden …',
    linkAnotherDots: 'Weiteres Gerät verbinden …',
    link: 'Gerät verbinden',
    haveLink: 'Ich habe einen Link von einem anderen Gerät',
    copyByHand: 'Kopiere den Link von Driver',
    pointCamera: 'Richte die Kamera des anderen Geräts hierher oder öffne dort diesen Link.',
    linkForOther: 'Link für dein anderes Gerät',
    forYouAlone: 'Er ist nur für dich: Wer ihn öffnet, hat alle deine Dokumente, jetzt und später.',
    thisDevice: 'Dieses Gerät',
    lastUsed: (when) => `Zuletzt benutzt: ${when}`,
    rename: 'Gerät umbenennen',
    unlinkDots: 'Trennen …',
    unlink: 'Trennen',
    unlinkTitle: (name) => `„${name}“ trennen?`,
    unlinkThisHint:
      'Deine Dokumente bleiben auf diesem Gerät. Was du auf einem Gerät in der Liste änderst, kommt nicht mehr zum anderen.',
    unlinkOtherHint:
      'Es behält die Dokumente, die es hat, und verlässt diese Bibliothek, wenn es das nächste Mal online ist. Wer es hat, kann sie weiter lesen und darin schreiben: Zieh Links zurück oder kopiere, was deins bleiben muss.',
    unlinked: (name) => `„${name}“ ist getrennt`,
    synced: 'Deine anderen Geräte haben alles, was hier ist.',
    refused: 'Der Server nimmt diese Bibliothek nicht an. Alles bleibt auf diesem Gerät.',
    offline: 'Offline: Was du hier änderst, kommt später zu deinen anderen Geräten.',
    joining: 'Deine Geräte werden zusammengebracht …',
    called: (browser, system) => `${browser} auf ${system}`,
    browser: 'Browser',
    aDevice: 'einem Gerät',
  },

  join: {
    linkThis: 'Dieses Gerät verbinden',
    ask: 'Dieses Gerät verbinden?',
    hint: (count) =>
      `Dieses Gerät hat dann die Dokumente, Ordner und Anheftungen des Geräts, das dir den Link gezeigt hat${
        count === 0
          ? '.'
          : plural(count, {
              one: ', und jenes hat das Dokument, das du hier hast.',
              other: ', und jenes hat die # Dokumente, die du hier hast.',
            })
      } Tu es nur, wenn jenes Gerät dir gehört.`,
    nameOfThis: 'Name dieses Geräts',
    cutShort: 'Dieser Link wurde abgeschnitten',
    how: 'Öffne auf dem anderen Gerät die Einstellungen und dort „Gerät verbinden“. Scanne, was es zeigt, oder kopiere seinen Link und füge ihn hier ein.',
    linkFromOther: 'Link von deinem anderen Gerät',
    goOn: 'Weiter',
    notWhole: (address) => `Das ist kein ganzer Link. Er sieht aus wie ${address}`,
    linked: 'Dieses Gerät ist verbunden',
    linkedHint: 'Es hat dieselbe Bibliothek wie das Gerät, das dir den Link gezeigt hat.',
    linkedAlready: 'Dieses Gerät ist schon mit anderen verbunden',
    linkedAlreadyHint:
      'Ein Gerät hat eine Bibliothek. Trenne es zuerst in den Einstellungen; seine Dokumente bleiben hier.',
  },

  start: {
    openFile: 'Datei öffnen',
    openFileHint:
      'Aus einer Markdown-Datei wird ein eigenes Dokument. Die Datei selbst bleibt, wie sie ist.',
    oneAtATime: 'Öffne immer nur eine Datei. Das ist die erste davon.',
    notOpened: 'Nicht geöffnet',
  },

  storage: {
    storage: 'Speicher auf diesem Gerät',
    limit: 'Dokumente, die von selbst kommen, um sie offline zu öffnen',
    limitHint:
      'Zuletzt benutzte kommen zuerst. Was du hier öffnest, bleibt immer, wie auch die Grenze ist; Bilder und Dateien kommen, wenn du sie zum ersten Mal siehst.',
    none: 'Nur was ich öffne',
    all: 'Alles',
    used: 'Insgesamt belegt',
    kept: 'Aufbewahrt',
    keptForGood: 'Bis du es löschst',
    keptForNow: 'Solange der Browser Platz hat',
    notSaid: 'Der Browser sagt es nicht',
    askToKeep: 'Den Browser bitten, alles zu behalten',
    largestFirst: (count) =>
      plural(count, {
        one: 'Ein Dokument, das größte zuerst',
        other: '# Dokumente, das größte zuerst',
      }),
  },

  checkup: {
    checkup: 'Prüfung',
    hint: 'Für alle, die diesen Server betreiben: ob zwischen ihm und diesem Browser alles ist, wie es sein soll.',
    checkNow: 'Jetzt prüfen',
    checking: 'Wird geprüft …',
    notLoaded: 'Die Prüfung konnte nicht geladen werden. Versuche es online noch einmal.',
    toMend: 'Zu beheben:',
    findings: {
      of: {
        server: 'Server',
        encryption: 'Verschlüsselung',
        connection: 'Live-Verbindung',
        address: 'Adresse',
        headers: 'Schützende Header',
        clock: 'Uhr',
        storage: 'Speicher des Servers',
        device: 'Speicher dieses Browsers',
        version: 'Version',
      },
      answers: (version) => `Driftless ${version} antwortet.`,
      nothingAnswers:
        'Unter dieser Adresse antwortet nichts. Läuft der Server, und leitet der Proxy an seinen Port weiter?',
      somethingElse:
        'Unter dieser Adresse antwortet etwas anderes. Leitet der Proxy alle Pfade an den Server weiter?',
      encrypted:
        'Was unterwegs ist, ist verschlüsselt, und die App kann für die Zeit ohne Netz behalten werden.',
      local:
        'Dieser Computer selbst: Die App kann für die Zeit ohne Netz behalten werden. Andere brauchen https.',
      notEncrypted:
        'Nicht über https: Alle auf dem Weg können mitlesen, und Browser behalten die App nicht für die Zeit ohne Netz. Stelle einen Proxy mit Zertifikat davor.',
      socketsThrough: 'Live-Verbindungen kommen durch.',
      noSockets:
        'Kein WebSocket kommt durch, also reisen Änderungen alle paar Sekunden und niemand ist zu sehen. Der Proxy muss für /sync/ Upgrade und Connection weitergeben.',
      notTried: 'Das ließ sich nicht ausprobieren.',
      letIn: 'Seiten dieser Adresse werden eingelassen.',
      notLetIn:
        'Seiten dieser Adresse werden abgewiesen wie die einer fremden Website. Der Proxy muss den Host-Header unverändert weitergeben, oder ALLOWED_ORIGINS muss diese Adresse nennen.',
      headersArrive: 'Sie kommen an, wie sie gesendet wurden.',
      headersMissing: (names) =>
        `Unterwegs verloren oder verändert: ${names}. Lass den Proxy weitergeben, was der Server sendet.`,
      noTime: 'In der Antwort stand keine Zeit.',
      clocksAgree: 'Server und Gerät sind sich über die Zeit einig.',
      clockAhead: (minutes) =>
        `Der Server geht gegenüber diesem Gerät ${plural(minutes, { one: '# Minute', other: '# Minuten' })} vor. Links enden zur falschen Zeit: Stelle die Uhr, die falsch geht.`,
      clockBehind: (minutes) =>
        `Der Server geht gegenüber diesem Gerät ${plural(minutes, { one: '# Minute', other: '# Minuten' })} nach. Links enden zur falschen Zeit: Stelle die Uhr, die falsch geht.`,
      notAsked:
        'Das ließ sich nicht fragen: Der Proxy gibt /readyz nicht weiter, oder nichts hat geantwortet.',
      canStore: 'Der Server kann speichern.',
      cannotStore:
        'Der Server kann nicht speichern. Sieh in sein Log, und ob der Datenträger voll oder schreibgeschützt ist.',
      keepsHere: 'Dieser Browser behält, was du schreibst.',
      keepsNothing:
        'Dieser Browser behält nichts von dieser App: ein privates Fenster, eine Einstellung oder kein Platz.',
      notCompared: 'Das ließ sich nicht vergleichen.',
      sameVersion: (version) => `App und Server sind ${version}.`,
      otherVersions: (app, server) =>
        `Die App hier ist ${app}, der Server ${server}. Lade neu; hilft das nicht, behält ein Cache dazwischen eine alte App.`,
    },
  },

  update: {
    ready: 'Eine neue Version ist da',
    later: 'Später',
    update: 'Aktualisieren',
    updating: 'Wird aktualisiert …',
    hint: 'Dabei lädt die App in allen ihren Tabs neu. Was du geschrieben hast, bleibt.',
  },

  recovery: {
    title: 'Wiederherstellungsdatei',
    hint: 'Alle Dokumente dieses Geräts mit Texten und Schlüsseln in einer Datei, die sie auf einem neuen Gerät zurückbringt. Bilder und Dateien sind nicht darin: Sie kommen vom Server oder aus „Alles exportieren“. Wer die Datei hat, kann alles öffnen und darin schreiben: Bewahre sie dort auf, wo sonst niemand ist.',
    save: 'Wiederherstellungsdatei sichern',
    take: 'Aus einer Wiederherstellungsdatei zurückholen…',
    nothing: 'Es gibt noch nichts zu sichern.',
    saved: (count) =>
      plural(count, {
        one: '# Dokument ist in der Datei.',
        other: '# Dokumente sind in der Datei.',
      }),
    keysOnly: (titles) =>
      `Noch nicht auf diesem Gerät, also sind nur die Schlüssel in der Datei: ${titles}.`,
    damaged: (name) =>
      `„${name}“ ist beschädigt oder keine Wiederherstellungsdatei. Nichts davon wurde übernommen.`,
    fileName: (day) => `Driftless Wiederherstellung ${day} - geheim halten`,
    failed: 'Das ging nicht. Lade die Seite neu und versuche es noch einmal.',
  },

  safety: {
    title: 'Und wenn dieses Gerät verloren geht?',
    words:
      'Deine Dokumente und ihre Schlüssel sind in diesem Browser. Verbinde ein zweites Gerät oder bewahre eine Wiederherstellungsdatei auf.',
    link: 'Gerät verbinden',
    keep: 'Im Browser behalten lassen',
    kept: 'Der Browser behält alles dauerhaft',
    notKept: 'Der Browser verspricht nicht, es zu behalten. Eine Wiederherstellungsdatei hilft.',
    dismiss: 'Nicht mehr fragen',
  },

  exportAll: {
    title: 'Exportieren',
    hint: 'Alle Dokumente dieses Geräts als Markdown, in ihren Ordnern, mit ihren Bildern und Dateien, in einem Archiv. Wer es hat, kann alles lesen: Bewahre es sicher auf.',
    exportAll: 'Alles exportieren',
    exporting: 'Wird exportiert …',
    exported: (count) =>
      plural(count, { one: '# Dokument exportiert.', other: '# Dokumente exportiert.' }),
    notHere: (titles) =>
      `Noch nicht auf diesem Gerät und darum nicht exportiert: ${titles}. Öffne sie einmal online.`,
    filesNotHere: (count) =>
      plural(count, {
        one: '# Bild oder Datei ist nicht auf diesem Gerät: Öffne das Dokument online und exportiere dann noch einmal.',
        other:
          '# Bilder oder Dateien sind nicht auf diesem Gerät: Öffne ihre Dokumente online und exportiere dann noch einmal.',
      }),
    failed: 'Nichts wurde exportiert. Lade die Seite neu und versuche es online noch einmal.',
  },

  transfer: {
    import: 'Importieren',
    imported: (count) =>
      plural(count, { one: '# Dokument importiert', other: '# Dokumente importiert' }),
    tooLarge: (name, most) =>
      `„${name}“ ist größer als ${number(most)} MB. Teile die Datei auf und importiere die Teile.`,
    empty: (name) => `„${name}“ ist leer.`,
    notOpened: (name) => `„${name}“ konnte nicht geöffnet werden.`,
    noArchive: (name) =>
      `„${name}“ ist kein Archiv, das sich sicher entpacken lässt. Nichts davon wurde importiert.`,
    stillThere: (count) =>
      plural(count, { one: '# Dokument war noch da', other: '# Dokumente waren noch da' }),
    noText: (name) => `„${name}“ ist keine Textdatei. Importiert werden kann Markdown (.md, .txt).`,
  },
};
