/**
 * People at the editor: carets, keys, typing and pasting, through the real commands and the binding.
 *
 * Invariant checked: after each step the view shows what a fresh read of the document gives.
 */
import { type Attrs, Fragment, type Node, type ResolvedPos, Slice } from 'prosemirror-model';
import { type Command, NodeSelection, TextSelection, type Transaction } from 'prosemirror-state';
import type * as Y from 'yjs';
import { Body } from '../../../shared/document/body.ts';
import {
  BLOCK_TYPES,
  type Block,
  INLINE_OBJECTS,
  type InlineObjectName,
  MARK_NAMES,
  VOID_TYPES,
} from '../../../shared/document/schema.ts';
import {
  changedObject,
  drawAttributes,
  objectOf,
} from '../../../shared/document/testing/random-simulation.ts';
import {
  BrokenPromise,
  type Device,
  type Draw,
  type FuzzCommands,
} from '../../../shared/document/testing/simulation.ts';
import { wholeUpTo } from '../../../shared/testing/alphabet.ts';
import { selectCell } from '../binding/ids.ts';
import { coveredCells } from '../blocks/table/covered-cells.ts';
import {
  changeDepth,
  duplicateBlocks,
  moveBlocks,
  moveRange,
  selectAll,
  toggle,
  toggleChecked,
  withChildren,
} from '../commands/block-commands.ts';
import { insertCommands } from '../commands/command-registry.ts';
import {
  blockStart,
  clearRange,
  deleteBlocks,
  exitCode,
  insertBreak,
  joinBackward,
  joinForward,
  reachesOverEdge,
  removeSelection,
  retypeBlock,
  selectedBlocks,
  splitBlock,
  writeBehind,
} from '../commands/commands.ts';
import {
  addColumn,
  addRow,
  alignColumn,
  deleteColumn,
  deleteRow,
  deleteTable,
  emptyTable,
  goToCell,
  insertTable,
  mergeCells,
  moveColumn,
  moveRow,
  resizeColumn,
  splitCell,
  toggleHeader,
} from '../commands/tables.ts';
import { landingAt } from '../menus/drop.ts';
import { putObject } from '../objects/put-object.ts';
import { schema } from '../schema.ts';
import { selectBlocks } from '../selection/block-selection.ts';
import { Headless } from './headless.ts';

/** Keys that take no words, by what they do. */
const KEYS: Readonly<Record<string, Command>> = {
  splitBlock,
  joinBackward,
  joinForward,
  removeSelection,
  insertBreak,
  exitCode,
  selectAll,
  toggleChecked,
  deeper: changeDepth(1),
  lessDeep: changeDepth(-1),
  moveUp: moveBlocks(-1),
  moveDown: moveBlocks(1),
  deleteBlocks: deleteBlocks(),
  duplicateBlocks: duplicateBlocks(),
  ...Object.fromEntries(insertCommands().map(({ id, run }) => [id, run])),
  ...Object.fromEntries(
    MARK_NAMES.filter((name) => schema.marks[name] && name !== 'link').map((name) => [
      name,
      toggle(name),
    ]),
  ),
};
/** How often each is drawn beside the others. */
const DRAWN: readonly string[] = [
  ...Object.keys(KEYS),
  ...['splitBlock', 'splitBlock', 'joinBackward', 'joinForward', 'removeSelection', 'moveUp'],
];
/** The same for a caret in a table. */
const TABLE_KEYS: Readonly<Record<string, Command>> = {
  addRowAbove: addRow(0),
  addRowBelow: addRow(1),
  addColumnBefore: addColumn(0),
  addColumnBehind: addColumn(1),
  deleteRow,
  deleteColumn,
  deleteTable,
  moveRowUp: moveRow((row) => row - 1),
  moveRowDown: moveRow((row) => row + 1),
  moveColumnBack: moveColumn((column) => column - 1),
  moveColumnOn: moveColumn((column) => column + 1),
  alignColumn: alignColumn('end'),
  resizeColumn: resizeColumn(0, 120),
  toggleHeader,
  goToCell: goToCell(1),
  mergeNext: mergeCells('next'),
  mergeSelected: mergeCells('selected'),
  mergeBelow: mergeCells('below'),
  splitCell,
};
const DELETING: ReadonlySet<string> = new Set([
  'removeSelection',
  'insertBreak',
  'splitBlock',
  'deleteRow',
  'deleteColumn',
  'deleteTable',
  'deleteBlocks',
]);
/** Of so many commands that are drawn, one goes to a table where there is one. */
const IN_TABLE = 5;

/** And one composes, as keyboards of phones do with nearly every word. */
const COMPOSED = 5;

