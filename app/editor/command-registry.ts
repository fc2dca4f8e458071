/**
 * Every command of the editor, once: its name, its keys, when it applies and what it does.
 *
 * Invariant: keymap, palette, toolbar, menus and the list of shortcuts read this list, so what one
 * of them offers is what the others offer, under the same name and with the same key.
 */
import type { Command, EditorState, Transaction } from 'prosemirror-state';
import { HIGHLIGHTS, TEXT_COLORS } from '../../shared/document/schema.ts';
import { announce } from '../ui/announce.ts';
import {
  areOfType,
  changeDepth,
  duplicateBlocks,
  moveBlocks,
  putBlock,
  selectAll,
  setBlockType,
  toggle,
  toggleChecked,
} from './block-commands.ts';
import { BLOCK_KINDS, TEXT_KINDS } from './block-kinds.ts';
import { clearFormat, colorOf, hasFormat, setColor } from './colors.ts';
import { type BlockPick, blockStart, deleteBlocks, selectedBlocks } from './commands.ts';
import { hasMark, isInBlocks, isInCode, mayFormat, mayPutObject } from './conditions.ts';
import {
  figureAt,
  hasTrouble,
  pictureAt,
  resizePicture,
  retryFigure,
  saveFigure,
  selectFigure,
} from './figures/figure-commands.ts';
import { pickFiles } from './figures/figures.ts';
import { foldAll, foldHere, unfoldAll } from './folding/folding.ts';
import { mayPutFormula } from './formulas/inline-formula.ts';
import { continueNumbering, isInOrdered, startAt } from './lists/numbering.ts';
import { askForList } from './menus/caret-list.ts';
import { dayFromNow, putDate, selectedDate } from './objects/dates.ts';
import { type ColorMark, schema } from './schema.ts';
import {
  addColumn,
  addRow,
  alignColumn,
  cellAt,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToCell,
  moveColumn,
  moveRow,
  toggleHeader,
} from './tables.ts';

/** Drawn by the menus, which are loaded after the text. */
export type CommandIcon =
  | 'text'
  | 'heading1'
  | 'heading2'
  | 'heading3'
  | 'bullet'
  | 'ordered'
  | 'task'
  | 'quote'
  | 'codeBlock'
  | 'divider'
  | 'callout'
  | 'toggle'
  | 'formula'
  | 'bookmark'
  | 'document'
  | 'table'
  | 'picture'
  | 'file'
  | 'wider'
  | 'narrower'
  | 'download'
  | 'describe'
  | 'row'
  | 'column'
  | 'alignStart'
  | 'alignCenter'
  | 'alignEnd'
  | 'bold'
  | 'italic'
  | 'underline'
  | 'strike'
  | 'code'
  | 'link'
  | 'highlight'
  | 'textColor'
  | 'clearFormat'
  | 'emoji'
  | 'mention'
  | 'date'
  | 'undo'
  | 'redo'
  | 'up'
  | 'down'
  | 'duplicate'
  | 'copyLink'
  | 'markdown'
  | 'delete'
  | 'deeper'
  | 'out'
  | 'check'
  | 'select'
  | 'find'
  | 'palette'
  | 'keyboard'
  | 'fold'
  | 'outline'
  | 'reading'
  | 'counts'
  | 'more';

export type CommandGroup =
  | 'Format'
  | 'Colours'
  | 'Turn into'
  | 'Insert'
  | 'Blocks'
  | 'Table'
  | 'Document';

export interface EditorCommand {
  id: string;
  label: string;
  group: CommandGroup;
  icon: CommandIcon;
  /** As prosemirror-keymap writes them; the first one is shown. */
  keys?: readonly string[];
  /** Other words a search finds it by. */
  words?: string;
  /** Whether it may run now; without it, always. */
  applies?: (state: EditorState) => boolean;
  /** Whether what it sets is set already. */
  isOn?: (state: EditorState) => boolean;
  run: Command;
  /** Its keys work outside the text, too: in every field, or only where none has a use for them. */
  everywhere?: 'always' | 'outside-fields';
  /** May be run by someone who may only read. */
  forReaders?: boolean;
}

