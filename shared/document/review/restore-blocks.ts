/**
 * Some blocks of a document made to read as they did once, wherever they are now.
 *
 * Invariant: it is an edit like any other, which undo takes back in one step, and the smallest one
 * that does it. No other block reads otherwise afterwards; what became of a table's cells where the
 * table became something else, is part of it. What is deleted comes back at its place, as copies that
 * say so: two who restore the same apart have it once.
 */
import type * as Y from 'yjs';
import { Body } from '../body.ts';
import { NO_MARKS, sameMarks } from '../marks.ts';
import { arrange, keepWhole, partLists } from '../operations/arrange.ts';
import { type BlockShape, newBlockId } from '../operations/block-shape.ts';
import { setShape } from '../operations/blocks.ts';
import { hasNoMarker, partFromObject, withMarker } from '../operations/markers.ts';
import { insertLine } from '../operations/tables.ts';
import { deleteText, format } from '../operations/text.ts';
import { showAgain } from '../operations/visibility.ts';
import { rewrite } from '../rewrite.ts';
import {
  type Block,
  CELL_SEPARATOR,
  cellId,
  type Inline,
  type MergedCells,
  type TableContent,
  VOID_TYPES,
} from '../schema.ts';
import type { EditedBlock } from '../tokens.ts';
import { compare } from './compare.ts';
import { sayWhatIsCopied } from './say-copied.ts';
import { Sheet } from './sheet.ts';

/** What reads otherwise is looked at again so often. */
const ROUNDS = 3;

/**
 * Restores blocks, in one transaction.
 *
 * @param now a document that knows all that `then` does
 * @param ids of blocks of `then`, in any order; others are left out
 * @returns by the ids of the blocks in `then`, how they are called in `now`
 */
export function restoreBlocks(
  now: Y.Doc,
  then: Y.Doc,
  ids: Iterable<string>,
  origin?: unknown,
): Map<string, string> {
  const was = new Sheet(then);
  const wanted = new Set(ids);
  const chosen = was.blocks.filter(({ id }) => wanted.has(id)).map((shown) => was.body.read(shown));
  const names = new Map<string, string>(compare(then, now).renamed);
  const named = new Map<string, string>();
  if (chosen.length === 0) return named;
  now.transact((transaction) => {
    const body = new Body(now);
    const seen = new Map(body.shown.map((shown) => [shown.id, body.read(shown)]));
    const hidden = body.segments.filter(({ id }) => !seen.has(id)).map(({ id }) => id);
    giveMarkers(body, chosen, names);
    const missing = placeMissing(body, was, wanted, names, hidden);
    for (const { id } of chosen) named.set(id, names.get(id) ?? id);
    const own = new Set(named.values());
    const taken = objectsOf([...seen.values()].filter(({ id }) => !own.has(id)));
    const blocks = chosen.map((block) =>
      withOwnObjects({ ...block, id: named.get(block.id)! }, taken),
    );
    for (const block of blocks) {
      // Text that a merge left behind an object is not of it, nor of what the object was before.
      if (body.segment(block.id) && !VOID_TYPES.has(block.type)) partFromObject(body, block.id);
      if (!block.table || missing.has(block.id)) continue;
      becomeTable(body, block);
      bringLinesBack(body, block);
    }
    putMissingIn(body, blocks, missing);
    rewriteBlocks(body, new Map(blocks.map((block) => [block.id, block])));
    // A marker that is there again has the registers of the one before it.
    for (const block of blocks)
      if (missing.has(block.id)) setShape(body, block.id, edited(block).shape);
    hideAgain(body, hidden, new Set(named.values()));
    for (const block of blocks) seen.set(block.id, block);
    makeRead(body, seen);
    sayWhatIsCopied(transaction, was, chosen, named);
  }, origin);
  return named;
}

