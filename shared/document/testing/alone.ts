/**
 * Histories of one person alone: what is written, taken back and done again.
 *
 * Invariant checked: undo gives exactly what was there before a step, and redo exactly what was there
 * after it, one step at a time.
 */
import * as Y from 'yjs';
import { createDocument } from '../create.ts';
import { withDeterministicIds } from '../ids-and-clock.ts';
import type { Block, BlockContent, Inline, MarkName } from '../schema.ts';
import type { ModelCommand } from './model-fuzz-commands.ts';
import { withoutParts } from './random-simulation.ts';
import {
  BrokenPromise,
  type Device,
  type Draw,
  drawFrom,
  type FuzzCommands,
} from './simulation.ts';

/** A device that tells how many steps can be taken back. */
interface OwnDevice<Command> extends Device<Command> {
  readonly steps: number;
  /** What is done next belongs to the latest step. */
  extend(): void;
  /** Its steps as JSON, for the time after a reload. */
  store(): unknown;
}

export interface OwnFuzzCommands<Command> extends Omit<FuzzCommands<Command>, 'open'> {
  open(doc: Y.Doc, stored?: unknown): OwnDevice<Command>;
  /** Whether it writes, deletes or formats text in a block: half of them do little else. */
  isInText(command: Command): boolean;
}

type OwnStep<Command> =
  /** `goesOn`: it belongs to the step before, as what is composed does. */
  | { do: 'command'; key: number; command: Command; goesOn?: boolean }
  | { do: 'undo' | 'redo' | 'reload'; key: number };

interface OwnSimulation<Command> {
  start: BlockContent[];
  steps: OwnStep<Command>[];
}

function drawAlone<Command>(
  seed: number,
  operations: number,
  commands: OwnFuzzCommands<Command>,
): OwnSimulation<Command> {
  const draw = drawFrom(seed);
  const isInText = draw.oneIn(2);
  const start = Array.from({ length: isInText ? 1 : draw.int(1, 4) }, () => drawStart(draw));
  const command = () => {
    for (let times = 0; ; times++) {
      const drawn = commands.draw(draw);
      if (!isInText || times > 20 || draw.oneIn(10) || commands.isInText(drawn)) return drawn;
    }
  };
  const steps: OwnStep<Command>[] = [];
  while (steps.length < operations) {
    const add = (what: 'undo' | 'redo', times: number) => {
      for (let time = 0; time < times; time++) steps.push({ do: what, key: steps.length + 1 });
    };
    if (draw.oneIn(12)) steps.push({ do: 'reload', key: steps.length + 1 });
    else if (!draw.oneIn(4))
      steps.push({
        do: 'command',
        key: steps.length + 1,
        command: command(),
        goesOn: draw.oneIn(4),
      });
    else {
      const times = draw.int(1, 6);
      add('undo', times);
      add('redo', draw.oneIn(2) ? times : draw.int(0, times));
    }
  }
  return { start, steps };
}

function drawStart(draw: Draw): BlockContent {
  if (draw.oneIn(4)) {
    const cells = () => Array.from({ length: 2 }, () => (draw.oneIn(3) ? text(draw) : []));
    const rows = Array.from({ length: draw.int(1, 2) }, () => ({ id: '', cells: cells() }));
    return { type: 'table', content: [], table: { columns: [{ id: '' }, { id: '' }], rows } };
  }
  const type = draw.pick(['paragraph', 'paragraph', 'heading', 'bullet', 'code', 'callout']);
  return { type, content: draw.oneIn(4) ? [] : text(draw) };
}

/** Words of one letter or more, some of them formatted. */
function text(draw: Draw): Inline[] {
  return Array.from({ length: draw.int(1, 3) }, (): Inline => {
    const marks = draw.pick([
      {},
      {},
      { bold: true as const },
      { italic: true as const, link: 'https://example.org/' },
    ]);
    return { text: 'abcd '.slice(0, draw.int(1, 5)), marks };
  });
}

