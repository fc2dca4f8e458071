/** All texts in Spanish. */
import type { Catalogue } from './lazy.ts';
import { numbersOf } from './numbers.ts';

const { number, plural, percent } = numbersOf('es', ['one', 'many', 'other']);

export const catalogue: Catalogue = {
  untitled: 'Sin título',
  outline: 'Esquema',
  history: 'Historial',
  authors: 'Colores de los autores',
  wordCount: 'Número de palabras',
  look: 'Icono y diseño…',
  settings: 'Ajustes',
  share: 'Compartir',
  allDocuments: 'Todos los documentos',
  opening: 'Abriendo…',
  error: (code) =>
    ({
      token_missing: 'A esta dirección le falta la clave. Pide el enlace al documento.',
      token_invalid: 'Este enlace no abre este documento. Pide uno nuevo.',
      link_revoked:
        'Este enlace ha sido retirado. Lo que hay en este dispositivo se queda aquí, solo para leer.',
      link_expired:
        'Este enlace ha caducado. Lo que hay en este dispositivo se queda aquí, solo para leer.',
      role_too_low: 'Tu enlace no lo permite. Lo que has escrito se guarda en este dispositivo.',
      history_hidden: 'Este enlace no muestra quién escribió qué ni cuándo.',
      password_required: 'Este enlace pide una contraseña.',
      password_wrong: 'Esa contraseña no es correcta.',
      document_deleted:
        'Su propietario ha borrado este documento para todos. Tu copia se queda aquí, solo para leer.',
      document_unknown:
        'El servidor no conoce este documento. Puede que su propietario aún no se haya conectado.',
      not_found: 'No hay nada en esta dirección.',
      request_invalid: 'No se ha entendido la petición.',
      app_outdated:
        'Este documento se ha escrito con una versión más nueva de la aplicación. Actualízala para escribir en él.',
      payload_too_large: 'Es demasiado grande para enviarlo. Se guarda en este dispositivo.',
      document_full:
        'Este documento está lleno. Quita algo grande para seguir; tu texto se guarda aquí.',
      too_many_links:
        'Este documento ya tiene todos los enlaces que puede tener. Retira uno para crear otro.',
      update_invalid:
        'El servidor no ha podido leer un cambio de este dispositivo. Aquí se guarda una copia.',
      attachment_damaged:
        'Una imagen o un archivo no ha llegado como se envió. Se está enviando otra vez.',
      rate_limited: 'Demasiado de una vez. Seguirá solo dentro de un momento.',
      server_busy: 'El servidor está ocupado. Seguirá solo dentro de un momento.',
      origin_refused: 'Este servidor no acepta peticiones desde esa dirección web.',
      document_damaged:
        'La copia del servidor está dañada. Ves su último estado íntegro y lo que hay en este dispositivo; avisa a quien lo administra.',
      storage_failed:
        'El servidor no ha podido guardarlo. Aquí no se ha perdido nada; lo vuelve a intentar.',
    })[code],
  tryOnline: 'Ahora no se puede llegar al servidor. Inténtalo de nuevo con conexión.',
  notLoaded: {
    part: (what) => `No se ha podido cargar «${what}». Inténtalo de nuevo con conexión.`,
    commands: 'No se han podido cargar los comandos. Inténtalo de nuevo con conexión.',
    menus: 'No se han podido cargar los menús. Inténtalo de nuevo con conexión.',
    clipboard: 'No se ha podido cargar el portapapeles. Inténtalo de nuevo con conexión.',
    formulas:
      'No se ha podido cargar lo que dibuja las fórmulas. Llegará con el próximo cambio que hagas con conexión.',
  },
  linkNotCopied: (address) => `No se ha podido copiar el enlace: ${address}`,

  body: 'Texto del documento',
  title: 'Título',
  moreBlocks: (count) =>
    plural(count, { one: '# bloque más', many: '# de bloques más', other: '# bloques más' }),
  tabLeaves: 'Ahora Tab sale del texto',
  fold: 'Plegar',
  done: 'Hecho',
  image: (name) => `Imagen: ${name}`,
  file: (name) => `Archivo: ${name}`,
  noDescription: 'sin descripción',
  noName: 'sin nombre',

  where: 'Dónde está este documento',
  saveState: 'Estado de guardado',
  notSaved: 'Sin guardar',
  notHere: 'No está en este dispositivo',
  saving: 'Guardando…',
  synced: 'Sincronizado',
  sending: 'Enviando…',
  savedHere: 'Guardado en este dispositivo',
  offline: 'Sin conexión · guardado aquí',

  back: 'Volver a todos los documentos',
  readingMode: 'Modo de lectura',
  moreActions: 'Más acciones',
  moveToFolder: 'Mover a una carpeta…',
  copyOf: (title) => `${title} (copia)`,
  trashed: (title) => `«${title}» está en la papelera`,
  drawnAnew: 'La página se ha dibujado de nuevo a partir del documento. No se ha perdido nada.',

  stopped: 'Detenido',
  stoppedWorking: 'Esta página ha dejado de funcionar',
  reload: 'Recargar',
  stoppedHint:
    'Lo que aparecía como guardado sigue en este dispositivo. Si vuelve a pasar después de recargar, conéctate una vez a la red para que la aplicación se cargue entera.',

  common: {
    close: 'Cerrar',
    closePanel: (name) => `Cerrar: ${name}`,
    save: 'Guardar',
    remove: 'Quitar',
    copy: 'Copiar',
    edit: 'Editar',
    open: 'Abrir',
    restore: 'Restaurar',
    tryAgain: 'Reintentar',
    now: '(ahora)',
    none: 'Ninguno',
    ctrlKey: 'Ctrl',
    escapeKey: 'Esc',
    notNow: 'Ahora no',
  },

  time: {
    justNow: 'ahora mismo',
    yesterday: 'ayer',
  },

  roles: {
    viewer: 'Puede leer',
    commenter: 'Puede comentar',
    editor: 'Puede escribir',
    owner: 'Propietario',
  },

  colors: {
    red: 'Rojo',
    orange: 'Naranja',
    amber: 'Ámbar',
    yellow: 'Amarillo',
    lime: 'Lima',
    green: 'Verde',
    teal: 'Verde azulado',
    cyan: 'Cian',
    blue: 'Azul',
    indigo: 'Añil',
    violet: 'Violeta',
    pink: 'Rosa',
    brown: 'Marrón',
    gray: 'Gris',
  },

  blocks: {
    paragraph: 'Texto',
    heading1: 'Título 1',
    heading2: 'Título 2',
    heading3: 'Título 3',
    bullet: 'Lista con viñetas',
    ordered: 'Lista numerada',
    task: 'Lista de tareas',
    quote: 'Cita',
    code: 'Bloque de código',
    callout: 'Aviso',
    toggle: 'Desplegable',
    progress: 'Barra de progreso',
    formula: 'Fórmula',
    table: 'Tabla',
    picture: 'Imagen',
    file: 'Archivo',
    divider: 'Separador',
  },

  groups: {
    Format: 'Formato',
    Colours: 'Colores',
    'Turn into': 'Convertir en',
    Insert: 'Insertar',
    Blocks: 'Bloques',
    Table: 'Tabla',
    Document: 'Documento',
  },

  commands: {
    bold: 'Negrita',
    italic: 'Cursiva',
    underline: 'Subrayado',
    strike: 'Tachado',
    code: 'Código',
    highlight: 'Resaltar',
    'clear-format': 'Quitar formato',
    link: 'Enlace',
    'insert-date': 'Fecha',
    'insert-mention': 'Mención',
    'insert-emoji': 'Emoji',
    'change-date': 'Cambiar fecha',
    'inline-formula': 'Fórmula en la línea',
    'insert-inline-formula': 'Fórmula en la línea',
    document: 'Enlace a un documento',
    'insert-document': 'Enlace a un documento',
    bookmark: 'Marcador de una página web',
    'insert-bookmark': 'Marcador',
    'insert-table': 'Insertar tabla',
    'insert-picture': 'Insertar imagen',
    'insert-file': 'Insertar archivo',
    'insert-divider': 'Insertar separador',
    check: 'Marcar o desmarcar',
    deeper: 'Aumentar sangría',
    out: 'Reducir sangría',
    'describe-picture': 'Describir imagen',
    'picture-wider': 'Ensanchar imagen',
    'picture-narrower': 'Estrechar imagen',
    'progress-more': 'Aumentar el progreso',
    'progress-less': 'Reducir el progreso',
    'download-file': 'Descargar imagen o archivo',
    'retry-file': 'Reintentar imagen o archivo',
    language: 'Lenguaje del código',
    'number-from-1': 'Volver a numerar desde 1',
    'number-on': 'Continuar la numeración',
    'number-from': 'Empezar la numeración en…',
    'next-cell': 'Ir a la celda siguiente',
    'previous-cell': 'Ir a la celda anterior',
    'row-above': 'Insertar fila encima',
    'row-below': 'Insertar fila debajo',
    'row-up': 'Subir fila',
    'row-down': 'Bajar fila',
    'delete-row': 'Borrar fila',
    'column-before': 'Insertar columna antes',
    'column-behind': 'Insertar columna después',
    'column-left': 'Mover columna a la izquierda',
    'column-right': 'Mover columna a la derecha',
    'align-start': 'Alinear columna al principio',
    'align-center': 'Alinear columna en el medio',
    'align-end': 'Alinear columna al final',
    'delete-column': 'Borrar columna',
    header: 'Fila de encabezado sí o no',
    'delete-table': 'Borrar tabla',
    'table-menu': 'Menú de la tabla',
    'move-up': 'Subir',
    'move-down': 'Bajar',
    duplicate: 'Duplicar',
    delete: 'Borrar',
    fold: 'Plegar o desplegar',
    'fold-all': 'Plegar todo',
    'unfold-all': 'Desplegar todo',
    'copy-block-link': 'Copiar enlace al bloque',
    'copy-markdown': 'Copiar como Markdown',
    'block-menu': 'Menú del bloque',
    'select-all': 'Seleccionar todo',
    undo: 'Deshacer',
    redo: 'Rehacer',
    find: 'Buscar y reemplazar',
    outline: 'Esquema',
    authors: 'Colores de los autores',
    history: 'Historial',
    reading: 'Modo de lectura sí o no',
    counts: 'Número de palabras',
    look: 'Icono y diseño',
    'page-width': 'Página ancha',
    'text-face': 'Texto con serifa',
    toolbar: 'Ir a la barra de herramientas',
    palette: 'Buscar documentos y comandos',
    save: 'Guardar',
    shortcuts: 'Atajos de teclado',
  },

  menus: {
    formatting: 'Formato',
    insertBlock: 'Insertar bloque',
    textColor: 'Color del texto',
    colors: 'Colores',
    colored: (name, color) => `${name}: ${color.toLowerCase()}`,
    noColor: (name) => `${name}: ninguno`,
    moveBlock: 'Mover bloque',
    block: 'Bloque',
    blocks: (count) => plural(count, { one: '# bloque', many: '# de bloques', other: '# bloques' }),
    emoji: (count) => plural(count, { one: '# emoji', many: '# de emojis', other: '# emojis' }),
    suggestions: (count) =>
      plural(count, { one: '# sugerencia', many: '# de sugerencias', other: '# sugerencias' }),
    searchCommands: 'Buscar comandos',
    commands: 'Comandos',
    commandCount: (count) =>
      plural(count, { one: '# comando', many: '# de comandos', other: '# comandos' }),
    address: 'Dirección',
    date: 'Fecha',
    day: 'Día',
    today: 'Hoy',
    tomorrow: 'Mañana',
    searchDocuments: 'Buscar documentos',
    documentsToLink: 'Documentos que se pueden enlazar',
    noDocument: 'No hay otro documento con ese título.',
    documentCount: (count) =>
      plural(count, { one: '# documento', many: '# de documentos', other: '# documentos' }),
    preview: 'Vista previa',
    texSource: 'Código en TeX',
    language: 'Lenguaje',
    languages: 'Lenguajes',
    searchLanguages: 'Buscar lenguajes',
    plainText: 'Texto sin formato',
    languageCount: (count) =>
      plural(count, { one: '# lenguaje', many: '# de lenguajes', other: '# lenguajes' }),
    otherLanguage: (name) => `Otro: ${name}`,
    addressCopied: 'Dirección copiada',
    addressNotCopied: 'No se ha podido copiar la dirección',
    editAddress: 'Editar dirección',
    copyAddress: 'Copiar dirección',
    turnIntoBookmark: 'Convertir en marcador',
    removeLink: 'Quitar enlace',
    pictureShows: 'Lo que muestra la imagen',
    findNotLoaded: 'No se ha podido cargar la búsqueda. Inténtalo de nuevo con conexión.',
    startNumberingAt: 'Empezar la numeración en',
    wholeNumber: (most) => `Un número entero de 0 a ${number(most)}`,
    number: 'Número',
    set: 'Aplicar',
    row: 'Fila',
    column: 'Columna',
    columnWidth: 'Ancho de columna',
    asWideAsText: 'tan ancha como su texto',
    pixels: (count) => plural(count, { one: '# píxel', many: '# de píxeles', other: '# píxeles' }),
    blockLinkCopied: 'Enlace al bloque copiado',
    markdownNotLoaded: 'No se ha podido cargar Markdown. Inténtalo de nuevo con conexión.',
    copiedMarkdown: 'Copiado como Markdown',
    markdownNotCopied: 'No se ha podido copiar el Markdown',
  },

  backlinks: {
    title: 'Enlazado desde',
    hint: 'Entre los documentos de este dispositivo.',
  },

  switcher: {
    hint: 'Documentos y comandos…',
    recent: 'Recientes',
    goTo: 'Ir a',
    begin: (title) => `Documento nuevo llamado «${title}»`,
  },

  moreKeys: {
    title: 'Más teclas',
    insert: 'Insertar un bloque',
    select: 'Seleccionar el bloque',
    extend: 'Seleccionar el bloque de encima o de debajo',
    write: 'Escribir en el bloque seleccionado',
    delete: 'Borrar los bloques seleccionados',
    leave: 'Con bloques seleccionados: salir del texto con el siguiente Tab',
    newLine: 'Línea nueva en el mismo bloque',
    sidebar: 'Mostrar u ocultar la barra lateral',
    thisList: 'Esta lista, fuera del texto',
  },

  addresses: {
    missing: 'Escribe la dirección a la que lleva el enlace.',
    blanks: 'Una dirección no lleva espacios.',
    kinds:
      'Un enlace puede llevar a una página web (https://…), a un correo o a un número de teléfono.',
    wrong: 'Esto no es una dirección. Escribe una como https://example.org.',
    webOnly: 'Un marcador lleva a una página web (https://…).',
  },

  objects: {
    percent: (value) => percent(value),
    noAddress: 'Sin dirección',
    bookmark: 'Marcador',
    bookmarkOf: (host) => `Marcador, ${host}`,
    mentionOf: (name) => `mención de ${name}`,
    someone: 'alguien',
    dateOf: (day) => `Fecha: ${day}`,
  },

  code: {
    copied: 'Código copiado',
    notCopied: 'No se ha podido copiar el código',
    copyCode: 'Copiar código',
    named: (language) => `Código, ${language}`,
    languageIs: (language) => `Lenguaje: ${language}`,
    showSource: 'Mostrar código',
    hideSource: 'Ocultar código',
    mermaid: 'Diagrama de Mermaid',
  },

  diagrams: {
    diagram: 'Diagrama',
    notDrawn: (problem) => `No se puede dibujar este diagrama. ${problem}`,
    notLoaded:
      'No se ha podido cargar lo que dibuja los diagramas. Llegará cuando este dispositivo tenga conexión.',
    tooSlow: 'Este diagrama tarda demasiado en dibujarse.',
    tooLarge: 'Este diagrama es demasiado grande para mostrarlo.',
    notApart: 'Aquí no se dibujan diagramas: el servidor no los mantiene separados de la página.',
    draws: 'Dibuja diagramas',
  },

  formulas: {
    empty: 'Fórmula vacía',
    tooLong: (most) => `Una fórmula de más de ${number(most)} caracteres no se dibuja.`,
    wrongAt: (problem, place) => `${problem} (en el carácter ${number(place)})`,
    tooDeep: 'Esta fórmula está demasiado anidada para dibujarla.',
  },

  figures: {
    nothingToPaste: 'El portapapeles no contiene nada que se pueda pegar aquí.',
    notShown: (name) => `${name}, no se muestra`,
    notShownFor: (name, why) => `${name}, no se muestra: ${why}`,
    download: 'Descargar',
    downloadNamed: (name) => `Descargar ${name}`,
    withoutAddress: (kind) => `${kind} sin dirección`,
    elsewhere: (kind, host) => `${kind} en ${host}`,
    bytes: (count) => plural(count, { one: '# byte', many: '# de bytes', other: '# bytes' }),
    kilobytes: (count) => `${number(count)} KB`,
    megabytes: (count) => `${number(count)} MB`,
  },

  find: {
    find: 'Buscar',
    previous: 'Resultado anterior',
    next: 'Resultado siguiente',
    matchCase: 'Mayúsculas y minúsculas',
    wholeWord: 'Palabra completa',
    expression: 'Expresión regular',
    replaceWith: 'Reemplazar por',
    replace: 'Reemplazar',
    replaceAll: 'Reemplazar todo',
    replaced: (count) =>
      plural(count, { one: '# reemplazo', many: '# de reemplazos', other: '# reemplazos' }),
    searching: 'Buscando…',
    place: (current, all) => `${number(current)} de ${number(all)}`,
    tooSlow:
      'Esta expresión tarda demasiado. Simplifícala: suele deberse a repeticiones dentro de repeticiones.',
    noExpression: (problem) => `Esto no es una expresión regular: ${problem}`,
  },

  looking: {
    unknown: 'alguien desconocido',
    authorsShown: 'Los colores muestran quién escribió qué.',
    empty: 'Lo que se escriba aparecerá aquí en cuanto lo tenga el servidor.',
    asking: 'Preguntando al servidor…',
    broken: 'Esta parte del historial no se puede mostrar.',
    begins: (moment: string) =>
      `No se conserva quién escribió qué antes de este momento: ${moment}.`,
    past: 'El documento tal como era',
    back: 'Volver a ahora',
    restore: 'Restaurar esta versión',
    copy: 'Guardar una copia de esta versión',
    takeBack: 'Deshacer estos cambios',
    restored: 'Restaurado. Deshacer devuelve lo que había aquí.',
    tookBack: 'Retirado. Deshacer lo devuelve.',
    nothing: 'Ya no queda nada de esto que retirar.',
    behind: 'Este dispositivo aún no lo ha recibido todo. Inténtalo cuando lo tenga.',
    sessions: 'Cuándo se escribió',
    nameNow: 'Dar nombre a lo que hay ahora',
    nameThis: 'Dar nombre a esta versión',
    versionName: 'Nombre de la versión',
    named: (name: string) => `“${name}” ya tiene nombre.`,
    nameRemoved: 'El nombre se ha quitado. Lo que se escribió entonces sigue en el historial.',
    show: 'Qué se muestra',
    showAll: 'Todas',
    showNamed: 'Con nombre',
    noneNamed: 'Ninguna versión tiene nombre todavía.',
    notHere: 'Lo que era aún no ha llegado aquí.',
    moreOf: (name: string) => `Más sobre ${name}`,
    removeName: 'Quitar el nombre',
    play: 'Reproducir',
    pause: 'Pausar',
    moments: 'Momento',
    howToChoose:
      'Haz clic en un bloque, o ve a él con las flechas, para restaurar solo ese. Con Mayús se toman más.',
    emptyBlock: 'Bloque vacío',
    restoreBlocks: (count: number) =>
      plural(count, {
        one: 'Restaurar este bloque',
        many: 'Restaurar estos # bloques',
        other: 'Restaurar estos # bloques',
      }),
    list: 'Qué cambió',
    somebody: 'Alguien',
    damaged: (count: number) =>
      plural(count, {
        one: '# parte ya no se puede leer.',
        many: '# partes ya no se pueden leer.',
        other: '# partes ya no se pueden leer.',
      }),
    changes: (count: number) =>
      plural(count, { one: '# cambio', many: '# cambios', other: '# cambios' }),
    kinds: {
      typed: 'Texto escrito',
      deleted: 'Texto borrado',
      replaced: 'Texto reemplazado',
      'cell written': 'Celda rellenada',
      'object added': 'Objeto añadido',
      'object removed': 'Objeto quitado',
      'object changed': 'Objeto cambiado',
      carried: 'Texto trasladado',
      added: 'Bloque añadido',
      removed: 'Bloque quitado',
      split: 'Bloque dividido',
      joined: 'Dos bloques unidos',
      'deleted across': 'Borrado entre bloques',
      'replaced across': 'Reemplazado entre bloques',
      moved: 'Bloque movido',
      turned: 'Convertido en otra cosa',
      nested: 'Sangrado',
      checked: 'Marcado o desmarcado',
      attribute: 'Ajuste de bloque cambiado',
      formatted: 'Formato aplicado',
      unformatted: 'Formato quitado',
      'row added': 'Fila añadida',
      'row removed': 'Fila quitada',
      'row moved': 'Fila movida',
      'column added': 'Columna añadida',
      'column removed': 'Columna quitada',
      'column moved': 'Columna movida',
      'column changed': 'Columna cambiada',
      title: 'Título cambiado',
      unseen: 'Ordenado',
    },
  },

  pageLook: {
    title: 'Icono y diseño',
    icon: 'Icono',
    searchIcons: 'Buscar iconos',
    found: (count: number) =>
      plural(count, { one: '# icono', many: '# iconos', other: '# iconos' }),
    width: 'Ancho de la página',
    normal: 'Normal',
    wide: 'Ancho',
    face: 'Tipo de letra',
    sans: 'Sin serifa',
    serif: 'Con serifa',
  },

  counts: {
    number,
    of: (part, all) => `${number(part)} de ${number(all)}`,
    words: (count) =>
      plural(count, { one: '# palabra', many: '# de palabras', other: '# palabras' }),
    wordsOf: (part, all) =>
      `${number(part)} de ${plural(all, { one: '# palabra', many: '# de palabras', other: '# palabras' })}`,
    wordCount: 'Palabras',
    characters: 'Caracteres',
    withoutSpaces: 'Caracteres sin espacios',
    timeToRead: 'Tiempo de lectura',
    timeToReadSelection: 'Tiempo de lectura de la selección',
    minutes: (count) => `${number(count)} min`,
  },

  drawn: {
    write: 'Escribe, o pega Markdown',
    newer: 'De una versión más nueva: ',
    note: 'Nota:',
    tip: 'Consejo:',
    important: 'Importante:',
    warning: 'Advertencia:',
    caution: 'Precaución:',
    caption: 'Pie de imagen',
    title: 'Título',
  },

  outlineEmpty: 'Aquí aparecerán los títulos de este documento.',

  attachments: {
    notUploaded: 'Solo en este dispositivo · sin subir.',
    notKept: 'No se guarda en este dispositivo. Deja abierta esta página hasta que se suba.',
    uploading: 'Subiendo…',
    willUpload: 'Solo en este dispositivo · se subirá',
    willUploadOnline: 'Solo en este dispositivo · se subirá cuando haya conexión',
    notHere: 'Aún no está en este dispositivo · se cargará cuando haya conexión',
    loading: 'Cargando…',
    notUploadedYet: 'Quien lo añadió aún no lo ha subido · llegará solo',
    notLoaded: (why) => `No se ha cargado. ${why}`,
    removedByBrowser: 'El navegador lo ha quitado de este dispositivo.',
    tooLargeForServer: 'Es más grande de lo que este servidor acepta.',
    thePicture: 'La imagen',
    notHad: 'Este archivo no está disponible ahora.',
    quoted: (name) => `«${name}»`,
    tooLarge: (what, most) =>
      `${what} ocupa demasiado: una imagen o un archivo puede tener hasta ${number(most)} MB. No se ha cambiado nada.`,
    notRead: (what) => `${what} no se ha podido leer. No se ha cambiado nada.`,
  },

  deviceProblems: {
    unavailable: 'Este navegador no deja que la aplicación guarde nada en este dispositivo.',
    quota: 'No queda espacio en este dispositivo.',
    blocked:
      'El almacenamiento de este navegador no responde. Cierra otras pestañas de esta aplicación.',
    closed: 'El navegador ha cerrado el almacenamiento de esta aplicación.',
    unknown: 'Lo que escribes no se puede guardar en este dispositivo.',
    unreadable: 'Una parte de lo guardado en este dispositivo no se puede leer.',
  },

  whereItIs: {
    alreadySaved: 'Ya está guardado en este dispositivo.',
    onThisDevice: 'En este dispositivo',
    onTheServer: 'En el servidor',
    retryNow: 'Reintentar ahora',
    beingOpened: 'Se está abriendo.',
    beingSaved: 'Se está guardando.',
    everythingHere: 'Todo está guardado aquí y se abre sin red.',
    cannotSave: 'Aquí no se puede guardar nada.',
    keepOpen: 'Deja abierta esta página o descarga el texto.',
    polling:
      'Ahora no hay conexión directa: la red no deja pasar ninguna o hay demasiadas abiertas desde ella. Los cambios viajan cada pocos segundos y no se ve a nadie más.',
    filesWaiting: (count) =>
      plural(count, {
        one: '# imagen o archivo solo en este dispositivo, por subir.',
        many: '# de imágenes o archivos solo en este dispositivo, por subir.',
        other: '# imágenes o archivos solo en este dispositivo, por subir.',
      }),
    filesRefused: (count) =>
      plural(count, {
        one: '# imagen o archivo solo en este dispositivo, sin subir: el texto dice cuál.',
        many: '# de imágenes o archivos solo en este dispositivo, sin subir: el texto dice cuáles.',
        other: '# imágenes o archivos solo en este dispositivo, sin subir: el texto dice cuáles.',
      }),
    lastHad: (when) => `La última vez que lo tuvo todo: ${when}.`,
    everythingThere: 'Todo está allí.',
    everythingThereSince: (when) => `Todo está allí, desde: ${when}.`,
    sameChecked: (when) => `Igual que en el servidor, comprobado: ${when}.`,
    showsAnother:
      'Lo que se muestra aquí no es lo que tiene el servidor. Tu copia se queda en este dispositivo; avisa a quien gestiona el servidor.',
    textThere: 'Todo tu texto está allí.',
    textThereSince: (when) => `Todo tu texto está allí, desde: ${when}.`,
    onTheWay: (count) =>
      plural(count, {
        one: '# cambio está en camino.',
        many: '# de cambios están en camino.',
        other: '# cambios están en camino.',
      }),
    waiting: (count) =>
      plural(count, {
        one: '# cambio espera a ser enviado.',
        many: '# de cambios esperan a ser enviados.',
        other: '# cambios esperan a ser enviados.',
      }),
    nothingWaiting: 'Nada tuyo está esperando.',
    connecting: 'Conectando.',
    outOfReach: 'Fuera de alcance.',
    goesOn: 'Seguirá solo cuando vuelva la red.',
    notAccepted: 'El servidor no lo acepta.',
  },

  notices: {
    notAdded: 'No se ha añadido',
    notSavedHere: 'No se guarda en este dispositivo',
    keepsNothing: 'Este navegador no deja que la aplicación guarde nada.',
    keepOpen: 'Deja abierta esta página o descarga el texto para que no se pierda nada.',
    downloadMarkdown: 'Descargar como Markdown',
    mayComment: 'Tu enlace te deja leer y comentar, pero no escribir.',
    mayRead: 'Tu enlace te deja leer este documento, pero no escribir en él.',
    inTrash: 'Este documento está en la papelera.',
    updateNow: 'Actualizar ahora',
    useAnotherLink: 'Usar otro enlace',
    unsent: (count) =>
      plural(count, {
        one: 'Un cambio no se había enviado: está marcado en el texto.',
        many: '# de cambios no se habían enviado: lo que habías añadido está marcado en el texto.',
        other: '# cambios no se habían enviado: lo que habías añadido está marcado en el texto.',
      }),
    unsentNotMarked:
      'Lo que no se ha enviado no se ha podido marcar. Recarga para intentarlo de nuevo.',
  },

  refusals: {
    wrongLink: 'Este enlace no abre el documento',
    passwordNeeded: 'Hace falta una contraseña',
    readOnly: 'Solo lectura',
    notOnServer: 'No está en el servidor',
    noAnswer: 'El servidor no responde a esto',
    newerNeeded: 'Hace falta una versión más nueva',
    keptHere: 'Guardado solo en este dispositivo',
    changeRefused: 'No se ha aceptado un cambio',
    withdrawn: 'Este enlace ha sido retirado',
    expired: 'Este enlace ha caducado',
    deleted: 'Este documento ha sido borrado',
  },

  waiting: {
    waiting: 'Esperando el documento',
    nothingYet: 'Aquí aún no hay nada',
    startEmpty: 'Empezar con una página vacía',
    ownText:
      'El servidor conoce este documento, pero su texto no ha llegado del dispositivo donde se escribió. Aparecerá aquí en cuanto ese dispositivo tenga conexión.',
    othersText:
      'El dispositivo de su propietario aún no ha enviado el texto. Aparecerá aquí en cuanto lo haga.',
    neverHere:
      'Nunca ha estado en este dispositivo, y ahora no se puede llegar al servidor. Se abrirá solo en cuanto se pueda, y desde entonces también sin red.',
    onItsWay: 'Está de camino a este dispositivo. Desde entonces se abrirá sin red.',
  },

  links: {
    anotherLink: 'Otro enlace',
    notWhole:
      'Este enlace no está completo. Se parece a la dirección de esta página, con un # y una clave detrás.',
    elsewhere: (origin) => `Este enlace es de ${origin}. Ábrelo allí.`,
    password: 'Contraseña del enlace',
    trying: 'Probando…',
    noKey: 'Sin clave',
    noKeyToDocument: 'Este dispositivo no tiene clave para el documento',
    cutOnItsWay: 'Si has seguido un enlace, se ha cortado por el camino.',
  },

  screens: {
    notFound: 'No encontrado',
    nothingHere: 'Aquí no hay nada',
    cutShort: 'Si has seguido un enlace, puede que esté cortado.',
  },

  deleting: {
    title: '¿Borrar?',
    linkedHint: (title) =>
      `De este dispositivo: la copia de «${title}» desaparece de aquí, y el documento sigue en la papelera de tus otros dispositivos. De todos mis dispositivos: sus copias y la clave que lo abre desaparecen de cada dispositivo vinculado. Los demás conservan sus copias.`,
    unsent: (count) =>
      plural(count, {
        one: '# cambio de aquí no ha llegado al servidor',
        many: '# de cambios de aquí no han llegado al servidor',
        other: '# cambios de aquí no han llegado al servidor',
      }),
    unsentHint: 'Nadie más lo tiene. Restaura el documento y conéctate para enviarlo antes.',
    lastKeyHint:
      'Sin una clave tuya, nadie podrá volver a abrírtelo. Su enlace es la clave: guárdalo si quizá quieras recuperar el documento.',
    copyLink: 'Copiar su enlace',
    linkCopied: 'Enlace copiado: quien lo tenga puede hacer lo mismo que tú',
    deleteEverywhere: 'Borrar de todos mis dispositivos',
    deletedEverywhere: (title) => `«${title}» se ha borrado de todos tus dispositivos`,
  },

  outbox: {
    waiting: (count) =>
      plural(count, {
        one: '# documento espera a ser enviado',
        many: '# de documentos esperan a ser enviados',
        other: '# documentos esperan a ser enviados',
      }),
    waits: 'espera a ser enviado',
    library: (count) =>
      plural(count, {
        one: '# cambio de la biblioteca espera a ser enviado a tus otros dispositivos',
        many: '# de cambios de la biblioteca esperan a ser enviados a tus otros dispositivos',
        other: '# cambios de la biblioteca esperan a ser enviados a tus otros dispositivos',
      }),
  },

  library: {
    trash: 'Papelera',
    documents: 'Documentos',
    keepsNothing: 'Este navegador no guarda nada',
    newDocument: 'Documento nuevo',
    notImported: 'No se ha importado',
    writeFirst: 'Escribe el primero',
    showAround: 'Enséñame cómo funciona',
    tourFailed: 'No se pudo cargar el recorrido. Inténtalo de nuevo con conexión.',
    writeFirstHint:
      'Los documentos viven en este navegador y se abren sin red. Comparte uno con un enlace y otras personas escribirán en él contigo. Nadie necesita una cuenta.',
    showAll: 'Mostrar todos los documentos',
    trashEmpty: 'La papelera está vacía',
    trashEmptyHint:
      'Lo que muevas aquí se puede restaurar hasta que lo borres de este dispositivo.',
    nothingLost: 'Aquí no se pierde nada: restáuralo o bórralo de este dispositivo.',
    actionsFor: (title) => `Acciones para ${title}`,
    renamed: (title) => `Ahora se llama «${title}»`,
    rename: 'Cambiar nombre',
    pin: 'Fijar',
    unpin: 'Dejar de fijar',
    added: (when) => `Añadido: ${when}`,
    opened: (when) => `Abierto: ${when}`,
    sharedAs: (role) => `compartido contigo · ${role.toLowerCase()}`,
    linkRefused: 'su enlace no lo abre',
    cancel: 'Cancelar',
    trashedSince: (when) => `En la papelera desde: ${when}`,
    isBack: (title) => `«${title}» vuelve a estar entre tus documentos`,
    deleteDots: 'Borrar…',
    deleteTitle: '¿Borrar de este dispositivo?',
    deleted: (title) => `«${title}» se ha borrado de este dispositivo`,
    deleteHint: (title) =>
      `«${title}» y la clave que lo abre desaparecen de este dispositivo, también lo que aún no ha llegado al servidor.`,
    ownerHint:
      'Es tuyo: después nadie podrá crear ni retirar enlaces. Los demás conservan sus copias.',
    guestHint: 'Solo podrás volver a abrirlo con un enlace. Los demás conservan sus copias.',
    notDeleted: 'No se ha borrado.',
    keepIt: 'Conservarlo',
    deleteHere: 'Borrar de este dispositivo',
    notHereYet:
      'Este documento aún no ha llegado a este dispositivo. Ábrelo una vez y luego cámbiale el nombre.',
    mayStoreNothing: 'La aplicación no tiene permiso para guardar nada.',
    goneOnClose:
      'Los documentos que escribas aquí desaparecerán al cerrar la página, a menos que los exportes.',
    library: 'Biblioteca',
    more: 'Más',
    order: 'Orden',
    lastOpened: 'Últimos abiertos',
    newest: 'Más recientes',
    sharedWithMe: 'Compartidos conmigo',
    nothingShared: 'Aún no hay nada compartido contigo',
    nothingSharedHint: 'Abre un enlace que alguien te haya enviado y el documento se queda aquí.',
    noneHere: 'Aquí no hay documentos',
    noneHereHint: 'Crea un documento aquí, o mueve uno hasta aquí: arrástralo o usa su menú.',
    found: (count) =>
      plural(count, {
        one: '# documento encontrado',
        many: '# de documentos encontrados',
        other: '# documentos encontrados',
      }),
    nothingFound: 'No se ha encontrado nada',
    noneWith: (query) =>
      `Ningún documento de este dispositivo tiene «${query}» en el título o en el texto.`,
    stillRead: (count) =>
      plural(count, {
        one: 'Aún se está leyendo un documento más.',
        many: 'Aún se están leyendo # de documentos.',
        other: 'Aún se están leyendo # documentos.',
      }),
    openInTab: 'Abrir en una pestaña nueva',
    shareDots: 'Compartir…',
    duplicate: 'Duplicar',
    duplicated: (title) => `«${title}» está entre tus documentos`,
    notDuplicated: 'No se ha duplicado. Recarga la página e inténtalo de nuevo.',
    notOnDevice: 'Este documento aún no está en este dispositivo. Ábrelo una vez con conexión.',
    select: 'Seleccionar',
    selectNamed: (title) => `Seleccionar ${title}`,
    selection: 'Documentos seleccionados',
    selectedCount: (count) =>
      plural(count, {
        one: '# seleccionado',
        many: '# seleccionados',
        other: '# seleccionados',
      }),
    selectAll: 'Seleccionar todo',
    selectNone: 'Anular la selección',
    trashedCount: (count) =>
      plural(count, {
        one: '# documento está en la papelera',
        many: '# documentos están en la papelera',
        other: '# documentos están en la papelera',
      }),
    exportNow: 'Exportar',
    lastEdited: 'Última edición',
    edited: (when) => `Editado ${when}`,
    editedBy: (name, when) => `Editado por ${name} ${when}`,
    links: (count) => plural(count, { one: '# enlace', many: '# enlaces', other: '# enlaces' }),
  },

  sharing: {
    role: 'Papel',
    anyone: 'Cualquiera con el enlace',
    label: 'Etiqueta (opcional)',
    forWhom: '¿Para quién?',
    works: 'Funciona',
    never: 'Hasta que se retire',
    day: 'Un día',
    week: 'Una semana',
    month: '30 días',
    password: 'Contraseña (opcional)',
    linkCopied: 'Enlace copiado',
    notCopied: 'No se ha copiado: selecciona el enlace y cópialo tú',
    link: 'Enlace',
    copyLink: 'Copiar enlace',
    unreachable:
      'No se puede llegar al servidor. Los enlaces que crees ahora se guardan en este dispositivo y se envían más tarde. Puede que la lista no esté completa.',
    noLinks: 'Aún no hay enlaces. Solo tú puedes abrir este documento.',
    noLinksNow:
      'Ya ningún enlace abre este documento. Quien ya ha entrado tiene una copia en su dispositivo.',
    copyNotAllowed: 'El navegador no ha permitido copiar',
    links: 'Enlaces',
    revoke: 'Retirar',
    revokeAsk: '¿Retirar este enlace?',
    revokeHint:
      'Deja de funcionar en el acto, también para quien esté ahora en el documento con él, y no se puede recuperar. Quien ya ha entrado tiene una copia en su dispositivo, y la conserva.',
    keepLink: 'Conservar el enlace',
    revoked: 'Enlace retirado. Quien ya ha entrado tiene una copia.',
    created: (when) => `Creado: ${when}`,
    withPassword: 'con contraseña',
    until: (day) => `hasta el ${day}`,
    refused: (why) => `Rechazado: ${why}`,
    expired: 'caducado',
    lastUsed: (when) => `último uso: ${when}`,
    notKnown: 'Aún no se sabe qué permite este enlace: no se ha preguntado al servidor.',
    byOwner: 'Los demás enlaces los crea el propietario.',
    stillWorks:
      'Ahora no se puede llegar al servidor, así que el enlace sigue funcionando. Inténtalo de nuevo con conexión.',
    allows: {
      viewer: 'Puede leer el documento y guardar una copia, y ve quién está aquí.',
      commenter:
        'Puede leer y comentar, y muestra a los demás dónde está. No puede cambiar el texto.',
      editor: 'Puede leer y escribir, con imágenes y archivos.',
      owner:
        'Puede hacerlo todo: escribir, crear y retirar enlaces, borrar el documento para todos.',
    },
    passwordToo: 'Solo se abre con la contraseña.',
    cameWith: (what) => `El enlace con el que has venido: ${what}`,
    keptHere:
      'Ahora no se puede llegar al servidor. Este enlace se abrirá cuando este dispositivo haya tenido conexión.',
    waits: 'se abrirá cuando este dispositivo haya tenido conexión',
    stillAllows:
      'Ahora no se puede llegar al servidor, así que el enlace queda como estaba. Inténtalo de nuevo con conexión.',
    qrCode: 'Código QR',
    send: 'Enviar…',
    qrCodeOfLink: 'Código QR del enlace',
    pointCamera: 'Apunta hacia él la cámara de otro dispositivo para abrir allí el enlace.',
    notSent: 'No se ha podido enviar: copia el enlace',
    replaced: 'El enlace antiguo ya no abre nada. Envía el nuevo.',
    change: 'Cambiar',
    history: 'Historial',
    historyShown: 'Muestra el historial',
    historyHidden: 'Sin el historial',
    worksUntil: (day) => `Hasta el ${day}`,
    endChanged: 'Plazo cambiado',
    labelChanged: 'Etiqueta cambiada',
    saveLabel: 'Guardar etiqueta',
    passwordChanged: 'Contraseña cambiada. Se le pide a quien entró con la anterior.',
    otherPassword: 'Contraseña nueva',
    passwordAsks: 'Se le pide enseguida a quien está dentro con este enlace.',
    setPassword: 'Poner contraseña',
    removePassword: 'Quitar contraseña',
    replace: 'Sustituir',
    allowsNow: 'Lo que este enlace permite desde ahora',
    notUsed: 'aún sin usar',
    visitors: 'Quién ha estado aquí',
    somebody: (role) => `Alguien con un enlace: ${role.toLowerCase()}`,
    mayNotReturn: 'su enlace se ha retirado o ha caducado',
    log: 'Qué cambió en los accesos',
    logUnreachable: 'Ahora no se puede llegar al servidor. Inténtalo de nuevo con conexión.',
    logOlder: 'Mostrar anteriores',
    you: 'tú',
    someOwner: 'alguien con el enlace del propietario',
    did: {
      'document-made': 'Documento creado',
      'document-deleted': 'Borrado para todos',
      'owner-came': 'Abierto por primera vez con el enlace del propietario',
      'link-made': 'Enlace creado',
      'link-changed': 'Rol cambiado',
      'link-revoked': 'Enlace retirado',
      'link-expired': 'Enlace caducado',
      'expiry-changed': 'Plazo cambiado',
      'password-set': 'Contraseña puesta',
      'password-removed': 'Contraseña quitada',
      'history-hidden': 'Historial omitido',
      'history-shown': 'Historial mostrado',
    },
    asOwner: 'Opciones del propietario',
    givesAway: 'Con este enlace entregas el documento',
    givesAwayHint:
      'Quien lo tenga puede hacer todo lo que tú puedes: leer, escribir, crear y retirar enlaces, borrar el documento para todos. No se puede retirar.',
    showOwnerLink: 'Mostrar el enlace del propietario…',
    deleteForAllDots: 'Borrar para todos…',
    deleteForAll: 'Borrar para todos',
    deleteForAllTitle: (title) => `¿Borrar «${title}» para todos?`,
    deleteForAllHint: (title) =>
      `El servidor elimina «${title}» con su historial, sus imágenes y archivos y todos sus enlaces. No se puede deshacer. Quien lo tenga en un dispositivo conserva esa copia, solo de lectura.`,
    nothingDeleted:
      'Ahora no se puede llegar al servidor, así que no se ha borrado nada. Inténtalo de nuevo con conexión.',
    deletedForAll: (title) => `«${title}» se ha borrado para todos. Tu copia está en la papelera.`,
  },

  preferences: {
    profile: 'Perfil',
    yourName: 'Tu nombre',
    nameHint: 'Lo ven las personas que tienen abierto el mismo documento.',
    yourColor: 'Tu color',
    nameEmpty: 'Un nombre necesita al menos una letra. Los demás aún ven el último.',
    nameLong: (most) =>
      `Un nombre tiene como mucho ${number(most)} letras. Los demás aún ven el último.`,
    appearance: 'Apariencia',
    theme: 'Tema',
    system: 'Sistema',
    light: 'Claro',
    dark: 'Oscuro',
    writing: 'Escritura',
    smartQuotes: 'Comillas y rayas tipográficas',
    byLanguage: 'Según el idioma',
    off: 'No',
    smartHint:
      'Las comillas rectas, dos guiones y tres puntos se componen como en un libro. Deshacer o la tecla de retroceso justo después devuelven lo que has escrito; el código y las fórmulas se quedan como están.',
    language: 'Idioma',
    interfaceLanguage: 'Idioma de la interfaz',
    languageNotLoaded: 'No se ha podido cargar este idioma. Inténtalo de nuevo con conexión.',
    about: 'Acerca de',
    thisApp: 'Esta aplicación',
    server: 'Servidor',
    noVersion: 'No indica ninguna versión',
    notReached: 'Ahora no se puede llegar',
  },

  people: {
    joined: (name) => `${name} se ha unido`,
    more: (count) =>
      plural(count, {
        one: '# persona más',
        many: '# de personas más',
        other: '# personas más',
      }),
    here: 'Personas aquí',
    you: (name) => `${name} (tú)`,
    elsewhere: (name) => `${name} (mirando otra cosa)`,
    howToFollow: (name) => `${name}: haz clic para ver dónde, doble clic o Mayús+Intro para seguir`,
    changeName: (name) => `${name}: haz clic para cambiar tu nombre`,
    following: (name) => `Sigues a ${name}`,
    notFollowing: (name) => `Ya no sigues a ${name}`,
    left: (name) => `${name} se ha ido`,
    notInText: (name) => `${name} no está ahora en el texto`,
    yourNameHere: 'Tu nombre aquí',
    howCalled: '¿Cómo te llamas?',
    needsLetter: 'Un nombre necesita al menos una letra.',
    useName: 'Usar este nombre',
  },

  documentMenu: {
    edit: 'Editar',
    read: 'Leer',
    exportMarkdown: 'Exportar como Markdown',
    saveCopy: 'Guardar una copia mía',
    trash: 'Mover a la papelera',
    untrash: 'Sacar de la papelera',
    nowWriting: 'Ya puedes escribir de nuevo',
    nowReading: 'Modo de lectura: nada se puede cambiar sin querer',
    saveTemplate: 'Guardar como plantilla',
    templateSaved: (title) =>
      `«${title}» es ahora una plantilla: «Nuevo desde plantilla», en la biblioteca`,
    templateNotSaved: 'No se ha podido guardar la plantilla. Inténtalo de nuevo con conexión.',
    ownCopy: 'Esta copia es tuya',
    notExported:
      'No se ha podido cargar la exportación. Copia el texto o inténtalo de nuevo con conexión.',
  },

  throwAway: {
    throwAwayDots: 'Eliminar…',
    throwAway: 'Eliminar',
    unsentTitle: '¿Eliminar lo que no se ha enviado?',
    unsentHint:
      'Lo que solo tiene este dispositivo se elimina para siempre, y el documento se muestra como lo tienen los demás.',
    copyTitle: '¿Eliminar esta copia?',
    copyHint:
      'El documento va a la papelera de este dispositivo, con lo que no se ha enviado. Desde allí se puede restaurar o borrar para siempre.',
  },

  sidebar: {
    title: 'Barra lateral',
    pinned: 'Fijados',
    contents: (name) => `Lo que hay en ${name}`,
    more: (count) => plural(count, { one: '# más', many: '# más', other: '# más' }),
  },

  folders: {
    folder: 'Carpeta',
    folders: 'Carpetas',
    places: 'Lugares',
    name: 'Nombre',
    needsName: 'Una carpeta necesita un nombre.',
    newFolder: 'Carpeta nueva',
    newFolderDots: 'Carpeta nueva…',
    create: 'Crear',
    createAndMove: 'Crear y mover',
    created: 'Carpeta creada',
    actionsFor: (name) => `Acciones para la carpeta ${name}`,
    rename: 'Cambiar el nombre de la carpeta',
    remove: 'Quitar la carpeta',
    removed: (name) => `«${name}» eliminada. Lo que contenía ha subido un nivel.`,
    move: 'Mover',
    moveNamed: (title) => `Mover «${title}»`,
    moved: (title, folder) => `«${title}» está ahora en «${folder}»`,
    empty: 'Esta carpeta está vacía',
  },

  templates: {
    templates: 'Plantillas',
    newFrom: 'Nuevo desde plantilla',
    newFromDots: 'Nuevo desde plantilla…',
    isTemplate: 'plantilla',
    noLonger: 'Ya no es una plantilla',
    oneOfYours: 'Una de las tuyas',
    notHereYet: 'Esta plantilla aún no ha llegado a este dispositivo. Ábrela una vez con conexión.',
    named: {
      meeting: 'Notas de reunión',
      project: 'Plan de proyecto',
      lesson: 'Plan de clase',
      trip: 'Viaje o evento',
      journal: 'Diario semanal',
    },
    about: {
      meeting: 'Orden del día, decisiones y quién hace qué y para cuándo',
      project: 'Por qué, qué entra y qué no, pasos, riesgos',
      lesson: 'Un objetivo, los minutos en una tabla, qué preparar',
      trip: 'Día a día, reservas, equipaje, quién pagó qué',
      journal: 'Lo que importa, una línea al día, una mirada atrás',
    },
  },

  devices: {
    mine: 'Mis dispositivos',
    devices: 'Dispositivos',
    why: 'Ten los mismos documentos, carpetas y fijados en tu teléfono y en tus otros ordenadores. El servidor guarda la lista por ti, con las claves de tus documentos bajo llave.',
    linkDots: 'Vincular un dispositivo…',
    linkAnotherDots: 'Vincular otro dispositivo…',
    link: 'Vincular un dispositivo',
    haveLink: 'Tengo un enlace de otro dispositivo',
    copyByHand: 'Copia el enlace a mano',
    pointCamera: 'Apunta aquí la cámara del otro dispositivo, o abre en él este enlace.',
    linkForOther: 'Enlace para tu otro dispositivo',
    forYouAlone: 'Es solo para ti: quien lo abra tendrá todos tus documentos, ahora y después.',
    thisDevice: 'Este dispositivo',
    lastUsed: (when) => `Último uso: ${when}`,
    rename: 'Cambiar el nombre del dispositivo',
    unlinkDots: 'Desvincular…',
    unlink: 'Desvincular',
    unlinkTitle: (name) => `¿Desvincular «${name}»?`,
    unlinkThisHint:
      'Tus documentos se quedan en este dispositivo. Lo que cambies en la lista en un dispositivo ya no llegará al otro.',
    unlinkOtherHint:
      'Conserva los documentos que tiene y deja esta biblioteca la próxima vez que tenga conexión. Quien lo tenga puede seguir leyéndolos y escribiendo en ellos: retira enlaces, o copia lo que deba seguir siendo tuyo.',
    unlinked: (name) => `«${name}» está desvinculado`,
    synced: 'Tus otros dispositivos tienen todo lo que hay aquí.',
    refused: 'El servidor no acepta esta biblioteca. Todo se queda en este dispositivo.',
    offline: 'Sin conexión: lo que cambies aquí llegará más tarde a tus otros dispositivos.',
    joining: 'Reuniendo tus dispositivos…',
    called: (browser, system) => `${browser} en ${system}`,
    browser: 'Navegador',
    aDevice: 'un dispositivo',
  },

  join: {
    linkThis: 'Vincular este dispositivo',
    ask: '¿Vincular este dispositivo?',
    hint: (count) =>
      `Este dispositivo tendrá entonces los documentos, las carpetas y los fijados del que te ha mostrado el enlace${
        count === 0
          ? '.'
          : plural(count, {
              one: ', y ese tendrá el documento que tienes aquí.',
              many: ', y ese tendrá los # de documentos que tienes aquí.',
              other: ', y ese tendrá los # documentos que tienes aquí.',
            })
      } Hazlo solo si ese dispositivo es tuyo.`,
    nameOfThis: 'Nombre de este dispositivo',
    cutShort: 'Este enlace está cortado',
    how: 'En el otro dispositivo, abre Ajustes y después «Vincular un dispositivo». Escanea lo que muestra, o copia su enlace y pégalo aquí.',
    linkFromOther: 'Enlace de tu otro dispositivo',
    goOn: 'Continuar',
    notWhole: (address) => `Este enlace no está completo. Tiene este aspecto: ${address}`,
    linked: 'Este dispositivo está vinculado',
    linkedHint: 'Tiene la misma biblioteca que el dispositivo que te ha mostrado el enlace.',
    linkedAlready: 'Este dispositivo ya está vinculado con otros',
    linkedAlreadyHint:
      'Un dispositivo tiene una sola biblioteca. Desvincúlalo antes en los ajustes; sus documentos se quedan aquí.',
  },

  start: {
    openFile: 'Abrir un archivo',
    openFileHint:
      'Un archivo Markdown se convierte en un documento propio. El archivo se queda como está.',
    oneAtATime: 'Abre los archivos de uno en uno. Este es el primero.',
    notOpened: 'No se ha abierto',
  },

  storage: {
    storage: 'Almacenamiento en este dispositivo',
    limit: 'Documentos que llegan solos, para abrirlos sin conexión',
    limitHint:
      'Primero llegan los últimos que has usado. Lo que abres aquí se guarda siempre, sea cual sea el límite; las imágenes y los archivos llegan cuando los ves por primera vez.',
    none: 'Solo lo que abro',
    all: 'Todo',
    used: 'Ocupado en total',
    kept: 'Guardado',
    keptForGood: 'Hasta que lo borres',
    keptForNow: 'Mientras el navegador tenga espacio',
    notSaid: 'El navegador no lo dice',
    askToKeep: 'Pedir al navegador que lo guarde todo',
    largestFirst: (count) =>
      plural(count, {
        one: 'Un documento, primero el más grande',
        many: '# de documentos, primero el más grande',
        other: '# documentos, primero el más grande',
      }),
  },

  checkup: {
    checkup: 'Revisión',
    hint: 'Para quien lleva este servidor: si todo entre él y este navegador está como debe.',
    checkNow: 'Revisar ahora',
    checking: 'Revisando…',
    notLoaded: 'No se ha podido cargar la revisión. Inténtalo de nuevo con conexión.',
    toMend: 'Por arreglar:',
    findings: {
      of: {
        server: 'Servidor',
        encryption: 'Cifrado',
        connection: 'Conexión en directo',
        address: 'Dirección',
        headers: 'Cabeceras de protección',
        clock: 'Reloj',
        storage: 'Almacenamiento del servidor',
        device: 'Almacenamiento de este navegador',
        version: 'Versión',
      },
      answers: (version) => `Responde Driftless ${version}.`,
      nothingAnswers:
        'Nada responde en esta dirección. ¿Está en marcha el servidor y pasa el proxy a su puerto?',
      somethingElse:
        'Otra cosa responde en esta dirección. ¿Pasa el proxy todas las rutas al servidor?',
      encrypted:
        'Lo que viaja va cifrado, y la aplicación puede guardarse para usarla sin conexión.',
      local:
        'Este mismo ordenador: la aplicación puede guardarse para usarla sin conexión. Los demás necesitan https.',
      notEncrypted:
        'Sin https: cualquiera por el camino puede leer, y los navegadores no guardan la aplicación para usarla sin conexión. Pon delante un proxy con certificado.',
      socketsThrough: 'Las conexiones en directo llegan.',
      noSockets:
        'No llega ningún WebSocket, así que los cambios viajan cada pocos segundos y no se ve a nadie. El proxy debe pasar Upgrade y Connection en /sync/.',
      notTried: 'No se pudo probar.',
      letIn: 'Se admiten las páginas de esta dirección.',
      notLetIn:
        'Las páginas de esta dirección se rechazan como si fueran de otro sitio. El proxy debe pasar la cabecera Host tal como vino, o ALLOWED_ORIGINS debe nombrar esta dirección.',
      headersArrive: 'Llegan tal como se enviaron.',
      headersMissing: (names) =>
        `Se perdieron o cambiaron por el camino: ${names}. Haz que el proxy pase lo que envía el servidor.`,
      noTime: 'La respuesta no traía la hora.',
      clocksAgree: 'El servidor y este dispositivo coinciden en la hora.',
      clockAhead: (minutes) =>
        `El servidor va ${plural(minutes, { one: '# minuto', many: '# minutos', other: '# minutos' })} por delante de este dispositivo. Los enlaces acaban a destiempo: pon en hora el reloj que va mal.`,
      clockBehind: (minutes) =>
        `El servidor va ${plural(minutes, { one: '# minuto', many: '# minutos', other: '# minutos' })} por detrás de este dispositivo. Los enlaces acaban a destiempo: pon en hora el reloj que va mal.`,
      notAsked: 'No se pudo preguntar: el proxy no pasa /readyz o nada respondió.',
      canStore: 'El servidor puede guardar.',
      cannotStore:
        'El servidor no puede guardar. Mira su registro y si el disco está lleno o es de solo lectura.',
      keepsHere: 'Este navegador guarda lo que escribes.',
      keepsNothing:
        'Este navegador no guarda nada de esta aplicación: una ventana privada, un ajuste o falta de espacio.',
      notCompared: 'No se pudo comparar.',
      sameVersion: (version) => `La aplicación y el servidor son la versión ${version}.`,
      otherVersions: (app, server) =>
        `La aplicación aquí es ${app}; el servidor, ${server}. Vuelve a cargar; si no ayuda, una caché intermedia guarda una aplicación antigua.`,
    },
  },

  update: {
    ready: 'Hay una versión nueva',
    later: 'Más tarde',
    update: 'Actualizar',
    updating: 'Actualizando…',
    hint: 'Al actualizar, la aplicación se recarga en todas sus pestañas. Lo que has escrito se queda.',
  },

  recovery: {
    title: 'Archivo de recuperación',
    hint: 'Todos los documentos de este dispositivo con sus textos y sus claves, en un archivo que los devuelve en un dispositivo nuevo. No lleva imágenes ni archivos: vienen del servidor o de «Exportar todo». Quien tenga el archivo puede abrirlo todo y escribir en ello: guárdalo donde no llegue nadie más.',
    save: 'Guardar archivo de recuperación',
    take: 'Recuperar desde un archivo…',
    nothing: 'Todavía no hay nada que guardar.',
    saved: (count) =>
      plural(count, {
        one: 'Hay # documento en el archivo.',
        many: 'Hay # de documentos en el archivo.',
        other: 'Hay # documentos en el archivo.',
      }),
    keysOnly: (titles) =>
      `Aún no están en este dispositivo, así que el archivo solo lleva las claves: ${titles}.`,
    damaged: (name) =>
      `«${name}» está dañado o no es un archivo de recuperación. No se ha tomado nada de él.`,
    fileName: (day) => `Driftless recuperación ${day} - mantener en secreto`,
    failed: 'No ha funcionado. Recarga la página e inténtalo de nuevo.',
  },

  safety: {
    title: '¿Y si se pierde este dispositivo?',
    words:
      'Tus documentos y sus claves están en este navegador. Vincula otro dispositivo o guarda un archivo de recuperación.',
    link: 'Vincular un dispositivo',
    keep: 'Que el navegador lo conserve',
    kept: 'El navegador lo conserva todo para siempre',
    notKept: 'El navegador no promete conservarlo. Un archivo de recuperación sí.',
    dismiss: 'No preguntar más',
  },

  exportAll: {
    title: 'Exportar',
    hint: 'Todos los documentos de este dispositivo como Markdown, en sus carpetas, con sus imágenes y archivos, en un solo archivo comprimido. Quien lo tenga puede leerlo todo: guárdalo en un lugar seguro.',
    exportAll: 'Exportar todo',
    exporting: 'Exportando…',
    exported: (count) =>
      plural(count, {
        one: '# documento exportado.',
        many: '# de documentos exportados.',
        other: '# documentos exportados.',
      }),
    notHere: (titles) =>
      `Aún no está en este dispositivo, así que no se ha exportado: ${titles}. Ábrelo una vez en línea.`,
    filesNotHere: (count) =>
      plural(count, {
        one: '# imagen o archivo no está en este dispositivo: abre su documento en línea y exporta otra vez.',
        many: '# de imágenes o archivos no están en este dispositivo: abre sus documentos en línea y exporta otra vez.',
        other:
          '# imágenes o archivos no están en este dispositivo: abre sus documentos en línea y exporta otra vez.',
      }),
    failed: 'No se ha exportado nada. Recarga la página e inténtalo otra vez en línea.',
  },

  transfer: {
    import: 'Importar',
    imported: (count) =>
      plural(count, {
        one: '# documento importado',
        many: '# de documentos importados',
        other: '# documentos importados',
      }),
    tooLarge: (name, most) =>
      `«${name}» ocupa más de ${number(most)} MB. Divídelo e importa las partes.`,
    empty: (name) => `«${name}» está vacío.`,
    notOpened: (name) => `No se ha podido abrir «${name}».`,
    noArchive: (name) =>
      `«${name}» no es un archivo comprimido que se pueda abrir con seguridad. No se importó nada de él.`,
    stillThere: (count) =>
      plural(count, {
        one: '# documento ya estaba aquí',
        many: '# de documentos ya estaban aquí',
        other: '# documentos ya estaban aquí',
      }),
    noText: (name) =>
      `«${name}» no es un archivo de texto. Se puede importar Markdown (.md, .txt).`,
  },
};
