/**
 * From what blocks were and what they have become to the operations that say so.
 *
 * Invariant: afterwards the shown blocks read as `after`, and everything that stayed (marks by
 * their id, characters by the smallest difference) is the same piece of the Y.Doc as before. A few
 * characters that are the same by chance did not stay.
 */
import type { Body } from './body.ts';
import { NO_MARKS, sameMarks } from './marks.ts';
import {
  arrange,
  arrangeLines,
  type BlockShape,
  deleteBlocks,
  deleteLines,
  deleteText,
  fillTable,
  format,
  insert,
  insertAbove,
  insertLine,
  isDefault,
  join,
  longestCommonOrder,
  setColumn,
  setObject,
  setShape,
  split,
  splitInto,
  withMark,
} from './operations.ts';
import {
  ATTRIBUTE_NAMES,
  type AttributeName,
  type Block,
  cellId,
  type Inline,
  type InlineObject,
  type Marks,
  OBJECT_TYPES,
  PLAIN_TYPES,
  type TableContent,
} from './schema.ts';

/** A block as an editor holds it. */
export interface EditedBlock {
  id: string;
  shape: BlockShape;
  content: Inline[];
  /** Of a table; rows and columns have their ids. */
  table?: TableContent;
}

export interface RewriteOptions {
  /** Blocks, rows and columns a person moved; without it as few as possible count as moved. */
  moved?: ReadonlySet<string>;
  /**
   * Where in the text of the first changed block (or the one changed cell) the change began, in
   * shown positions: tells which of two equal characters is the new one.
   */
  changedAt?: number;
  /** New empty blocks that were put in above a block (by id), not below the one before. */
  above?: ReadonlyMap<string, string>;
  /** Whether the character at an offset of a block before is known to have stayed. */
  hasStayed?: HasStayed;
}

export type HasStayed = (blockId: string, offset: number) => boolean;

type Undefinable<Options> = { [Name in keyof Options]?: Options[Name] | undefined };

/** A block mark, a character or an object. */
type Token =
  | { kind: 'mark'; block: EditedBlock }
  | { kind: 'character'; value: string; marks: Marks }
  | { kind: 'object'; value: InlineObject; marks: Marks };

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
  const { hasStayed } = options;

  // A moved block is compared with itself; the others in the order they kept.
  for (const id of keptNew)
    if (!staying.has(id))
      rewriteText(body, id, [oldById.get(id)!], [newById.get(id)!], { hasStayed });
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
    rewriteText(body, context, oldBlocks, newBlocks, { changedAt, above, hasStayed });
  }

  const renamed = new Map<string, string>();
  for (const block of after) {
    const old = oldById.get(block.id);
    if (old?.table && block.table) rewriteTable(body, block.id, old.table, block.table, options);
    if (!old) continue;
    let { id } = block;
    if (!sameShape(old.shape, block.shape)) id = setShape(body, id, block.shape);
    // Only what has a mark can be moved.
    else if (options.moved?.has(id)) id = withMark(body, id, block.shape);
    if (id !== block.id) renamed.set(block.id, id);
  }
  const sameBlocks =
    before.length === after.length && before.every((block, index) => block.id === after[index]!.id);
  if (sameBlocks && renamed.size === 0) return;
  const ids = shownBefore.map((shown) => shown.id);
  ids.splice(start, before.length, ...after.map((block) => renamed.get(block.id) ?? block.id));
  const moved = [...(options.moved ?? [])].map((id) => renamed.get(id) ?? id);
  arrange(body, ids, new Set(moved));
}

