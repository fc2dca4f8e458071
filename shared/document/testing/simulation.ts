/**
 * Simulations as data: what several people did to one document on devices that hear of one another
 * late, twice, out of order or not at all for a while, and what must hold whatever they did.
 *
 * Invariant: a simulation says everything; playing it twice does the same twice. Any part of its
 * steps is a simulation, too, since each step means what is there when its turn comes.
 */
import * as prng from 'lib0/prng';
import * as Y from 'yjs';
import { cutIn, MAX_TOKENS, numberOf, tokenOf, wholeUpTo } from '../../testing/alphabet.ts';
import { Body, readBlocks } from '../body.ts';
import { createDocument } from '../create.ts';
import { putAt, setAttributes } from '../formatting.ts';
import { withDeterministicIds } from '../ids-and-clock.ts';
import { NO_ATTRIBUTES } from '../marks.ts';
import { type Block, type BlockContent, cellId, type Inline, ROOT } from '../schema.ts';
import { WatchedFormatting } from './watched-formatting.ts';
import { WatchedLines } from './watched-lines.ts';

/** One person's device, with whatever holds the document for them. */
export interface Device<Command> {
  /** Does something; `token` gives characters to write that nobody wrote before. */
  perform(command: Command, token: () => string): void;
  /** False where there is nothing to undo. */
  undo(): boolean;
  redo(): boolean;
  /** What the person sees. */
  blocks(): Block[];
  /** Throws BrokenPromise where that is not what a fresh read of the document gives. */
  check(): void;
  close(): void;
  /** Its steps as JSON, for the time after a restart. */
  store?(): unknown;
}

/** What people do with such devices. */
export interface FuzzCommands<Command> {
  /** Types of blocks a document may begin with. */
  types: readonly string[];
  open(doc: Y.Doc, stored?: unknown): Device<Command>;
  draw(draw: Draw): Command;
  /** Whether the command may take text away. */
  deletes(command: Command): boolean;
  /** Whether it makes a copy of text that stands elsewhere. */
  copies(command: Command): boolean;
  /** Whether each text is looked for in the line it was written in, as `npm run fuzz` does. */
  watchesLines?: boolean;
}

/** Numbers that follow from a seed. */
export interface Draw {
  int(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
  /** True in one of so many cases. */
  oneIn(cases: number): boolean;
}

export type Step<Command> =
  | { do: 'command'; key: number; device: number; command: Command }
  | { do: 'undo' | 'redo'; key: number; device: number }
  /** Takes back all of one's own that can be. */
  | { do: 'undo all'; key: number; device: number }
  /** What a newer build writes, on this device. */
  | { do: 'newer'; key: number; device: number; what: Newer; at: number }
  /** One of the updates that wait for the device arrives; `again`: and will once more. */
  | { do: 'deliver'; key: number; device: number; nth: number; again: boolean }
  /** From stored bytes. */
  | { do: 'restart'; key: number; device: number }
  /** A device that had nothing takes the document from another one. */
  | { do: 'join'; key: number; device: number; from: number }
  /** From now on only those whose bits are equal hear of one another. */
  | { do: 'part'; key: number; sides: number };

export const NEWER = ['block', 'object', 'attribute', 'register', 'type'] as const;
export type Newer = (typeof NEWER)[number];

export interface Simulation<Command> {
  /** How many devices; those that join later hold no document before. */
  devices: number;
  /** Whether people write one plain character at a time, and nothing of the alphabet. */
  isPlain?: boolean;
  late: number;
  start: StartBlock[];
  steps: Step<Command>[];
}

/** A block the document begins with: so many characters, or a table of so many rows and columns. */
export interface StartBlock extends Omit<BlockContent, 'content' | 'table'> {
  length: number;
  rows?: number;
  columns?: number;
}

/** Something that must hold and did not; `promise` names it, the message says where. */
export class BrokenPromise extends Error {
  readonly promise: string;

