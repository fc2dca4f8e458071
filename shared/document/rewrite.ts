/**
 * From what blocks were and what they have become to the operations that say so.
 *
 * Invariant: afterwards the shown blocks read as `after`, and everything that stayed (markers by
 * their id, characters by the smallest difference) is the same piece of the Y.Doc as before. Where
 * text was replaced, the few characters that old and new have in common by chance count as new.
 */
import type { Body } from './body.ts';
import { longestCommonOrder } from './common-order.ts';
import { compareTokens, type Hunk } from './diff.ts';
import { NO_MARKS, sameMarks } from './marks.ts';
import { endsOf, linesLeft, mergedOf, spansOf } from './merged-cells.ts';
import { arrange, arrangeList, sameList } from './operations/arrange.ts';
import { type BlockShape, isDefault } from './operations/block-shape.ts';
import {
  deleteBlocks,
  insertAbove,
  join,
  setShape,
  split,
  splitInto,
} from './operations/blocks.ts';
import { withMarker } from './operations/markers.ts';
import {
  arrangeLines,
  deleteLines,
  fillTable,
  insertLine,
  mergeCells,
  setColumn,
  splitCells,
} from './operations/tables.ts';
import { deleteText, format, insert, setObject } from './operations/text.ts';
import {
  ATTRIBUTE_NAMES,
  type AttributeName,
  type Block,
  CELL_SEPARATOR,
  cellId,
  type Inline,
  type InlineObject,
  type Marks,
  type MergedCells,
  PLAIN_TYPES,
  type TableContent,
} from './schema.ts';
import type { Segment } from './segment.ts';
import { KINDS, lineIdsOf, type ShownTable } from './table.ts';
import {
  type EditedBlock,
  stayedTokens,
  type Token,
  tokensOf,
  type UnchangedRanges,
} from './tokens.ts';

interface RewriteOptions {
  /** Blocks, rows and columns a person moved; without it as few as possible count as moved. */
  moved?: ReadonlySet<string>;
  /**
   * Where in the text of the first changed block (or the one changed cell) the change began, in
   * shown positions: tells which of two equal characters is the new one.
   */
  changedAt?: number;
  /** New empty blocks that were put in above a block (by id), not below the one before. */
  above?: ReadonlyMap<string, string>;
  /** What of a block before is known to have stayed, where the steps of the change are known. */
  kept?: UnchangedRanges;
}

type Undefinable<Options> = { [Name in keyof Options]?: Options[Name] | undefined };

interface TextOptions extends Undefinable<Omit<RewriteOptions, 'moved'>> {
  /** Told what has another id since. */
  renamed?: Map<string, string>;
}

/**
 * `before`: the shown blocks from `start` on as the editor last knew them; `after`: what stands in
 * their place now. Ids in `after` are unique and, where new, not used in the document yet.
 */
export function rewrite(
  body: Body,
  start: number,
  before: readonly EditedBlock[],
  after: readonly EditedBlock[],
  options: RewriteOptions = {},
): void {
  const shownBefore = body.shown;

  const oldById = new Map(before.map((block) => [block.id, block]));
  const newById = new Map(after.map((block) => [block.id, block]));
  const keptOld = before.filter((block) => newById.has(block.id)).map((block) => block.id);
  const keptNew = after.filter((block) => oldById.has(block.id)).map((block) => block.id);
  const staying = commonOrder(keptOld, keptNew, options.moved);
  const { kept } = options;
  const renamed = new Map<string, string>();

  // A moved block is compared with itself; the others in the order they kept.
  for (const id of keptNew)
    if (!staying.has(id)) rewriteText(body, id, [oldById.get(id)!], [newById.get(id)!], { kept });
  const oldParts = partsAt(before, staying, keptNew);
  const newParts = partsAt(after, staying, keptOld);
  for (let index = oldParts.length - 1; index >= 0; index--) {
    const old = oldParts[index]!;
    const context = old.head?.id ?? shownBefore[start - 1]?.id ?? null;
    const oldBlocks = old.head ? [old.head, ...old.rest] : old.rest;
    const newPart = newParts[index]!;
    const newBlocks = newPart.head ? [newPart.head, ...newPart.rest] : newPart.rest;
    const isFirst = old.head !== null && old.head === before[0];
    const { above } = options;
    const changedAt = isFirst ? options.changedAt : undefined;
    rewriteText(body, context, oldBlocks, newBlocks, { changedAt, above, kept, renamed });
  }

  for (const block of after) {
    const old = oldById.get(block.id);
    if (old?.table && block.table) rewriteTable(body, block.id, old.table, block.table, options);
    if (!old) continue;
    let id = renamed.get(block.id) ?? block.id;
    if (!sameShape(old.shape, block.shape)) id = setShape(body, id, block.shape);
    // Only what has a marker can be moved.
    else if (options.moved?.has(id)) id = withMarker(body, id, block.shape);
    if (id !== block.id) renamed.set(block.id, id);
  }
  const sameBlocks =
    before.length === after.length && before.every((block, index) => block.id === after[index]!.id);
  if (sameBlocks && renamed.size === 0) return;
  const ids = [
    ...shownBefore.slice(0, start).map(({ id }) => id),
    ...after.map(({ id }) => renamed.get(id) ?? id),
    ...shownBefore.slice(start + before.length).map(({ id }) => id),
  ];
  const moved = [...(options.moved ?? [])].map((id) => renamed.get(id) ?? id);
  arrange(body, ids, new Set(moved));
}