/** The ids of all objects in blocks: what one says is said by its id, wherever it stands. */
function objectsOf(blocks: readonly Block[]): ReadonlySet<unknown> {
  const cells = blocks.flatMap(({ table }) => table?.rows.flatMap((row) => row.cells) ?? []);
  const runs = [...blocks.map(({ content }) => content), ...cells].flat();
  return new Set(runs.flatMap((run) => ('embed' in run && run.embed.id ? [run.embed.id] : [])));
}

/** An object that went on into a block that stays is another one there. */
function withOwnObjects(block: Block, taken: ReadonlySet<unknown>): Block {
  if (taken.size === 0) return block;
  const own = (runs: readonly Inline[]) =>
    runs.map((run) =>
      'embed' in run && taken.has(run.embed.id)
        ? { ...run, embed: { ...run.embed, id: newBlockId() } }
        : run,
    );
  const { content, table } = block;
  const rows = table?.rows.map((row) => ({ ...row, cells: row.cells.map(own) }));
  return {
    ...block,
    content: own(content),
    ...(table && rows ? { table: { ...table, rows } } : {}),
  };
}

/** Text without a marker that was a block of another kind is a block of its own again. */
function giveMarkers(body: Body, chosen: readonly Block[], names: Map<string, string>): void {
  for (const block of chosen) {
    const name = names.get(block.id) ?? block.id;
    const shown = hasNoMarker(name) ? body.shown[body.shownIndex(name)] : undefined;
    const { shape } = edited(block);
    if (shown && JSON.stringify(edited(body.read(shown)).shape) !== JSON.stringify(shape))
      names.set(block.id, withMarker(body, name, shape));
  }
}

/**
 * Shows the markers of blocks again that are hidden, each at its place.
 *
 * @returns blocks that have none, with the one that each is to stand behind, in their order
 */
function placeMissing(
  body: Body,
  was: Sheet,
  wanted: ReadonlySet<string>,
  names: Map<string, string>,
  hiddenBefore: readonly string[],
): Map<string, string | null> {
  const missing = new Map<string, string | null>();
  /** What is to be put in is named before it is there. */
  const coming: Coming<string>[] = [];
  const hidden = new Set<string>();
  let behind: string | null = null;
  for (const { id } of was.blocks) {
    let name = names.get(id) ?? id;
    if (body.shownIndex(name) >= 0) {
      behind = name;
      continue;
    }
    if (!wanted.has(id)) continue;
    const segment = body.withMarker(name);
    if (segment && body.isHidden(segment) && name !== '') {
      hidden.add(name);
    } else {
      // Its text goes on in another block, which is to stay as it is.
      if (segment || hasNoMarker(name)) name = newBlockId();
      names.set(id, name);
      missing.set(name, behind);
    }
    coming.push({ item: name, id: name, behind });
    behind = name;
  }
  // A part of another block leaves it alone: what was joined to that part is no part of what is back.
  const lists = partLists(body);
  for (const [id, parts] of lists)
    lists.set(
      id,
      parts.filter((part) => !hidden.has(part)),
    );
  const shown = body.shown.map(({ id }) => id);
  const order = putBehind(shown, (id) => id, coming);
  for (const name of hidden) showAgain(body, body.withMarker(name)!);
  keepWhole(body, lists);
  // Before anything is put in order: what comes with them would pull along what was joined to others.
  hideAgain(body, hiddenBefore, hidden);
  if (hidden.size > 0)
    arrange(
      body,
      order.filter((id) => !missing.has(id)),
      hidden,
    );
  return missing;
}

/** What is to stand right behind something with an id; null, or one that is not there: first. */
interface Coming<Item> {
  item: Item;
  id: string;
  behind: string | null;
}