/** A command that puts something at the caret, also as part of a larger change. */
export interface InsertCommand extends EditorCommand {
  put: (tr: Transaction) => Transaction;
  /** What is done right behind it: files are chosen in a dialog of the browser's. */
  follow?: Command;
  /** What asks for the rest; then `put` does nothing by itself. */
  asks?: Panel;
}

/** What the screen around the text opens. */
export type Panel =
  | 'palette'
  | 'shortcuts'
  | 'find'
  | 'block-menu'
  | 'table-menu'
  | 'link'
  | 'alt-text'
  | 'date'
  | 'language'
  | 'formula'
  | 'bookmark'
  | 'document'
  | 'numbering'
  | 'toolbar';

/** What the screen around the editor does. */
export type ScreenAction = 'outline' | 'reading' | 'counts';

/** What commands need that is not in the editor's state. */
export interface CommandContext {
  undo: Command;
  redo: Command;
  open: (panel: Panel) => void;
  copyBlockLink: Command;
  act: (action: ScreenAction) => void;
}

const FORMATS: readonly [string, string, CommandIcon, readonly string[], string][] = [
  ['bold', 'Bold', 'bold', ['Mod-b'], 'strong'],
  ['italic', 'Italic', 'italic', ['Mod-i'], 'emphasis'],
  ['underline', 'Underline', 'underline', ['Mod-u'], ''],
  ['strike', 'Strikethrough', 'strike', ['Mod-Shift-x'], 'crossed out'],
  ['code', 'Code', 'code', ['Mod-e'], 'monospace'],
  ['highlight', 'Highlight', 'highlight', ['Mod-Shift-h'], 'marker colour'],
];

/** What the block menu and the palette do with blocks. */
export function blockCommands(pick: BlockPick = selectedBlocks): EditorCommand[] {
  return [
    {
      id: 'move-up',
      label: 'Move up',
      group: 'Blocks',
      icon: 'up',
      keys: ['Alt-Shift-ArrowUp'],
      applies: isInBlocks,
      run: moveBlocks(-1, pick),
    },
    {
      id: 'move-down',
      label: 'Move down',
      group: 'Blocks',
      icon: 'down',
      keys: ['Alt-Shift-ArrowDown'],
      applies: isInBlocks,
      run: moveBlocks(1, pick),
    },
    {
      id: 'duplicate',
      label: 'Duplicate',
      group: 'Blocks',
      icon: 'duplicate',
      keys: ['Mod-d'],
      words: 'copy repeat',
      applies: isInBlocks,
      run: duplicateBlocks(pick),
    },
    {
      id: 'delete',
      label: 'Delete',
      group: 'Blocks',
      icon: 'delete',
      keys: ['Mod-Shift-Backspace'],
      words: 'remove block',
      applies: isInBlocks,
      run: deleteBlocks(pick),
    },
  ];
}

/** What is selected, or the whole document; as `pick` says, whole blocks. */
export function copyAsMarkdown(pick?: BlockPick): Command {
  return (state, dispatch) => {
    const { doc, selection } = state;
    let content = selection.empty ? doc.content : selection.content().content;
    if (pick) {
      const { from, to } = pick(state);
      content = doc.content.cut(blockStart(doc, from), blockStart(doc, to));
    }
    if (dispatch)
      import('./menus/copy-markdown.ts').then(
        ({ copyMarkdown }) => copyMarkdown(content),
        () => announce('Markdown could not be loaded. Try again online.'),
      );
    return true;
  };
}

export function turnCommands(pick: BlockPick = selectedBlocks): EditorCommand[] {
  return TEXT_KINDS.map(({ id, label, icon, type, attrs, keys, words }) => ({
    id: `turn-${id}`,
    label,
    group: 'Turn into',
    icon,
    ...(keys ? { keys } : {}),
    words,
    applies: isInBlocks,
    isOn: (state) => areOfType(state.doc, pick(state), type, attrs),
    run: setBlockType(type, attrs, pick),
  }));
}