/** Turns one table into another: what cells say, then rows and columns that came, went or moved. */
function rewriteTable(
  body: Body,
  id: string,
  before: TableContent,
  now: TableContent,
  { moved, changedAt, kept }: RewriteOptions,
): void {
  const gone = new Set<string>();
  for (const kind of KINDS) {
    const lines = now[`${kind}s`];
    const known = new Set(idsOf(before, kind));
    const after = new Set(idsOf(now, kind));
    for (const line of known) if (!after.has(line)) gone.add(line);
    lines.forEach((line, index) => {
      if (!known.has(line.id)) insertLine(body, id, kind, lines[index - 1]?.id ?? null, line);
    });
  }
  const concerned = rewriteMerged(body, before, now, gone);
  const isUntouched = [...concerned].every((name) => sameCell(before, now, name));
  // Somebody wrote in them, too: what is to become of each text is told by what it is by now.
  const old = isUntouched ? before : (tableNow(body, id) ?? before);
  const untouched = isUntouched ? concerned : new Set<string>();
  const firsts = new Map<string, string>();
  for (const one of old.merged ?? [])
    for (const name of spansOf([one], old.rows, old.columns).keys())
      firsts.set(name, cellId(one.from.row, one.from.column));
  const coveredNow = spansOf(now.merged, now.rows, now.columns);
  const contentOf = new Map<string, Inline[]>();
  for (const { id: row, cells } of old.rows)
    old.columns.forEach((column, index) => {
      const content = cells[index];
      if (content) contentOf.set(cellId(row, column.id), content);
    });
  const changed: { cell: string; from: Inline[]; to: Inline[] }[] = [];
  for (const row of now.rows)
    now.columns.forEach((column, index) => {
      const name = cellId(row.id, column.id);
      if (untouched.has(name) || coveredNow.get(name) === null) return;
      // Where the first of several went, they go on in another one.
      const cell = firsts.get(name) ?? name;
      const from = contentOf.get(cell) ?? [];
      const to = row.cells[index] ?? [];
      if (from !== to) changed.push({ cell, from, to });
    });
  for (const { cell, from, to } of changed) {
    const edited = (content: Inline[]) => ({ id: cell, shape: { type: 'cell' }, content });
    const at = changed.length === 1 ? changedAt : undefined;
    rewriteText(body, cell, [edited(from)], [edited(to)], { changedAt: at, kept });
  }
  for (const { id: column, width, align } of now.columns) setColumn(body, column, width, align);
  if (gone.size > 0) deleteLines(body, id, gone);
  const was = body.registers.merged.size > 0 ? body.tableWith(id) : undefined;
  for (const kind of KINDS) arrangeLines(body, id, kind, idsOf(now, kind), moved);
  if (was) for (const kind of KINDS) keepTogether(body, was, kind, before, now, moved);
}

function idsOf(table: TableContent, kind: 'row' | 'column'): string[] {
  return table[`${kind}s`].map((line) => line.id);
}

/**
 * Cells that are one may have lines that nobody sees, deleted by somebody else, with text in them.
 * Those stay beside what is seen of the cells, and nothing comes between that is not to be one with
 * them. A single cell that has all of the text is one with no other any more.
 *
 * @param was the table before its lines were put where they are to stand
 */