/** Turns one table into another: what cells say, then rows and columns that came, went or moved. */
function rewriteTable(
  body: Body,
  id: string,
  old: TableContent,
  now: TableContent,
  { moved, changedAt, hasStayed }: RewriteOptions,
): void {
  const gone = new Set<string>();
  for (const kind of ['column', 'row'] as const) {
    const lines = kind === 'row' ? now.rows : now.columns;
    const before = new Set((kind === 'row' ? old.rows : old.columns).map((line) => line.id));
    const after = new Set(lines.map((line) => line.id));
    for (const line of before) if (!after.has(line)) gone.add(line);
    lines.forEach((line, index) => {
      if (!before.has(line.id)) insertLine(body, id, kind, lines[index - 1]?.id ?? null, line);
    });
  }
  const changed: { cell: string; from: Inline[]; to: Inline[] }[] = [];
  for (const row of now.rows) {
    const oldRow = old.rows.find((other) => other.id === row.id);
    now.columns.forEach((column, index) => {
      const oldIndex = old.columns.findIndex((other) => other.id === column.id);
      const from = oldRow?.cells[oldIndex] ?? [];
      const to = row.cells[index] ?? [];
      if (from !== to) changed.push({ cell: cellId(row.id, column.id), from, to });
    });
  }
  for (const { cell, from, to } of changed) {
    const edited = (content: Inline[]) => ({ id: cell, shape: { type: 'cell' }, content });
    const at = changed.length === 1 ? changedAt : undefined;
    rewriteText(body, cell, [edited(from)], [edited(to)], { changedAt: at, hasStayed });
  }
  for (const { id: column, width, align } of now.columns) setColumn(body, column, width, align);
  if (gone.size > 0) deleteLines(body, id, gone);
  arrangeLines(
    body,
    id,
    'column',
    now.columns.map((column) => column.id),
    moved,
  );
  arrangeLines(
    body,
    id,
    'row',
    now.rows.map((row) => row.id),
    moved,
  );
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
 * Turns the text of `old` into that of `now`. Where both begin with the same block its mark is no
 * part of the comparison; else `context` is the shown block before them (null: none).
 */
function rewriteText(
  body: Body,
  context: string | null,
  old: readonly EditedBlock[],
  now: readonly EditedBlock[],
  { changedAt, above, hasStayed }: Undefinable<Omit<RewriteOptions, 'moved'>>,
): void {
  const sameHead = old[0] !== undefined && old[0].id === now[0]?.id;
  const oldTokens = tokensOf(old, sameHead);
  const newTokens = tokensOf(now, sameHead);
  const stayed = (index: number): boolean => {
    let first = index;
    while (first > 0 && oldTokens[first - 1]!.kind !== 'mark') first--;
    const mark = oldTokens[first - 1];
    const block = mark?.kind === 'mark' ? mark.block : old[0]!;
    return hasStayed?.(block.id, index - first) ?? false;
  };
  const gaps = compare(oldTokens, newTokens, stayed, sameHead ? changedAt : undefined);
  // Gaps are worked off from the end, so that offsets before them stay true.
  for (let index = gaps.length - 1; index >= 0; index--) {
    applyGap(body, context, sameHead, oldTokens, newTokens, gaps[index]!, above);
  }
  applyMarks(body, old, now, gaps, oldTokens, newTokens, sameHead);
}

function tokensOf(blocks: readonly EditedBlock[], withoutFirstMark: boolean): Token[] {
  const tokens: Token[] = [];
  blocks.forEach((block, index) => {
    if (index > 0 || !withoutFirstMark) tokens.push({ kind: 'mark', block });
    if (OBJECT_TYPES.has(block.shape.type)) return;
    for (const run of block.content) {
      const marks = run.marks ?? NO_MARKS;
      if ('embed' in run) tokens.push({ kind: 'object', value: run.embed, marks });
      else
        for (let at = 0; at < run.text.length; at++)
          tokens.push({ kind: 'character', value: run.text[at]!, marks });
    }
  });
  return tokens;
}

/** A stretch that differs: old tokens [oldFrom, oldTo) became new tokens [newFrom, newTo). */
interface Gap {
  oldFrom: number;
  oldTo: number;
  newFrom: number;
  newTo: number;
}

function sameToken(a: Token, b: Token): boolean {
  if (a.kind === 'mark' || b.kind === 'mark')
    return a.kind === 'mark' && b.kind === 'mark' && a.block.id === b.block.id;
  if (a.kind === 'object' || b.kind === 'object')
    return a.kind === b.kind && sameObject(a.value as InlineObject, b.value as InlineObject);
  return a.value === b.value;
}

/** Whether it is the same object; one with an id is, whatever it says. */
function sameObject(a: InlineObject, b: InlineObject): boolean {
  if (typeof a.id === 'string' || typeof b.id === 'string') return a.id === b.id;
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether the old character with that index is known to have stayed. */
type Stayed = (index: number) => boolean;

/** The stretches in which two token lists differ, first to last; none begins or ends in a pair. */
function compare(
  old: readonly Token[],
  now: readonly Token[],
  stayed: Stayed,
  limit?: number,
): Gap[] {
  const gaps: Gap[] = [];
  for (const gap of compareUnits(old, now, stayed, limit)) {
    if (isHalf(HIGH, old[gap.oldFrom - 1])) {
      gap.oldFrom--;
      gap.newFrom--;
    }
    if (isHalf(LOW, old[gap.oldTo])) {
      gap.oldTo++;
      gap.newTo++;
    }
    const last = gaps.at(-1);
    if (last && gap.oldFrom <= last.oldTo) {
      last.oldTo = gap.oldTo;
      last.newTo = gap.newTo;
    } else gaps.push(gap);
  }
  return gaps;
}

/**
 * Characters beyond the first 65,536 are pairs of units, and Yjs ruins both where one is taken away
 * or something is put between them.
 */
const HIGH = /^[\ud800-\udbff]$/;
const LOW = /^[\udc00-\udfff]$/;

function isHalf(half: RegExp, token: Token | undefined): boolean {
  return token?.kind === 'character' && half.test(token.value);
}

function compareUnits(
  old: readonly Token[],
  now: readonly Token[],
  stayed: Stayed,
  limit?: number,
): Gap[] {
  let prefix = 0;
  const most = Math.min(old.length, now.length, limit ?? Number.POSITIVE_INFINITY);
  while (prefix < most && sameToken(old[prefix]!, now[prefix]!)) prefix++;
  let suffix = 0;
  const rest = Math.min(old.length, now.length) - prefix;
  while (suffix < rest && sameToken(old[old.length - 1 - suffix]!, now[now.length - 1 - suffix]!))
    suffix++;
  const oldTo = old.length - suffix;
  const newTo = now.length - suffix;
  if (prefix === oldTo && prefix === newTo) return [];
  if (prefix === oldTo || prefix === newTo)
    return [{ oldFrom: prefix, oldTo, newFrom: prefix, newTo }];
  return mergeGaps(shortestEdit(old, now, prefix, oldTo, newTo), old, stayed);
}

/** Differences beyond this many tokens are taken as one replacement. */
const MAX_EDITS = 400;
/** Characters kept between two differences that are too few to be more than chance. */
const MIN_KEPT = 4;

/** Myers' greedy algorithm (1986) over old [from, oldTo) and new [from, newTo). */
function shortestEdit(
  old: readonly Token[],
  now: readonly Token[],
  from: number,
  oldTo: number,
  newTo: number,
): Gap[] {
  const n = oldTo - from;
  const m = newTo - from;
  const most = Math.min(n + m, MAX_EDITS);
  const zero = most + 1;
  const reach = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    trace.push(reach.slice());
    for (let k = -edits; k <= edits; k += 2) {
      let x = isInsertion(reach, zero, k, edits) ? reach[zero + k + 1]! : reach[zero + k - 1]! + 1;
      let y = x - k;
      while (x < n && y < m && sameToken(old[from + x]!, now[from + y]!)) {
        x++;
        y++;
      }
      reach[zero + k] = x;
      if (x >= n && y >= m) return traceBack(trace, zero, n, m, from);
    }
  }
  return [{ oldFrom: from, oldTo, newFrom: from, newTo }];
}

function isInsertion(reach: Int32Array, zero: number, k: number, edits: number): boolean {
  return k === -edits || (k !== edits && reach[zero + k - 1]! < reach[zero + k + 1]!);
}

/** Single insertions and deletions, first to last. */
function traceBack(
  trace: readonly Int32Array[],
  zero: number,
  n: number,
  m: number,
  from: number,
): Gap[] {
  const gaps: Gap[] = [];
  let x = n;
  let y = m;
  for (let edits = trace.length - 1; edits > 0; edits--) {
    const reach = trace[edits]!;
    const insertion = isInsertion(reach, zero, x - y, edits);
    const k = insertion ? x - y + 1 : x - y - 1;
    x = reach[zero + k]!;
    y = x - k;
    gaps.push({
      oldFrom: from + x,
      oldTo: from + x + (insertion ? 0 : 1),
      newFrom: from + y,
      newTo: from + y + (insertion ? 1 : 0),
    });
  }
  return gaps.reverse();
}

/** Joins differences that touch, or that only a few chance characters keep apart. */
function mergeGaps(gaps: readonly Gap[], old: readonly Token[], stayed: Stayed): Gap[] {
  const isChance = (from: number, to: number): boolean => {
    if (to - from >= MIN_KEPT) return false;
    const between = Array.from({ length: to - from }, (_, index) => from + index);
    return between.every((at) => old[at]!.kind === 'character') && !between.every(stayed);
  };
  const merged: Gap[] = [];
  for (const gap of gaps) {
    const last = merged[merged.length - 1];
    if (last && (last.oldTo === gap.oldFrom || isChance(last.oldTo, gap.oldFrom))) {
      last.oldTo = gap.oldTo;
      last.newTo = gap.newTo;
    } else merged.push({ ...gap });
  }
  return merged;
}

/** Replaces the old tokens of one gap by the new ones: first what comes in, then what goes. */
function applyGap(
  body: Body,
  context: string | null,
  sameHead: boolean,
  old: readonly Token[],
  now: readonly Token[],
  gap: Gap,
  above?: ReadonlyMap<string, string>,
): void {
  let { id, offset } = placeOf(body, context, sameHead, old, gap.oldFrom);
  for (let at = gap.newFrom; at < gap.newTo; ) {
    const token = now[at]!;
    if (token.kind === 'mark') {
      const { block } = token;
      const blocks = id === null ? [] : newBlocks(now, at, gap.newTo);
      if (id !== null && blocks.length > 1) {
        // One split after another would read the document once for each of them.
        splitInto(body, id, offset, blocks);
        const last = blocks[blocks.length - 1]!;
        id = last.id;
        offset = lengthOf(last.content);
        break;
      }
      if (id === null) insertAbove(body, firstMark(body), block.shape, block.id);
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
    for (; at < gap.newTo; at++) {
      const next = now[at]!;
      if (next.kind !== 'character' || !sameMarks(next.marks, token.marks)) break;
      text += next.value;
    }
    insert(body, id, offset, text, marks);
    offset += text.length;
  }

  let at = gap.oldFrom;
  while (at < gap.oldTo && old[at]!.kind !== 'mark') at++;
  if (at > gap.oldFrom && id !== null) deleteText(body, id, offset, at - gap.oldFrom);
  const gone: string[] = [];
  while (at < gap.oldTo) {
    const { block } = old[at] as Token & { kind: 'mark' };
    const textFrom = ++at;
    while (at < gap.oldTo && old[at]!.kind !== 'mark') at++;
    const keepsText = at === gap.oldTo && at < old.length && old[at]!.kind !== 'mark';
    if (!keepsText) {
      gone.push(block.id);
      continue;
    }
    deleteText(body, block.id, 0, at - textFrom);
    deleteBlocks(body, gone);
    gone.length = 0;
    if (id === null) throw new Error('Text needs a block to stand in.');
    join(body, block.id, id);
  }
  deleteBlocks(body, gone);
}

/** The blocks whose marks stand from one token up to another, with what of their text does. */
function newBlocks(tokens: readonly Token[], from: number, to: number): Block[] {
  const blocks: Block[] = [];
  for (let at = from; at < to; at++) {
    const token = tokens[at]!;
    if (token.kind === 'mark') {
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
    if (token.kind === 'mark') return { id: token.block.id, offset: at - index - 1 };
  }
  if (sameHead || context === null) return { id: context, offset: at };
  return { id: context, offset: body.lengthOf(context) };
}

function firstMark(body: Body): string | null {
  const first = body.shown[0];
  return first && !first.markless ? first.id : null;
}

/** Formats what stayed but reads differently now. */
function applyMarks(
  body: Body,
  old: readonly EditedBlock[],
  now: readonly EditedBlock[],
  gaps: readonly Gap[],
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
  let gapIndex = 0;
  let oldAt = 0;
  let pending: { id: string; offset: number; length: number; marks: Marks } | null = null;
  const flush = () => {
    if (pending) format(body, pending.id, pending.offset, pending.length, pending.marks, fresh);
    pending = null;
  };
  for (let at = 0; at < newTokens.length; at++) {
    let gap = gaps[gapIndex];
    while (gap && at >= gap.newTo && oldAt === gap.oldFrom) {
      for (; oldAt < gap.oldTo; oldAt++) {
        const skipped = oldTokens[oldAt]!;
        if (skipped.kind === 'mark') oldId = skipped.block.id;
      }
      gap = gaps[++gapIndex];
    }
    const inGap = gap !== undefined && at >= gap.newFrom;
    const token = newTokens[at]!;
    const before = inGap ? null : oldTokens[oldAt++]!;
    if (before?.kind === 'mark') oldId = before.block.id;
    if (token.kind === 'mark') {
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
      before.kind !== 'mark' &&
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