/** What `/` offers: each kind, put at the caret. */
export function insertCommands(): InsertCommand[] {
  return BLOCK_KINDS.map((kind) => {
    const ask = kind.choose && pickFiles(kind.choose.accept);
    return {
      id: `insert-${kind.id}`,
      label: kind.label,
      group: 'Insert',
      icon: kind.icon,
      // The key turns the block at the caret into the kind, which is the same in an empty one.
      ...(kind.keys ? { keys: kind.keys } : {}),
      words: kind.words,
      applies: isInBlocks,
      put: (tr) => (ask ? tr : putBlock(tr, kind)),
      ...(ask ? { follow: ask } : {}),
      run: (state, dispatch, view) => {
        if (!isInBlocks(state)) return false;
        if (ask) return ask(state, dispatch, view);
        dispatch?.(putBlock(state.tr, kind).scrollIntoView());
        return true;
      },
    };
  });
}

/** What `/` offers besides blocks: things inside a line. */
export function inlineInsertCommands(): InsertCommand[] {
  const command = (
    id: CommandIcon,
    label: string,
    words: string,
    what: Pick<InsertCommand, 'put' | 'follow'>,
  ): InsertCommand => ({
    id: `insert-${id}`,
    label,
    group: 'Format',
    icon: id,
    words,
    applies: mayPutObject,
    ...what,
    run: (state, dispatch, view) => {
      if (!mayPutObject(state)) return false;
      if (!dispatch) return true;
      const tr = what.put(state.tr);
      if (tr.docChanged) dispatch(tr.setMeta('paste', true).scrollIntoView());
      return what.follow?.(state, dispatch, view) ?? true;
    },
  });
  const asks = (sign: string) => ({
    put: (tr: Transaction) => tr,
    follow: ((_state, dispatch, view) => {
      if (dispatch && view) askForList(view, sign);
      return true;
    }) satisfies Command,
  });
  return [
    command('date', 'Date', 'day today calendar deadline', {
      put: (tr) => putDate(tr, dayFromNow(0)),
    }),
    command('mention', 'Mention', 'person people @ name', asks('@')),
    command('emoji', 'Emoji', 'smiley picture :', asks(':')),
  ];
}

/** Each colour of the palette: for the text, and for what is behind it. */
export function colorCommands(): EditorCommand[] {
  const commandsOf = (
    mark: ColorMark,
    name: string,
    icon: CommandIcon,
    colors: readonly string[],
  ): EditorCommand[] =>
    [...colors, null].map((color) => ({
      id: `${mark}-${color ?? 'none'}`,
      label: `${name}: ${color ?? 'none'}`,
      group: 'Colours',
      icon,
      words: 'color',
      applies: mayFormat,
      isOn: (state) => colorOf(state, mark) === color,
      run: setColor(mark, color),
    }));
  return [
    ...commandsOf('color', 'Text colour', 'textColor', TEXT_COLORS),
    ...commandsOf('highlight', 'Highlight', 'highlight', HIGHLIGHTS),
  ];
}
const ASKING: readonly Omit<InsertCommand, 'group' | 'put' | 'run'>[] = [
  {
    id: 'insert-inline-formula',
    label: 'Formula in the line',
    icon: 'formula',
    keys: ['Mod-Shift-m'],
    words: 'math tex equation inline',
    asks: 'formula',
  },
  {
    id: 'insert-bookmark',
    label: 'Bookmark',
    icon: 'bookmark',
    words: 'web page card address url embed',
    asks: 'bookmark',
  },
  {
    id: 'insert-document',
    label: 'Link to a document',
    icon: 'document',
    words: 'page library reference @',
    asks: 'document',
  },
];

/** What `/` offers besides blocks: each asks for what it is to put in. */
export const ASKING_COMMANDS: readonly InsertCommand[] = ASKING.map((command) => ({
  ...command,
  group: 'Insert',
  put: (tr) => tr,
  run: () => false,
}));

const isInCell = (state: EditorState) => cellAt(state) !== null;