/** What may be done while one composes, without ending that. */
const COMES_LATE: ReadonlySet<EditorCommand['act']['do']> = new Set([
  'compose',
  'type',
  'link',
  'insert object',
  'change object',
]);

const TEXT_TYPES = BLOCK_TYPES.filter((type) => !VOID_TYPES.has(type));

function nodeName(type: string): string {
  return type === 'code' ? 'codeBlock' : type;
}

/** Numbers are taken as what is left over when divided by how many there are. */
export interface EditorCommand {
  /** The caret: block and offset; with `to` a selection. */
  at: [number, number];
  to?: [number, number];
  act:
    | { do: 'type'; length: number }
    /** `blocks`: with the blocks selected as a whole. */
    | { do: 'key'; key: string; blocks?: true }
    | { do: 'drag'; to: number; depth: number }
    | { do: 'turn'; type: string; attributes: Record<string, unknown> }
    | { do: 'paste'; types: string[]; open: boolean }
    /** Blocks are dropped, or pasted again, with the ids they had. */
    | { do: 'paste a copy'; of: number }
    | { do: 'insert object'; object?: InlineObjectName }
    | { do: 'change object'; to: number }
    | { do: 'insert block'; type: string }
    | { do: 'remove block' }
    /** `over`: a cell at which what is selected ends, for a key alone. */
    | {
        do: 'in table';
        key: string | null;
        row: number;
        column: number;
        length: number;
        over?: readonly [row: number, column: number];
      }
    | { do: 'insert table'; rows: number; columns: number }
    /**
     * Begins to compose, or replaces what is composed so far, by nothing where `length` is 0; `end`:
     * and that is it. What was selected gives way, and so do as many units `back` before the caret,
     * which the input method takes up again.
     */
    | { do: 'compose'; length: number; end: boolean; back?: number }
    | { do: 'link' };
}

export const editorFuzzCommands: FuzzCommands<EditorCommand> = {
  types: BLOCK_TYPES,
  open: (doc) => new EditorDevice(doc),
  draw(draw) {
    const place = (): [number, number] => [draw.int(0, 999), draw.int(0, 999)];
    return { at: place(), ...(draw.oneIn(3) ? { to: place() } : {}), act: drawAct(draw) };
  },
  deletes: ({ to, act }) =>
    act.do === 'remove block' ||
    act.do === 'compose' ||
    (to !== undefined && act.do !== 'key') ||
    ('key' in act && act.key !== null && DELETING.has(act.key)) ||
    // An empty line gives way to what is put in; with all selected, everything does.
    (act.do === 'key' && act.key.startsWith('insert-')),
  copies: ({ act }) => act.do === 'key' && act.key === 'duplicateBlocks',
};

function drawAct(draw: Draw): EditorCommand['act'] {
  const { int, pick, oneIn } = draw;
  if (oneIn(IN_TABLE))
    return {
      do: 'in table',
      key: oneIn(2) ? pick(Object.keys(TABLE_KEYS)) : null,
      row: int(0, 9),
      column: int(0, 9),
      length: int(1, 2),
      ...(oneIn(3) ? { over: [int(0, 9), int(0, 9)] as const } : {}),
    };
  if (oneIn(COMPOSED)) {
    const back = oneIn(4) ? { back: int(1, 6) } : {};
    return { do: 'compose', length: int(0, 3), end: oneIn(3), ...back };
  }
  const kind = int(0, 20);
  if (kind < 6) return { do: 'type', length: int(1, 2) };
  if (kind < 13) return { do: 'key', key: pick(DRAWN), ...(oneIn(5) ? { blocks: true } : {}) };
  if (kind < 14) return { do: 'drag', to: int(0, 999), depth: int(0, 2) };
  if (kind < 16) {
    const type = pick(TEXT_TYPES);
    return { do: 'turn', type, attributes: drawAttributes(draw, type) };
  }
  if (kind < 17)
    return {
      do: 'paste',
      types: [1, 2, 3].slice(0, int(1, 3)).map(() => pick(BLOCK_TYPES)),
      open: oneIn(2),
    };
  if (kind < 18) return oneIn(2) ? { do: 'paste a copy', of: int(0, 999) } : { do: 'link' };
  if (kind < 19) {
    if (oneIn(2)) return { do: 'remove block' };
    return oneIn(2)
      ? { do: 'change object', to: int(0, 9) }
      : { do: 'insert object', object: pick(INLINE_OBJECTS) };
  }
  if (kind < 20) return { do: 'insert block', type: pick(BLOCK_TYPES) };
  return { do: 'insert table', rows: int(1, 2), columns: int(1, 2) };
}