/** A list with others put in, one after another: of two behind the same one, the later stands first. */
function putBehind<Item>(
  list: readonly Item[],
  idOf: (item: Item) => string,
  coming: readonly Coming<Item>[],
): Item[] {
  const there = new Set(list.map(idOf));
  const behindOf = new Map<string | null, Coming<Item>[]>();
  for (const each of coming) {
    const behind = each.behind !== null && there.has(each.behind) ? each.behind : null;
    const others = behindOf.get(behind);
    if (others) others.push(each);
    else behindOf.set(behind, [each]);
    there.add(each.id);
  }
  const result: Item[] = [];
  const put = (each: Pick<Coming<Item>, 'item' | 'id'>) => {
    const next = [each];
    for (let one = next.pop(); one; one = next.pop()) {
      result.push(one.item);
      for (const behind of behindOf.get(one.id) ?? []) next.push(behind);
    }
  };
  for (const first of (behindOf.get(null) ?? []).reverse()) put(first);
  for (const item of list) put({ item, id: idOf(item) });
  return result;
}

/**
 * A table that became something else is one again before what it says is compared: what stood in its
 * cells has been blocks of their own since, and goes back with whatever was written in them.
 */
function becomeTable(body: Body, block: Block): void {
  const marked = body.withMarker(block.id);
  if (!marked || body.typeOf(marked) === 'table') return;
  deleteText(body, block.id, 0, body.lengthOf(block.id));
  setShape(body, block.id, edited(block).shape);
}

/**
 * Puts blocks in that have no marker. A table's rows and columns may still have theirs, which are
 * nothing without it, and its own again with it: so it comes as an empty paragraph that becomes it.
 */
function putMissingIn(
  body: Body,
  blocks: readonly Block[],
  missing: ReadonlyMap<string, string | null>,
): void {
  const hasLines = ({ id, table }: Block) =>
    linesOf(table).some((line) => body.segment(line.id)?.born?.table === id);
  const gone = blocks.filter(({ id }) => missing.has(id));
  const tables = gone.filter(hasLines);
  for (const block of gone) if (!tables.includes(block)) renameLines(body, block);
  const first = gone.map((block): [string, Block] => [
    block.id,
    tables.includes(block) ? { id: block.id, type: 'paragraph', content: [] } : block,
  ]);
  if (first.length > 0) rewriteBlocks(body, new Map(first), missing);
  for (const block of tables) {
    setShape(body, block.id, edited(block).shape);
    bringLinesBack(body, block);
  }
}

/** Rows and columns that were deleted, and have their markers, are a table's again. */
function bringLinesBack(body: Body, block: Block): void {
  const table = block.table!;
  renameLines(body, block);
  for (const { id } of linesOf(table))
    if (body.register(id, 'deleted') === true) body.setRegister(id, 'deleted', undefined);
  // A table is seen with its first row and column only, and compared when it is seen.
  if (body.shownIndex(block.id) < 0) putLinesIn(body, block.id, table);
}

/** Has rows and columns be new ones whose markers are of no table, or of another one. */
function renameLines(body: Body, block: Block): void {
  const fresh = new Map<string, string>();
  for (const { id } of linesOf(block.table)) {
    const segment = body.segment(id);
    if (segment && body.tableOf(segment)?.id !== block.id) fresh.set(id, newBlockId());
  }
  if (fresh.size === 0 || !block.table) return;
  const { rows, columns, merged } = block.table;
  const nameOf = (id: string) => fresh.get(id) ?? id;
  const named = <T extends { id: string }>(line: T): T => ({ ...line, id: nameOf(line.id) });
  const cornerOf = ({ row, column }: MergedCells['from']) => ({
    row: nameOf(row),
    column: nameOf(column),
  });
  const areas = merged?.map(({ id, from, to }): MergedCells => {
    const [row = '', column = ''] = id.split(CELL_SEPARATOR);
    return { id: cellId(nameOf(row), nameOf(column)), from: cornerOf(from), to: cornerOf(to) };
  });
  block.table = {
    columns: columns.map(named),
    rows: rows.map(named),
    ...(areas ? { merged: areas } : {}),
  };
}

function linesOf(table: TableContent | undefined): readonly { id: string }[] {
  return table ? [...table.rows, ...table.columns] : [];
}

function putLinesIn(body: Body, id: string, { columns, rows }: TableContent): void {
  for (const [kind, lines] of [
    ['column', columns],
    ['row', rows],
  ] as const)
    lines.forEach((line, index) => {
      if (!body.segment(line.id)) insertLine(body, id, kind, lines[index - 1]?.id ?? null, line);
    });
}

