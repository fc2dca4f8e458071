/**
 * Every command of the editor, once: its id, its keys, when it applies and what it does.
 *
 * Invariant: keymap, palette, toolbar, menus and the list of shortcuts read this list, so what one
 * of them offers is what the others offer, under the same name and with the same key.
 */
import type { Command, EditorState, Transaction } from 'prosemirror-state';
import { HIGHLIGHTS } from '../../../shared/document/highlights.ts';
import { TEXT_COLORS } from '../../../shared/document/schema.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { announce } from '../../ui/announce.ts';
import { mayPutFormula } from '../blocks/formula/inline-formula.ts';
import { BLOCK_PARTS } from '../blocks/registry.ts';
import {
  figureAt,
  hasTrouble,
  imageAt,
  pickFiles,
  resizeImage,
  retryFigure,
  saveFigure,
  selectFigure,
} from '../figures/figure-commands.ts';
import { foldAll, foldHere, unfoldAll } from '../folding/fold-commands.ts';
import { continueNumbering, isInOrdered, startAt } from '../lists/numbering-commands.ts';
import { askForList } from '../menus/ask-for-list.ts';
import { dayFromNow, putDate, selectedDate } from '../objects/dates.ts';
import { type ColorMark, schema } from '../schema.ts';
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
import type {
  CommandContext,
  CommandIcon,
  EditorCommand,
  IconName,
  InsertCommand,
  Panel,
} from './command.ts';
import { type BlockPick, blockStart, deleteBlocks, selectedBlocks } from './commands.ts';
import { hasMark, isInBlocks, isInCode, mayFormat, mayPutObject } from './conditions.ts';
import { asksForLink } from './lazy-commands.ts';
import { sideways } from './sideways.ts';
import {
  addColumn,
  addRow,
  alignColumn,
  cellAt,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToCell,
  mergeCells,
  moveColumnTo,
  moveRow,
  splitCell,
  toggleHeader,
} from './tables.ts';

const FORMATS: readonly [IconName, readonly string[]][] = [
  ['bold', ['Mod-b']],
  ['italic', ['Mod-i']],
  ['underline', ['Mod-u']],
  ['strike', ['Mod-Shift-x']],
  ['code', ['Mod-e']],
  ['highlight', ['Mod-Shift-h']],
];