/** Plays such a simulation; throws BrokenPromise. */
function playAlone<Command>(
  { start, steps }: OwnSimulation<Command>,
  commands: OwnFuzzCommands<Command>,
): void {
  let doc = new Y.Doc();
  doc.clientID = 7;
  withDeterministicIds(chanceOf(0), () => createDocument(doc, { blocks: start }));
  let device = commands.open(doc);
  const shown = () => JSON.stringify(device.blocks().map(normal));
  /** What was shown before each step, and what after; the undone ones behind. */
  let known: { before: string; after: string }[] = [];
  let done = 0;
  try {
    for (const step of steps)
      withDeterministicIds(chanceOf(step.key), () => {
        const before = shown();
        if (step.do === 'reload') {
          const stored = JSON.parse(JSON.stringify(device.store()));
          const again = new Y.Doc();
          again.clientID = 7 + step.key;
          Y.applyUpdate(again, Y.encodeStateAsUpdate(doc));
          device.close();
          doc = again;
          device = commands.open(doc, stored);
          if (shown() !== before)
            throw new BrokenPromise('a reload changes nothing', `${shown()}, not ${before}`);
          return;
        }
        if (step.do === 'command') {
          let written = 0;
          // Words of a letter or two.
          const token = () =>
            (step.key + written) % 3 === 0 && written++ > 0
              ? ' '
              : String.fromCharCode(0x4e00 + step.key * 16 + written++);
          if (step.goesOn) device.extend();
          device.perform(step.command, token);
          const after = shown();
          if (device.steps === done && before === after) return;
          // What a device takes for one step with the one before is told by it.
          const from = device.steps > done ? before : (known[device.steps - 1]?.before ?? before);
          known = [...known.slice(0, device.steps - 1), { before: from, after }];
          done = device.steps;
          return;
        }
        const some = step.do === 'undo' ? device.undo() : device.redo();
        if (step.do === 'undo') {
          // What came and went in one step is none that can be taken back.
          const first = device.steps + Number(some);
          const passed = known.splice(first, Math.max(0, done - first));
          if (passed.some((one) => one.before !== one.after))
            throw new BrokenPromise('undo takes one step', `${device.steps}, not ${done - 1}`);
          done -= passed.length;
        }
        const wanted = step.do === 'undo' ? known[done - 1]?.before : known[done]?.after;
        if (some !== (wanted !== undefined))
          throw new BrokenPromise(
            `there is something to ${step.do}`,
            `${some} at step ${step.key}`,
          );
        if (wanted === undefined) return;
        done += step.do === 'undo' ? -1 : 1;
        if (device.steps !== done)
          throw new BrokenPromise(`${step.do} takes one step`, `${device.steps}, not ${done}`);
        if (shown() !== wanted)
          throw new BrokenPromise(`${step.do} is exact`, `\n${shown()}, not\n${wanted}`);
      });
  } finally {
    device.close();
  }
}

function chanceOf(key: number) {
  let next = 0;
  return {
    id: (length: number) => `k${key}n${next++}`.padEnd(length, '_'),
    now: () => 1_750_000_000_000 + key,
  };
}

/** A block as it looks: runs that look the same are one. */
function normal({ content, table, ...block }: Block): unknown {
  const inline = (runs: readonly Inline[]) => {
    const result: [string, string][] = [];
    for (const run of runs) {
      const said = 'text' in run ? run.text : JSON.stringify(run.embed);
      const marks = JSON.stringify(Object.entries(run.marks ?? {}).sort());
      const last = result.at(-1);
      if (last && last[1] === marks) last[0] += said;
      else result.push([said, marks]);
    }
    return result;
  };
  const rows = table?.rows.map((row) => [row.id, row.cells.map(inline)]);
  return { ...block, content: inline(content), ...(table ? { columns: table.columns, rows } : {}) };
}

/** The least of a simulation that breaks the same promise; null where it breaks none. */
export function tryAlone<Command>(
  seed: number,
  operations: number,
  commands: OwnFuzzCommands<Command>,
): { error: BrokenPromise; simulation: OwnSimulation<Command> } | null {
  const whole = drawAlone(seed, operations, commands);
  const error = brokenAlone(whole, commands);
  if (!error) return null;
  let simulation = whole;
  const accept = (part: OwnSimulation<Command>) => {
    if (brokenAlone(part, commands)?.promise !== error.promise) return false;
    simulation = part;
    return true;
  };
  withoutParts(simulation.steps, (steps) => accept({ ...simulation, steps }));
  withoutParts(simulation.start, (start) => start.length > 0 && accept({ ...simulation, start }));
  return { error: brokenAlone(simulation, commands) ?? error, simulation };
}

export function brokenAlone<Command>(
  simulation: OwnSimulation<Command>,
  commands: OwnFuzzCommands<Command>,
): BrokenPromise | null {
  try {
    playAlone(simulation, commands);
    return null;
  } catch (error) {
    if (error instanceof BrokenPromise) return error;
    throw error;
  }
}