class EditorDevice implements Device<EditorCommand> {
  readonly #editor: Headless;
  /** How much right before the caret is composed, and may still become something else. */
  #composed = 0;
  /** Whether the input method is done, and the editor has not heard of it. */
  #isLeft = false;

  constructor(doc: Y.Doc) {
    // Undo steps go by what was done here, and not by how long that took.
    this.#editor = new Headless(doc, { now: () => 0 }, [coveredCells()]);
  }

  blocks(): Block[] {
    const body = new Body(this.#editor.doc);
    return body.shown.map((shown) => body.read(shown));
  }

  check(): void {
    this.#editor.state.doc.check();
    // What is composed in stays as it is until that is over.
    if (!this.#editor.composing && !this.#isLeft && !this.#editor.isTrue())
      throw new BrokenPromise(
        'the view shows the document',
        `${this.#editor.state.doc}, and the document says ${this.#editor.binding.read()}`,
      );
  }

  undo(): boolean {
    this.#leaveComposing();
    this.#isLeft = false;
    return this.#editor.binding.undoStep(this.#editor.view);
  }

  redo(): boolean {
    this.#leaveComposing();
    this.#isLeft = false;
    return this.#editor.binding.redoStep(this.#editor.view);
  }

  close(): void {
    this.#editor.destroy();
    this.#editor.doc.destroy();
  }

  /** No caret stands in the middle of a character. */
  #selectWhole(): void {
    const { doc, selection, tr } = this.#editor.state;
    const whole = (place: ResolvedPos) =>
      place.parent.isTextblock
        ? place.start() + wholeOffset(place.parent, place.parentOffset)
        : place.pos;
    const anchor = doc.resolve(whole(selection.$anchor));
    const head = doc.resolve(whole(selection.$head));
    if (selection instanceof TextSelection)
      this.#editor.dispatch(tr.setSelection(TextSelection.between(anchor, head)));
  }

  #compose(length: number, back: number, token: () => string): void {
    const editor = this.#editor;
    if (!editor.composing) this.#makeRoom();
    const { tr, selection } = editor.state;
    const { $head, head } = selection;
    if (!$head.parent.isTextblock) return;
    if (!editor.composing)
      this.#composed = $head.parentOffset - wholeOffset($head.parent, $head.parentOffset - back);
    editor.composing = true;
    const text = Array.from({ length }, token).join('');
    const from = head - Math.min(this.#composed, $head.parentOffset);
    if (from < head || text !== '')
      editor.dispatch(tr.insertText(text, from, head).setMeta('composition', 1));
    this.#composed = text.length;
  }

  /** As where a composition begins: what is selected gives way to a caret. */
  #makeRoom(): void {
    const editor = this.#editor;
    const { selection } = editor.state;
    const room = selection instanceof NodeSelection ? writeBehind(editor.state) : null;
    if (room) editor.dispatch(room);
    else if (!selection.empty) editor.run(removeSelection);
  }