  constructor(promise: string, detail: string) {
    super(`${promise}: ${detail}`);
    this.name = 'BrokenPromise';
    this.promise = promise;
  }
}

/** Every token anybody writes is one of its own, known by one character: this many a step. */
const TOKENS_PER_STEP = 8;
/** Keys below are the start's. */
export const FIRST_KEY = 10;
/** When a simulation begins, in ms since 1970; some steps share a millisecond. */
const BEGINNING = 1_750_000_000_000;
const STEPS_PER_MS = 3;
const MAX_UNDO = 1_000;

/** Origin of what comes from other devices. */
const NETWORK = 'network';
const NEWER_BUILD = 'newer build';

interface Seat<Command> {
  name: string;
  doc: Y.Doc;
  device: Device<Command>;
  /** Tokens it showed when it was looked at last, and how often. */
  seen: Map<string, number>;
  restarts: number;
}

/** Tokens that a device does not show any more, shows less often, and shows (or shows again). */
interface Changes {
  gone: string[];
  fewer: string[];
  come: string[];
}

interface Message {
  from: number;
  update: Uint8Array;
}

/** Plays a simulation; throws BrokenPromise. */
export function play<Command>(
  simulation: Simulation<Command>,
  commands: FuzzCommands<Command>,
): void {
  try {
    const player = new Player(simulation, commands);
    for (const step of simulation.steps)
      withDeterministicIds(chanceOf(step.key), () => player.step(step));
    player.end();
  } catch (error) {
    if (error instanceof BrokenPromise || !(error instanceof Error)) throw error;
    // An id or a number in the message is no part of what went wrong.
    const kind = error.message.replace(/"[^"]*"|\d+/g, '…').slice(0, 80);
    throw new BrokenPromise(`crash (${kind})`, error.stack ?? error.message);
  }
}

class Player<Command> {
  readonly #commands: FuzzCommands<Command>;
  readonly #isPlain: boolean;
  readonly #seats: (Seat<Command> | null)[];
  /** What is on its way to each device. */
  readonly #inboxes: Message[][];
  /** Who wrote a token; null for the start and for newer builds. */
  readonly #writer = new Map<string, number | null>();
  /**
   * Tables that a newer build made something else. Whoever knows of that sees lines in place of the
   * table, and may join them; whoever does not know yet then sees text in another cell, as they
   * would had somebody carried it there.
   */
  readonly #retyped = new Set<string>();
  /** Tables in which somebody made cells one. */
  readonly #merged = new Set<string>();
  /** In which cell of which table a token was seen first; both '' where in none. */
  readonly #cells = new Map<string, { table: string; cell: string }>();
  #hasOpenCells = false;
  readonly #deletedBy = new Map<string, Set<number>>();
  readonly #restoredBy = new Map<string, Set<number>>();
  /** What somebody copied may stand twice. */
  readonly #copied = new Set<string>();
  /** Registers of newer builds, with the values they were set to. */
  readonly #registers = new Map<string, Set<unknown>>();
  readonly #formatting = new WatchedFormatting((character) => keyOf(character) >= 0);
  readonly #lines = new WatchedLines(tokensIn);
  /** What newer builds wrote: at the end of a line, it may stand in the one somebody opens there. */
  readonly #foreign = new Set<string>();
  #sides = 0;
  #reading = false;

  constructor(simulation: Simulation<Command>, commands: FuzzCommands<Command>) {
    this.#commands = commands;
    this.#isPlain = simulation.isPlain ?? false;
    this.#inboxes = Array.from({ length: simulation.devices }, () => []);
    const first = new Y.Doc();
    first.clientID = 1;
    const token = this.#tokens(0, null);
    withDeterministicIds(chanceOf(0), () =>
      createDocument(first, { blocks: simulation.start.map((block) => startBlock(block, token)) }),
    );
    const bytes = Y.encodeStateAsUpdate(first);
    this.#seats = this.#inboxes.map((_, index) =>
      index < simulation.devices - simulation.late ? this.#seat(index, bytes, 0) : null,
    );
  }

