/** All texts in French, with its narrow blanks before ; : ! ? and inside of « ». */
import type { Catalogue } from './lazy.ts';
import { numbersOf } from './numbers.ts';

const { number, plural, percent } = numbersOf('fr', ['one', 'many', 'other']);

export const catalogue: Catalogue = {
  untitled: 'Sans titre',
  outline: 'Plan',
  comments: 'Commentaires',
  history: 'Historique',
  authors: 'Couleurs des auteurs',
  whatIsNew: 'Nouveautés',
  wordCount: 'Nombre de mots',
  look: 'Icône et mise en page…',
  settings: 'Réglages',
  share: 'Partager',
  allDocuments: 'Tous les documents',
  opening: 'Ouverture…',
  error: (code) =>
    ({
      token_missing: 'Cette adresse ne contient pas de clé. Demande le lien du document.',
      token_invalid: 'Ce lien n’ouvre pas ce document. Demandes-en un nouveau.',
      link_revoked: 'Ce lien a été retiré. Ce qui est sur cet appareil y reste, en lecture seule.',
      link_expired: 'Ce lien a expiré. Ce qui est sur cet appareil y reste, en lecture seule.',
      role_too_low: 'Ton lien ne permet pas cela. Ce que tu as écrit reste sur cet appareil.',
      history_hidden: 'Ce lien ne montre pas qui a écrit quoi ni quand.',
      password_required: 'Ce lien demande un mot de passe.',
      password_wrong: 'Ce mot de passe n’est pas le bon.',
      document_deleted:
        'La personne à qui il appartient a supprimé ce document pour tout le monde. Ta copie reste ici, en lecture seule.',
      document_unknown:
        'Le serveur ne connaît pas ce document. Son propriétaire n’a peut-être pas encore été en ligne.',
      not_found: 'Il n’y a rien à cette adresse.',
      request_invalid: 'La demande n’a pas été comprise.',
      app_outdated:
        'Ce document a été écrit avec une version plus récente de l’application. Mets-la à jour pour y écrire.',
      payload_too_large: 'C’est trop gros pour être envoyé. C’est gardé sur cet appareil.',
      document_full:
        'Ce document est plein. Enlève quelque chose de gros pour continuer ; ton texte est gardé ici.',
      too_many_links:
        'Ce document a autant de liens qu’il peut en avoir. Retires-en un pour en créer un autre.',
      update_invalid:
        'Le serveur n’a pas pu lire une modification de cet appareil. Une copie est gardée ici.',
      attachment_damaged:
        'Une image ou un fichier n’est pas arrivé tel qu’il a été envoyé. Il est envoyé de nouveau.',
      page_unreachable: 'Le serveur n’a pas pu ouvrir cette page. Le signet reste tel quel.',
      rate_limited: 'Trop à la fois. Ça reprend tout seul dans un instant.',
      server_busy: 'Le serveur est occupé. Ça reprend tout seul dans un instant.',
      server_leaving: 'Ce serveur s’arrête. Un autre prend aussitôt le relais.',
      origin_refused: 'Ce serveur n’accepte pas de demandes venant de cette adresse web.',
      document_damaged:
        'La copie du serveur est endommagée. Tu vois son dernier état intact et ce qui est sur cet appareil ; préviens la personne qui s’en occupe.',
      storage_failed:
        'Le serveur n’a pas pu enregistrer cela. Rien n’est perdu ici ; il essaie encore.',
    })[code],
  tryOnline: 'Le serveur est injoignable pour l’instant. Réessaie une fois en ligne.',
  notLoaded: {
    part: (what) => `Impossible de charger « ${what} ». Réessaie une fois en ligne.`,
    commands: 'Impossible de charger les commandes. Réessaie une fois en ligne.',
    menus: 'Impossible de charger les menus. Réessaie une fois en ligne.',
    clipboard: 'Impossible de charger le presse-papiers. Réessaie une fois en ligne.',
    formulas:
      'Impossible de charger ce qui dessine les formules. Cela viendra avec la prochaine modification en ligne.',
  },
  linkNotCopied: (address) => `Impossible de copier le lien : ${address}`,

  body: 'Texte du document',
  title: 'Titre',
  moreBlocks: (count) =>
    plural(count, { one: '# bloc de plus', many: '# de blocs de plus', other: '# blocs de plus' }),
  tabLeaves: 'La touche Tab quitte maintenant le texte',
  fold: 'Replier',
  done: 'Fait',
  image: (name) => `Image : ${name}`,
  file: (name) => `Fichier : ${name}`,
  noDescription: 'sans description',
  noName: 'sans nom',

  where: 'Où se trouve ce document',
  saveState: 'État d’enregistrement',
  notSaved: 'Non enregistré',
  notHere: 'Pas sur cet appareil',
  saving: 'Enregistrement…',
  synced: 'Synchronisé',
  sending: 'Envoi…',
  savedHere: 'Enregistré sur cet appareil',
  offline: 'Hors ligne · enregistré ici',

  back: 'Retour à tous les documents',
  readingMode: 'Mode lecture',
  moreActions: 'Autres actions',
  moveToFolder: 'Déplacer vers un dossier…',
  copyOf: (title) => `${title} (copie)`,
  trashed: (title) => `« ${title} » est dans la corbeille`,
  drawnAnew: 'La page a été redessinée à partir du document. Rien n’est perdu.',

  stopped: 'Arrêté',
  stoppedWorking: 'Cette page ne fonctionne plus',
  reload: 'Recharger',
  stoppedHint:
    'Ce qui était indiqué comme enregistré est toujours sur cet appareil. Si cela se reproduit après un rechargement, connecte-toi une fois au réseau, pour que l’application puisse se charger en entier.',

  common: {
    close: 'Fermer',
    closePanel: (name) => `Fermer : ${name}`,
    save: 'Enregistrer',
    remove: 'Enlever',
    copy: 'Copier',
    edit: 'Modifier',
    open: 'Ouvrir',
    restore: 'Restaurer',
    tryAgain: 'Réessayer',
    now: '(actuel)',
    none: 'Aucune',
    ctrlKey: 'Ctrl',
    escapeKey: 'Échap',
    notNow: 'Pas maintenant',
  },

  time: {
    justNow: 'à l’instant',
    yesterday: 'hier',
  },

  roles: {
    viewer: 'Peut lire',
    commenter: 'Peut commenter',
    suggester: 'Peut suggérer',
    editor: 'Peut écrire',
    owner: 'Propriétaire',
  },

  colors: {
    red: 'Rouge',
    orange: 'Orange',
    amber: 'Ambre',
    yellow: 'Jaune',
    lime: 'Citron vert',
    green: 'Vert',
    teal: 'Bleu canard',
    cyan: 'Cyan',
    blue: 'Bleu',
    indigo: 'Indigo',
    violet: 'Violet',
    pink: 'Rose',
    brown: 'Brun',
    gray: 'Gris',
  },

  blocks: {
    paragraph: 'Texte',
    heading1: 'Titre 1',
    heading2: 'Titre 2',
    heading3: 'Titre 3',
    bullet: 'Liste à puces',
    ordered: 'Liste numérotée',
    task: 'Liste de tâches',
    quote: 'Citation',
    code: 'Bloc de code',
    callout: 'Encadré',
    toggle: 'Liste dépliable',
    progress: 'Barre de progression',
    formula: 'Formule',
    table: 'Tableau',
    picture: 'Image',
    file: 'Fichier',
    divider: 'Séparateur',
  },

  groups: {
    Format: 'Mise en forme',
    Colours: 'Couleurs',
    'Turn into': 'Transformer en',
    Insert: 'Insérer',
    Blocks: 'Blocs',
    Table: 'Tableau',
    Document: 'Document',
  },

  commands: {
    bold: 'Gras',
    italic: 'Italique',
    underline: 'Souligné',
    strike: 'Barré',
    code: 'Code',
    highlight: 'Surligner',
    'clear-format': 'Enlever la mise en forme',
    link: 'Lien',
    'insert-date': 'Date',
    'insert-mention': 'Mention',
    'insert-emoji': 'Emoji',
    'change-date': 'Changer la date',
    'inline-formula': 'Formule dans la ligne',
    'insert-inline-formula': 'Formule dans la ligne',
    document: 'Lien vers un document',
    'insert-document': 'Lien vers un document',
    bookmark: 'Signet d’une page web',
    'insert-bookmark': 'Signet',
    'insert-table': 'Insérer un tableau',
    'insert-picture': 'Insérer une image',
    'insert-file': 'Insérer un fichier',
    'insert-divider': 'Insérer un séparateur',
    check: 'Cocher ou décocher',
    deeper: 'Augmenter le retrait',
    out: 'Réduire le retrait',
    'describe-picture': 'Décrire l’image',
    'picture-wider': 'Élargir l’image',
    'picture-narrower': 'Rétrécir l’image',
    'progress-more': 'Augmenter la progression',
    'progress-less': 'Réduire la progression',
    'download-file': 'Télécharger l’image ou le fichier',
    'retry-file': 'Réessayer l’image ou le fichier',
    language: 'Langage du code',
    'number-from-1': 'Recommencer la numérotation à 1',
    'number-on': 'Continuer la numérotation',
    'number-from': 'Commencer la numérotation à…',
    'next-cell': 'Aller à la cellule suivante',
    'previous-cell': 'Aller à la cellule précédente',
    'row-above': 'Insérer une ligne au-dessus',
    'row-below': 'Insérer une ligne en dessous',
    'row-up': 'Monter la ligne',
    'row-down': 'Descendre la ligne',
    'delete-row': 'Supprimer la ligne',
    'column-before': 'Insérer une colonne avant',
    'column-behind': 'Insérer une colonne après',
    'column-left': 'Déplacer la colonne à gauche',
    'column-right': 'Déplacer la colonne à droite',
    'align-start': 'Aligner la colonne au début',
    'align-center': 'Aligner la colonne au milieu',
    'align-end': 'Aligner la colonne à la fin',
    'delete-column': 'Supprimer la colonne',
    header: 'Ligne d’en-tête oui ou non',
    'merge-cells': 'Fusionner les cellules sélectionnées',
    'merge-next': 'Fusionner avec la cellule suivante',
    'merge-below': 'Fusionner avec la cellule du dessous',
    'split-cell': 'Scinder la cellule',
    'delete-table': 'Supprimer le tableau',
    'table-menu': 'Menu du tableau',
    'move-up': 'Monter',
    'move-down': 'Descendre',
    duplicate: 'Dupliquer',
    delete: 'Supprimer',
    fold: 'Replier ou déplier',
    'fold-all': 'Tout replier',
    'unfold-all': 'Tout déplier',
    'copy-block-link': 'Copier le lien du bloc',
    'copy-markdown': 'Copier en Markdown',
    'block-menu': 'Menu du bloc',
    'select-all': 'Tout sélectionner',
    undo: 'Annuler',
    redo: 'Rétablir',
    find: 'Rechercher et remplacer',
    outline: 'Plan',
    authors: 'Couleurs des auteurs',
    'author-here': 'Qui a écrit ceci',
    comment: 'Commenter',
    'next-comment': 'Commentaire suivant',
    'previous-comment': 'Commentaire précédent',
    history: 'Historique',
    reading: 'Mode lecture oui ou non',
    counts: 'Nombre de mots',
    look: 'Icône et mise en page',
    'next-change': 'Modification suivante des autres',
    'previous-change': 'Modification précédente des autres',
    'page-width': 'Page large',
    'text-face': 'Texte avec empattements',
    toolbar: 'Aller à la barre d’outils',
    palette: 'Chercher des documents et des commandes',
    save: 'Enregistrer',
    shortcuts: 'Raccourcis clavier',
  },

  menus: {
    formatting: 'Mise en forme',
    insertBlock: 'Insérer un bloc',
    textColor: 'Couleur du texte',
    colors: 'Couleurs',
    colored: (name, color) => `${name} : ${color.toLowerCase()}`,
    noColor: (name) => `${name} : aucune`,
    moveBlock: 'Déplacer le bloc',
    block: 'Bloc',
    blocks: (count) => plural(count, { one: '# bloc', many: '# de blocs', other: '# blocs' }),
    emoji: (count) => plural(count, { one: '# emoji', many: '# d’emojis', other: '# emojis' }),
    suggestions: (count) =>
      plural(count, { one: '# suggestion', many: '# de suggestions', other: '# suggestions' }),
    searchCommands: 'Rechercher une commande',
    commands: 'Commandes',
    commandCount: (count) =>
      plural(count, { one: '# commande', many: '# de commandes', other: '# commandes' }),
    address: 'Adresse',
    date: 'Date',
    day: 'Jour',
    today: 'Aujourd’hui',
    tomorrow: 'Demain',
    searchDocuments: 'Rechercher un document',
    documentsToLink: 'Documents vers lesquels mettre un lien',
    noDocument: 'Aucun autre document ne porte ce titre.',
    documentCount: (count) =>
      plural(count, { one: '# document', many: '# de documents', other: '# documents' }),
    preview: 'Aperçu',
    texSource: 'Source en TeX',
    language: 'Langage',
    languages: 'Langages',
    searchLanguages: 'Rechercher un langage',
    plainText: 'Texte brut',
    languageCount: (count) =>
      plural(count, { one: '# langage', many: '# de langages', other: '# langages' }),
    otherLanguage: (name) => `Autre : ${name}`,
    addressCopied: 'Adresse copiée',
    addressNotCopied: 'Impossible de copier l’adresse',
    editAddress: 'Modifier l’adresse',
    copyAddress: 'Copier l’adresse',
    turnIntoBookmark: 'Transformer en signet',
    removeLink: 'Enlever le lien',
    pictureShows: 'Ce que montre l’image',
    findNotLoaded: 'Impossible de charger la recherche. Réessaie une fois en ligne.',
    startNumberingAt: 'Commencer la numérotation à',
    wholeNumber: (most) => `Un nombre entier de 0 à ${number(most)}`,
    number: 'Numéro',
    set: 'Appliquer',
    row: 'Ligne',
    column: 'Colonne',
    columnWidth: 'Largeur de la colonne',
    asWideAsText: 'aussi large que son texte',
    pixels: (count) => plural(count, { one: '# pixel', many: '# de pixels', other: '# pixels' }),
    blockLinkCopied: 'Lien du bloc copié',
    markdownNotLoaded: 'Impossible de charger Markdown. Réessaie une fois en ligne.',
    copiedMarkdown: 'Copié en Markdown',
    markdownNotCopied: 'Impossible de copier le Markdown',
  },

  backlinks: {
    title: 'Cité dans',
    hint: 'Parmi les documents de cet appareil.',
  },

  switcher: {
    hint: 'Documents et commandes…',
    recent: 'Récents',
    goTo: 'Aller à',
    begin: (title) => `Nouveau document nommé « ${title} »`,
  },

  moreKeys: {
    title: 'Autres touches',
    insert: 'Insérer un bloc',
    select: 'Sélectionner le bloc',
    extend: 'Sélectionner le bloc au-dessus ou en dessous',
    write: 'Écrire dans le bloc sélectionné',
    delete: 'Supprimer les blocs sélectionnés',
    leave: 'Avec des blocs sélectionnés : quitter le texte avec la prochaine touche Tab',
    newLine: 'Nouvelle ligne dans le même bloc',
    sidebar: 'Afficher ou masquer la barre latérale',
    thisList: 'Cette liste, hors du texte',
  },

  addresses: {
    missing: 'Écris l’adresse où mène le lien.',
    blanks: 'Une adresse ne contient pas d’espaces.',
    kinds:
      'Un lien peut mener à une page web (https://…), à une adresse e-mail ou à un numéro de téléphone.',
    wrong: 'Ce n’est pas une adresse. Écris-en une comme https://example.org.',
    webOnly: 'Un signet mène à une page web (https://…).',
  },

  objects: {
    percent: (value) => percent(value),
    opensPages: 'Afficher le titre et l’image de la page (le serveur l’ouvre)',
    openingPage: 'Ouverture de la page…',
    pageShown: 'Le signet montre la page',
    pageNotAsked:
      'La page n’a pas été consultée : il n’y a pas de réseau. Le signet reste tel quel.',
    noAddress: 'Pas d’adresse',
    bookmark: 'Signet',
    bookmarkOf: (host) => `Signet, ${host}`,
    mentionOf: (name) => `mention de ${name}`,
    someone: 'quelqu’un',
    dateOf: (day) => `Date : ${day}`,
  },

  code: {
    copied: 'Code copié',
    notCopied: 'Impossible de copier le code',
    copyCode: 'Copier le code',
    named: (language) => `Code, ${language}`,
    languageIs: (language) => `Langage : ${language}`,
    showSource: 'Montrer la source',
    hideSource: 'Cacher la source',
    mermaid: 'Diagramme Mermaid',
  },

  diagrams: {
    diagram: 'Diagramme',
    notDrawn: (problem) => `Impossible de dessiner ce diagramme. ${problem}`,
    notLoaded:
      'Impossible de charger ce qui dessine les diagrammes. Cela viendra dès que cet appareil sera en ligne.',
    tooSlow: 'Ce diagramme est trop long à dessiner.',
    tooLarge: 'Ce diagramme est trop grand pour être montré.',
    notApart: 'Les diagrammes ne sont pas dessinés ici : le serveur ne les isole pas de la page.',
    draws: 'Dessine les diagrammes',
  },

  formulas: {
    empty: 'Formule vide',
    tooLong: (most) => `Une formule de plus de ${number(most)} caractères n’est pas dessinée.`,
    wrongAt: (problem, place) => `${problem} (au caractère ${number(place)})`,
    tooDeep: 'Cette formule est trop imbriquée pour être dessinée.',
  },

  figures: {
    nothingToPaste: 'Le presse-papiers ne contient rien qui puisse être collé ici.',
    notShown: (name) => `${name}, non affiché`,
    notShownFor: (name, why) => `${name}, non affiché : ${why}`,
    download: 'Télécharger',
    downloadNamed: (name) => `Télécharger : ${name}`,
    withoutAddress: (kind) => `${kind} sans adresse`,
    elsewhere: (kind, host) => `${kind} sur ${host}`,
    bytes: (count) => plural(count, { one: '# octet', many: '# d’octets', other: '# octets' }),
    kilobytes: (count) => `${number(count)} Ko`,
    megabytes: (count) => `${number(count)} Mo`,
  },

  find: {
    find: 'Rechercher',
    previous: 'Résultat précédent',
    next: 'Résultat suivant',
    matchCase: 'Respecter la casse',
    wholeWord: 'Mot entier',
    expression: 'Expression régulière',
    replaceWith: 'Remplacer par',
    replace: 'Remplacer',
    replaceAll: 'Tout remplacer',
    replaced: (count) =>
      plural(count, {
        one: '# remplacement',
        many: '# de remplacements',
        other: '# remplacements',
      }),
    searching: 'Recherche…',
    place: (current, all) => `${number(current)} sur ${number(all)}`,
    tooSlow:
      'Cette expression prend trop de temps. Simplifie-la : c’est l’effet des répétitions dans des répétitions.',
    noExpression: (problem) => `Ce n’est pas une expression régulière : ${problem}`,
  },

  /** What others changed while one was away. */
  away: {
    changed: (count: number, names: string, since: string) =>
      plural(count, {
        one: `${names} : # endroit modifié depuis ${since}`,
        many: `${names} : # endroits modifiés depuis ${since}`,
        other: `${names} : # endroits modifiés depuis ${since}`,
      }),
    look: 'Regarder',
    allSeen: 'Tout est vu',
    title: 'Ce que d’autres ont modifié',
    place: (at: string, count: string) => `${at} sur ${count}`,
    previous: 'Modification précédente',
    next: 'Modification suivante',
    keep: 'Garder',
    takeBack: 'Retirer',
    bothTyped: (names: string) =>
      `${names} ont écrit ici en même temps. Est-ce que cela se lit encore bien ?`,
    oneSentence: (names: string) =>
      `${names} ont modifié cette phrase séparément. Se lit-elle encore bien ?`,
    nothing: 'Rien de nouveau ici.',
    seen: 'Tout est vu.',
    news: (names: string) => `Du nouveau de ${names}`,
  },

  looking: {
    unknown: 'quelqu’un d’inconnu',
    authorsShown: 'Les couleurs montrent qui a écrit quoi.',
    noAuthor: 'Il n’y a ici les mots de personne.',
    empty: 'Ce qui est écrit apparaîtra ici dès que le serveur l’aura.',
    asking: 'Le serveur est interrogé…',
    broken: 'Cette partie de l’historique ne peut pas être affichée.',
    begins: (moment: string) => `Qui a écrit quoi avant ce moment n’est pas conservé : ${moment}.`,
    past: 'Le document tel qu’il était',
    back: 'Revenir à maintenant',
    restore: 'Restaurer cette version',
    copy: 'Enregistrer une copie de cette version',
    takeBack: 'Retirer ces modifications',
    restored: 'Restauré. Annuler rend ce qui était ici.',
    tookBack: 'Retiré. Annuler le rend.',
    nothing: 'Il n’en reste rien à retirer.',
    behind: 'Cet appareil n’a pas encore tout reçu. Réessayez quand ce sera fait.',
    sessions: 'Quand cela a été écrit',
    nameNow: 'Nommer ce qui est ici maintenant',
    nameThis: 'Nommer cette version',
    versionName: 'Nom de la version',
    named: (name: string) => `« ${name} » a son nom.`,
    nameRemoved: 'Le nom est retiré. Ce qui a été écrit alors reste dans l’historique.',
    show: 'Ce qui est montré',
    showAll: 'Toutes',
    showNamed: 'Avec un nom',
    noneNamed: 'Aucune version n’a encore de nom.',
    neverTold:
      'Le serveur est injoignable et cet appareil n’avait encore jamais regardé en arrière ici. Il sait comment était le document quand vous l’avez vu pour la dernière fois, et comment il est maintenant.',
    toldUntil: (moment: string) =>
      `Le serveur est injoignable. Voici l’historique tel que cet appareil l’avait en dernier : ${moment}. Ce que d’autres ont écrit depuis manque, et ce qui a été écrit ici depuis ne fait qu’un.`,
    noRoom:
      'Cet appareil n’a pas de place pour l’historique : il n’est là que tant que le serveur est joignable.',
    until: (moment: string) => `Sur cet appareil jusqu’à : ${moment}`,
    beginsHere: (moment: string) =>
      `Ce qui précède ce moment n’est que sur le serveur : ${moment}.`,
    notHere: 'Ce qu’elle était n’est pas encore arrivé ici.',
    moreOf: (name: string) => `Plus pour ${name}`,
    removeName: 'Retirer le nom',
    play: 'Lire',
    pause: 'Mettre en pause',
    moments: 'Instant',
    howToChoose:
      'Clique sur un bloc, ou vas-y avec les flèches, pour ne restaurer que lui. Avec Maj, on en prend plus.',
    emptyBlock: 'Bloc vide',
    restoreBlocks: (count: number) =>
      plural(count, {
        one: 'Restaurer # bloc',
        many: 'Restaurer ces # blocs',
        other: 'Restaurer ces # blocs',
      }),
    list: 'Ce qui a changé',
    somebody: 'Quelqu’un',
    damaged: (count: number) =>
      plural(count, {
        one: '# partie n’est plus lisible.',
        many: '# parties ne sont plus lisibles.',
        other: '# parties ne sont plus lisibles.',
      }),
    changes: (count: number) =>
      plural(count, { one: '# modification', many: '# modifications', other: '# modifications' }),
    kinds: {
      typed: 'Texte tapé',
      deleted: 'Texte supprimé',
      replaced: 'Texte remplacé',
      'cell written': 'Cellule remplie',
      'object added': 'Objet ajouté',
      'object removed': 'Objet retiré',
      'object changed': 'Objet modifié',
      carried: 'Texte déplacé',
      added: 'Bloc ajouté',
      removed: 'Bloc retiré',
      split: 'Bloc coupé',
      joined: 'Deux blocs réunis',
      'deleted across': 'Supprimé entre des blocs',
      'replaced across': 'Remplacé entre des blocs',
      moved: 'Bloc déplacé',
      turned: 'Changé en autre chose',
      nested: 'Imbriqué',
      checked: 'Coché ou décoché',
      attribute: 'Réglage de bloc modifié',
      formatted: 'Mis en forme',
      unformatted: 'Mise en forme effacée',
      'row added': 'Ligne ajoutée',
      'row removed': 'Ligne retirée',
      'row moved': 'Ligne déplacée',
      'column added': 'Colonne ajoutée',
      'column removed': 'Colonne retirée',
      'column moved': 'Colonne déplacée',
      'column changed': 'Colonne modifiée',
      'cells merged': 'Cellules fusionnées',
      'cells split': 'Cellules scindées',
      title: 'Titre modifié',
      unseen: 'Rangé',
    },
  },

  pageLook: {
    title: 'Icône et mise en page',
    icon: 'Icône',
    searchIcons: 'Chercher une icône',
    found: (count: number) =>
      plural(count, { one: '# icône', many: '# icônes', other: '# icônes' }),
    width: 'Largeur de la page',
    normal: 'Normale',
    wide: 'Large',
    face: 'Police',
    sans: 'Sans empattements',
    serif: 'Avec empattements',
  },

  counts: {
    number,
    of: (part, all) => `${number(part)} sur ${number(all)}`,
    words: (count) => plural(count, { one: '# mot', many: '# de mots', other: '# mots' }),
    wordsOf: (part, all) =>
      `${number(part)} sur ${plural(all, { one: '# mot', many: '# de mots', other: '# mots' })}`,
    wordCount: 'Mots',
    characters: 'Caractères',
    withoutSpaces: 'Caractères sans les espaces',
    timeToRead: 'Temps de lecture',
    timeToReadSelection: 'Temps de lecture de la sélection',
    minutes: (count) => `${number(count)} min`,
  },

  drawn: {
    write: 'Écris, ou colle du Markdown',
    newer: 'D’une version plus récente : ',
    note: 'Note :',
    tip: 'Conseil :',
    important: 'Important :',
    warning: 'Avertissement :',
    caution: 'Attention :',
    caption: 'Légende',
    title: 'Titre',
  },

  outlineEmpty: 'Les titres de ce document apparaîtront ici.',

  attachments: {
    notUploaded: 'Sur cet appareil seulement · non envoyé.',
    notKept: 'Non gardé sur cet appareil. Laisse cette page ouverte jusqu’à la fin de l’envoi.',
    uploading: 'Envoi…',
    willUpload: 'Sur cet appareil seulement · sera envoyé',
    willUploadOnline: 'Sur cet appareil seulement · sera envoyé une fois en ligne',
    notHere: 'Pas encore sur cet appareil · se chargera une fois en ligne',
    loading: 'Chargement…',
    notUploadedYet: 'Pas encore envoyé par qui l’a ajouté · arrivera tout seul',
    notLoaded: (why) => `Non chargé. ${why}`,
    removedByBrowser: 'Le navigateur l’a retiré de cet appareil.',
    tooLargeForServer: 'C’est plus gros que ce que ce serveur accepte.',
    thePicture: 'L’image',
    notHad: 'Ce fichier n’est pas disponible pour l’instant.',
    quoted: (name) => `« ${name} »`,
    tooLarge: (what, most) =>
      `Trop gros : ${what}. Une image ou un fichier peut avoir jusqu’à ${number(most)} Mo. Rien n’a été modifié.`,
    notRead: (what) => `Lecture impossible : ${what}. Rien n’a été modifié.`,
  },

  deviceProblems: {
    unavailable:
      'Ce navigateur ne laisse pas l’application garder quoi que ce soit sur cet appareil.',
    quota: 'Il n’y a plus de place sur cet appareil.',
    blocked:
      'Le stockage de ce navigateur ne répond pas. Ferme les autres onglets de cette application.',
    closed: 'Le navigateur a fermé le stockage de cette application.',
    unknown: 'Ce que tu écris ne peut pas être gardé sur cet appareil.',
    unreadable: 'Une partie de ce qui est enregistré sur cet appareil est illisible.',
  },

  whereItIs: {
    alreadySaved: 'Déjà enregistré sur cet appareil.',
    onThisDevice: 'Sur cet appareil',
    onTheServer: 'Sur le serveur',
    retryNow: 'Réessayer maintenant',
    beingOpened: 'Ouverture en cours.',
    beingSaved: 'Enregistrement en cours.',
    everythingHere: 'Tout est enregistré ici et s’ouvre sans réseau.',
    cannotSave: 'Rien ne peut être enregistré ici.',
    keepOpen: 'Laisse cette page ouverte, ou télécharge le texte.',
    polling:
      'Pas de connexion directe pour le moment : le réseau n’en laisse passer aucune, ou trop sont ouvertes depuis celui-ci. Les modifications voyagent toutes les quelques secondes, et on ne voit personne d’autre.',
    filesWaiting: (count) =>
      plural(count, {
        one: '# image ou fichier sur cet appareil seulement, à envoyer.',
        many: '# d’images ou de fichiers sur cet appareil seulement, à envoyer.',
        other: '# images ou fichiers sur cet appareil seulement, à envoyer.',
      }),
    filesRefused: (count) =>
      plural(count, {
        one: '# image ou fichier sur cet appareil seulement, non envoyé : le texte dit lequel.',
        many: '# d’images ou de fichiers sur cet appareil seulement, non envoyés : le texte dit lesquels.',
        other:
          '# images ou fichiers sur cet appareil seulement, non envoyés : le texte dit lesquels.',
      }),
    lastHad: (when) => `Il avait tout pour la dernière fois : ${when}.`,
    everythingThere: 'Tout y est.',
    everythingThereSince: (when) => `Tout y est, depuis : ${when}.`,
    sameChecked: (when) => `Identique au serveur, vérifié : ${when}.`,
    showsAnother:
      'Ce qui est affiché ici n’est pas ce que le serveur possède. Votre copie reste sur cet appareil ; prévenez la personne qui gère le serveur.',
    textThere: 'Tout ton texte y est.',
    textThereSince: (when) => `Tout ton texte y est, depuis : ${when}.`,
    onTheWay: (count) =>
      plural(count, {
        one: '# modification est en route.',
        many: '# de modifications sont en route.',
        other: '# modifications sont en route.',
      }),
    waiting: (count) =>
      plural(count, {
        one: '# modification attend d’être envoyée.',
        many: '# de modifications attendent d’être envoyées.',
        other: '# modifications attendent d’être envoyées.',
      }),
    nothingWaiting: 'Rien de toi n’est en attente.',
    connecting: 'Connexion.',
    outOfReach: 'Injoignable.',
    goesOn: 'Ça reprend tout seul dès que le réseau revient.',
    notAccepted: 'Le serveur n’accepte pas cela.',
  },

  notices: {
    notAdded: 'Non ajouté',
    notSavedHere: 'Non enregistré sur cet appareil',
    keepsNothing: 'Ce navigateur ne laisse rien garder à l’application.',
    keepOpen: 'Laisse cette page ouverte, ou télécharge le texte, pour que rien ne se perde.',
    downloadMarkdown: 'Télécharger en Markdown',
    mayComment: 'Ton lien te permet de lire et de commenter, pas d’écrire.',
    mayRead: 'Ton lien te permet de lire ce document, pas d’y écrire.',
    inTrash: 'Ce document est dans la corbeille.',
    updateNow: 'Mettre à jour',
    useAnotherLink: 'Utiliser un autre lien',
    unsent: (count) =>
      plural(count, {
        one: '# modification n’avait pas été envoyée : elle est marquée dans le texte.',
        many: '# de modifications n’avaient pas été envoyées : ce que tu avais ajouté est marqué dans le texte.',
        other:
          '# modifications n’avaient pas été envoyées : ce que tu avais ajouté est marqué dans le texte.',
      }),
    unsentNotMarked: 'Ce qui n’a pas été envoyé n’a pas pu être marqué. Recharge pour réessayer.',
  },

  refusals: {
    wrongLink: 'Ce lien n’ouvre pas le document',
    passwordNeeded: 'Il faut un mot de passe',
    readOnly: 'Lecture seule',
    notOnServer: 'Pas sur le serveur',
    noAnswer: 'Le serveur ne répond pas à cela',
    newerNeeded: 'Il faut une version plus récente',
    keptHere: 'Gardé sur cet appareil seulement',
    changeRefused: 'Une modification n’a pas été acceptée',
    withdrawn: 'Ce lien a été retiré',
    expired: 'Ce lien a expiré',
    deleted: 'Ce document a été supprimé',
  },

  waiting: {
    waiting: 'En attente du document',
    nothingYet: 'Il n’y a encore rien ici',
    startEmpty: 'Commencer par une page vide',
    ownText:
      'Le serveur connaît ce document, mais son texte n’est pas encore arrivé de l’appareil où il a été écrit. Il apparaîtra ici dès que cet appareil sera en ligne.',
    othersText:
      'L’appareil de son propriétaire n’a pas encore envoyé le texte. Il apparaîtra ici dès que ce sera fait.',
    neverHere:
      'Il n’a jamais été sur cet appareil, et le serveur est injoignable pour l’instant. Il s’ouvrira tout seul dès que possible, et ensuite même sans réseau.',
    onItsWay: 'Il est en route vers cet appareil. Ensuite, il s’ouvrira sans réseau.',
  },

  links: {
    anotherLink: 'Un autre lien',
    notWhole:
      'Ce n’est pas un lien entier. Il ressemble à l’adresse de cette page, suivie d’un # et d’une clé.',
    elsewhere: (origin) => `Ce lien appartient à ${origin}. Ouvre-le là-bas.`,
    password: 'Mot de passe du lien',
    trying: 'Essai…',
    noKey: 'Pas de clé',
    noKeyToDocument: 'Cet appareil n’a pas de clé pour ce document',
    cutOnItsWay: 'Si tu as suivi un lien, il a été coupé en route.',
  },

  screens: {
    notFound: 'Introuvable',
    nothingHere: 'Il n’y a rien ici',
    cutShort: 'Si tu as suivi un lien, il a peut-être été coupé.',
  },

  deleting: {
    title: 'Supprimer ?',
    linkedHint: (title) =>
      `De cet appareil : la copie de « ${title} » disparaît d’ici, et le document reste dans la corbeille de tes autres appareils. De tous mes appareils : ses copies et la clé qui l’ouvre disparaissent de chaque appareil lié. Les autres gardent leurs copies.`,
    unsent: (count) =>
      plural(count, {
        one: '# modification d’ici n’est pas arrivée au serveur',
        many: '# de modifications d’ici ne sont pas arrivées au serveur',
        other: '# modifications d’ici ne sont pas arrivées au serveur',
      }),
    unsentHint:
      'Personne d’autre ne l’a. Restaure le document et passe en ligne pour l’envoyer d’abord.',
    lastKeyHint:
      'Sans une clé à toi, personne ne pourra te le rouvrir. Son lien est la clé : garde-le si tu risques de vouloir retrouver le document.',
    copyLink: 'Copier son lien',
    linkCopied: 'Lien copié : qui l’a peut faire ce que tu peux faire',
    deleteEverywhere: 'Supprimer de tous mes appareils',
    deletedEverywhere: (title) => `« ${title} » est supprimé de tous tes appareils`,
  },

  outbox: {
    waiting: (count) =>
      plural(count, {
        one: '# document attend d’être envoyé',
        many: '# de documents attendent d’être envoyés',
        other: '# documents attendent d’être envoyés',
      }),
    waits: 'attend d’être envoyé',
    library: (count) =>
      plural(count, {
        one: '# changement de la bibliothèque attend d’être envoyé à tes autres appareils',
        many: '# de changements de la bibliothèque attendent d’être envoyés à tes autres appareils',
        other: '# changements de la bibliothèque attendent d’être envoyés à tes autres appareils',
      }),
  },

  library: {
    trash: 'Corbeille',
    documents: 'Documents',
    keepsNothing: 'Ce navigateur ne garde rien',
    newDocument: 'Nouveau document',
    notImported: 'Non importé',
    writeFirst: 'Écris le premier',
    showAround: 'Faire le tour',
    tourFailed: 'La visite n’a pas pu être chargée. Réessaie une fois en ligne.',
    writeFirstHint:
      'Les documents vivent dans ce navigateur et s’ouvrent sans réseau. Partages-en un avec un lien, et d’autres y écrivent avec toi. Personne n’a besoin d’un compte.',
    showAll: 'Montrer tous les documents',
    trashEmpty: 'La corbeille est vide',
    trashEmptyHint:
      'Ce que tu mets ici peut être restauré tant que tu ne le supprimes pas de cet appareil.',
    nothingLost: 'Rien ici n’est perdu : restaure-le, ou supprime-le de cet appareil.',
    actionsFor: (title) => `Actions pour ${title}`,
    renamed: (title) => `Renommé en « ${title} »`,
    rename: 'Renommer',
    pin: 'Épingler',
    unpin: 'Détacher',
    added: (when) => `Ajouté : ${when}`,
    opened: (when) => `Ouvert : ${when}`,
    sharedAs: (role) => `partagé avec toi · ${role.toLowerCase()}`,
    linkRefused: 'son lien ne l’ouvre pas',
    cancel: 'Annuler',
    trashedSince: (when) => `Dans la corbeille depuis : ${when}`,
    isBack: (title) => `« ${title} » est de retour parmi tes documents`,
    deleteDots: 'Supprimer…',
    deleteTitle: 'Supprimer de cet appareil ?',
    deleted: (title) => `« ${title} » est supprimé de cet appareil`,
    deleteHint: (title) =>
      `« ${title} » et la clé qui l’ouvre quittent cet appareil, y compris ce qui n’a pas encore atteint le serveur.`,
    ownerHint:
      'Il t’appartient : ensuite, personne ne pourra créer ou retirer de liens. Les autres gardent leurs copies.',
    guestHint: 'Tu ne pourras le rouvrir qu’avec un lien. Les autres gardent leurs copies.',
    notDeleted: 'Il n’a pas été supprimé.',
    keepIt: 'Le garder',
    deleteHere: 'Supprimer de cet appareil',
    notHereYet:
      'Ce document n’est pas encore arrivé sur cet appareil. Ouvre-le une fois, puis renomme-le.',
    mayStoreNothing: 'L’application n’a le droit de rien enregistrer.',
    goneOnClose:
      'Les documents que tu écris ici disparaissent quand la page se ferme, sauf si tu les exportes.',
    library: 'Bibliothèque',
    more: 'Plus',
    order: 'Ordre',
    lastOpened: 'Derniers ouverts',
    newest: 'Plus récents',
    sharedWithMe: 'Partagés avec moi',
    nothingShared: 'Rien n’est encore partagé avec toi',
    nothingSharedHint: 'Ouvre un lien que quelqu’un t’a envoyé, et le document reste ici.',
    noneHere: 'Pas de documents ici',
    noneHereHint:
      'Crée un document ici, ou déplaces-en un : fais-le glisser, ou passe par son menu.',
    found: (count) =>
      plural(count, {
        one: '# document trouvé',
        many: '# de documents trouvés',
        other: '# documents trouvés',
      }),
    nothingFound: 'Rien trouvé',
    noneWith: (query) =>
      `Aucun document sur cet appareil n’a « ${query} » dans son titre ou son texte.`,
    stillRead: (count) =>
      plural(count, {
        one: '# document est encore en cours de lecture.',
        many: '# de documents sont encore en cours de lecture.',
        other: '# documents sont encore en cours de lecture.',
      }),
    openInTab: 'Ouvrir dans un nouvel onglet',
    shareDots: 'Partager…',
    duplicate: 'Dupliquer',
    duplicated: (title) => `« ${title} » est parmi tes documents`,
    notDuplicated: 'Le document n’a pas été dupliqué. Recharge la page et réessaie.',
    notOnDevice: 'Ce document n’est pas encore sur cet appareil. Ouvre-le une fois en ligne.',
    select: 'Sélectionner',
    selectNamed: (title) => `Sélectionner ${title}`,
    selection: 'Documents sélectionnés',
    selectedCount: (count) =>
      plural(count, {
        one: '# sélectionné',
        many: '# sélectionnés',
        other: '# sélectionnés',
      }),
    selectAll: 'Tout sélectionner',
    selectNone: 'Tout désélectionner',
    trashedCount: (count) =>
      plural(count, {
        one: '# document est dans la corbeille',
        many: '# documents sont dans la corbeille',
        other: '# documents sont dans la corbeille',
      }),
    exportNow: 'Exporter',
    lastEdited: 'Dernière modification',
    edited: (when) => `Modifié ${when}`,
    editedBy: (name, when) => `Modifié par ${name} ${when}`,
    links: (count) => plural(count, { one: '# lien', many: '# liens', other: '# liens' }),
  },

  sharing: {
    role: 'Rôle',
    anyone: 'Toute personne ayant le lien',
    label: 'Étiquette (facultatif)',
    forWhom: 'Pour qui ?',
    works: 'Valable',
    never: 'Jusqu’à son retrait',
    day: 'Un jour',
    week: 'Une semaine',
    month: '30 jours',
    password: 'Mot de passe (facultatif)',
    linkCopied: 'Lien copié',
    notCopied: 'Non copié : sélectionne le lien et copie-le toi-même',
    link: 'Lien',
    copyLink: 'Copier le lien',
    unreachable:
      'Le serveur est injoignable. Les liens que tu crées maintenant sont gardés sur cet appareil et envoyés plus tard. La liste n’est peut-être pas complète.',
    noLinks: 'Pas encore de liens. Toi seul peux ouvrir ce document.',
    noLinksNow:
      'Aucun lien n’ouvre plus ce document. Qui est déjà venu a une copie sur son appareil.',
    copyNotAllowed: 'Le navigateur n’a pas permis la copie',
    links: 'Liens',
    revoke: 'Retirer',
    revokeAsk: 'Retirer ce lien ?',
    revokeHint:
      'Il cesse aussitôt de fonctionner, même pour qui est en ce moment dans le document grâce à lui, et ne peut pas être rétabli. Qui est déjà venu a une copie sur son appareil, et la garde.',
    keepLink: 'Garder le lien',
    revoked: 'Lien retiré. Qui est déjà venu a une copie.',
    created: (when) => `Créé : ${when}`,
    withPassword: 'avec un mot de passe',
    until: (day) => `jusqu’au ${day}`,
    refused: (why) => `Refusé : ${why}`,
    expired: 'expiré',
    lastUsed: (when) => `dernière utilisation : ${when}`,
    notKnown: 'On ne sait pas encore ce que ce lien permet : le serveur n’a pas été interrogé.',
    byOwner: 'Les autres liens sont créés par le propriétaire.',
    stillWorks:
      'Le serveur est injoignable pour l’instant, le lien marche donc encore. Réessaie une fois en ligne.',
    allows: {
      viewer: 'Peut lire le document et en enregistrer une copie, et voit qui est là.',
      commenter:
        'Peut lire et commenter, et montre aux autres où il est. Ne peut pas modifier le texte.',
      suggester:
        'Peut lire, commenter et suggérer des changements, que ceux qui écrivent acceptent ou refusent.',
      editor: 'Peut lire et écrire, avec des images et des fichiers.',
      owner:
        'Peut tout faire : écrire, créer et retirer des liens, supprimer le document pour tout le monde.',
    },
    passwordToo: 'Ne s’ouvre qu’avec le mot de passe.',
    cameWith: (what) => `Le lien par lequel tu es venu : ${what}`,
    keptHere:
      'Le serveur est injoignable pour l’instant. Ce lien s’ouvrira dès que cet appareil aura été en ligne.',
    waits: 's’ouvrira dès que cet appareil aura été en ligne',
    stillAllows:
      'Le serveur est injoignable pour l’instant, le lien reste donc comme il était. Réessaie une fois en ligne.',
    qrCode: 'Code QR',
    send: 'Envoyer…',
    qrCodeOfLink: 'Code QR du lien',
    pointCamera: 'Pointe l’appareil photo d’un autre appareil dessus pour y ouvrir le lien.',
    notSent: 'L’envoi n’a pas marché : copie plutôt le lien',
    replaced: 'L’ancien lien n’ouvre plus rien. Envoie le nouveau.',
    change: 'Modifier',
    history: 'Historique',
    historyShown: 'Montre l’historique',
    historyHidden: 'Sans l’historique',
    worksUntil: (day) => `Jusqu’au ${day}`,
    endChanged: 'Délai modifié',
    labelChanged: 'Étiquette modifiée',
    saveLabel: 'Enregistrer l’étiquette',
    passwordChanged: 'Mot de passe modifié. Il est demandé à qui est venu avec l’ancien.',
    otherPassword: 'Nouveau mot de passe',
    passwordAsks: 'Il est demandé aussitôt à qui est là avec ce lien.',
    setPassword: 'Définir le mot de passe',
    removePassword: 'Retirer le mot de passe',
    replace: 'Remplacer',
    allowsNow: 'Ce que ce lien permet désormais',
    notUsed: 'pas encore utilisé',
    visitors: 'Qui est venu ici',
    somebody: (role) => `Quelqu’un avec un lien : ${role.toLowerCase()}`,
    mayNotReturn: 'son lien est retiré ou a expiré',
    log: 'Ce qui a changé dans les accès',
    logUnreachable: 'Le serveur est injoignable pour l’instant. Réessaie une fois en ligne.',
    logOlder: 'Afficher plus ancien',
    you: 'toi',
    someOwner: 'quelqu’un avec le lien du propriétaire',
    did: {
      'document-made': 'Document créé',
      'document-deleted': 'Supprimé pour tout le monde',
      'owner-came': 'Ouvert pour la première fois avec le lien du propriétaire',
      'link-made': 'Lien créé',
      'link-changed': 'Rôle modifié',
      'link-revoked': 'Lien retiré',
      'link-expired': 'Lien expiré',
      'expiry-changed': 'Durée modifiée',
      'password-set': 'Mot de passe défini',
      'password-removed': 'Mot de passe retiré',
      'history-hidden': 'Historique omis',
      'history-shown': 'Historique montré',
    },
    asOwner: 'Options du propriétaire',
    givesAway: 'Avec ce lien, tu donnes le document',
    givesAwayHint:
      'Qui l’a peut faire tout ce que tu peux : lire, écrire, créer et retirer des liens, supprimer le document pour tout le monde. Il ne peut pas être retiré.',
    showOwnerLink: 'Montrer le lien du propriétaire…',
    deleteForAllDots: 'Supprimer pour tout le monde…',
    deleteForAll: 'Supprimer pour tout le monde',
    deleteForAllTitle: (title) => `Supprimer « ${title} » pour tout le monde ?`,
    deleteForAllHint: (title) =>
      `Le serveur supprime « ${title} » avec son historique, ses images et fichiers et tous ses liens. C’est irréversible. Qui l’a sur un appareil garde cette copie, en lecture seule.`,
    nothingDeleted:
      'Le serveur est injoignable pour l’instant, rien n’a donc été supprimé. Réessaie une fois en ligne.',
    deletedForAll: (title) =>
      `« ${title} » est supprimé pour tout le monde. Ta copie est dans la corbeille.`,
  },

  preferences: {
    profile: 'Profil',
    yourName: 'Ton nom',
    nameHint: 'Montré aux personnes qui ont le même document ouvert.',
    yourColor: 'Ta couleur',
    nameEmpty: 'Un nom a au moins une lettre. Les autres voient encore le dernier nom.',
    nameLong: (most) =>
      `Un nom a au plus ${number(most)} lettres. Les autres voient encore le dernier nom.`,
    appearance: 'Apparence',
    theme: 'Thème',
    system: 'Système',
    light: 'Clair',
    dark: 'Sombre',
    writing: 'Écriture',
    smartQuotes: 'Guillemets et tirets typographiques',
    byLanguage: 'Selon la langue',
    off: 'Non',
    smartHint:
      'Les guillemets droits, deux traits d’union et trois points sont composés comme dans un livre. Annuler ou la touche Retour arrière juste après rend ce que tu as tapé ; le code et les formules restent tels quels.',
    language: 'Langue',
    interfaceLanguage: 'Langue de l’interface',
    languageNotLoaded: 'Impossible de charger cette langue. Réessaie une fois en ligne.',
    about: 'À propos',
    thisApp: 'Cette application',
    server: 'Serveur',
    noVersion: 'N’indique pas de version',
    notReached: 'Injoignable pour l’instant',
  },

  people: {
    joined: (name) => `${name} est là`,
    more: (count) =>
      plural(count, {
        one: '# autre personne',
        many: '# d’autres personnes',
        other: '# autres personnes',
      }),
    here: 'Personnes présentes',
    you: (name) => `${name} (toi)`,
    elsewhere: (name) => `${name} (regarde ailleurs)`,
    howToFollow: (name) => `${name} : clique pour voir où, double-clique ou Maj+Entrée pour suivre`,
    changeName: (name) => `${name} : clique pour changer ton nom`,
    following: (name) => `Tu suis ${name}`,
    notFollowing: (name) => `Tu ne suis plus ${name}`,
    left: (name) => `${name} n’est plus là`,
    notInText: (name) => `${name} n’est pas dans le texte en ce moment`,
    yourNameHere: 'Ton nom ici',
    howCalled: 'Comment t’appelles-tu ?',
    needsLetter: 'Un nom a au moins une lettre.',
    useName: 'Prendre ce nom',
  },

  /** What is said about a document. */
  discussion: {
    exportWithComments: 'Exporter en Markdown avec les commentaires',
    exportHtmlWithComments: 'Exporter en HTML avec les commentaires',
    readAll: (count) => `Tout marquer comme lu (${number(count)})`,
    cancel: 'Annuler',
    none: 'Rien n’est en discussion ici',
    notSaid: 'Le message n’a pas pu être envoyé. Il reste dans le champ : réessaie.',
    nowResolved: 'Résolu',
    nowOpen: 'Rouvert',
    threadRemoved: 'Commentaires retirés',
    heard: (name, words) => `Commentaire de ${name} : ${words}`,
    thread: (name, words) =>
      words ? `Commentaire de ${name} sur « ${words} »` : `Commentaire de ${name}`,
    aboutAll: 'Sur tout le document',
    gone: 'Ce dont il s’agissait n’est plus là.',
    resolvedBy: (name) => `Résolu par ${name}`,
    reply: 'Répondre',
    comment: 'Commenter',
    react: (emoji) => `Réagir avec ${emoji}`,
    edit: 'Modifier',
    remove: 'Supprimer',
    removeThread: 'Retirer pour tous',
    reopen: 'Rouvrir',
    resolve: 'Résoudre',
    more: (words) => `Plus pour « ${words} »`,
    edited: 'modifié',
    reactions: 'Réactions',
    which: 'Quels commentaires',
    filters: {
      open: 'Ouverts',
      mine: 'Avec moi',
      resolved: 'Résolus',
      all: 'Tous',
    },
    search: 'Chercher dans les commentaires',
    aboutDocument: 'Commenter le document',
    empty:
      'Sélectionne quelque chose dans le texte et appuie sur Commenter, ou commente tout le document.',
    noneLikeThis: 'Il n’y en a pas de tel.',
    count: (count) =>
      plural(count, { one: '# commentaire', many: '# de commentaires', other: '# commentaires' }),
    unread: (count) =>
      plural(count, {
        one: '# nouveau commentaire',
        many: '# de nouveaux commentaires',
        other: '# nouveaux commentaires',
      }),
    isNew: 'Nouveau',
    forYou: (count) => `${number(count)} pour toi`,
    forPerson: (name) => `Pour ${name}`,
    handTo: 'Pour',
    nobody: 'Personne',
    done: 'Fait',
    notDone: 'Pas encore fait',
    takeAlong: 'Emporter aussi ses commentaires',
    broughtAlong: (count) =>
      plural(count, {
        one: '# commentaire portait sur ces mots dans l’autre document.',
        many: '# de commentaires portaient sur ces mots dans l’autre document.',
        other: '# commentaires portaient sur ces mots dans l’autre document.',
      }),
    cameAlong: 'Ses commentaires sont maintenant ici, sous forme de citations',
  },

  documentMenu: {
    edit: 'Modifier',
    read: 'Lire',
    exportMarkdown: 'Exporter en Markdown',
    exportPage: 'Exporter en HTML avec les auteurs',
    saveCopy: 'Enregistrer ma propre copie',
    trash: 'Mettre à la corbeille',
    untrash: 'Sortir de la corbeille',
    nowWriting: 'Tu peux de nouveau écrire',
    nowReading: 'Mode lecture : rien ne peut être modifié par mégarde',
    saveTemplate: 'Enregistrer comme modèle',
    templateSaved: (title) =>
      `« ${title} » est maintenant un modèle : « Nouveau à partir d’un modèle », dans la bibliothèque`,
    templateNotSaved: 'Impossible d’enregistrer le modèle. Réessaie une fois en ligne.',
    ownCopy: 'Cette copie est la tienne',
    notExported:
      'Impossible de charger l’export. Copie plutôt le texte, ou réessaie une fois en ligne.',
  },

  throwAway: {
    throwAwayDots: 'Supprimer…',
    throwAway: 'Supprimer',
    unsentTitle: 'Supprimer ce qui n’a pas été envoyé ?',
    unsentHint:
      'Ce que seul cet appareil possède est supprimé définitivement, et le document s’affiche tel que les autres l’ont.',
    copyTitle: 'Supprimer cette copie ?',
    copyHint:
      'Le document va dans la corbeille de cet appareil, avec ce qui n’a pas été envoyé. De là, il peut être restauré ou supprimé définitivement.',
  },

  sidebar: {
    title: 'Barre latérale',
    pinned: 'Épinglés',
    contents: (name) => `Ce que contient ${name}`,
    more: (count) => plural(count, { one: '# de plus', many: '# de plus', other: '# de plus' }),
  },

  folders: {
    folder: 'Dossier',
    folders: 'Dossiers',
    places: 'Emplacements',
    name: 'Nom',
    needsName: 'Un dossier a besoin d’un nom.',
    newFolder: 'Nouveau dossier',
    newFolderDots: 'Nouveau dossier…',
    create: 'Créer',
    createAndMove: 'Créer et déplacer',
    created: 'Dossier créé',
    actionsFor: (name) => `Actions pour le dossier ${name}`,
    rename: 'Renommer le dossier',
    remove: 'Enlever le dossier',
    removed: (name) => `« ${name} » supprimé. Son contenu est remonté d’un niveau.`,
    move: 'Déplacer',
    moveNamed: (title) => `Déplacer « ${title} »`,
    moved: (title, folder) => `« ${title} » est maintenant dans « ${folder} »`,
    empty: 'Ce dossier est vide',
  },

  templates: {
    templates: 'Modèles',
    newFrom: 'Nouveau à partir d’un modèle',
    newFromDots: 'Nouveau à partir d’un modèle…',
    isTemplate: 'modèle',
    noLonger: 'N’est plus un modèle',
    oneOfYours: 'Un des tiens',
    notHereYet: 'Ce modèle n’est pas encore arrivé sur cet appareil. Ouvre-le une fois en ligne.',
    named: {
      meeting: 'Notes de réunion',
      project: 'Plan de projet',
      lesson: 'Plan de cours',
      trip: 'Voyage ou événement',
      journal: 'Journal de la semaine',
    },
    about: {
      meeting: 'Ordre du jour, décisions et qui fait quoi pour quand',
      project: 'Pourquoi, ce qui en fait partie ou non, étapes, risques',
      lesson: 'Un objectif, les minutes dans un tableau, ce qu’il faut préparer',
      trip: 'Jour par jour, réservations, liste des bagages, qui a payé quoi',
      journal: 'Ce qui compte, une ligne par jour, un regard en arrière',
    },
  },

  devices: {
    mine: 'Mes appareils',
    devices: 'Appareils',
    why: 'Retrouve les mêmes documents, dossiers et épingles sur ton téléphone et tes autres ordinateurs. Le serveur garde la liste pour toi, et les clés de tes documents y sont sous verrou.',
    linkDots: 'Relier un appareil…',
    linkAnotherDots: 'Relier un autre appareil…',
    link: 'Relier un appareil',
    haveLink: 'J’ai un lien d’un autre appareil',
    copyByHand: 'Copie le lien à la main',
    pointCamera: 'Pointe l’appareil photo de l’autre appareil ici, ou ouvres-y ce lien.',
    linkForOther: 'Lien pour ton autre appareil',
    forYouAlone:
      'Il est pour toi seul : qui l’ouvre a tous tes documents, maintenant et plus tard.',
    thisDevice: 'Cet appareil',
    lastUsed: (when) => `Dernière utilisation : ${when}`,
    rename: 'Renommer l’appareil',
    unlinkDots: 'Détacher…',
    unlink: 'Détacher',
    unlinkTitle: (name) => `Détacher « ${name} » ?`,
    unlinkThisHint:
      'Tes documents restent sur cet appareil. Ce que tu changes dans la liste sur un appareil n’arrive plus sur l’autre.',
    unlinkOtherHint:
      'Il garde les documents qu’il a, et quitte cette bibliothèque dès qu’il est de nouveau en ligne. Qui l’a peut continuer à les lire et à y écrire : retire des liens, ou copie ce qui doit rester à toi.',
    unlinked: (name) => `« ${name} » est détaché`,
    synced: 'Tes autres appareils ont tout ce qui est ici.',
    refused: 'Le serveur n’accepte pas cette bibliothèque. Tout reste sur cet appareil.',
    offline: 'Hors ligne : ce que tu changes ici arrivera plus tard sur tes autres appareils.',
    joining: 'Tes appareils se rejoignent…',
    called: (browser, system) => `${browser} sur ${system}`,
    browser: 'Navigateur',
    aDevice: 'un appareil',
  },

  join: {
    linkThis: 'Relier cet appareil',
    ask: 'Relier cet appareil ?',
    hint: (count) =>
      `Cet appareil aura alors les documents, les dossiers et les épingles de celui qui t’a montré le lien${
        count === 0
          ? '.'
          : plural(count, {
              one: ', et celui-là aura le document que tu as ici.',
              many: ', et celui-là aura les # de documents que tu as ici.',
              other: ', et celui-là aura les # documents que tu as ici.',
            })
      } Ne le fais que si cet autre appareil est à toi.`,
    nameOfThis: 'Nom de cet appareil',
    cutShort: 'Ce lien a été coupé',
    how: 'Sur l’autre appareil, ouvre les Réglages, puis « Relier un appareil ». Scanne ce qu’il montre, ou copie son lien et colle-le ici.',
    linkFromOther: 'Lien de ton autre appareil',
    goOn: 'Continuer',
    notWhole: (address) => `Ce lien n’est pas entier. Il ressemble à ${address}`,
    linked: 'Cet appareil est relié',
    linkedHint: 'Il a la même bibliothèque que l’appareil qui t’a montré le lien.',
    linkedAlready: 'Cet appareil est déjà relié à d’autres',
    linkedAlreadyHint:
      'Un appareil a une seule bibliothèque. Détache-le d’abord dans les réglages ; ses documents restent ici.',
  },

  start: {
    openFile: 'Ouvrir un fichier',
    openFileHint:
      'Un fichier Markdown devient un document à part entière. Le fichier lui-même reste tel quel.',
    oneAtATime: 'Ouvre un seul fichier à la fois. Voici le premier.',
    notOpened: 'Non ouvert',
  },

  storage: {
    storage: 'Stockage sur cet appareil',
    limit: 'Documents qui viennent d’eux-mêmes, pour s’ouvrir hors ligne',
    limitHint:
      'Les derniers utilisés viennent d’abord. Ce que tu ouvres ici est toujours gardé, quelle que soit la limite ; les images et les fichiers viennent quand tu les vois pour la première fois.',
    none: 'Ceux que j’ouvre',
    all: 'Tout',
    used: 'Occupé en tout',
    kept: 'Gardé',
    keptForGood: 'Jusqu’à ce que tu le supprimes',
    keptForNow: 'Tant que le navigateur a de la place',
    notSaid: 'Le navigateur ne le dit pas',
    askToKeep: 'Demander au navigateur de tout garder',
    largestFirst: (count) =>
      plural(count, {
        one: '# document, le plus gros d’abord',
        many: '# de documents, le plus gros d’abord',
        other: '# documents, le plus gros d’abord',
      }),
  },

  checkup: {
    checkup: 'Vérification',
    hint: 'Pour qui gère ce serveur : tout est-il comme il faut entre lui et ce navigateur ?',
    checkNow: 'Vérifier maintenant',
    checking: 'Vérification…',
    notLoaded: 'Impossible de charger la vérification. Réessaie une fois en ligne.',
    toMend: 'À corriger :',
    findings: {
      of: {
        server: 'Serveur',
        encryption: 'Chiffrement',
        connection: 'Connexion en direct',
        address: 'Adresse',
        headers: 'En-têtes de protection',
        clock: 'Horloge',
        storage: 'Stockage du serveur',
        device: 'Stockage de ce navigateur',
        version: 'Version',
      },
      answers: (version) => `Driftless ${version} répond.`,
      nothingAnswers:
        'Rien ne répond à cette adresse. Le serveur tourne-t-il, et le proxy transmet-il à son port ?',
      somethingElse:
        'Autre chose répond à cette adresse. Le proxy transmet-il tous les chemins au serveur ?',
      encrypted:
        'Ce qui circule est chiffré, et l’application peut être gardée pour servir hors ligne.',
      local:
        'Cet ordinateur lui-même : l’application peut être gardée pour servir hors ligne. Les autres ont besoin de https.',
      notEncrypted:
        'Pas en https : tout le monde peut lire en chemin, et les navigateurs ne gardent pas l’application pour servir hors ligne. Place un proxy avec un certificat devant.',
      socketsThrough: 'Les connexions en direct passent.',
      noSockets:
        'Aucun WebSocket ne passe : les changements voyagent toutes les quelques secondes et on ne voit personne. Le proxy doit transmettre Upgrade et Connection pour /sync/.',
      notTried: 'Impossible à essayer.',
      letIn: 'Les pages de cette adresse sont admises.',
      notLetIn:
        'Les pages de cette adresse sont refusées comme celles d’un autre site. Le proxy doit transmettre l’en-tête Host tel quel, ou ALLOWED_ORIGINS doit nommer cette adresse.',
      headersArrive: 'Ils arrivent tels qu’ils ont été envoyés.',
      headersMissing: (names) =>
        `Perdus ou changés en chemin : ${names}. Laisse le proxy transmettre ce que le serveur envoie.`,
      noTime: 'La réponse ne contenait pas d’heure.',
      clocksAgree: 'Le serveur et cet appareil sont à la même heure.',
      clockAhead: (minutes) =>
        `Le serveur avance de ${plural(minutes, { one: '# minute', many: '# minutes', other: '# minutes' })} sur cet appareil. Les liens finissent au mauvais moment : règle l’horloge qui se trompe.`,
      clockBehind: (minutes) =>
        `Le serveur retarde de ${plural(minutes, { one: '# minute', many: '# minutes', other: '# minutes' })} sur cet appareil. Les liens finissent au mauvais moment : règle l’horloge qui se trompe.`,
      notAsked: 'Impossible à demander : le proxy ne transmet pas /readyz, ou rien n’a répondu.',
      canStore: 'Le serveur peut enregistrer.',
      cannotStore:
        'Le serveur ne peut pas enregistrer. Regarde son journal, et si le disque est plein ou en lecture seule.',
      keepsHere: 'Ce navigateur garde ce que tu écris.',
      keepsNothing:
        'Ce navigateur ne garde rien de cette application : une fenêtre privée, un réglage ou plus de place.',
      notCompared: 'Impossible à comparer.',
      sameVersion: (version) => `L’application et le serveur sont en ${version}.`,
      otherVersions: (app, server) =>
        `L’application est ici en ${app}, le serveur en ${server}. Recharge ; si cela n’aide pas, un cache entre les deux garde une ancienne application.`,
    },
  },

  update: {
    ready: 'Une nouvelle version est prête',
    later: 'Plus tard',
    update: 'Mettre à jour',
    updating: 'Mise à jour…',
    hint: 'La mise à jour recharge l’application dans tous ses onglets. Ce que tu as écrit reste.',
  },

  recovery: {
    title: 'Fichier de récupération',
    hint: 'Tous les documents de cet appareil avec leurs textes et leurs clés, dans un fichier qui les ramène sur un nouvel appareil. Il ne contient ni images ni fichiers : ils viennent du serveur ou de « Tout exporter ». Qui a ce fichier peut tout ouvrir et y écrire : garde-le là où personne d’autre n’a accès.',
    save: 'Enregistrer le fichier de récupération',
    take: 'Reprendre depuis un fichier de récupération…',
    nothing: 'Il n’y a encore rien à garder.',
    saved: (count) =>
      plural(count, {
        one: '# document est dans le fichier.',
        many: '# de documents sont dans le fichier.',
        other: '# documents sont dans le fichier.',
      }),
    keysOnly: (titles) =>
      `Pas encore sur cet appareil, le fichier n’a donc que les clés : ${titles}.`,
    damaged: (name) =>
      `« ${name} » est endommagé ou n’est pas un fichier de récupération. Rien n’en a été repris.`,
    fileName: (day) => `Driftless récupération ${day} - à garder secret`,
    failed: 'Cela n’a pas marché. Recharge la page et réessaie.',
  },

  safety: {
    title: 'Et si cet appareil est perdu ?',
    words:
      'Tes documents et leurs clés sont dans ce navigateur. Relie un second appareil ou garde un fichier de récupération.',
    link: 'Relier un appareil',
    keep: 'Laisser le navigateur tout garder',
    kept: 'Le navigateur garde tout pour de bon',
    notKept: 'Le navigateur ne promet pas de tout garder. Un fichier de récupération, si.',
    dismiss: 'Ne plus demander',
  },

  exportAll: {
    title: 'Exporter',
    hint: 'Tous les documents de cet appareil en Markdown, dans leurs dossiers, avec leurs images et fichiers, dans une archive. Qui la possède peut tout lire : garde-la en lieu sûr.',
    exportAll: 'Tout exporter',
    exporting: 'Exportation…',
    exported: (count) =>
      plural(count, {
        one: '# document exporté.',
        many: '# de documents exportés.',
        other: '# documents exportés.',
      }),
    notHere: (titles) =>
      `Pas encore sur cet appareil, donc pas exporté : ${titles}. Ouvre-les une fois en ligne.`,
    filesNotHere: (count) =>
      plural(count, {
        one: '# image ou fichier n’est pas sur cet appareil : ouvre son document en ligne, puis exporte de nouveau.',
        many: '# d’images ou de fichiers ne sont pas sur cet appareil : ouvre leurs documents en ligne, puis exporte de nouveau.',
        other:
          '# images ou fichiers ne sont pas sur cet appareil : ouvre leurs documents en ligne, puis exporte de nouveau.',
      }),
    failed: 'Rien n’a été exporté. Recharge la page et réessaie en ligne.',
  },

  transfer: {
    import: 'Importer',
    imported: (count) =>
      plural(count, {
        one: '# document importé',
        many: '# de documents importés',
        other: '# documents importés',
      }),
    tooLarge: (name, most) =>
      `« ${name} » dépasse ${number(most)} Mo. Coupe-le et importe les morceaux.`,
    empty: (name) => `« ${name} » est vide.`,
    notOpened: (name) => `Impossible d’ouvrir « ${name} ».`,
    noArchive: (name) =>
      `« ${name} » n’est pas une archive que l’on peut ouvrir sans risque. Rien n’en a été importé.`,
    stillThere: (count) =>
      plural(count, {
        one: '# document était déjà là',
        many: '# de documents étaient déjà là',
        other: '# documents étaient déjà là',
      }),
    noText: (name) =>
      `« ${name} » n’est pas un fichier texte. L’import accepte le Markdown (.md, .txt).`,
  },
};