const TABLE: readonly [string, string, CommandIcon, Command, (readonly string[])?][] = [
  ['next-cell', 'Go to the next cell', 'table', goToCell(1), ['Tab']],
  ['previous-cell', 'Go to the previous cell', 'table', goToCell(-1), ['Shift-Tab']],
  ['row-above', 'Insert row above', 'row', addRow(0)],
  ['row-below', 'Insert row below', 'row', addRow(1)],
  ['row-up', 'Move row up', 'up', moveRow((row) => row - 1), ['Alt-Shift-ArrowUp']],
  ['row-down', 'Move row down', 'down', moveRow((row) => row + 1), ['Alt-Shift-ArrowDown']],
  ['delete-row', 'Delete row', 'delete', deleteRow],
  ['column-before', 'Insert column before', 'column', addColumn(0)],
  ['column-behind', 'Insert column behind', 'column', addColumn(1)],
  [
    'column-left',
    'Move column left',
    'column',
    moveColumn((column) => column - 1),
    ['Alt-Shift-ArrowLeft'],
  ],
  [
    'column-right',
    'Move column right',
    'column',
    moveColumn((column) => column + 1),
    ['Alt-Shift-ArrowRight'],
  ],
  ['align-start', 'Align column at the start', 'alignStart', alignColumn(null)],
  ['align-center', 'Align column in the middle', 'alignCenter', alignColumn('center')],
  ['align-end', 'Align column at the end', 'alignEnd', alignColumn('end')],
  ['delete-column', 'Delete column', 'delete', deleteColumn],
  ['header', 'Heading row on or off', 'table', toggleHeader],
  ['delete-table', 'Delete table', 'delete', deleteTable],
];

/** What is done with a picture or file. */
export function figureCommands(
  open: (panel: Panel) => void,
  pick: BlockPick = selectedBlocks,
): EditorCommand[] {
  const isPicture = (state: EditorState) => pictureAt(state, pick) !== null;
  return [
    {
      id: 'describe-picture',
      label: 'Describe picture',
      group: 'Blocks',
      icon: 'describe',
      words: 'alt text alternative image description screen reader',
      applies: isPicture,
      run: (state, dispatch, view) => {
        if (!isPicture(state)) return false;
        selectFigure(pick)(state, dispatch, view);
        if (dispatch) open('alt-text');
        return true;
      },
    },
    {
      id: 'picture-wider',
      label: 'Make picture wider',
      group: 'Blocks',
      icon: 'wider',
      keys: ['Alt-Shift-ArrowRight'],
      words: 'resize larger bigger image',
      applies: isPicture,
      run: resizePicture(1, pick),
    },
    {
      id: 'picture-narrower',
      label: 'Make picture narrower',
      group: 'Blocks',
      icon: 'narrower',
      keys: ['Alt-Shift-ArrowLeft'],
      words: 'resize smaller image',
      applies: isPicture,
      run: resizePicture(-1, pick),
    },
    {
      id: 'download-file',
      label: 'Download picture or file',
      group: 'Blocks',
      icon: 'download',
      words: 'save attachment',
      applies: (state) => figureAt(state, pick) !== null,
      forReaders: true,
      run: saveFigure(pick),
    },
    {
      id: 'retry-file',
      label: 'Try picture or file again',
      group: 'Blocks',
      icon: 'redo',
      words: 'upload load retry',
      applies: (state) => hasTrouble(state, pick),
      forReaders: true,
      run: retryFigure(pick),
    },
  ];
}

