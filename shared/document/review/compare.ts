/**
 * What people did between two states of one document.
 *
 * Characters keep their ids, so nothing is guessed: what is in both was not touched, wherever it
 * stands now. What differs is said once, as typed, deleted, split, joined, moved and so on, with
 * the ids that make it up.
 *
 * Invariant: doing what `changes` says to what `before` reads gives what `after` reads; taking back
 * `changes` and `unseen` in `after` gives what `before` read. Neither document is changed.
 */
import * as Y from 'yjs';
import { OWN_IDS } from '../client-ranks.ts';
import { addRange, type ClockRanges, type ItemId, removeRange } from '../clock-ranges.ts';
import { type Attributes, readMarks, sameAttributes, sameMarks, sameValue } from '../marks.ts';
import type { BlockShape } from '../operations/block-shape.ts';
import { ATTRIBUTE_NAMES, type Inline, MARK_NAMES, ROOT, type TableColumn } from '../schema.ts';
import type { Segment } from '../segment.ts';
import type { ShownBlock } from '../shown-blocks.ts';
import type { TableLine } from '../table.ts';
import type { Register } from '../taking-back.ts';
import { readTitle } from '../text.ts';
import type {
  Became,
  Carried,
  Change,
  Comparison,
  MarkChanges,
  Passage,
  Placed,
  What,
  Where,
} from './changes.ts';
import { type Fate, type Part, type Parts, partsOf, type Stretch } from './parts.ts';
import { changedRegisters } from './registers.ts';
import { Sheet, type SheetText } from './sheet.ts';
import { staying } from './staying.ts';

type Setting = Extract<What, { kind: 'turned' | 'nested' | 'checked' | 'attribute' }>;
type Formatting = Change & { kind: 'formatted' | 'unformatted' };
/** Weighs more than all blocks of a document that were moved. */
const UNMOVED = 2 ** 20;
/** Where a change is in `after`: block, text in it (-1: the block itself), position. */
type Order = readonly [block: number, text: number, position: number];
/** Behind all that a block holds. */
const END = Number.MAX_SAFE_INTEGER;

/**
 * What people did between two states of a document, of which `after` knows all that `before` does.
 *
 * @param before a document, or an update that has all of it
 */
export function compare(before: Y.Doc | Uint8Array, after: Y.Doc | Uint8Array): Comparison {
  return new Comparing(new Sheet(docOf(before)), new Sheet(docOf(after))).run();
}

function docOf(state: Y.Doc | Uint8Array): Y.Doc {
  if (state instanceof Y.Doc) return state;
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  return doc;
}

class Comparing {
  readonly #was: Sheet;
  readonly #is: Sheet;
  readonly #parts: Parts;
  readonly #registers: Map<string, Register>;
  readonly #found: { change: Change; order: Order }[] = [];
  readonly #renamed = new Map<string, string>();
  readonly #nameBefore = new Map<string, string>();
  /** To which change the marker (`id:`) or a register of a block, row, column or object belongs. */
  readonly #owners = new Map<string, Change>();
  /** Of blocks, rows and columns that are new or gone: to which change all that is theirs belongs. */
  readonly #come = new Map<string, Change>();
  readonly #gone = new Map<string, Change>();
  /** The same for text of theirs, by the device whose text it has to be. */
  readonly #writer = new Map<Change, number | null>();
  /** To which change the breaks between texts belong of cells that became one, or single ones. */
  readonly #mergedInto = new Map<string, Change>();
  readonly #splitFrom = new Map<string, Change>();
  /** What was set last, by its name. */
  readonly #settings = new Map<string, { change: Change; index: number; key: string }>();
  /** Formatting that went up to the end of a text. */
  #formatting: { change: Formatting; key: string; block: number } | null = null;
  readonly #unseen = change({ kind: 'unseen' });
  /** Where blocks stand in `before`, by their names in `after`. */
  readonly #indexBefore: ReadonlyMap<string, number>;
  readonly #placed = new Map<string, boolean>();
  readonly #tableTexts = new Map<string, number>();

  constructor(was: Sheet, is: Sheet) {
    this.#was = was;
    this.#is = is;
    this.#parts = partsOf(was, is);
    this.#registers = changedRegisters(was.doc, is.doc);
    const indexBefore = new Map<string, number>();
    was.blocks.forEach(({ id }, index) => {
      indexBefore.set(id, index);
    });
    this.#rename(indexBefore);
    for (const [old, name] of this.#renamed) {
      indexBefore.set(name, indexBefore.get(old)!);
      indexBefore.delete(old);
    }
    this.#indexBefore = indexBefore;
  }