  /** The input method is done; the editor hears of it with the next key. */
  #leaveComposing(): void {
    this.#composed = 0;
    this.#isLeft ||= this.#editor.composing;
    this.#editor.composing = false;
  }

  #endComposing(): void {
    this.#leaveComposing();
    this.#isLeft = false;
    this.#editor.press(() => true);
  }

  #stopComposing(): void {
    this.#leaveComposing();
    this.#isLeft = false;
    this.#editor.binding.stopComposing(this.#editor.view);
  }

  perform({ at, to, act }: EditorCommand, token: () => string): void {
    const editor = this.#editor;
    const place = ([block, offset]: [number, number]): [number, number] => {
      const index = block % editor.state.doc.childCount;
      return [index, offset % (editor.state.doc.child(index).content.size + 1)];
    };
    // A tool may be tapped while one composes, or right behind it; a click ends it.
    const isTapped = at[0] % 2 === 1 && editor.state.selection.empty;
    if (!isTapped && !(act.do === 'compose' && editor.composing)) this.#endComposing();
    // Keys are heard of by the editor, which ends what a tool finds still composed; but what was
    // waited for, as a picture or what is behind a link, comes when it comes.
    if (act.do === 'type' && !editor.composing) this.#endComposing();
    if (isTapped && !COMES_LATE.has(act.do)) this.#stopComposing();
    const goesOn = editor.composing || this.#isLeft;
    const run = (command: Command) => (goesOn ? editor.run(command) : editor.press(command));
    if (!goesOn) {
      editor.select(...place(at), ...(to ? place(to) : []));
      this.#selectWhole();
    }
    if (act.do === 'compose') {
      this.#compose(act.length, act.back ?? 0, token);
      if (act.end) this.#leaveComposing();
      return;
    }
    this.#composed = 0;
    const { tr, doc, selection } = editor.state;
    const index = at[0] % doc.childCount;
    const text = (length: number) => Array.from({ length }, token).join('');
    const dispatch = (done: Transaction) => done.docChanged && editor.dispatch(done);
    switch (act.do) {
      case 'type':
        // As the editor's guard of tables does.
        if (reachesOverEdge(selection)) clearRange(tr, selection.from, selection.to);
        dispatch(tr.insertText(text(act.length)));
        return;
      case 'key': {
        if (act.blocks) run(selectBlocks);
        run(KEYS[act.key]!);
        return;
      }
      case 'drag': {
        const range = withChildren(doc, selectedBlocks(editor.state));
        const landing = landingAt(doc, range, act.to % (doc.childCount + 1), act.depth);
        if (!landing) return;
        const depth = doc.child(range.from).attrs.depth as number;
        editor.dispatch(moveRange(editor.state, range, landing.target, landing.depth - depth));
        return;
      }
      case 'turn': {
        if (!doc.child(index).isTextblock) return;
        retypeBlock(tr, index, schema.nodes[nodeName(act.type)]!, act.attributes as Attrs);
        dispatch(tr);
        return;
      }
      case 'paste': {
        if (selection.$from.depth > 1 || selection.$to.depth > 1) return;
        const blocks = act.types.map((type) => newNode(type, VOID_TYPES.has(type) ? '' : text(2)));
        const open = act.open && blocks.every((node) => node.isTextblock) ? 1 : 0;
        dispatch(tr.replaceSelection(new Slice(Fragment.fromArray(blocks), open, open)));
        return;
      }
      case 'paste a copy': {
        const node = doc.child(act.of % doc.childCount);
        const copy = node.isTextblock
          ? node.type.create(node.attrs, schema.text(text(2)))
          : withoutText(node);
        dispatch(tr.insert(blockStart(doc, index), copy));
        return;
      }
      case 'insert table':
        run(insertTable(act.rows, act.columns));
        return;
      case 'in table': {
        const tables = Array.from(doc.children.keys()).filter(
          (child) => doc.child(child).type === schema.nodes.table,
        );
        const table = tables[at[0] % Math.max(1, tables.length)];
        if (table === undefined) return;
        const select = (inRow: number, inColumn: number) => {
          const row = inRow % doc.child(table).childCount;
          const column = inColumn % doc.child(table).child(0).childCount;
          const offset = wholeOffset(doc.child(table).child(row).child(column), at[1] % 5);
          selectCell(tr, blockStart(doc, table), row, column, offset);
          return tr.selection.head;
        };
        const anchor = select(act.row, act.column);
        if (act.over && act.key !== null)
          tr.setSelection(TextSelection.create(doc, anchor, select(...act.over)));
        editor.dispatch(tr);
        if (act.key === null) editor.type(text(act.length));
        else run(TABLE_KEYS[act.key]!);
        return;
      }
      case 'insert object': {
        if (!selection.$from.parent.isTextblock || reachesOverEdge(selection)) return;
        dispatch(putObject(tr, objectOf(act.object ?? 'html', token())));
        return;
      }
      case 'change object': {
        const start = blockStart(doc, index);
        doc.child(index).descendants((node, position) => {
          const embed = node.type.name === 'object' && changedObject(node.attrs.embed, act.to);
          if (!embed) return;
          tr.setNodeAttribute(start + 1 + position, 'embed', embed);
          tr.setSelection(NodeSelection.create(tr.doc, start + 1 + position));
        });
        dispatch(tr);
        return;
      }
      case 'insert block':
        dispatch(tr.insert(blockStart(doc, index), newNode(act.type, '')));
        return;
      case 'remove block': {
        editor.dispatch(tr.setSelection(NodeSelection.create(doc, blockStart(doc, index))));
        run(removeSelection);
        return;
      }
      case 'link': {
        const { from, to: end } = selection;
        const link = schema.marks.link!.create({ href: 'https://example.org/', title: null });
        dispatch(tr.addMark(from, end, link));
      }
    }
  }
}

/** An offset in a block, or the nearest before it where no character would be cut. */
function wholeOffset(node: Node, offset: number): number {
  return wholeUpTo(node.textBetween(0, node.content.size, undefined, '\ufffc'), offset);
}

function newNode(type: string, text: string): Node {
  if (type === 'table') return emptyTable(2, 2);
  const nodeType = schema.nodes[nodeName(type)]!;
  return nodeType.create(null, text === '' ? null : schema.text(text));
}

function withoutText(node: Node): Node {
  if (node.isTextblock) return node.type.create(node.attrs);
  return node.copy(Fragment.fromArray(node.children.map(withoutText)));
}