function keepTogether(
  body: Body,
  was: ShownTable,
  kind: 'row' | 'column',
  before: TableContent,
  now: TableContent,
  moved?: ReadonlySet<string>,
): void {
  const seen = new Set(KINDS.flatMap((each) => idsOf(now, each)));
  const known = new Set(idsOf(before, kind));
  const lines = idsOf(now, kind);
  const all = () => body.tableWith(was.id)!.all[kind].map((line) => line.id);
  const isSeen = (cell: Segment) =>
    cell.shownLength === 0 || Object.values(lineIdsOf(cell)).every((line) => seen.has(line));
  for (const area of was.areas) {
    const { id } = area;
    const [first, last] = endsOf(area, kind);
    const reach = was.all[kind].slice(first, last + 1).map((line) => line.id);
    const unseen = new Set(reach.filter((line) => !seen.has(line)));
    if (unseen.size === 0) continue;
    const one = now.merged?.find((each) => each.id === id);
    const own = one
      ? lines.slice(lines.indexOf(one.from[kind]), lines.indexOf(one.to[kind]) + 1)
      : reach.filter((line) => seen.has(line) && known.has(line));
    const actual = all();
    const wanted = actual.filter((line) => !unseen.has(line));
    let at = wanted.indexOf(own[0] ?? '');
    if (at < 0) continue;
    for (const line of reach)
      if (unseen.has(line)) wanted.splice(at++, 0, line);
      else if (own.includes(line)) at = wanted.indexOf(line) + 1;
    if (sameList(actual, wanted)) continue;
    if (!one && was.cells.get(was.nameNow(id))?.every(isSeen) !== false) {
      body.setRegister(id, 'merged', undefined);
      continue;
    }
    // What is new or was moved goes out from between them; else it is they that were left behind.
    const others = lines.filter(
      (line) => !own.includes(line) && (moved?.has(line) || !known.has(line)),
    );
    arrangeList(body, all, wanted, others.length > 0 ? new Set(others) : unseen);
  }
}

/**
 * Makes cells one, or single ones, as in `now`. Their texts stay as they are.
 *
 * @returns the names of all cells concerned
 */
function rewriteMerged(
  body: Body,
  old: TableContent,
  now: TableContent,
  gone: ReadonlySet<string>,
): ReadonlySet<string> {
  const concerned = new Set<string>();
  if (!old.merged && !now.merged) return concerned;
  const note = (one: MergedCells, { rows, columns }: TableContent) => {
    for (const name of spansOf([one], rows, columns).keys()) concerned.add(name);
  };
  // What became of those that were there, by what went of the table alone.
  const stays = new Map<string, MergedCells>();
  for (const one of old.merged ?? []) {
    const left = mergedOf(one.id, linesLeft(one, old.rows, old.columns, gone));
    if (left) stays.set(one.id, left);
  }
  const wanted = new Map((now.merged ?? []).map((one) => [one.id, one]));
  for (const one of old.merged ?? []) {
    if (!stays.has(one.id) || wanted.has(one.id)) continue;
    note(one, old);
    splitCells(body, one.id);
  }
  for (const [id, one] of wanted) {
    const left = stays.get(id);
    if (left && isSamePlace(left.from, one.from) && isSamePlace(left.to, one.to)) continue;
    note(one, now);
    mergeCells(body, one);
  }
  return concerned;
}

function tableNow(body: Body, id: string): TableContent | undefined {
  const shown = body.shown[body.shownIndex(id)];
  return shown && body.read(shown).table;
}