export function editorCommands({
  undo,
  redo,
  open,
  copyBlockLink,
  act,
}: CommandContext): EditorCommand[] {
  const opens =
    (panel: Panel, applies?: (state: EditorState) => boolean): Command =>
    (state, dispatch) => {
      if (applies && !applies(state)) return false;
      if (dispatch) open(panel);
      return true;
    };
  const isOnDate = (state: EditorState) => selectedDate(state) !== null;
  const acts =
    (action: ScreenAction): Command =>
    (_state, dispatch) => {
      if (dispatch) act(action);
      return true;
    };
  const isTask = (state: EditorState) => {
    const { from, to } = selectedBlocks(state);
    for (let index = from; index < to; index++)
      if (state.doc.child(index).type === schema.nodes.task) return true;
    return false;
  };
  return [
    ...FORMATS.map(
      ([mark, label, icon, keys, words]): EditorCommand => ({
        id: mark,
        label,
        group: 'Format',
        icon,
        keys,
        words,
        applies: mayFormat,
        isOn: (state) => hasMark(state, mark),
        run: toggle(mark),
      }),
    ),
    {
      id: 'clear-format',
      label: 'Remove formatting',
      group: 'Format',
      icon: 'clearFormat',
      keys: ['Mod-\\'],
      words: 'clear plain colour',
      applies: hasFormat,
      run: clearFormat,
    },
    {
      id: 'link',
      label: 'Link',
      group: 'Format',
      icon: 'link',
      keys: ['Mod-Shift-k'],
      words: 'address url web hyperlink',
      applies: mayFormat,
      isOn: (state) => hasMark(state, 'link'),
      run: opens('link', mayFormat),
    },
    ...inlineInsertCommands(),
    {
      id: 'change-date',
      label: 'Change date',
      group: 'Format',
      icon: 'date',
      keys: ['Enter'],
      words: 'day calendar',
      applies: isOnDate,
      run: opens('date', isOnDate),
    },
    ...colorCommands(),
    {
      id: 'inline-formula',
      label: 'Formula in the line',
      group: 'Format',
      icon: 'formula',
      keys: ['Mod-Shift-m'],
      words: 'math tex equation inline',
      applies: mayPutFormula,
      run: opens('formula', mayPutFormula),
    },
    {
      id: 'document',
      label: 'Link to a document',
      group: 'Format',
      icon: 'document',
      words: 'page library reference',
      applies: mayFormat,
      run: opens('document', mayFormat),
    },
    {
      id: 'bookmark',
      label: 'Bookmark of a web page',
      group: 'Insert',
      icon: 'bookmark',
      words: 'card address url embed',
      applies: isInBlocks,
      run: opens('bookmark', isInBlocks),
    },
    ...turnCommands(),
    // Objects cannot be turned into; kinds with a text have their command above.
    ...insertCommands()
      .filter(({ id }) => !TEXT_KINDS.some((kind) => `insert-${kind.id}` === id))
      .map((command) => ({ ...command, label: `Insert ${command.label.toLowerCase()}` })),
    {
      id: 'check',
      label: 'Check or uncheck',
      group: 'Blocks',
      icon: 'check',
      keys: ['Mod-Enter'],
      words: 'done task todo',
      applies: isTask,
      run: toggleChecked,
    },
    {
      id: 'deeper',
      label: 'Nest deeper',
      group: 'Blocks',
      icon: 'deeper',
      keys: ['Tab'],
      words: 'indent',
      applies: isInBlocks,
      run: changeDepth(1),
    },
    {
      id: 'out',
      label: 'Nest less',
      group: 'Blocks',
      icon: 'out',
      keys: ['Shift-Tab'],
      words: 'outdent unindent',
      applies: isInBlocks,
      run: changeDepth(-1),
    },
    ...figureCommands(open),
    {
      id: 'language',
      label: 'Language of the code',
      group: 'Blocks',
      icon: 'codeBlock',
      keys: ['Mod-Alt-l'],
      words: 'syntax highlighting programming',
      applies: isInCode,
      run: opens('language', isInCode),
    },
    {
      id: 'number-from-1',
      label: 'Start numbering again at 1',
      group: 'Blocks',
      icon: 'ordered',
      words: 'restart list',
      applies: isInOrdered,
      run: startAt(1),
    },
    {
      id: 'number-on',
      label: 'Continue numbering',
      group: 'Blocks',
      icon: 'ordered',
      words: 'list go on',
      applies: isInOrdered,
      run: continueNumbering,
    },
    {
      id: 'number-from',
      label: 'Start numbering at…',
      group: 'Blocks',
      icon: 'ordered',
      words: 'list number value',
      applies: isInOrdered,
      run: opens('numbering', isInOrdered),
    },
    // They share keys with those of blocks: in a cell a row is what moves.
    ...TABLE.map(
      ([id, label, icon, run, keys]): EditorCommand => ({
        id,
        label,
        group: 'Table',
        icon,
        ...(keys ? { keys } : {}),
        applies: isInCell,
        run,
      }),
    ),
    ...blockCommands(),
    {
      id: 'table-menu',
      label: 'Table menu',
      group: 'Table',
      icon: 'table',
      keys: ['Mod-.', 'Shift-F10'],
      words: 'row actions',
      applies: isInCell,
      run: opens('table-menu', isInCell),
    },
    {
      id: 'fold',
      label: 'Fold or unfold',
      group: 'Document',
      icon: 'fold',
      keys: ['Mod-Alt-f'],
      words: 'collapse expand section heading toggle hide show',
      everywhere: 'outside-fields',
      forReaders: true,
      run: foldHere,
    },
    {
      id: 'fold-all',
      label: 'Fold all',
      group: 'Document',
      icon: 'fold',
      words: 'collapse sections headings',
      forReaders: true,
      run: foldAll,
    },
    {
      id: 'unfold-all',
      label: 'Unfold all',
      group: 'Document',
      icon: 'fold',
      words: 'expand sections headings',
      forReaders: true,
      run: unfoldAll,
    },
    {
      id: 'copy-block-link',
      label: 'Copy link to block',
      group: 'Blocks',
      icon: 'copyLink',
      words: 'address anchor share',
      run: copyBlockLink,
    },
    {
      id: 'copy-markdown',
      label: 'Copy as Markdown',
      group: 'Document',
      icon: 'markdown',
      words: 'source text export selection',
      forReaders: true,
      run: copyAsMarkdown(),
    },
    {
      id: 'block-menu',
      label: 'Block menu',
      group: 'Blocks',
      icon: 'more',
      keys: ['Mod-.', 'Shift-F10'],
      words: 'actions move turn',
      applies: isInBlocks,
      run: opens('block-menu', isInBlocks),
    },
    {
      id: 'select-all',
      label: 'Select all',
      group: 'Document',
      icon: 'select',
      keys: ['Mod-a'],
      words: 'everything',
      run: selectAll,
    },
    {
      id: 'undo',
      label: 'Undo',
      group: 'Document',
      icon: 'undo',
      keys: ['Mod-z'],
      words: 'back',
      everywhere: 'outside-fields',
      run: undo,
    },
    {
      id: 'redo',
      label: 'Redo',
      group: 'Document',
      icon: 'redo',
      keys: ['Mod-Shift-z', 'Mod-y'],
      words: 'again',
      everywhere: 'outside-fields',
      run: redo,
    },
    {
      id: 'find',
      label: 'Find and replace',
      group: 'Document',
      icon: 'find',
      keys: ['Mod-f'],
      words: 'search text',
      everywhere: 'always',
      forReaders: true,
      run: opens('find'),
    },
    {
      id: 'outline',
      label: 'Outline',
      group: 'Document',
      icon: 'outline',
      keys: ['Mod-Alt-o'],
      words: 'headings contents sections panel',
      everywhere: 'always',
      forReaders: true,
      run: acts('outline'),
    },
    {
      id: 'reading',
      label: 'Reading mode on or off',
      group: 'Document',
      icon: 'reading',
      keys: ['Mod-Alt-r'],
      words: 'view edit write switch',
      everywhere: 'always',
      forReaders: true,
      run: acts('reading'),
    },
    {
      id: 'counts',
      label: 'Word count',
      group: 'Document',
      icon: 'counts',
      words: 'characters length reading time statistics',
      forReaders: true,
      run: acts('counts'),
    },
    {
      id: 'toolbar',
      label: 'Go to the toolbar',
      group: 'Document',
      icon: 'keyboard',
      keys: ['Alt-F10'],
      words: 'formatting',
      run: opens('toolbar'),
    },
    {
      id: 'palette',
      label: 'Command palette',
      group: 'Document',
      icon: 'palette',
      keys: ['Mod-k'],
      everywhere: 'always',
      forReaders: true,
      run: opens('palette'),
    },
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      group: 'Document',
      icon: 'keyboard',
      words: 'keys help ?',
      everywhere: 'always',
      forReaders: true,
      run: opens('shortcuts'),
    },
  ];
}
