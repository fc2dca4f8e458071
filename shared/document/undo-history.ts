/**
 * One's own changes, step by step, to take back and to do again.
 *
 * Invariant: a step takes back what it did and nothing else (`taking-back.ts`). It holds all it needs
 * itself, so it can be stored and used with any later state of the document.
 */
import * as Y from 'yjs';
import { bodyText } from './body.ts';
import { type ClockRanges, type ItemId, removeRange } from './clock-ranges.ts';
import { type Formatted, formattedIn } from './formatting.ts';
import {
  addSpan,
  endOf,
  isCount,
  newItems,
  overlap,
  Restored,
  type Span,
  WRITTEN_ELSEWHERE,
  type WrittenElsewhere,
} from './restored.ts';
import { ROOT } from './schema.ts';
import {
  type Content,
  forgetMarkers,
  isAnyLiving,
  isDeletion,
  isSame,
  itemsIn,
  lastIdOf,
  lastValueOf,
  type Piece,
  type Register,
  type TitleChange,
  takeBack,
  takeTitleBack,
} from './taking-back.ts';

/** `Note` is what the owner of the history wants to find again with a step. */
export interface Step<Note = unknown> {
  inserted: Span[];
  deleted: Piece[];
  formatted: Formatted[];
  registers: Map<string, Register>;
  /** What became of the title, where it is a part of this. */
  title?: TitleChange;
  note: Note | null;
}

interface UndoHistoryOptions<Note> {
  /** Changes with this origin are one's own. */
  origin: unknown;
  /** Asked when a step begins. */
  note?: () => Note | null;
  /** Whether this device may change the document. */
  mayWrite?: () => boolean;
  /** Told whenever steps came or went. */
  onChange?: () => void;
  maxSteps?: number;
  /** Characters and the like that all steps may hold together; the latest step may hold more. */
  maxSize?: number;
}

/** Steps are kept for a long day of writing; what is older no one remembers in order. */
const MAX_STEPS = 1_000;
const MAX_SIZE = 4_000_000;

export class UndoHistory<Note = unknown> {
  readonly restored: Restored;
  readonly #doc: Y.Doc;
  readonly #text: Y.Text;
  readonly #title: Y.Text;
  #titleReads: string;
  readonly #fields: Y.Map<unknown>;
  readonly #options: UndoHistoryOptions<Note>;
  #undoSteps: Step<Note>[] = [];
  #redoSteps: Step<Note>[] = [];
  #extends = false;
  /** The step that is being taken back or done again. */
  #taking: { step: Step<Note>; back: boolean } | null = null;
  #hasTaken = false;
  /** Originals of which new copies were heard of. */
  #heardOf: Span[] = [];

  constructor(doc: Y.Doc, options: UndoHistoryOptions<Note>) {
    this.#doc = doc;
    this.#text = bodyText(doc);
    this.#title = doc.getText(ROOT.title);
    this.#titleReads = this.#title.toString();
    this.#fields = doc.getMap(ROOT.fields);
    this.#options = options;
    this.restored = new Restored(doc);
    this.#heardOf = this.restored.all();
    this.#tidy();
    doc.on('afterTransaction', this.#afterTransaction);
    doc.on('afterAllTransactions', this.#tidy);
  }

  destroy(): void {
    this.#doc.off('afterTransaction', this.#afterTransaction);
    this.#doc.off('afterAllTransactions', this.#tidy);
  }

  get undoSteps(): readonly Step<Note>[] {
    return this.#undoSteps;
  }

  get redoSteps(): readonly Step<Note>[] {
    return this.#redoSteps;
  }

  /** Whether the next change belongs to the latest step. */
  extend(continues = true): void {
    this.#extends = continues && this.#redoSteps.length === 0;
  }

  /** Takes the latest step back that there is something left of; null where there is none. */
  undo(): Step<Note> | null {
    return this.#step(true);
  }

  /** Does again what was taken back last. */
  redo(): Step<Note> | null {
    return this.#step(false);
  }

  #step(back: boolean): Step<Note> | null {
    const steps = back ? this.#undoSteps : this.#redoSteps;
    this.#extends = false;
    if (steps.length > 0) this.#options.onChange?.();
    for (let step = steps.pop(); step; step = steps.pop()) {
      const taken = step;
      this.#taking = { step: taken, back };
      this.#hasTaken = false;
      try {
        this.#doc.transact((transaction) => {
          takeBack(transaction, this.restored, [taken]);
          if (taken.title) takeTitleBack(transaction, this.restored, taken.title);
        }, this);
      } finally {
        this.#taking = null;
      }
      if (this.#hasTaken) return taken;
    }
    return null;
  }