export function tellAlone<Command>(
  seed: number,
  { error, simulation }: { error: BrokenPromise; simulation: OwnSimulation<Command> },
): string {
  return `${error.message}\nSeed ${seed}. As a case: ${JSON.stringify(simulation)}`;
}

const LINK = { italic: true, link: 'https://example.org/' } as const;
const paragraph = (...content: Inline[]): BlockContent => ({ type: 'paragraph', content });
const write = (key: number, length: number, offset: number): OwnStep<ModelCommand> => ({
  do: 'command',
  key,
  command: { do: 'type', length, block: 0, offset },
});
const erase = (key: number, length: number, offset: number) =>
  ({ do: 'command', key, command: { do: 'erase', length, block: 0, offset } }) as const;
const format = (key: number, length: number, mark: MarkName, offset: number) =>
  ({ do: 'command', key, command: { do: 'format', length, mark, block: 0, offset } }) as const;
const clear = (key: number, length: number, offset: number): OwnStep<ModelCommand> => ({
  do: 'command',
  key,
  command: { do: 'clear', length, block: 0, offset },
});
const merge = (key: number, cells: { row: number; column: number; to: number }) => ({
  do: 'command' as const,
  key,
  command: { do: 'merge cells' as const, ...cells, block: 0, offset: 0 },
});
const back = (...keys: number[]) => keys.map((key) => ({ do: 'undo', key }) as const);
const again = (...keys: number[]) => keys.map((key) => ({ do: 'redo', key }) as const);

/** The least of simulations that failed once. */
export const REGRESSIONS_ALONE: Readonly<Record<string, OwnSimulation<ModelCommand>>> = {
  'what is deleted before the end of a link comes back in it': {
    start: [paragraph({ text: 'abcd ', marks: LINK })],
    steps: [erase(2, 1, 4), clear(7, 1, 2), ...back(8, 9)],
  },
  'what is formatted again ends before what was typed behind it and is away': {
    start: [paragraph()],
    steps: [
      write(16, 2, 0),
      format(19, 2, 'strike', 0),
      {
        do: 'command',
        key: 21,
        command: { do: 'turn', type: 'code', attributes: {}, block: 0, offset: 0 },
      },
      write(34, 2, 2),
      ...back(40, 41, 42),
      ...again(46, 47, 48),
    ],
  },
  'text typed unformatted in a link that came back stays unformatted': {
    start: [paragraph()],
    steps: [
      write(2, 3, 0),
      ...back(8),
      ...again(13),
      write(15, 2, 1),
      format(16, 4, 'linkTitle', 1),
      write(18, 1, 4),
      ...back(19, 20),
      ...again(21, 22),
    ],
  },
  'what is not there is formatted again with what is': {
    start: [paragraph({ text: 'ababcabc', marks: { bold: true } })],
    steps: [
      write(1, 2, 507),
      write(12, 2, 382),
      write(14, 1, 993),
      format(16, 4, 'color', 467),
      erase(17, 2, 119),
      clear(19, 4, 257),
      ...back(22, 23, 24),
      ...again(25, 26),
    ],
  },
  'cells that were one, are single and one again are so again step by step': {
    start: [
      {
        type: 'table',
        content: [],
        table: {
          columns: [{ id: '' }, { id: '' }],
          rows: [
            { id: '', cells: [[], []] },
            { id: '', cells: [[], []] },
          ],
        },
      },
    ],
    steps: [
      merge(24, { row: 1, column: 1, to: 0 }),
      {
        do: 'command',
        key: 31,
        command: { do: 'remove row', line: 1, block: 0, offset: 0 },
      },
      {
        do: 'command',
        key: 34,
        command: { do: 'split cells', row: 0, column: 0, to: 0, block: 0, offset: 0 },
      },
      merge(35, { row: 0, column: 1, to: 0 }),
      ...back(40, 41),
      ...again(42, 43),
      ...back(44, 45, 46, 47),
      ...again(50, 51, 52, 53),
    ],
  },
  'what goes with a word in the step that lengthened it does not come back with that': {
    start: [paragraph()],
    steps: [write(1, 1, 0), write(2, 1, 1), { ...erase(3, 2, 0), goesOn: true }, ...back(4, 5)],
  },
  'taking all of bold off and deleting it is taken back in two steps': {
    start: [paragraph({ text: 'a', marks: { bold: true } })],
    steps: [clear(1, 4, 0), erase(4, 2, 0), ...back(5, 6)],
  },
};