  step(step: Step<Command>): void {
    if (step.do === 'part') {
      this.#sides = step.sides;
      return;
    }
    if (step.do === 'join') {
      const host = this.#seats[step.from];
      if (this.#seats[step.device] || !host) return;
      this.#seats[step.device] = this.#seat(step.device, Y.encodeStateAsUpdate(host.doc), 0);
      return;
    }
    const seat = this.#seats[step.device];
    if (!seat) return;
    switch (step.do) {
      case 'command':
        this.#command(seat, step);
        return;
      case 'undo':
        this.#undo(seat, step.device);
        return;
      case 'undo all':
        for (let times = 0; this.#undo(seat, step.device); times++)
          if (times > MAX_UNDO) throw new BrokenPromise('undo comes to an end', seat.name);
        return;
      case 'redo':
        this.#redo(seat, step.device);
        return;
      case 'newer':
        this.#newer(seat, step);
        return;
      case 'deliver':
        this.#deliver(seat, step);
        return;
      case 'restart':
        this.#restart(seat, step.device);
        return;
    }
  }

  #command(seat: Seat<Command>, step: Step<Command> & { do: 'command' }): void {
    const token = this.#tokens(step.key, step.device);
    this.#watch(seat, () => seat.device.perform(step.command, token));
    const copies = this.#commands.copies(step.command);
    const { gone, fewer, come } = this.#look(seat, copies);
    if (gone.length > 0 && !this.#commands.deletes(step.command))
      throw new BrokenPromise('only deleting takes text away', `${seat.name} lost ${gone}`);
    for (const character of come)
      if (keyOf(character) !== step.key && !copies)
        throw new BrokenPromise('no command brings text back', `${seat.name}: ${character}`);
    note(this.#deletedBy, fewer, step.device);
  }

  /** Has a person do something, and notes what that means for what others have written. */
  #watch<T>(seat: Seat<Command>, act: () => T): T {
    return this.#formatting.watch(seat.doc, () =>
      this.#commands.watchesLines
        ? this.#lines.watch(seat.doc, () => seat.device.blocks(), act)
        : act(),
    );
  }

  #undo(seat: Seat<Command>, index: number): boolean {
    const some = this.#watch(seat, () => seat.device.undo());
    const { gone, fewer, come } = this.#look(seat);
    for (const character of gone) {
      const own = this.#writer.get(character) === index || this.#copied.has(character);
      if (!own && !this.#restoredBy.get(character)?.has(index))
        throw new BrokenPromise('undo takes only what is one’s own', `${seat.name}: ${character}`);
    }
    note(this.#deletedBy, fewer, index);
    note(this.#restoredBy, come, index);
    return some;
  }

  #redo(seat: Seat<Command>, index: number): void {
    this.#watch(seat, () => seat.device.redo());
    const { gone, fewer, come } = this.#look(seat);
    for (const character of gone)
      if (!this.#deletedBy.get(character)?.has(index))
        throw new BrokenPromise('redo takes only what one took', `${seat.name}: ${character}`);
    note(this.#deletedBy, fewer, index);
    note(this.#restoredBy, come, index);
  }

  /** Writes what this build does not know, past everything that does. */
  #newer(seat: Seat<Command>, { what, at, key }: Step<Command> & { do: 'newer' }): void {
    const { doc } = seat;
    const text = doc.getText(ROOT.body);
    const fields = doc.getMap(ROOT.fields);
    const blocks = seat.device.blocks().filter(({ id }) => id !== '' && !id.endsWith('~'));
    const { id } = blocks[at % Math.max(1, blocks.length)] ?? { id: '' };
    const index = wholeUpTo(textIn(text), at % (text.length + 1));
    const write = () => {
      switch (what) {
        case 'block': {
          const future = { id: `newer${key}`, type: 'timeline', depth: 1, events: [1, { a: 2 }] };
          putAt(text, index, [{ insert: future }]);
          return;
        }
        case 'object': {
          const token = this.#tokens(key, null)();
          for (const character of tokensIn({ text: token })) this.#foreign.add(character);
          putAt(text, index, [{ insert: { object: 'clock', token, zone: ['UTC'] } }]);
          return;
        }
        case 'attribute': {
          const length = wholeUpTo(textIn(text), Math.min(index + 4, text.length)) - index;
          setAttributes(text, index, length, NO_ATTRIBUTES, { [`mood:${key}`]: { value: key } });
          return;
        }
        case 'register': {
          if (id === '') return;
          fields.set(`${id}:mood`, key);
          note(this.#registers, [`${id}:mood`], key);
          return;
        }
        case 'type':
          if (id === '') return;
          fields.set(`${id}:type`, 'timeline');
          this.#retyped.add(id);
      }
    };
    this.#watch(seat, () => doc.transact(write, NEWER_BUILD));
    // What stands behind a block that is put in a cell is that block's, whoever writes there.
    const body = new Body(doc);
    const added = body.segment(`newer${key}`);
    const before = added && body.segments[added.index - 1];
    if (before && body.tableOf(before)) this.#hasOpenCells = true;
    // What is written at the end of the line above may come to stand behind its mark, and goes on
    // being that line's for who has not heard of the mark.
    if (before) for (const id of [before.id, `newer${key}`]) this.#lines.forget(id);
    const { gone } = this.#look(seat);
    if (gone.length > 0)
      throw new BrokenPromise('what a newer build writes hides nothing', `${seat.name}: ${gone}`);
  }

  #deliver(seat: Seat<Command>, step: Step<Command> & { do: 'deliver' }): void {
    const inbox = this.#inboxes[step.device]!;
    const side = (index: number) => (this.#sides >> index) & 1;
    const waiting = inbox.filter(({ from }) => side(from) === side(step.device));
    const message = waiting[step.nth % Math.max(1, waiting.length)];
    if (!message) return;
    if (!step.again) inbox.splice(inbox.indexOf(message), 1);
    Y.applyUpdate(seat.doc, message.update, NETWORK);
    this.#lookAtDelivered(seat);
  }

  #lookAtDelivered(seat: Seat<Command>): void {
    const { gone } = this.#look(seat);
    // Text between two differences is written anew where it is short; the old may go before the new.
    if (hasGaps(seat.doc)) return;
    for (const character of gone)
      if (!this.#deletedBy.has(character))
        throw new BrokenPromise('nothing is lost', `${seat.name} lost ${character} by an update`);
  }

  #restart(seat: Seat<Command>, index: number): void {
    const bytes = Y.encodeStateAsUpdate(seat.doc);
    // Yjs looks at what waits for other updates when one arrives, and when it loads.
    Y.applyUpdate(seat.doc, bytes, NETWORK);
    const before = JSON.stringify(seat.device.blocks());
    const stored = JSON.stringify(seat.device.store?.());
    seat.device.close();
    const again = this.#seat(index, bytes, seat.restarts + 1, stored);
    this.#seats[index] = again;
    const after = JSON.stringify(again.device.blocks());
    if (after !== before)
      throw new BrokenPromise('a restart changes nothing', `${before}, then ${after}`);
  }

  #seat(index: number, bytes: Uint8Array, restarts: number, stored?: string): Seat<Command> {
    const doc = new Y.Doc();
    // Whose number is the greater one is not in the order of the devices.
    doc.clientID = 1_000 * (restarts + 1) + ((index * 37 + 11) % 100);
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (this.#reading) throw new BrokenPromise('reading changes nothing', `device ${index}`);
      if (origin === NETWORK) return;
      this.#inboxes.forEach((inbox, other) => {
        if (other !== index) inbox.push({ from: index, update });
      });
    });
    Y.applyUpdate(doc, bytes, NETWORK);
    const device = this.#read(() =>
      this.#commands.open(doc, stored === undefined ? undefined : JSON.parse(stored)),
    );
    const seat = { name: String.fromCharCode(65 + index), doc, device, seen: new Map(), restarts };
    this.#look(seat);
    return seat;
  }

  /** Checks what a device shows now; tells what changed since the last look. */
  #look(seat: Seat<Command>, copying = false): Changes {
    this.#read(() => seat.device.check());
    const blocks = seat.device.blocks();
    const before = seat.seen;
    seat.seen = new Map();
    let length = 0;
    for (const run of inlinesOf(blocks)) {
      if ('text' in run) length += run.text.length;
      for (const character of tokensIn(run))
        seat.seen.set(character, (seat.seen.get(character) ?? 0) + 1);
    }
    if (!this.#isPlain) checkWhole(seat.name, blocks);
    if (length !== seat.doc.getText(ROOT.body).toString().length)
      throw new BrokenPromise('no text is hidden', `${seat.name}: ${JSON.stringify(blocks)}`);
    for (const [character, times] of seat.seen) {
      if (times > 1 && copying) this.#copied.add(character);
      if (times > 1 && !this.#copied.has(character))
        throw new BrokenPromise(
          'nothing is doubled',
          `${seat.name} has ${character} ${times} times`,
        );
    }
    for (const { id, table } of blocks) if (table?.merged) this.#merged.add(id);
    // Between what came and what did not, nothing need be where it belongs.
    if (hasGaps(seat.doc)) this.#lines.note(seat.doc, blocks);
    const astray = hasGaps(seat.doc) ? null : this.#astray(seat, blocks);
    if (astray) throw new BrokenPromise('text stays in its line', `${seat.name}: ${astray}`);
    return {
      gone: [...before.keys()].filter((character) => !seat.seen.has(character)),
      fewer: [...before]
        .filter(([character, times]) => times > (seat.seen.get(character) ?? 0))
        .map(([character]) => character),
      come: [...seat.seen]
        .filter(([character, times]) => times > (before.get(character) ?? 0))
        .map(([character]) => character),
    };
  }

  /** A text of which this device shows that it is in another line than it was written in. */
  #astray({ name, doc }: Seat<Command>, blocks: readonly Block[]): string | null {
    if (!this.#hasOpenCells) this.#checkCells(name, blocks);
    const isElsewhere = (token: string) => this.#copied.has(token) || this.#foreign.has(token);
    return this.#commands.watchesLines ? this.#lines.astray(doc, blocks, isElsewhere) : null;
  }

  /**
   * What was written in a cell never comes to stand in another, though it may in a paragraph, nor
   * where cells are made one: those may go on as any cell that ever was between them.
   */
  #checkCells(name: string, blocks: readonly Block[]): void {
    const tables = new Set(blocks.filter(({ table }) => table).map(({ id }) => id));
    const check = (content: readonly Inline[], table: string, cell: string) => {
      for (const character of content.flatMap(tokensIn)) {
        const known = this.#cells.get(character);
        if (!known) this.#cells.set(character, { table, cell });
        else if (
          cell !== '' &&
          known.cell !== cell &&
          tables.has(known.table) &&
          !this.#retyped.has(known.table) &&
          !this.#merged.has(known.table) &&
          !this.#copied.has(character)
        )
          throw new BrokenPromise(
            'text stays in its cell',
            `${name} has ${character} of ${known.cell} in ${cell}`,
          );
      }
    };
    for (const { id, content, table } of blocks) {
      check(content, '', '');
      for (const row of table?.rows ?? [])
        row.cells.forEach((cell, index) => {
          check(cell, id, cellId(row.id, table!.columns[index]!.id));
        });
    }
  }

  #read<T>(work: () => T): T {
    this.#reading = true;
    try {
      return work();
    } finally {
      this.#reading = false;
    }
  }

  #tokens(key: number, writer: number | null): () => string {
    let next = key * TOKENS_PER_STEP;
    const end = (key === 0 ? FIRST_KEY : key + 1) * TOKENS_PER_STEP;
    return () => {
      if (next >= Math.min(end, MAX_TOKENS)) throw new Error('A step may not write so much.');
      const token = tokenOf(next++, this.#isPlain);
      for (const character of tokensIn({ text: token })) this.#writer.set(character, writer);
      return token;
    };
  }

  /** Everybody hears of everything: now all must be the same, and have all there is. */
  end(): void {
    const seats = this.#seats.filter((seat) => seat !== null);
    this.#seats.forEach((seat, index) => {
      if (!seat) return;
      for (const { update } of this.#inboxes[index]!) Y.applyUpdate(seat.doc, update, NETWORK);
      this.#lookAtDelivered(seat);
    });
    // Who hears of two copies of one character deletes one of them; that travels as well.
    for (let round = 0; round < 2; round++)
      for (const seat of seats)
        for (const { doc } of seats)
          if (doc !== seat.doc)
            Y.applyUpdate(
              seat.doc,
              Y.encodeStateAsUpdate(doc, Y.encodeStateVector(seat.doc)),
              NETWORK,
            );
    for (const seat of seats) this.#look(seat);
    const [first, ...others] = seats;
    if (!first) return;
    const state = (seat: Seat<Command>) =>
      JSON.stringify([
        seat.device.blocks(),
        seat.doc.getText(ROOT.body).toDelta(),
        Object.entries(seat.doc.getMap(ROOT.fields).toJSON()).sort(([a], [b]) => (a < b ? -1 : 1)),
      ]);
    for (const other of others)
      if (state(other) !== state(first))
        throw new BrokenPromise(
          'all end equal',
          `${first.name} has ${state(first)},\n${other.name} has ${state(other)}`,
        );
    this.#checkStored(first);
    for (const character of this.#writer.keys())
      if (!this.#deletedBy.has(character) && !first.seen.has(character))
        throw new BrokenPromise('nothing is lost', `${character} at the end`);
    this.#checkNewer(first);
    const astray = this.#formatting.fault(
      first.doc,
      (token) => this.#deletedBy.has(token) || this.#copied.has(token),
    );
    if (astray !== null) throw new BrokenPromise('formatting stays where it was put', astray);
    for (const seat of seats) seat.device.close();
  }

  /** What is stored, folded by a program that reads no text, and loaded again is what is shown. */
  #checkStored({ doc, device }: Seat<Command>): void {
    const server = new Y.Doc();
    Y.applyUpdate(server, Y.encodeStateAsUpdate(doc));
    const loaded = new Y.Doc();
    Y.applyUpdate(loaded, Y.encodeStateAsUpdate(server));
    const shown = JSON.stringify(device.blocks());
    const read = JSON.stringify(readBlocks(loaded));
    if (read !== shown)
      throw new BrokenPromise('what is loaded is what is shown', `${shown}, then ${read}`);
  }

  #checkNewer({ doc }: Seat<Command>): void {
    const fields = doc.getMap(ROOT.fields);
    for (const [name, values] of this.#registers)
      if (!values.has(fields.get(name)))
        throw new BrokenPromise('what is not known is kept', `register ${name}`);
  }
}