function sameCell(a: TableContent, b: TableContent, name: string): boolean {
  const [one, other] = [a, b].map(({ rows, columns }) => {
    const row = rows.find(({ id }) => name.startsWith(`${id}${CELL_SEPARATOR}`));
    const at = columns.findIndex(({ id }) => row && name === cellId(row.id, id));
    return row?.cells[at] ?? [];
  });
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function isSamePlace(a: MergedCells['from'], b: MergedCells['from']): boolean {
  return a.row === b.row && a.column === b.column;
}

function commonOrder(
  old: readonly string[],
  now: readonly string[],
  moved: ReadonlySet<string> = new Set(),
): Set<string> {
  if (old.every((id, index) => id === now[index])) return new Set(old);
  return longestCommonOrder(old, now, moved);
}

interface Part {
  head: EditedBlock | null;
  rest: EditedBlock[];
}

/** Cuts blocks at those that stay; blocks that moved away or here are left out. */
function partsAt(
  blocks: readonly EditedBlock[],
  staying: ReadonlySet<string>,
  kept: readonly string[],
): Part[] {
  const moved = new Set(kept.filter((id) => !staying.has(id)));
  const parts: Part[] = [{ head: null, rest: [] }];
  for (const block of blocks) {
    if (staying.has(block.id)) parts.push({ head: block, rest: [] });
    else if (!moved.has(block.id)) parts[parts.length - 1]!.rest.push(block);
  }
  return parts;
}

/**
 * Turns the text of `old` into that of `now`. Where both begin with the same block its marker is no
 * part of the comparison; else `context` is the shown block before them (null: none).
 */
function rewriteText(
  body: Body,
  context: string | null,
  old: readonly EditedBlock[],
  now: readonly EditedBlock[],
  { changedAt, above, kept, renamed }: TextOptions,
): void {
  const sameHead = old[0] !== undefined && old[0].id === now[0]?.id;
  const oldTokens = tokensOf(old, sameHead);
  const newTokens = tokensOf(now, sameHead);
  const stayed = kept ? stayedTokens(old, now, oldTokens, newTokens, sameHead, kept) : null;
  const hunks = compareTokens(oldTokens, newTokens, stayed, sameHead ? changedAt : undefined);
  // Hunks are worked off from the end, so that offsets before them stay true.
  for (let index = hunks.length - 1; index >= 0; index--) {
    applyHunk(body, context, sameHead, oldTokens, newTokens, hunks[index]!, above, renamed);
  }
  formatStayed(body, old, now, hunks, oldTokens, newTokens, sameHead);
}

/**
 * Replaces the old tokens of one hunk by the new ones: first what comes in, then what goes. But text
 * before a table goes first, since what stands behind that stands in its last cell.
 */
function applyHunk(
  body: Body,
  context: string | null,
  sameHead: boolean,
  old: readonly Token[],
  now: readonly Token[],
  hunk: Hunk,
  above?: ReadonlyMap<string, string>,
  renamed = new Map<string, string>(),
): void {
  let { id, offset } = placeOf(body, context, sameHead, old, hunk.oldFrom);
  let going = hunk.oldFrom;
  while (going < hunk.oldTo && old[going]!.kind !== 'marker') going++;
  const length = going - hunk.oldFrom;
  const endsInTable = now.slice(hunk.newFrom, hunk.newTo).findLast(isMarker)?.block.table;
  if (endsInTable && id !== null && length > 0) deleteText(body, id, offset, length);
  for (let at = hunk.newFrom; at < hunk.newTo; ) {
    const token = now[at]!;
    if (token.kind === 'marker') {
      const { block } = token;
      const blocks = id === null ? [] : newBlocks(now, at, hunk.newTo);
      if (id !== null && blocks.length > 1) {
        // One split after another would read the document once for each of them.
        splitInto(body, id, offset, blocks);
        const last = blocks[blocks.length - 1]!;
        id = last.id;
        offset = lengthOf(last.content);
        break;
      }
      if (id === null) insertAbove(body, firstMarker(body, renamed), block.shape, block.id);
      else split(body, id, offset, block.shape, block.id, above?.get(block.id));
      if (block.table) fillTable(body, block.id, block.table);
      id = block.id;
      offset = 0;
      at++;
      continue;
    }
    if (id === null) throw new Error('Text needs a block to stand in.');
    const segment = body.segment(id);
    const plain = segment !== undefined && PLAIN_TYPES.has(body.typeOf(segment));
    // Code takes no formatting along from the block before it.
    const marks = plain ? (offset === 0 ? NO_MARKS : undefined) : token.marks;
    if (token.kind === 'object') {
      insert(body, id, offset, token.value, marks);
      offset++;
      at++;
      continue;
    }
    let text = '';
    for (; at < hunk.newTo; at++) {
      const next = now[at]!;
      if (next.kind !== 'character' || !sameMarks(next.marks, token.marks)) break;
      text += next.value;
    }
    insert(body, id, offset, text, marks);
    offset += text.length;
  }

  if (!endsInTable && id !== null && length > 0) deleteText(body, id, offset, length);
  const gone: string[] = [];
  let at = going;
  while (at < hunk.oldTo) {
    const { block } = old[at] as Token & { kind: 'marker' };
    const name = renamed.get(block.id) ?? block.id;
    const textFrom = ++at;
    while (at < hunk.oldTo && old[at]!.kind !== 'marker') at++;
    const keepsText = at === hunk.oldTo && at < old.length && old[at]!.kind !== 'marker';
    if (!keepsText) {
      gone.push(name);
      continue;
    }
    deleteText(body, name, 0, at - textFrom);
    deleteBlocks(body, gone);
    gone.length = 0;
    if (id === null) throw new Error('Text needs a block to stand in.');
    join(body, name, id);
  }
  deleteBlocks(body, gone);
}

function isMarker(token: Token): token is Token & { kind: 'marker' } {
  return token.kind === 'marker';
}

/** The blocks whose markers stand from one token up to another, with what of their text does. */
function newBlocks(tokens: readonly Token[], from: number, to: number): Block[] {
  const blocks: Block[] = [];
  for (let at = from; at < to; at++) {
    const token = tokens[at]!;
    if (token.kind === 'marker') {
      const { id, shape, table } = token.block;
      blocks.push({ id, ...shape, content: [], ...(table ? { table } : {}) });
      continue;
    }
    const { content, type } = blocks[blocks.length - 1]!;
    const marks = PLAIN_TYPES.has(type) ? NO_MARKS : token.marks;
    const last = content[content.length - 1];
    if (token.kind === 'object') content.push({ embed: token.value, marks });
    else if (last && 'text' in last && sameMarks(last.marks, marks)) last.text += token.value;
    else content.push({ text: token.value, marks });
  }
  return blocks;
}

function lengthOf(content: readonly Inline[]): number {
  return content.reduce((sum, run) => sum + ('text' in run ? run.text.length : 1), 0);
}

/** The block and offset at which an old token stands. */
function placeOf(
  body: Body,
  context: string | null,
  sameHead: boolean,
  old: readonly Token[],
  at: number,
): { id: string | null; offset: number } {
  for (let index = at - 1; index >= 0; index--) {
    const token = old[index]!;
    if (token.kind === 'marker') return { id: token.block.id, offset: at - index - 1 };
  }
  if (sameHead || context === null) return { id: context, offset: at };
  return { id: context, offset: body.lengthOf(context) };
}

/** Text before all markers gets one: whatever comes above it would take it in. */
function firstMarker(body: Body, renamed: Map<string, string>): string | null {
  if (body.shown[0]?.segment.shownLength && body.shown[0].id === '')
    renamed.set('', withMarker(body, ''));
  const first = body.shown[0];
  return first && !first.markerless ? first.id : null;
}

/** Formats what stayed but reads differently now. */
function formatStayed(
  body: Body,
  old: readonly EditedBlock[],
  now: readonly EditedBlock[],
  hunks: readonly Hunk[],
  oldTokens: readonly Token[],
  newTokens: readonly Token[],
  sameHead: boolean,
): void {
  const plain = new Set(
    [...old, ...now].filter((block) => PLAIN_TYPES.has(block.shape.type)).map((block) => block.id),
  );
  const fresh = new Map<string, [string, unknown]>();
  let id = sameHead ? now[0]!.id : '';
  let oldId = sameHead ? old[0]!.id : '';
  let offset = 0;
  let hunkIndex = 0;
  let oldAt = 0;
  let pending: { id: string; offset: number; length: number; marks: Marks } | null = null;
  const flush = () => {
    if (pending) format(body, pending.id, pending.offset, pending.length, pending.marks, fresh);
    pending = null;
  };
  for (let at = 0; at < newTokens.length; at++) {
    let hunk = hunks[hunkIndex];
    while (hunk && at >= hunk.newTo && oldAt === hunk.oldFrom) {
      for (; oldAt < hunk.oldTo; oldAt++) {
        const skipped = oldTokens[oldAt]!;
        if (skipped.kind === 'marker') oldId = skipped.block.id;
      }
      hunk = hunks[++hunkIndex];
    }
    const inHunk = hunk !== undefined && at >= hunk.newFrom;
    const token = newTokens[at]!;
    const before = inHunk ? null : oldTokens[oldAt++]!;
    if (before?.kind === 'marker') oldId = before.block.id;
    if (token.kind === 'marker') {
      flush();
      id = token.block.id;
      offset = 0;
      continue;
    }
    if (before?.kind === 'object' && token.kind === 'object') {
      const { value } = token;
      if (typeof value.id === 'string' && JSON.stringify(before.value) !== JSON.stringify(value))
        setObject(body, value as InlineObject & { id: string });
    }
    const differs =
      before !== null &&
      before.kind !== 'marker' &&
      !plain.has(id) &&
      !plain.has(oldId) &&
      !sameMarks(before.marks, token.marks);
    if (!differs) flush();
    else if (pending && sameMarks((pending as { marks: Marks }).marks, token.marks))
      (pending as { length: number }).length++;
    else {
      flush();
      pending = { id, offset, length: 1, marks: token.marks };
    }
    offset++;
  }
  flush();
}

function sameShape(a: BlockShape, b: BlockShape): boolean {
  const same = (name: AttributeName) =>
    a[name] === b[name] || (isDefault(name, a[name]) && isDefault(name, b[name]));
  return a.type === b.type && ATTRIBUTE_NAMES.every(same);
}
