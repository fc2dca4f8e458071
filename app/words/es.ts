/** All texts in Spanish. */
import type { Catalogue } from './late.ts';
import { numbersOf } from './numbers.ts';

const { number, plural } = numbersOf('es');

export const catalogue: Catalogue = {
  untitled: 'Sin título',
  outline: 'Esquema',
  wordCount: 'Número de palabras',
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
        'El servidor no puede leer su copia de este documento. La tuya se guarda aquí; avisa a quien lo administra.',
      storage_failed:
        'El servidor no ha podido guardarlo. Aquí no se ha perdido nada; lo vuelve a intentar.',
    })[code],
  tryOnline: 'Ahora no se puede llegar al servidor. Inténtalo de nuevo con conexión.',
  notLoaded: {
    part: (what) => `No se ha podido cargar «${what}». Inténtalo de nuevo con conexión.`,
    menus: 'No se han podido cargar los menús. Inténtalo de nuevo con conexión.',
    markdown: 'No se ha podido cargar Markdown. Inténtalo de nuevo con conexión.',
    clipboard: 'No se ha podido cargar el portapapeles. Inténtalo de nuevo con conexión.',
    formulas:
      'No se ha podido cargar lo que dibuja las fórmulas. Llegará con el próximo cambio que hagas con conexión.',
    export:
      'No se ha podido cargar la exportación. Copia el texto o inténtalo de nuevo con conexión.',
  },
  linkNotCopied: (address) => `No se ha podido copiar el enlace: ${address}`,

  body: 'Texto del documento',
  title: 'Título',
  moreBlocks: (count) =>
    plural(count, { one: '# bloque más', many: '# de bloques más', other: '# bloques más' }),
  fold: 'Plegar',
  done: 'Hecho',
  image: (name) => `Imagen: ${name}`,
  file: (name) => `Archivo: ${name}`,
  noDescription: 'sin descripción',
  noName: 'sin nombre',

  where: 'Dónde está este documento',
  saveState: 'Estado de guardado',
  notSaved: 'Sin guardar',
  saving: 'Guardando…',
  synced: 'Sincronizado',
  sending: 'Enviando…',
  savedHere: 'Guardado en este dispositivo',
  offline: 'Sin conexión · guardado en este dispositivo',

  back: 'Volver a todos los documentos',
  readingMode: 'Modo de lectura',
  moreActions: 'Más acciones',
  edit: 'Editar',
  read: 'Leer',
  exportMarkdown: 'Exportar como Markdown',
  saveCopy: 'Guardar una copia mía',
  trash: 'Mover a la papelera',
  untrash: 'Sacar de la papelera',
  nowWriting: 'Ya puedes escribir de nuevo',
  nowReading: 'Modo de lectura: nada se puede cambiar sin querer',
  ownCopy: 'Esta copia es tuya',
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
    none: 'Ninguno',
    ctrlKey: 'Ctrl',
    escapeKey: 'Esc',
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
    reading: 'Modo de lectura sí o no',
    counts: 'Número de palabras',
    toolbar: 'Ir a la barra de herramientas',
    palette: 'Paleta de comandos',
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
    noCommand: 'No existe ese comando.',
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
    copiedMarkdown: 'Copiado como Markdown',
    markdownNotCopied: 'No se ha podido copiar el Markdown',
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
    onThisDevice: 'En este dispositivo',
    onTheServer: 'En el servidor',
    retryNow: 'Reintentar ahora',
    beingOpened: 'Se está abriendo.',
    beingSaved: 'Se está guardando.',
    everythingHere: 'Todo está guardado aquí y se abre sin red.',
    cannotSave: 'Aquí no se puede guardar nada.',
    keepOpen: 'Deja abierta esta página o descarga el texto.',
    polling:
      'Esta red no deja pasar una conexión directa: los cambios viajan cada pocos segundos y no se ve a nadie más.',
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
  },

  screens: {
    notFound: 'No encontrado',
    nothingHere: 'Aquí no hay nada',
    cutShort: 'Si has seguido un enlace, puede que esté cortado.',
    linkDevice: 'Vincular un dispositivo',
    cannotLink: 'Esta versión aún no puede vincular dispositivos',
    cannotLinkHint:
      'Mientras tanto, abre un documento en este dispositivo con un enlace: «Compartir», en el documento del otro dispositivo. Aquí no se ha cambiado nada.',
  },

  library: {
    notHereYet:
      'Este documento aún no ha llegado a este dispositivo. Ábrelo una vez y luego cámbiale el nombre.',
    mayStoreNothing: 'La aplicación no tiene permiso para guardar nada.',
    goneOnClose:
      'Los documentos que escribas aquí desaparecerán al cerrar la página, a menos que los exportes.',
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
    here: 'Personas aquí',
    you: (name) => `${name} (tú)`,
  },

  update: {
    ready: 'Hay una versión nueva',
    later: 'Más tarde',
    update: 'Actualizar',
    hint: 'Al actualizar, la aplicación se recarga en todas sus pestañas. Lo que has escrito se queda.',
  },

  transfer: {
    import: 'Importar',
    tooLarge: (name, most) =>
      `«${name}» ocupa más de ${number(most)} MB. Divídelo e importa las partes.`,
    empty: (name) => `«${name}» está vacío.`,
    notOpened: (name) => `No se ha podido abrir «${name}».`,
    noText: (name) =>
      `«${name}» no es un archivo de texto. Se puede importar Markdown (.md, .txt).`,
  },
};