/** Rewrites blocks that are shown, and puts in those of `missing`, each behind the one named there. */
function rewriteBlocks(
  body: Body,
  blocks: ReadonlyMap<string, Block>,
  missing: ReadonlyMap<string, string | null> = new Map(),
): void {
  const { shown } = body;
  const touched = [...blocks.keys()]
    .map((id) => (missing.has(id) ? body.shownIndex(missing.get(id) ?? '') : body.shownIndex(id)))
    .filter((index) => index >= 0);
  const isAtTop = touched.length === 0 || [...missing.values()].includes(null);
  const from = isAtTop ? 0 : touched.reduce((first, index) => Math.min(first, index));
  const end = touched.reduce((last, index) => Math.max(last, index), -1) + 1;
  const before = shown.slice(from, end).map((block) => edited(body.read(block)));
  const after: EditedBlock[] = before.map((block) => {
    const then = blocks.get(block.id);
    return then ? edited(then) : block;
  });
  const coming = [...missing].map(([id, behind]) => ({
    item: edited(blocks.get(id)!),
    id,
    behind,
  }));
  rewrite(
    body,
    from,
    before,
    putBehind(after, ({ id }) => id, coming),
  );
}

/**
 * Has blocks read as they are to, where they do not: what is formatted in a block that took no
 * formatting, such as code, and what hung on a block that is another one now.
 */
function makeRead(body: Body, wanted: ReadonlyMap<string, Block>): void {
  for (let left = ROUNDS; left > 0; left--) {
    const others = new Map<string, Block>();
    for (const shown of body.shown) {
      const block = wanted.get(shown.id);
      if (block && JSON.stringify(body.read(shown)) !== JSON.stringify(block))
        others.set(shown.id, block);
    }
    if (others.size === 0) return;
    for (const [id, block] of others) rewriteBlocks(body, new Map([[id, block]]));
    for (const block of others.values()) formatAs(body, block);
  }
}

/** Formats what reads otherwise still, as in a block that took no formatting, such as code. */
function formatAs(body: Body, { id, content, table }: Block): void {
  const now = body.shown[body.shownIndex(id)];
  if (!now) return;
  const is = body.read(now);
  if (!VOID_TYPES.has(is.type)) formatText(body, id, content, is.content);
  table?.rows.forEach((row, y) => {
    table.columns.forEach((column, x) => {
      const cell = is.table?.rows[y]?.cells[x];
      if (cell) formatText(body, cellId(row.id, column.id), row.cells[x] ?? [], cell);
    });
  });
}

/** Makes a text that says the same as another one be formatted like it. */
function formatText(
  body: Body,
  id: string,
  wanted: readonly Inline[],
  is: readonly Inline[],
): void {
  const isSame = wanted.every((run, at) => {
    const other = is[at];
    return other && lengthOf(run) === lengthOf(other) && sameMarks(run.marks, other.marks);
  });
  if (isSame && wanted.length === is.length) return;
  const fresh = new Map<string, [string, unknown]>();
  let offset = 0;
  for (const run of wanted) {
    format(body, id, offset, lengthOf(run), run.marks ?? NO_MARKS, fresh);
    offset += lengthOf(run);
  }
}

function lengthOf(run: Inline): number {
  return 'text' in run ? run.text.length : 1;
}

/** What was split off a deleted block, and hidden with it, stays hidden where that is back. */
function hideAgain(body: Body, hidden: readonly string[], restored: ReadonlySet<string>): void {
  const shown = new Set(body.shown.map(({ id }) => id));
  for (const id of hidden)
    if (shown.has(id) && !restored.has(id) && body.withMarker(id))
      body.setRegister(id, 'deleted', true);
}

function edited({ id, content, table, ...shape }: Block): EditedBlock {
  return { id, shape: shape as BlockShape, content, ...(table ? { table } : {}) };
}