/** Whether it has an update and still lacks one before it, so that it may show half of a change. */
function hasGaps({ store }: Y.Doc): boolean {
  return store.pendingStructs !== null;
}

function note<Key, Value>(sets: Map<Key, Set<Value>>, keys: readonly Key[], value: Value): void {
  for (const key of keys) {
    const set = sets.get(key);
    if (set) set.add(value);
    else sets.set(key, new Set([value]));
  }
}

function chanceOf(key: number) {
  const random = prng.create(key + 1);
  return {
    id: (length: number) => {
      let id = '';
      for (let at = 0; at < length; at++) id += prng.int32(random, 0, 35).toString(36);
      return id;
    },
    now: () => BEGINNING + Math.floor(key / STEPS_PER_MS),
  };
}

function startBlock(block: StartBlock, token: () => string): BlockContent {
  const { length, rows: _, columns: __, ...shape } = block;
  const rows = Math.max(1, block.rows ?? 1);
  const columns = Math.max(1, block.columns ?? 1);
  const text = Array.from({ length }, token).join('');
  const table = () => ({
    columns: Array.from({ length: columns }, () => ({ id: '' })),
    rows: Array.from({ length: rows }, (_, row) => ({
      id: '',
      cells: Array.from({ length: columns }, (_, column): Inline[] =>
        row === column ? [{ text: token() }] : [],
      ),
    })),
  });
  return {
    ...shape,
    content: text === '' ? [] : [{ text }],
    ...(shape.type === 'table' ? { table: table() } : {}),
  };
}