  #afterTransaction = (transaction: Y.Transaction): void => {
    const elsewhere = transaction.meta.get(WRITTEN_ELSEWHERE) as WrittenElsewhere | undefined;
    if (elsewhere) this.#goElsewhere(elsewhere);
    for (const heard of this.restored.applyTransaction(transaction)) this.#heardOf.push(heard);
    const was = this.#titleReads;
    this.#titleReads = this.#title.toString();
    const isOwn = transaction.origin === this.#options.origin;
    if (isOwn || transaction.origin === this) this.#capture(transaction, was);
    else if (this.#changedKeys(transaction).size > 0) this.#noteOverruled(transaction);
  };

  /** What steps are about has other ids now; a step of which some has none is let go of. */
  #goElsewhere({ copies, isLost }: WrittenElsewhere): void {
    this.restored.rebuild();
    const idOf = (id: ItemId): ItemId | null => {
      for (const { of, to } of copies)
        if (holds(of, id)) return { client: to.client, clock: to.clock + id.clock - of.clock };
      return isLost(id) ? null : id;
    };
    const follow = (step: Step<Note>): boolean => {
      const { put = [], gone = [] } = step.title ?? {};
      for (const spans of [step.inserted, put])
        for (const { client, clock, length } of spans.splice(0))
          for (let at = clock; at < clock + length; at++) {
            const id = idOf({ client, clock: at });
            if (id) addSpan(spans, { ...id, length: 1 });
          }
      const lives = (id: ItemId) => !isLost(id);
      for (const register of step.registers.values()) {
        const after = idOf(register.after);
        if (!after) return false;
        register.after = after;
      }
      return (
        [...step.deleted, ...gone].every(
          (piece) => lives(piece) && lives({ ...piece, clock: endOf(piece) - 1 }),
        ) &&
        step.formatted.every(({ from, to }) => lives(from) && lives(to)) &&
        [...step.registers.values()].every(
          ({ before }) => before?.value === undefined || lives(before),
        )
      );
    };
    this.#undoSteps = this.#undoSteps.filter(follow);
    this.#redoSteps = this.#redoSteps.every(follow) ? this.#redoSteps : [];
    this.#extends = false;
    this.#options.onChange?.();
  }

  #changedKeys(transaction: Y.Transaction): ReadonlySet<string | null> {
    const changed: ReadonlyMap<unknown, ReadonlySet<string | null>> = transaction.changed;
    return changed.get(this.#fields) ?? new Set();
  }

  /** @param titleRead what the title was before */
  #capture(transaction: Y.Transaction, titleRead: string): void {
    const taking = this.#taking;
    const extended = !taking && this.#extends ? this.#undoSteps[this.#undoSteps.length - 1] : null;
    const step: Step<Note> = extended ?? {
      inserted: [],
      deleted: [],
      formatted: [],
      registers: new Map(),
      note: null,
    };
    noteLetters(transaction, this.#text, step.inserted, step.deleted);
    for (const formatted of formattedIn(transaction)) step.formatted.push(formatted);
    for (const key of this.#changedKeys(transaction))
      if (key !== null) this.#captureRegister(transaction, key, step);
    const is = this.#titleReads;
    if (titleRead !== is) {
      const { was = titleRead, put = [], gone = [] } = step.title ?? {};
      noteLetters(transaction, this.#title, put, gone);
      step.title = { was, is, put, gone };
    }
    const { inserted, deleted, formatted, registers } = step;
    const size = inserted.length + deleted.length + formatted.length + registers.size;
    if (size === 0 && !step.title) return;
    this.#extends = false;
    this.#hasTaken = true;
    if (!taking) this.#redoSteps = [];
    if (!extended) {
      step.note = taking ? taking.step.note : (this.#options.note?.() ?? null);
      (taking?.back ? this.#redoSteps : this.#undoSteps).push(step);
    }
    this.#forget();
    this.#options.onChange?.();
  }

  #captureRegister(transaction: Y.Transaction, key: string, step: Step<Note>): void {
    const last = this.#fields._map.get(key);
    if (!last) return;
    let old: Y.Item | null = last;
    while (old && old.id.clock >= (transaction.beforeState.get(old.id.client) ?? 0)) old = old.left;
    const had = old && (!old.deleted || Y.isDeleted(transaction.deleteSet, old.id)) ? old : null;
    const known = step.registers.get(key);
    const before = old && { ...lastIdOf(old), value: had ? lastValueOf(had) : undefined };
    // Unset again, it is as the step left it that had unset it before.
    const taken = this.#taking?.step.registers.get(key);
    if (taken?.before && taken.before.value === undefined)
      for (const { registers } of [...this.#undoSteps, ...this.#redoSteps]) {
        const unset = registers.get(key);
        if (unset?.isUnset && isSame(this.restored, unset.after, taken.before))
          unset.after = lastIdOf(last);
      }
    step.registers.set(key, {
      before: known ? known.before : before,
      after: lastIdOf(last),
      isUnset: last.deleted,
    });
  }

  /**
   * A value someone else set apart, and that one's own won over, is what stands when one's own is
   * taken back. A deletion of theirs is no such value: see `isDeletion`.
   */
  #noteOverruled(transaction: Y.Transaction): void {
    for (const item of newItems(transaction, this.#fields)) {
      const key = item.parentSub;
      if (key === null || isDeletion(key) || item.content instanceof Y.ContentDeleted) continue;
      const register = this.#registerOver(key, item.right);
      if (register) register.before = { ...lastIdOf(item), value: lastValueOf(item) };
    }
  }

  /** The earliest of one's own settings of a register among these items and those after them. */
  #registerOver(key: string, first: Y.Item | null): Register | null {
    const own = this.#undoSteps
      .map((step) => step.registers.get(key))
      .filter((register) => register !== undefined && !register.isUnset);
    if (own.length === 0) return null;
    for (let item = first; item !== null; item = item.right)
      for (let at = 0; at < item.length; at++) {
        const id = { client: item.id.client, clock: item.id.clock + at };
        const found = own.find((register) => isSame(this.restored, register!.after, id));
        if (found) return found;
      }
    return null;
  }

  /** Deletes what stands beside the copy of it that counts. */
  #tidy = (): void => {
    if (this.#heardOf.length === 0 || this.#options.mayWrite?.() === false) return;
    const heardOf = new Map(
      this.#heardOf.map((span) => [`${span.client}.${span.clock}.${span.length}`, span]),
    );
    this.#heardOf = [];
    const texts = [this.#text, this.#title];
    const outdated = [...heardOf.values()]
      .flatMap((original) => this.restored.outdated(original, (span) => isKnown(this.#doc, span)))
      .filter((span) => texts.some((text) => isAnyLiving(this.#doc, span, text)));
    if (outdated.length === 0) return;
    this.#doc.transact((transaction) => {
      // What builds from before this one brought back of formatting stays.
      for (const text of texts) {
        for (const span of outdated)
          for (const item of itemsIn(transaction, span, text))
            if (!item.deleted && item.countable) item.delete(transaction);
        forgetMarkers(text);
      }
    }, this.restored);
  };

  /** Lets go of the oldest steps where all together hold too much. */
  #forget(): void {
    const { maxSteps = MAX_STEPS, maxSize = MAX_SIZE } = this.#options;
    let size = 0;
    let kept = 0;
    const steps = this.#undoSteps;
    while (kept < Math.min(steps.length, maxSteps)) {
      size += sizeOf(steps[steps.length - 1 - kept]!);
      if (kept > 0 && size > maxSize) break;
      kept++;
    }
    if (kept < steps.length) steps.splice(0, steps.length - kept);
  }

  /** The latest steps, as many as `maxSize` lets through, to be stored as JSON. */
  store(maxSize: number, noteToJson: (note: Note) => unknown = (note) => note): unknown {
    let left = maxSize;
    const latest = (steps: readonly Step<Note>[]) => {
      const stored: unknown[] = [];
      for (let at = steps.length - 1; at >= 0; at--) {
        const step = steps[at]!;
        left -= sizeOf(step);
        if (left < 0) break;
        stored.unshift({
          ...step,
          registers: [...step.registers],
          note: step.note && noteToJson(step.note),
        });
      }
      return stored;
    };
    return { undo: latest(this.#undoSteps), redo: latest(this.#redoSteps) };
  }

  /**
   * Goes on with steps that were stored, in place of those there are. Steps that name what this
   * document does not have are left out.
   *
   * @throws Error where this is no stored history.
   */
  load(stored: unknown, parseNote: (note: unknown) => Note | null): void {
    const { undo, redo } = parseStored(stored, parseNote);
    this.#undoSteps = undo.filter((step) => this.#hasAll(step));
    this.#redoSteps = redo.every((step) => this.#hasAll(step)) ? redo : [];
    this.#extends = false;
  }

  #hasAll({ inserted, deleted, formatted, registers, title }: Step<Note>): boolean {
    const has = (span: Span) => isKnown(this.#doc, span);
    const hasId = (id: ItemId) => has({ ...id, length: 1 });
    const { put = [], gone = [] } = title ?? {};
    return (
      [...inserted, ...put].every(has) &&
      [...deleted, ...gone].every(has) &&
      formatted.every(({ from, to }) => hasId(from) && hasId(to)) &&
      [...registers.values()].every(
        ({ before, after }) => hasId(after) && (before === null || hasId(before)),
      )
    );
  }
}

/** Adds what a transaction put into a text, and what it deleted there. */
function noteLetters(
  transaction: Y.Transaction,
  text: Y.Text,
  inserted: Span[],
  deleted: Piece[],
): void {
  for (const item of newItems(transaction, text))
    if (!(item.content instanceof Y.ContentFormat))
      addSpan(inserted, { ...item.id, length: item.length });
  Y.iterateDeletedStructs(transaction, transaction.deleteSet, (item) => {
    if (!(item instanceof Y.Item) || (item.parent as unknown) !== text) return;
    const content = keptContent(item.content);
    if (content === null) return;
    const { client, clock } = item.id;
    const left: ClockRanges = new Map([[client, [[clock, item.length]]]]);
    // What came and went in one step leaves nothing to bring back; Yjs may have made it one item
    // with what stood before it.
    for (const span of inserted)
      if (overlap(span, { client, clock, length: item.length }))
        removeRange(left, client, span.clock, span.length);
    for (const [from, length] of left.get(client) ?? [])
      deleted.push({
        client,
        clock: from,
        length,
        content: partOf(content, from - clock, length),
      });
  });
}

function isKnown({ store }: Y.Doc, { client, clock, length }: Span): boolean {
  return clock + length <= Y.getState(store, client);
}

function holds(span: Span, id: ItemId): boolean {
  return span.client === id.client && span.clock <= id.clock && id.clock < endOf(span);
}

function sizeOf({ inserted, deleted, formatted, registers, title }: Step): number {
  let size = inserted.length + 20 * (formatted.length + registers.size);
  if (title) size += title.was.length + title.is.length;
  for (const { content } of deleted) size += typeof content === 'string' ? content.length : 20;
  return size;
}

function partOf(content: Content, from: number, length: number): Content {
  return typeof content === 'string' ? content.slice(from, from + length) : content;
}

/** What is needed to write an item's content again; null where it cannot be, or need not. */
function keptContent(content: Y.Item['content']): Content | null {
  if (content instanceof Y.ContentString) return content.str;
  if (content instanceof Y.ContentEmbed) return { embed: content.embed };
  return null;
}

function parseStored<Note>(
  stored: unknown,
  parseNote: (note: unknown) => Note | null,
): { undo: Step<Note>[]; redo: Step<Note>[] } {
  if (!isObject(stored)) throw new StoredUndoError('object');
  const steps = (list: unknown) => parseList(list, (step) => parseStep(step, parseNote));
  return { undo: steps(stored.undo), redo: steps(stored.redo) };
}

function parseStep<Note>(stored: unknown, parseNote: (note: unknown) => Note | null): Step<Note> {
  if (!isObject(stored)) throw new StoredUndoError('step');
  const { inserted, deleted, formatted, registers, title, note } = stored;
  return {
    ...(title === undefined ? {} : { title: parseTitle(title) }),
    inserted: parseList(inserted, parseSpan),
    deleted: parseList(deleted, parsePiece),
    formatted: parseList(formatted, (change) => {
      if (!isObject(change) || typeof change.key !== 'string')
        throw new StoredUndoError('formatting');
      const { key, before, after, from, to } = change;
      return { key, before, after, from: parseId(from), to: parseId(to) };
    }),
    registers: new Map(
      parseList(registers, (entry) => {
        if (!Array.isArray(entry) || typeof entry[0] !== 'string' || !isObject(entry[1]))
          throw new StoredUndoError('register');
        const { before, after, isUnset } = entry[1];
        const value = before === null ? null : (before as { value?: unknown }).value;
        return [
          entry[0],
          {
            before: before === null ? null : { ...parseId(before), value },
            after: parseId(after),
            isUnset: isUnset === true,
          },
        ];
      }),
    ),
    note: parseNote(note),
  };
}

function parsePiece(stored: unknown): Piece {
  const span = parseSpan(stored);
  const { content } = stored as { content?: unknown };
  if (!isContent(content)) throw new StoredUndoError('content');
  if (typeof content === 'string' ? content.length !== span.length : span.length !== 1)
    throw new StoredUndoError('content');
  return { ...span, content };
}

function parseTitle(stored: unknown): TitleChange {
  if (!isObject(stored)) throw new StoredUndoError('title');
  const { was, is, put, gone } = stored;
  if (typeof was !== 'string' || typeof is !== 'string') throw new StoredUndoError('title');
  if (put === undefined) return { was, is };
  return { was, is, put: parseList(put, parseSpan), gone: parseList(gone, parsePiece) };
}

function parseList<T>(stored: unknown, parse: (item: unknown) => T): T[] {
  if (!Array.isArray(stored)) throw new StoredUndoError('list');
  return stored.map(parse);
}

function parseId(stored: unknown): ItemId {
  if (!isObject(stored)) throw new StoredUndoError('id');
  const { client, clock } = stored;
  if (!isCount(client) || !isCount(clock)) throw new StoredUndoError('id');
  return { client, clock };
}

function parseSpan(stored: unknown): Span {
  const id = parseId(stored);
  const { length } = stored as { length?: unknown };
  if (!isCount(length) || length === 0) throw new StoredUndoError('span');
  return { ...id, length };
}

function isContent(value: unknown): value is Content {
  if (typeof value === 'string') return true;
  return isObject(value) && isObject(value.embed);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Raised where what is to be loaded is no stored history. */
export class StoredUndoError extends Error {
  constructor(part: string) {
    super(`This is no stored history: it has an unreadable ${part}.`);
    this.name = 'StoredUndoError';
  }
}