  run(): Comparison {
    this.#compareTitle();
    this.#findGone();
    this.#findCome();
    this.#findMoved();
    this.#compareShapes();
    this.#is.blocks.forEach((block, index) => {
      if (block.table) this.#compareTable(block, index);
    });
    for (const [text, parts] of this.#parts.parts) this.#compareText(text, parts);
    for (const [text, fates] of this.#parts.fates) this.#findDeleted(text, fates);
    this.#joinAcross();
    this.#assignMarkers();
    this.#assignRegisters();
    const changes = this.#found
      .sort((a, b) => a.order[0] - b.order[0] || a.order[1] - b.order[1] || a.order[2] - b.order[2])
      .map((found) => found.change);
    for (const made of changes) made.clients = [...new Set(made.clients)].sort((a, b) => a - b);
    return {
      changes,
      unseen: isNothing(this.#unseen) ? [] : [this.#unseen],
      renamed: [...this.#renamed],
    };
  }

  #add<Kind extends What>(what: Kind, order: Order, where: Where | null): Change & Kind {
    const made = change(what);
    made.where = where;
    this.#found.push({ change: made, order });
    return made;
  }

  #where(text: SheetText, from: number, to: number): Where {
    const anchor = (offset: number) => {
      const id = this.#is.idBefore(text, offset) ?? this.#headOf(text);
      return { tname: ROOT.body, ...(id ? { item: id } : {}), assoc: -1, ...columnOf(text) };
    };
    return { text: text.id, from, to, start: anchor(from), end: anchor(to) };
  }

  /** What a text stands behind: the marker that opens it; of a cell without one, that of its row. */
  #headOf(text: SheetText): ItemId | null {
    const head = text.parts[0] ?? this.#is.body.segment(text.id.split('/', 1)[0]!);
    return head?.item ? idOf(head.item) : null;
  }

  #whereBlock(index: number): Where | null {
    const block = this.#is.blocks[index];
    if (!block) return null;
    const text = this.#is.texts.get(block.id);
    return this.#where(text ?? emptyText(block.id, index, block.parts), 0, text?.length ?? 0);
  }

  /** Right behind all that a block holds; at the very beginning where there is none. */
  #whereBehind(index: number): Where | null {
    const where = this.#whereBlock(Math.max(index, 0));
    if (!where) return null;
    if (index < 0) return { ...where, to: where.from, end: where.start };
    return { ...where, from: where.to, start: where.end };
  }

  /* Blocks */

  /** Blocks whose text another marker opens now, as it did before: the same to whoever reads them. */
  #rename(indexBefore: ReadonlyMap<string, number>): void {
    const { was, is } = { was: this.#was, is: this.#is };
    const isBlock = (sheet: Sheet, text: SheetText) => sheet.blocks[text.block]?.id === text.id;
    for (const [text, parts] of this.#parts.parts) {
      if (indexBefore.has(text.id) || !isBlock(is, text)) continue;
      const first = parts.find(({ old }) => old !== null);
      const old = first?.old?.text;
      if (!old || this.#indexNow(old.id) >= 0 || !isBlock(was, old)) continue;
      const fates = this.#parts.fates.get(old)!;
      if (fates.find(({ now }) => now !== null)?.now !== first) continue;
      this.#renamed.set(old.id, text.id);
      this.#nameBefore.set(text.id, old.id);
    }
  }

  #nameNow(id: string): string {
    return this.#renamed.get(id) ?? id;
  }

  #indexNow(id: string): number {
    const shown = this.#is.body.shownIndex(this.#nameNow(id));
    if (shown < 0) return -1;
    // The line where there is nothing at all is left out.
    return this.#is.blocks[shown]?.id === this.#nameNow(id) ? shown : -1;
  }

  #findGone(): void {
    let last = -1;
    let group: {
      change: Change & { kind: 'removed' };
      index: number;
      device: number | null;
    } | null = null;
    this.#was.blocks.forEach((block, index) => {
      const now = this.#indexNow(block.id);
      if (now >= 0) {
        last = now;
        return;
      }
      const text = this.#was.texts.get(block.id);
      const survivor = text && this.#parts.fates.get(text)?.find((fate) => fate.now)?.now;
      const behind = this.#was.blocks[index - 1]?.id ?? null;
      if (survivor) {
        const { text: into, at } = survivor;
        const joined = this.#add(
          {
            kind: 'joined',
            block: { id: block.id, ...shapeOf(this.#was, block) },
            into: into.id,
          },
          [into.block, this.#textIndex(into), at],
          this.#where(into, at, at),
        );
        this.#gone.set(block.id, joined);
        this.#own(block, joined);
        return;
      }
      const device = this.#deviceOf(`${block.id}:deleted`);
      const placed = { is: this.#was.body.read(block), behind };
      if (group && group.index === index - 1 && group.device === device)
        group.change.blocks.push(placed);
      else
        group = {
          change: this.#add(
            { kind: 'removed', blocks: [placed] },
            [last, END, 0],
            this.#whereBehind(last),
          ),
          index,
          device,
        };
      group.index = index;
      this.#gone.set(block.id, group.change);
      this.#own(block, group.change);
      this.#ownLines(block, group.change, this.#gone);
    });
  }

  #findCome(): void {
    let group: { change: Change & { kind: 'added' }; index: number; device: number | null } | null =
      null;
    this.#is.blocks.forEach((block, index) => {
      if (this.#indexBefore.has(block.id)) return;
      const text = this.#is.texts.get(block.id);
      const parts = text && this.#parts.parts.get(text);
      const origin = parts?.find((part) => part.old)?.old;
      const behind = this.#is.blocks[index - 1]?.id ?? null;
      const where = this.#whereBlock(index);
      if (origin) {
        const split = this.#add(
          {
            kind: 'split',
            block: { is: { id: block.id, ...shapeOf(this.#is, block) }, behind },
            off: origin.text.id,
          },
          [index, -1, 0],
          where && { ...where, to: 0, end: where.start },
        );
        this.#come.set(block.id, split);
        this.#own(block, split);
        return;
      }
      const device = this.#markerDevice(block, parts);
      const placed = { is: this.#is.body.read(block), behind };
      if (group && group.index === index - 1 && group.device === device)
        group.change.blocks.push(placed);
      else
        group = {
          change: this.#add({ kind: 'added', blocks: [placed] }, [index, -1, 0], where),
          index,
          device,
        };
      group.index = index;
      if (group.change.where && where) {
        group.change.where.end = where.end;
        group.change.where.to = group.change.blocks.length === 1 ? where.to : group.change.where.to;
      }
      this.#writer.set(group.change, device);
      this.#come.set(block.id, group.change);
      this.#own(block, group.change);
      this.#ownLines(block, group.change, this.#come);
    });
  }

  /** Whose block it is: of who put the marker in, else of who wrote in it first. */
  #markerDevice({ segment }: ShownBlock, parts: readonly Part[] | undefined): number | null {
    const item = segment.item;
    if (item && !this.#hadMarker(segment)) return item.id.client % OWN_IDS;
    const first = parts?.find((part) => part.old === null);
    return first ? deviceOf(first) : null;
  }

  /** All that says something of a block of its own belongs to a change. */
  #own({ id, parts }: ShownBlock, owner: Change): void {
    this.#owners.set(`${id}:`, owner);
    for (const part of parts) {
      this.#owners.set(`${part.id}:place`, owner);
      this.#owners.set(`${part.id}:deleted`, owner);
    }
  }

  #ownLines({ table }: ShownBlock, owner: Change, lines: Map<string, Change>): void {
    for (const { id } of [...(table?.rows ?? []), ...(table?.columns ?? [])]) {
      lines.set(id, owner);
      this.#owners.set(`${id}:`, owner);
    }
  }

  #findMoved(): void {
    const kept = this.#is.blocks.flatMap((block, index) => {
      const before = this.#indexBefore.get(block.id);
      return before === undefined ? [] : [{ block, index, before }];
    });
    const stay = staying(
      kept.map(({ before }) => before),
      (index) => (this.#isPlaced(kept[index]!.block.segment) ? 1 : UNMOVED),
    );
    let group: {
      change: Change & { kind: 'moved' };
      index: number;
      before: number;
      device: number | null;
    } | null = null;
    kept.forEach(({ block, index, before }, nth) => {
      if (stay.has(nth)) return;
      const behind = this.#is.blocks[index - 1]?.id ?? null;
      const placed = { is: block.id, behind };
      const device = this.#deviceOf(`${block.id}:place`);
      if (
        group &&
        group.index === index - 1 &&
        group.before === before - 1 &&
        (group.device === device || device === null)
      )
        group.change.blocks.push(placed);
      else {
        const was = { behind: this.#was.blocks[before - 1]?.id ?? null };
        const what: What & { kind: 'moved' } = { kind: 'moved', blocks: [placed], was };
        group = {
          change: this.#add(what, [index, -1, 0], this.#whereBlock(index)),
          index,
          before,
          device,
        };
      }
      Object.assign(group, { index, before });
      for (const { id } of block.parts) this.#owners.set(`${id}:place`, group.change);
      const old = this.#nameBefore.get(block.id);
      if (old !== undefined) this.#owners.set(`${old}:place`, group.change);
    });
  }

  /** Whether somebody moved a block, or one that it was split off and hangs on. */
  #isPlaced(segment: Segment): boolean {
    const { body } = this.#is;
    const path: string[] = [];
    let isPlaced = false;
    for (let at: Segment | undefined = segment; at && !isPlaced; ) {
      const known = this.#placed.get(at.id);
      isPlaced = known ?? this.#registers.has(`${at.id}:place`);
      if (known !== undefined) break;
      // Those on the way count as not moved until that is known, so a circle ends.
      this.#placed.set(at.id, isPlaced);
      path.push(at.id);
      const from: string | null = body.originOf(at).from;
      at = from === null ? undefined : body.segment(from);
    }
    for (const id of path) this.#placed.set(id, isPlaced);
    return isPlaced;
  }

  #compareShapes(): void {
    const touched = new Set<string>();
    for (const key of this.#registers.keys()) touched.add(key.slice(0, key.lastIndexOf(':')));
    this.#is.blocks.forEach((block, index) => {
      const before = this.#indexBefore.get(block.id);
      if (before === undefined) return;
      const old = this.#was.blocks[before]!;
      const isRenewed = this.#nameBefore.has(block.id);
      const isSame = this.#isSameMarker(old.segment, block.segment);
      if (isSame && !isRenewed && !touched.has(block.id)) return;
      const [was, is] = [shapeOf(this.#was, old), shapeOf(this.#is, block)];
      const isTurned =
        was.type !== is.type || was.level !== is.level || (isRenewed && !sameValue(was, is));
      if (isTurned) {
        const set = this.#set({ kind: 'turned', blocks: [], isRenewed }, index, was, is);
        for (const name of ['', 'type', ...ATTRIBUTE_NAMES]) {
          if (isRenewed) this.#owners.set(`${old.id}:${name}`, set);
          if (isRenewed || (name !== '' && name !== 'depth'))
            this.#owners.set(`${block.id}:${name}`, set);
        }
        if (isRenewed) return;
      }
      for (const name of ATTRIBUTE_NAMES) {
        if (sameValue(was[name], is[name]) || (isTurned && name !== 'depth')) continue;
        const kind = name === 'depth' ? 'nested' : name === 'checked' ? 'checked' : 'attribute';
        const what: Setting = { kind, name, blocks: [] };
        const set = this.#set(what, index, was[name] ?? null, is[name] ?? null);
        this.#owners.set(`${block.id}:${name}`, set);
      }
    });
  }

  /** Something was set: together with the same of the block above, if the same device did that. */
  #set(what: Setting, index: number, was: unknown, is: unknown): Change {
    const { id } = this.#is.blocks[index]!;
    const name = 'name' in what ? what.name : 'type';
    const key = JSON.stringify([
      this.#deviceOf(`${id}:${name}`),
      what.kind === 'nested' ? Number(is) - Number(was) : is,
      what.kind === 'turned' && what.isRenewed ? id : '',
    ]);
    const last = this.#settings.get(`${what.kind}:${name}`);
    const isOne = last && last.index === index - 1 && last.key === key;
    const change = isOne ? last.change : this.#add(what, [index, -1, 0], this.#whereBlock(index));
    (change as { blocks: Became<unknown>[] } & Change).blocks.push({ block: id, was, is });
    this.#settings.set(`${what.kind}:${name}`, { change, index, key });
    return change;
  }

  /* Tables */

  #compareTable(block: ShownBlock, index: number): void {
    const before = this.#indexBefore.get(block.id);
    if (before === undefined) return;
    const old = this.#was.blocks[before]!.table;
    const now = block.table!;
    for (const kind of ['column', 'row'] as const) {
      const lines = kind === 'row' ? now.rows : now.columns;
      const linesBefore = (kind === 'row' ? old?.rows : old?.columns) ?? [];
      const where = () => this.#whereBlock(index);
      // Columns come before rows, and each where it stands.
      const first = kind === 'row' ? now.columns.length + 2 : 1;
      const order = (line: TableLine | null): Order => [
        index,
        -1,
        first + (line ? 1 + lines.indexOf(line) : 0),
      ];
      const isHere = new Set(lines.map(({ id }) => id));
      this.#eachGroup(
        linesBefore,
        (line) => !isHere.has(line.id),
        (line) => this.#deviceOf(`${line.id}:deleted`),
        (placed, group) => {
          const line = this.#lineAs(this.#was, kind, placed);
          if (group?.kind === `${kind} removed`) (group as { lines: unknown[] }).lines.push(line);
          const what = { kind: `${kind} removed`, table: block.id, lines: [line] } as What;
          const owner = group ?? this.#add(what, order(null), where());
          this.#gone.set(placed.is.id, owner);
          this.#owners.set(`${placed.is.id}:`, owner);
          return owner;
        },
      );
      const wasHere = new Map(linesBefore.map(({ id }, at) => [id, at]));
      this.#eachGroup(
        lines,
        (line) => !wasHere.has(line.id),
        (line) => {
          const item = line.segment?.item;
          return item && !this.#hadMarker(line.segment!) ? item.id.client % OWN_IDS : null;
        },
        (placed, group, device) => {
          const line = this.#lineAs(this.#is, kind, placed);
          if (group) (group as { lines: unknown[] } & Change).lines.push(line);
          const what = { kind: `${kind} added`, table: block.id, lines: [line] } as What;
          const owner = group ?? this.#add(what, order(placed.is), where());
          this.#writer.set(owner, device);
          this.#come.set(placed.is.id, owner);
          this.#owners.set(`${placed.is.id}:`, owner);
          return owner;
        },
      );
      const kept = lines.filter(({ id }) => wasHere.has(id));
      const stay = staying(
        kept.map(({ id }) => wasHere.get(id)!),
        (at) => (kept[at]!.segment && this.#isPlaced(kept[at]!.segment!) ? 1 : UNMOVED),
      );
      kept.forEach((line, at) => {
        const from = wasHere.get(line.id)!;
        if (!stay.has(at)) {
          const placed = { is: line.id, behind: lines[lines.indexOf(line) - 1]?.id ?? null };
          const was = { behind: linesBefore[from - 1]?.id ?? null };
          const what: What = { kind: `${kind} moved`, table: block.id, lines: [placed], was };
          this.#owners.set(`${line.id}:place`, this.#add(what, order(line), where()));
        }
        if (kind === 'row') return;
        const [was, is] = [this.#was, this.#is].map((sheet) => columnIn(sheet, line.id));
        if (sameValue(was, is)) return;
        const what: What = { kind: 'column changed', table: block.id, was: was!, is: is! };
        const changed = this.#add(what, order(line), where());
        for (const name of ['width', 'align']) this.#owners.set(`${line.id}:${name}`, changed);
      });
    }
    this.#compareMerged(block.id, index);
  }

  /** Cells that were made one, or single ones. Their texts went with it. */
  #compareMerged(table: string, index: number): void {
    const tableOf = (sheet: Sheet, cell: string) => sheet.body.tableWith(cell);
    for (const [key, { isUnset }] of this.#registers) {
      if (!key.endsWith(':merged')) continue;
      const cell = key.slice(0, key.lastIndexOf(':'));
      if (!cell.includes('/') || tableOf(this.#is, cell)?.id !== table) continue;
      const what: What = { kind: isUnset ? 'cells split' : 'cells merged', table, cell };
      const made = this.#add(what, [index, -1, 0], this.#whereBlock(index));
      this.#owners.set(key, made);
      // Whose text is shown under another name than it was.
      for (const old of this.#was.texts.values()) {
        if (!old.id.includes('/') || tableOf(this.#was, old.id)?.id !== table) continue;
        const nameIn = (sheet: Sheet) => tableOf(sheet, cell)?.nameNow(old.id);
        if (nameIn(this.#was) !== nameIn(this.#is)) this.#gone.set(old.id, made);
      }
      const [first, now] = [this.#was, this.#is].map(
        (sheet) => tableOf(sheet, cell)?.nameNow(cell) ?? cell,
      ) as [string, string];
      if (isUnset) this.#splitFrom.set(first, made);
      else this.#mergedInto.set(now, made);
      if (isUnset) this.#gone.set(first, made);
    }
  }

  /** Goes over lines that match, telling of neighbours of one device together. */
  #eachGroup(
    lines: readonly TableLine[],
    matches: (line: TableLine) => boolean,
    deviceOf: (line: TableLine) => number | null,
    tell: (placed: Placed<TableLine>, group: Change | null, device: number | null) => Change,
  ): void {
    let group: Change | null = null;
    let last: number | null = null;
    lines.forEach((line, at) => {
      if (!matches(line)) {
        group = null;
        return;
      }
      const device = deviceOf(line);
      if (device !== last) group = null;
      last = device;
      group = tell({ is: line, behind: lines[at - 1]?.id ?? null }, group, device);
    });
  }

  #lineAs(sheet: Sheet, kind: 'row' | 'column', { is, behind }: Placed<TableLine>) {
    return { is: kind === 'row' ? { id: is.id } : columnIn(sheet, is.id), behind };
  }

  /* Texts */

  /** Where a text stands in its block: cells in the order of reading. */
  #textIndex(text: SheetText): number {
    const [row, column] = text.id.split('/') as [string, string | undefined];
    const table = column === undefined ? undefined : this.#is.blocks[text.block]?.table;
    if (!table) return 0;
    const known = this.#tableTexts.get(text.id);
    if (known !== undefined) return known;
    table.rows.forEach((line, at) => {
      table.columns.forEach((other, nth) => {
        this.#tableTexts.set(`${line.id}/${other.id}`, at * table.columns.length + nth);
      });
    });
    return this.#tableTexts.get(`${row}/${column}`) ?? 0;
  }

  #order(text: SheetText, position: number): Order {
    return [text.block, this.#textIndex(text), position];
  }

  /** To which change a new or gone text belongs as a whole. */
  #wholeOf(text: SheetText, sheet: Sheet, wholes: ReadonlyMap<string, Change>): Change | null {
    for (const id of [sheet.blocks[text.block]!.id, ...text.id.split('/')]) {
      const whole = wholes.get(id);
      if (whole) return whole;
    }
    return null;
  }

  #compareText(text: SheetText, parts: readonly Part[]): void {
    const whole = this.#wholeOf(text, this.#is, this.#come);
    const own = whole?.kind === 'split' ? null : whole;
    const old = this.#was.texts.get(this.#nameBefore.get(text.id) ?? text.id);
    const home = parts.filter((part) => part.old && part.old.text === old);
    const stay = staying(home.map((part) => part.old!.at));
    const stays = new Set(home.filter((_, index) => stay.has(index)));
    const isFirst = text.id.includes('/') && (old?.length ?? 0) === 0;
    const written: Change[] = [];
    let typed: Change | null = null;
    let carried: { change: Change; last: Part } | null = null;
    for (const part of parts) {
      if (part.old) {
        typed = null;
        if (stays.has(part)) continue;
        const owner: Change =
          (whole?.kind === 'split' ? whole : this.#gone.get(part.old.text.id)) ??
          (carried && isBehind(carried.last, part)
            ? carried.change
            : this.#add(
                { kind: 'carried' },
                this.#order(text, part.at),
                this.#where(text, part.at, part.at + part.length),
              ));
        carry(owner.carried, part);
        if (owner.kind === 'carried') carried = { change: owner, last: part };
        continue;
      }
      const merged = this.#mergedInto.get(text.id);
      if (merged && isBreak(part)) {
        typed = null;
        write(merged, part);
        continue;
      }
      const device = deviceOf(part);
      if (own && this.#writer.get(own) === device) {
        typed = null;
        write(own, part);
        continue;
      }
      const target: Change = (typed as Change | null)?.clients.includes(device)
        ? typed!
        : this.#add(
            { kind: isFirst ? 'cell written' : 'typed' },
            this.#order(text, part.at),
            this.#where(text, part.at, part.at),
          );
      if (target !== typed) {
        this.#owners.set(`${text.id}#${part.at}`, target);
        if (!isFirst) written.push(target);
      }
      write(target, part);
      target.where = this.#where(text, target.where!.from, part.at + part.length);
      typed = target;
    }
    for (const made of written) if (isObject(made.come[0]!)) rename(made, 'object added');
    this.#compareFormatting(text, parts);
  }

  #findDeleted(text: SheetText, fates: readonly Fate[]): void {
    const whole = this.#wholeOf(text, this.#was, this.#gone);
    const isOwn = whole && whole.kind !== 'joined';
    const name = this.#nameNow(text.id);
    for (let at = 0; at < fates.length; at++) {
      if (fates[at]!.now) continue;
      let end = at;
      while (end < fates.length && !fates[end]!.now) end++;
      const gone = fates.slice(at, end);
      const [left, right] = [fates[at - 1]?.now, fates[end]?.now];
      at = end;
      const split = gone.every(isBreak) ? this.#splitFrom.get(text.id) : undefined;
      const owner = isOwn
        ? whole
        : (split ?? this.#deletedAt(name, left ?? null, right ?? null, text));
      for (const fate of gone) erase(owner, fate, this.#is);
      if (owner.kind === 'deleted' && isObject(owner.gone[0]!)) rename(owner, 'object removed');
      if (!this.#owners.has(`${text.id}:deleted`)) this.#owners.set(`${text.id}:deleted`, owner);
    }
  }

  /** The change that text between two neighbours went with: what was typed there, or a new one. */
  #deletedAt(name: string, left: Part | null, right: Part | null, old: SheetText): Change {
    const home = this.#is.texts.get(name) ?? this.#emptyCell(name);
    let text = left?.text ?? home ?? right?.text;
    let at = left ? left.at + left.length : home ? 0 : (right?.at ?? 0);
    if (!text) {
      // Nothing is left of it: behind what stood before it.
      const index = Math.max(0, Math.min(old.block, this.#is.blocks.length) - 1);
      const block = this.#is.blocks[index];
      text = (block && this.#is.texts.get(block.id)) ?? emptyText(block?.id ?? '', index, []);
      at = text.length;
    }
    const typed = this.#owners.get(`${text.id}#${at}`);
    const isReplaced =
      typed &&
      (typed.kind === 'typed' || typed.kind === 'object added') &&
      (!right || right.text !== text || right.at >= typed.where!.to);
    if (isReplaced) {
      rename(typed, 'replaced');
      return typed;
    }
    return this.#add({ kind: 'deleted' }, this.#order(text, at), this.#where(text, at, at));
  }

  /** The text of a cell that is there and empty. */
  #emptyCell(name: string): SheetText | undefined {
    const [row, column] = name.split('/') as [string, string | undefined];
    if (column === undefined) return undefined;
    const table = this.#is.body.tableWith(row);
    const index = table ? this.#indexNow(table.id) : -1;
    const has = (lines: readonly TableLine[], id: string) => lines.some((line) => line.id === id);
    if (!table || index < 0 || !has(table.rows, row) || !has(table.columns, column))
      return undefined;
    return emptyText(name, index, []);
  }

  /**
   * Deleting from one block to another is one thing, though it takes the end of the one, the
   * beginning of the other and all that is between.
   */
  #joinAcross(): void {
    const joins = this.#found.flatMap(({ change: made }) => (made.kind === 'joined' ? [made] : []));
    if (joins.length === 0) return;
    const indexOf = new Map(this.#was.blocks.map(({ id }, index) => [id, index]));
    const heads = new Map<string, Change>();
    const tails = new Map<string, Change>();
    for (const { change: made } of this.#found) {
      if (made.kind !== 'deleted' && made.kind !== 'replaced') continue;
      const [passage, other] = made.gone;
      if (!passage || other) continue;
      if (passage.from === 0) heads.set(passage.text, made);
      if (passage.to === this.#was.texts.get(passage.text)?.length) tails.set(passage.text, made);
    }
    const merged = new Set<Change>();
    for (const joined of joins) {
      const last = indexOf.get(joined.block.id)!;
      const first = indexOf.get(this.#nameBefore.get(joined.into) ?? joined.into);
      if (first === undefined || first >= last) continue;
      const between = this.#was.blocks.slice(first + 1, last).map(({ id }) => this.#gone.get(id));
      const [removed] = between;
      const isWhole =
        removed?.kind === 'removed'
          ? removed.blocks.length === between.length && between.every((gone) => gone === removed)
          : between.length === 0;
      const tail = tails.get(this.#was.blocks[first]!.id);
      const head = heads.get(joined.block.id);
      const parts = [tail, removed, head].filter((part) => part !== undefined && !merged.has(part));
      if (!isWhole || parts.length === 0 || head?.kind === 'replaced') continue;
      for (const part of parts as Change[]) {
        merged.add(part);
        joined.gone.push(...part.gone);
        joined.come.push(...part.come);
        joined.clients.push(...part.clients);
        joined.made.inserted.push(...part.made.inserted);
        joined.made.deleted.push(...part.made.deleted);
        if (part.kind === 'replaced') joined.where = part.where;
        for (const owners of [this.#owners, this.#gone])
          for (const [key, owner] of owners) if (owner === part) owners.set(key, joined);
      }
      Object.assign(joined, {
        kind: tail?.kind === 'replaced' ? 'replaced across' : 'deleted across',
        blocks: removed?.kind === 'removed' ? removed.blocks : [],
      });
    }
    if (merged.size > 0) this.#drop(merged);
  }

  #drop(merged: ReadonlySet<Change>): void {
    const left = this.#found.filter(({ change: made }) => !merged.has(made));
    this.#found.length = 0;
    for (const found of left) this.#found.push(found);
  }

  #compareFormatting(text: SheetText, parts: readonly Part[]): void {
    const above = this.#formatting;
    this.#formatting = null;
    let open: { change: Formatting; key: string } | null =
      above && above.block + 1 === text.block ? above : null;
    let last: { part: Part; made: Change } | null = null;
    for (const part of parts) {
      if (!part.old) continue;
      const [was, is] = [part.old.piece, part.piece];
      this.#compareObject(part, part.old);
      if (sameAttributes(was.attributes, is.attributes)) {
        open = null;
        last = null;
        continue;
      }
      const marks = marksBetween(was.attributes, is.attributes);
      const key = JSON.stringify(marks);
      if (!marks) open = null;
      else if (!open || open.key !== key) {
        const isOff = Object.values(marks).every((mark) => mark.is === null);
        open = {
          key,
          change: this.#add(
            { kind: isOff ? 'unformatted' : 'formatted', marks, ranges: [] },
            this.#order(text, part.at),
            this.#where(text, part.at, part.at),
          ),
        };
      }
      const made: Change = open ? open.change : this.#unseen;
      if (open) {
        const { ranges } = open.change;
        const range = ranges[ranges.length - 1];
        if (range?.text === text.id && range.to === part.at) range.to += part.length;
        else ranges.push({ text: text.id, from: part.at, to: part.at + part.length });
        const where = this.#where(text, ranges[0]!.from, part.at + part.length);
        if (ranges[0]!.text === text.id) open.change.where = where;
        else open.change.where!.end = where.end;
      }
      this.#format(made, part, was.attributes, last?.made === made ? last.part : null);
      last = { part, made };
    }
    if (open) this.#formatting = { ...open, block: text.block };
  }

  /** Adds what the items say; `before` is the part that was formatted right before this one. */
  #format(made: Change, part: Part, was: Attributes, before: Part | null): void {
    const is = part.piece.attributes;
    const own = ownOf(part);
    const end = { client: own.client, clock: own.clock + part.length - 1 };
    for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
      const values = { before: was[key] ?? null, after: is[key] ?? null };
      if (sameValue(values.before, values.after)) continue;
      // What was joined from elsewhere may come first in the sequence.
      const isOne = before !== null && part.text.parts.length === 1;
      const known = isOne && made.made.formatted.findLast((entry) => entry.key === key);
      const beforeEnd = before && ownOf(before);
      if (
        known &&
        beforeEnd &&
        sameId(known.to, { ...beforeEnd, clock: beforeEnd.clock + before.length - 1 }) &&
        sameValue(known.before, values.before) &&
        sameValue(known.after, values.after)
      ) {
        known.to = end;
        continue;
      }
      made.made.formatted.push({ key, ...values, from: own, to: end });
      for (let item = itemOf(part).left; item; item = item.left)
        if (item.content instanceof Y.ContentFormat && !item.deleted && item.content.key === key) {
          made.clients.push(item.id.client % OWN_IDS);
          break;
        }
    }
  }

  #compareObject(part: Part, old: Stretch): void {
    const [was, is] = [old.piece.object, part.piece.object];
    if (!was || !is || was === is || JSON.stringify(was) === JSON.stringify(is)) return;
    const order = this.#order(part.text, part.at);
    const where = this.#where(part.text, part.at, part.at + 1);
    const changed = this.#add({ kind: 'object changed', was, is }, order, where);
    this.#owners.set(`${is.id}:value`, changed);
  }

  /* What is not text */

  #compareTitle(): void {
    const [was, is] = [readTitle(this.#was.doc), readTitle(this.#is.doc)];
    if (was === is) return;
    const gone: ClockRanges = new Map();
    for (const { id, length } of living(this.#was.doc.getText(ROOT.title)))
      addRange(gone, id.client, id.clock, length);
    const clients: number[] = [];
    for (const { id, length } of living(this.#is.doc.getText(ROOT.title))) {
      removeRange(gone, id.client, id.clock, length);
      if (id.clock + length > Y.getState(this.#was.doc.store, id.client))
        clients.push(id.client % OWN_IDS);
    }
    const took = [...gone].flatMap(([client, ranges]) =>
      ranges.map(([clock, length]) => ({ client, clock, length })),
    );
    this.#add({ kind: 'title', was, is, took }, [-2, 0, 0], null).clients = clients;
  }

  #hadMarker(segment: Segment): boolean {
    const had = this.#was.body.segment(segment.id);
    return had?.item != null && this.#isSameMarker(had, segment);
  }

  #isSameMarker(was: Segment, is: Segment): boolean {
    if (was.item && is.item && sameId(idOf(was.item), idOf(is.item))) return true;
    return sameId(this.#was.markerId(was), this.#is.markerId(is));
  }

  /** Markers that are new or gone, each to the change that it is part of. */
  #assignMarkers(): void {
    for (const segment of this.#is.body.segments) {
      if (!segment.item || this.#hadMarker(segment)) continue;
      const owner = this.#ownerOf(segment.id, '', segment);
      const { client, clock } = segment.item.id;
      owner.made.inserted.push({ client, clock, length: 1 });
      if (owner !== this.#unseen) owner.clients.push(client % OWN_IDS);
    }
    for (const segment of this.#was.body.segments) {
      if (!segment.item) continue;
      const has = this.#is.body.segment(segment.id);
      if (has && this.#isSameMarker(segment, has)) continue;
      const { content, id } = segment.item;
      if (!(content instanceof Y.ContentEmbed)) continue;
      const span = { client: id.client, clock: id.clock, length: 1 };
      for (const now of this.#is.current(span))
        this.#ownerOf(segment.id, '', segment).made.deleted.push({
          ...now,
          content: { embed: content.embed as object },
        });
    }
  }

  #assignRegisters(): void {
    for (const [key, register] of this.#registers) {
      const colon = key.lastIndexOf(':');
      const id = key.slice(0, colon);
      const segment = this.#is.body.segment(id) ?? this.#was.body.segment(id);
      const owner = this.#ownerOf(id, key.slice(colon + 1), segment);
      owner.made.registers.push([key, register]);
      if (owner !== this.#unseen && !register.isUnset)
        owner.clients.push(register.after.client % OWN_IDS);
    }
  }

  #ownerOf(id: string, field: string, segment: Segment | undefined): Change {
    const own = this.#owners.get(`${id}:${field}`) ?? this.#come.get(id) ?? this.#gone.get(id);
    if (own) return own;
    const born = segment?.born;
    if (field === '' && born?.type === 'cell') {
      const name = `${born.row}/${born.column}`;
      for (const line of [born.table, born.row, born.column])
        if (line !== undefined) {
          const whole = this.#come.get(line) ?? this.#gone.get(line);
          if (whole) return whole;
        }
      return this.#owners.get(`${name}#0`) ?? this.#unseen;
    }
    // What a block is to another, which was moved or deleted.
    if (field === 'from' || field === 'kept' || field === 'joinedTo') {
      const from = (segment && this.#was.body.register(id, 'from')) ?? born?.from;
      for (const other of [id, typeof from === 'string' ? from : id]) {
        const owner = this.#owners.get(`${other}:place`) ?? this.#gone.get(other);
        if (owner) return owner;
      }
    }
    return this.#unseen;
  }

  #deviceOf(key: string): number | null {
    const register = this.#registers.get(key);
    return register && !register.isUnset ? register.after.client % OWN_IDS : null;
  }
}

function change<Kind extends What>(what: Kind): Change & Kind {
  return {
    ...what,
    where: null,
    gone: [],
    come: [],
    carried: [],
    clients: [],
    made: { inserted: [], deleted: [], formatted: [], registers: [] },
  } as Change & Kind;
}

function* living(text: Y.Text): Generator<Y.Item> {
  for (let item = text._start; item; item = item.right) if (!item.deleted) yield item;
}

function isBreak({ piece, offset, length }: Stretch): boolean {
  return piece.text?.slice(offset, offset + length) === '\n';
}

/** Gives a change of text its more exact name. */
function rename(made: Change, kind: 'replaced' | 'object added' | 'object removed'): void {
  Object.assign(made, { kind });
}

function isNothing({ made }: Change): boolean {
  return Object.values(made).every((list) => list.length === 0);
}

function idOf({ id }: Y.Item): ItemId {
  return { client: id.client, clock: id.clock };
}

function sameId(a: ItemId | null, b: ItemId | null): boolean {
  return a === b || (a !== null && b !== null && a.client === b.client && a.clock === b.clock);
}

function ownOf({ piece, offset }: Stretch): ItemId {
  return { client: piece.own.client, clock: piece.own.clock + offset };
}

/** The item that a stretch begins in; that of its piece may be one before it. */
function itemOf(stretch: Stretch): Y.Item {
  const { client, clock } = ownOf(stretch);
  for (let item: Y.Item | null = stretch.piece.item; item; item = item.right)
    if (item.id.client === client && item.id.clock <= clock && clock < item.id.clock + item.length)
      return item;
  return stretch.piece.item;
}

function deviceOf({ piece }: Stretch): number {
  return piece.own.client % OWN_IDS;
}

function columnOf(text: SheetText): { column?: string } {
  const column = text.id.split('/')[1];
  return text.parts.length === 0 && column !== undefined ? { column } : {};
}

function emptyText(id: string, block: number, parts: readonly Segment[]): SheetText {
  return { id, pieces: [], length: 0, block, parts };
}

function columnIn(sheet: Sheet, id: string): TableColumn {
  return { id, ...sheet.body.columnAttributes(id) };
}

function shapeOf(sheet: Sheet, { type, markerless, segment }: ShownBlock): BlockShape {
  return { type, ...(markerless ? {} : sheet.body.attributesOf(segment)) };
}

/** What a stretch reads as. */
function inlineOf({ piece, offset, length }: Stretch): Inline {
  const marks = readMarks(piece.attributes);
  const formatted = Object.keys(marks).length > 0 ? { marks: { ...marks } } : {};
  if (piece.text === null) return { embed: piece.object!, ...formatted };
  return { text: piece.text.slice(offset, offset + length), ...formatted };
}

function addTo(passages: Passage[], stretch: Stretch): void {
  const { text, at, length } = stretch;
  const run = inlineOf(stretch);
  const last = passages[passages.length - 1];
  if (!last || last.text !== text.id || last.to !== at) {
    passages.push({ text: text.id, from: at, to: at + length, content: [run] });
    return;
  }
  last.to += length;
  const before = last.content[last.content.length - 1]!;
  if ('text' in run && 'text' in before && sameMarks(run.marks, before.marks))
    before.text += run.text;
  else last.content.push(run);
}

function isObject({ content }: Passage): boolean {
  return content.every((run) => 'embed' in run);
}

/** A part is new with a change. */
function write(made: Change, part: Part): void {
  addTo(made.come, part);
  const own = ownOf(part);
  made.clients.push(own.client % OWN_IDS);
  // What stands beside the copy that counts goes by itself.
  if (!part.piece.isBeside) made.made.inserted.push({ ...own, length: part.length });
}

/** A stretch is gone with a change. */
function erase(made: Change, fate: Fate, is: Sheet): void {
  addTo(made.gone, fate);
  const { piece, length } = fate;
  const { content } = piece.item;
  let at = fate.offset;
  for (const now of is.current({ ...ownOf(fate), length })) {
    made.made.deleted.push({
      ...now,
      content:
        piece.text === null
          ? { embed: (content as Y.ContentEmbed).embed as object }
          : piece.text.slice(at, at + now.length),
      attributes: piece.attributes,
    });
    at += now.length;
  }
}

function isBehind(last: Part, part: Part): boolean {
  return last.text === part.text && last.at + last.length === part.at;
}

function carry(all: Carried[], { text, at, length, old }: Part): void {
  const was = { text: old!.text.id, from: old!.at, to: old!.at + length };
  const last = all[all.length - 1];
  const isOne =
    last?.was.text === was.text &&
    last.was.to === was.from &&
    last.is.text === text.id &&
    last.is.to === at;
  if (isOne) {
    last.was.to += length;
    last.is.to += length;
  } else all.push({ was, is: { text: text.id, from: at, to: at + length } });
}

/** How a reader sees formatting change; null where that sees no difference. */
function marksBetween(before: Attributes, after: Attributes): MarkChanges | null {
  const [was, is] = [readMarks(before), readMarks(after)];
  if (sameMarks(was, is)) return null;
  const changes: Record<string, unknown> = {};
  for (const name of MARK_NAMES)
    if (was[name] !== is[name]) changes[name] = { was: was[name] ?? null, is: is[name] ?? null };
  return changes as MarkChanges;
}