/** What the block menu and the palette do with blocks. */
export function blockCommands(pick: BlockPick = selectedBlocks): EditorCommand[] {
  return [
    {
      id: 'move-up',
      group: 'Blocks',
      icon: 'up',
      keys: ['Alt-Shift-ArrowUp'],
      applies: isInBlocks,
      run: moveBlocks(-1, pick),
    },
    {
      id: 'move-down',
      group: 'Blocks',
      icon: 'down',
      keys: ['Alt-Shift-ArrowDown'],
      applies: isInBlocks,
      run: moveBlocks(1, pick),
    },
    {
      id: 'duplicate',
      group: 'Blocks',
      icon: 'duplicate',
      keys: ['Mod-d'],
      applies: isInBlocks,
      run: duplicateBlocks(pick),
    },
    {
      id: 'delete',
      group: 'Blocks',
      icon: 'delete',
      keys: ['Mod-Shift-Backspace'],
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
      import('../menus/copy-markdown.ts').then(
        ({ copyMarkdown }) => copyMarkdown(content),
        () => announce(tLazy().menus.markdownNotLoaded),
      );
    return true;
  };
}

export function turnCommands(pick: BlockPick = selectedBlocks): EditorCommand[] {
  return TEXT_KINDS.map(({ id, icon, type, attrs, keys }) => ({
    id: `turn-${id}`,
    group: 'Turn into',
    icon,
    ...(keys ? { keys } : {}),
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
      group: 'Insert',
      icon: kind.icon,
      // The key turns the block at the caret into the kind, which is the same in an empty one.
      ...(kind.keys ? { keys: kind.keys } : {}),
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
  const command = (id: IconName, what: Pick<InsertCommand, 'put' | 'follow'>): InsertCommand => ({
    id: `insert-${id}`,
    group: 'Format',
    icon: id,
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
    command('date', { put: (tr) => putDate(tr, dayFromNow(0)) }),
    command('mention', asks('@')),
    command('emoji', asks(':')),
  ];
}

/** Each colour of the palette: for the text, and for what is behind it. */
export function colorCommands(): EditorCommand[] {
  const commandsOf = (
    mark: ColorMark,
    icon: CommandIcon,
    colors: readonly string[],
  ): EditorCommand[] =>
    [...colors, null].map((color) => ({
      id: `${mark}-${color ?? 'none'}`,
      group: 'Colours',
      icon,
      applies: mayFormat,
      isOn: (state) => colorOf(state, mark) === color,
      run: setColor(mark, color),
    }));
  return [
    ...commandsOf('color', 'textColor', TEXT_COLORS),
    ...commandsOf('highlight', 'highlight', HIGHLIGHTS),
  ];
}
const ASKING: readonly Omit<InsertCommand, 'group' | 'put' | 'run'>[] = [
  {
    id: 'insert-inline-formula',
    icon: 'formula',
    keys: ['Mod-Shift-m'],
    asks: 'formula',
  },
  {
    id: 'insert-bookmark',
    icon: 'bookmark',
    asks: 'bookmark',
  },
  {
    id: 'insert-document',
    icon: 'document',
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

const TABLE: readonly [string, CommandIcon, Command, (readonly string[])?][] = [
  ['next-cell', 'table', goToCell(1), ['Tab']],
  ['previous-cell', 'table', goToCell(-1), ['Shift-Tab']],
  ['row-above', 'row', addRow(0)],
  ['row-below', 'row', addRow(1)],
  ['row-up', 'up', moveRow((row) => row - 1), ['Alt-Shift-ArrowUp']],
  ['row-down', 'down', moveRow((row) => row + 1), ['Alt-Shift-ArrowDown']],
  ['delete-row', 'delete', deleteRow],
  ['column-before', 'column', addColumn(0)],
  ['column-behind', 'column', addColumn(1)],
  ['column-left', 'column', moveColumnTo('left'), [sideways('Left')]],
  ['column-right', 'column', moveColumnTo('right'), [sideways('Right')]],
  ['align-start', 'alignStart', alignColumn(null)],
  ['align-center', 'alignCenter', alignColumn('center')],
  ['align-end', 'alignEnd', alignColumn('end')],
  ['delete-column', 'delete', deleteColumn],
  ['header', 'table', toggleHeader],
  ['merge-cells', 'table', mergeCells('selected')],
  ['merge-next', 'table', mergeCells('next')],
  ['merge-below', 'table', mergeCells('below')],
  ['split-cell', 'table', splitCell],
  ['delete-table', 'delete', deleteTable],
];

/** What is done with a picture or file. */
export function figureCommands(
  open: (panel: Panel) => void,
  pick: BlockPick = selectedBlocks,
): EditorCommand[] {
  const isImage = (state: EditorState) => imageAt(state, pick) !== null;
  return [
    {
      id: 'describe-picture',
      group: 'Blocks',
      icon: 'describe',
      applies: isImage,
      run: (state, dispatch, view) => {
        if (!isImage(state)) return false;
        selectFigure(pick)(state, dispatch, view);
        if (dispatch) open('alt-text');
        return true;
      },
    },
    {
      id: 'picture-wider',
      group: 'Blocks',
      icon: 'wider',
      keys: ['Alt-Shift-ArrowRight'],
      applies: isImage,
      run: resizeImage(1, pick),
    },
    {
      id: 'picture-narrower',
      group: 'Blocks',
      icon: 'narrower',
      keys: ['Alt-Shift-ArrowLeft'],
      applies: isImage,
      run: resizeImage(-1, pick),
    },
    {
      id: 'download-file',
      group: 'Blocks',
      icon: 'download',
      applies: (state) => figureAt(state, pick) !== null,
      forReaders: true,
      run: saveFigure(pick),
    },
    {
      id: 'retry-file',
      group: 'Blocks',
      icon: 'redo',
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
    (action: string): Command =>
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
      ([mark, keys]): EditorCommand => ({
        id: mark,
        group: 'Format',
        icon: mark,
        keys,
        applies: mayFormat,
        isOn: (state) => hasMark(state, mark),
        run: toggle(mark),
      }),
    ),
    {
      id: 'clear-format',
      group: 'Format',
      icon: 'clearFormat',
      keys: ['Mod-\\'],
      applies: hasFormat,
      run: clearFormat,
    },
    {
      id: 'link',
      group: 'Format',
      icon: 'link',
      keys: ['Mod-Shift-k'],
      applies: mayFormat,
      isOn: (state) => hasMark(state, 'link'),
      run: opens('link', mayFormat),
    },
    ...inlineInsertCommands(),
    {
      id: 'change-date',
      group: 'Format',
      icon: 'date',
      keys: ['Enter'],
      applies: isOnDate,
      run: opens('date', isOnDate),
    },
    ...colorCommands(),
    {
      id: 'inline-formula',
      group: 'Format',
      icon: 'formula',
      keys: ['Mod-Shift-m'],
      applies: mayPutFormula,
      run: opens('formula', mayPutFormula),
    },
    {
      id: 'document',
      group: 'Format',
      icon: 'document',
      applies: mayFormat,
      run: opens('document', mayFormat),
    },
    {
      id: 'bookmark',
      group: 'Insert',
      icon: 'bookmark',
      applies: isInBlocks,
      run: opens('bookmark', isInBlocks),
    },
    ...turnCommands(),
    // Objects cannot be turned into; kinds with a text have their command above.
    ...insertCommands().filter(({ id }) => !TEXT_KINDS.some((kind) => `insert-${kind.id}` === id)),
    {
      id: 'check',
      group: 'Blocks',
      icon: 'check',
      keys: ['Mod-Enter'],
      applies: isTask,
      run: toggleChecked,
    },
    {
      id: 'deeper',
      group: 'Blocks',
      icon: 'deeper',
      keys: ['Tab'],
      applies: isInBlocks,
      run: changeDepth(1),
    },
    {
      id: 'out',
      group: 'Blocks',
      icon: 'out',
      keys: ['Shift-Tab'],
      applies: isInBlocks,
      run: changeDepth(-1),
    },
    ...figureCommands(open),
    {
      id: 'language',
      group: 'Blocks',
      icon: 'codeBlock',
      keys: ['Mod-Alt-l'],
      applies: isInCode,
      run: opens('language', isInCode),
    },
    {
      id: 'number-from-1',
      group: 'Blocks',
      icon: 'ordered',
      applies: isInOrdered,
      run: startAt(1),
    },
    {
      id: 'number-on',
      group: 'Blocks',
      icon: 'ordered',
      applies: isInOrdered,
      run: continueNumbering,
    },
    {
      id: 'number-from',
      group: 'Blocks',
      icon: 'ordered',
      applies: isInOrdered,
      run: opens('numbering', isInOrdered),
    },
    // They share keys with those of blocks: in a cell a row is what moves.
    ...TABLE.map(
      ([id, icon, run, keys]): EditorCommand => ({
        id,
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
      group: 'Table',
      icon: 'table',
      keys: ['Mod-.', 'Shift-F10'],
      applies: isInCell,
      run: opens('table-menu', isInCell),
    },
    {
      id: 'fold',
      group: 'Document',
      icon: 'fold',
      keys: ['Mod-Alt-f'],
      everywhere: 'outside-fields',
      forReaders: true,
      run: foldHere,
    },
    {
      id: 'fold-all',
      group: 'Document',
      icon: 'fold',
      forReaders: true,
      run: foldAll,
    },
    {
      id: 'unfold-all',
      group: 'Document',
      icon: 'fold',
      forReaders: true,
      run: unfoldAll,
    },
    {
      id: 'copy-block-link',
      group: 'Blocks',
      icon: 'copyLink',
      run: copyBlockLink,
    },
    {
      id: 'copy-markdown',
      group: 'Document',
      icon: 'markdown',
      forReaders: true,
      run: copyAsMarkdown(),
    },
    {
      id: 'block-menu',
      group: 'Blocks',
      icon: 'more',
      keys: ['Mod-.', 'Shift-F10'],
      applies: isInBlocks,
      run: opens('block-menu', isInBlocks),
    },
    ...Object.values(BLOCK_PARTS).flatMap(({ commands = [] }) => commands),
    {
      id: 'select-all',
      group: 'Document',
      icon: 'select',
      keys: ['Mod-a'],
      run: selectAll,
    },
    {
      id: 'undo',
      group: 'Document',
      icon: 'undo',
      keys: ['Mod-z'],
      everywhere: 'outside-fields',
      run: undo,
    },
    {
      id: 'redo',
      group: 'Document',
      icon: 'redo',
      keys: ['Mod-Shift-z', 'Mod-y'],
      everywhere: 'outside-fields',
      run: redo,
    },
    {
      id: 'find',
      group: 'Document',
      icon: 'find',
      keys: ['Mod-f', 'Mod-h'],
      everywhere: 'always',
      forReaders: true,
      run: opens('find'),
    },
    {
      id: 'outline',
      group: 'Document',
      icon: 'outline',
      keys: ['Mod-Alt-o'],
      everywhere: 'always',
      forReaders: true,
      run: acts('outline'),
    },
    {
      id: 'history',
      group: 'Document',
      icon: 'history',
      keys: ['Mod-Alt-h'],
      everywhere: 'always',
      forReaders: true,
      run: acts('history'),
    },
    {
      id: 'reading',
      group: 'Document',
      icon: 'reading',
      keys: ['Mod-Alt-r'],
      everywhere: 'always',
      forReaders: true,
      run: acts('reading'),
    },
    {
      id: 'authors',
      group: 'Document',
      icon: 'mention',
      forReaders: true,
      run: acts('authors'),
    },
    {
      id: 'counts',
      group: 'Document',
      icon: 'counts',
      forReaders: true,
      run: acts('counts'),
    },
    {
      id: 'look',
      group: 'Document',
      icon: 'emoji',
      run: acts('look'),
    },
    {
      id: 'save',
      group: 'Document',
      icon: 'saved',
      keys: ['Mod-s'],
      everywhere: 'always',
      forReaders: true,
      run: acts('saved'),
    },
    {
      id: 'toolbar',
      group: 'Document',
      icon: 'keyboard',
      keys: ['Alt-F10'],
      run: opens('toolbar'),
    },
    {
      id: 'palette',
      group: 'Document',
      icon: 'palette',
      keys: ['Mod-k'],
      everywhere: 'always',
      forReaders: true,
      run: (state, dispatch, view) =>
        opens(asksForLink(view) ? 'link' : 'palette')(state, dispatch),
    },
    {
      id: 'shortcuts',
      group: 'Document',
      icon: 'keyboard',
      everywhere: 'always',
      forReaders: true,
      run: opens('shortcuts'),
    },
  ];
}