/** The text with one unit for each position. */
function textIn(text: Y.Text): string {
  return text
    .toDelta()
    .map(({ insert }: { insert: unknown }) => (typeof insert === 'string' ? insert : '\ufffc'))
    .join('');
}

function checkWhole(name: string, blocks: readonly Block[]): void {
  const texts = blocks.flatMap(({ content, table }) => [
    content,
    ...(table?.rows.flatMap(({ cells }) => cells) ?? []),
  ]);
  for (const content of texts) {
    const text = content.map((run) => ('text' in run ? run.text : '\ufffc')).join('');
    const cut = cutIn(text);
    if (cut !== null)
      throw new BrokenPromise('no character is cut', `${name} has ${JSON.stringify([cut, text])}`);
  }
}

/** All that is written in them, cells of tables included. */
export function inlinesOf(blocks: readonly Block[]): Inline[] {
  return blocks.flatMap(({ content, table }) => [
    ...content,
    ...(table?.rows.flatMap(({ cells }) => cells.flat()) ?? []),
  ]);
}

function tokensIn(run: Inline): string[] {
  const text = 'text' in run ? run.text : run.embed.token;
  if (typeof text !== 'string') return [];
  return [...text].filter((character) => keyOf(character) >= 0);
}

/** The step that wrote a token; negative for any other character. */
function keyOf(character: string): number {
  const number = numberOf(character);
  return number < 0 ? -1 : Math.floor(number / TOKENS_PER_STEP);
}

/** Numbers that follow from a seed. */
export function drawFrom(seed: number): Draw {
  const random = prng.create(seed);
  const int = (from: number, to: number) => prng.int32(random, from, to);
  return {
    int,
    pick: (list) => list[int(0, list.length - 1)]!,
    oneIn: (cases) => int(1, cases) === 1,
  };
}
