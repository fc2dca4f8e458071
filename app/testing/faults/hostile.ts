/** People with a link and without one do what no client does, as fast as they can, while others type. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createSecret } from '../../../shared/access/ids.ts';
import type { Fault, Outcome, Random } from './fault.ts';
import { Scene } from './scene.ts';

const ATTACKERS = 80;
const BESIEGERS = 1_000;
const STRANGERS = 600;
const MEASURED = 40;
/** What the server may have of memory, whatever is done to it. */
export const MOST_MEGABYTES = 512;
/** Of it, what Node may have: on a machine with more memory it would let garbage lie for longer. */
export const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=320' };
/** In which what an honest person writes is to be with the other, nineteen times of twenty. */
export const PROMISED_MS = 250;

/** What takes longer than this does not come by itself any more. */
const ARRIVES_WITHIN_MS = 120_000;

/** Milliseconds until what one device wrote is there on another, in order of size. */
export async function delays(scene: Scene, times: number): Promise<number[]> {
  const [writer, reader] = scene.living;
  if (!writer || !reader) throw new Error('Two devices are needed.');
  const taken: number[] = [];
  for (let time = 0; time < times; time++) {
    const before = reader.text.length;
    const since = performance.now();
    const arrived = new Promise<void>((resolve, reject) => {
      const tooLate = setTimeout(() => {
        const seen = scene.living.map(({ status, text }) => ({ ...status, length: text.length }));
        reject(new Error(`A word did not arrive: ${JSON.stringify(seen)}`));
      }, ARRIVES_WITHIN_MS);
      reader.replica.doc.on('update', function look() {
        if (reader.text.length === before) return;
        reader.replica.doc.off('update', look);
        clearTimeout(tooLate);
        resolve();
      });
    });
    writer.write(scene.random);
    await arrived;
    taken.push(performance.now() - since);
    await pause(scene.random(10));
  }
  return taken.sort((a, b) => a - b);
}

/** Megabytes of memory the server had at the most, where the machine tells. */
export function memoryOf(pid: number, what: 'VmHWM' | 'VmRSS' = 'VmHWM'): number | null {
  if (process.platform !== 'linux') return null;
  const kilobytes = new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  )?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

export type Manner = 'flood' | 'siege' | 'strangers' | EditorManner | VisitorManner;
/** What was seen of one attack. */
export interface Measured {
  manner: Manner;
  /** The 95th percentile of `delays`, before it and meanwhile. */
  alone: number;
  attacked: number;
  /** Megabytes of memory the server had at the most, until it began and until it was over. */
  before: number;
  after: number;
}
/** By single faults of this run. */
const measured: Measured[] = [];

export const UNDER: Record<Manner, string> = {
  flood: 'In a flood of frames',
  siege: `While ${BESIEGERS.toLocaleString('en')} attackers were there at the same time`,
  strangers: `While ${STRANGERS} strangers sent a megabyte each, again and again, without a good secret`,
  nested: 'While an editor sent values that end whoever writes them out',
  crowded: 'While an editor sent items that stand in each other’s way',
  clocks: 'While an editor took everybody’s next clocks',
  tiny: 'While an editor sent as many items as there is room for',
  burst: 'While an editor sent updates as fast as they could',
  ahead: 'While an editor deleted what is not there, and wrote behind what never comes',
  readers: 'While 150 visitors read a document of 28 MB slowly, each in another state',
  questions: 'While 60 visitors asked without end who is here',
  guesses: 'While secrets and passwords were guessed from thousands of addresses',
  proxied: 'While secrets and passwords were guessed from the address that all people share',
};

/** How the others fared, for docs/faults.md. */
export function tellHostile(): string {
  return (Object.keys(UNDER) as Manner[])
    .map((manner) => {
      const runs = measured.filter((run) => run.manner === manner);
      if (runs.length === 0) return '';
      const most = (name: 'alone' | 'attacked' | 'before' | 'after') =>
        Math.max(...runs.map((run) => run[name])).toFixed(0);
      return `${UNDER[manner]}, what one person wrote was with the other in ${most('attacked')} ms (95th percentile of the worst run; ${most('alone')} ms when nobody attacked); the server's memory went from ${most('before')} to ${most('after')} MB.`;
    })
    .filter(Boolean)
    .join(' ');
}

export const percentile95 = (sorted: readonly number[]): number =>
  sorted[Math.floor(sorted.length * 0.95)] ?? 0;

interface Attack {
  manner: Manner;
  count: number;
  seed: number;
  onto: { docId: string; secret: string };
}

/** A crowd of them as a process of its own, until they have done what they came for. */
export function startAttack(
  scene: Scene,
  { manner, count, seed, onto }: Attack,
): { isOver: () => boolean; ended: Promise<void> } {
  const crowd = spawn(
    process.execPath,
    [
      join(import.meta.dirname, programOf(manner)),
      `ws://127.0.0.1:${scene.server.port}/sync`,
      onto.docId,
      onto.secret,
      String(seed),
      String(count),
      manner === 'proxied' ? 'guesses' : manner,
    ],
    { stdio: 'inherit' },
  );
  // They stand for machines of their own: what they compute is not to be missing to the server.
  if (crowd.pid !== undefined) setPriority(crowd.pid, constants.priority.PRIORITY_LOW);
  scene.onEnd(() => crowd.kill());
  let isOver = false;
  const ended = once(crowd, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`The attackers ended with ${code}.`);
  });
  crowd.once('exit', () => {
    isOver = true;
  });
  // It may end before anybody waits for it; whoever does then hears how.
  ended.catch(() => undefined);
  return { isOver: () => isOver, ended };
}

/** @param forMs it is begun anew for so long; once at least */
async function attackWith(manner: Manner, random: Random, forMs = 0): Promise<[Outcome, Measured]> {
  // The limits are those of every server.
  const scene = await Scene.start(random, {
    ...SMALL_HEAP,
    MAX_SOCKETS_PER_ADDRESS: '20',
    MAX_NEW_DOCUMENTS_PER_MINUTE: '10',
    TRUST_PROXY: manner === 'guesses' ? '1' : '0',
  });
  return scene.play(async () => {
    for (let added = 0; added < 2; added++) await scene.device();
    await scene.untilSynced();
    // There is a password to be guessed.
    await scene.link(createSecret());
    const newcomer = await scene.link();
    const alone = percentile95(await delays(scene, MEASURED));
    const before = memoryOf(scene.server.pid);
    const onto = { docId: scene.docId, secret: await scene.link() };
    const taken: number[] = [];
    const until = Date.now() + forMs;
    do {
      const attack = startAttack(scene, {
        manner,
        count: COUNTS[manner],
        seed: random(2 ** 31),
        onto,
      });
      while (!attack.isOver() || taken.length < MEASURED) {
        taken.push(...(await delays(scene, 10)));
        await scene.letIn(newcomer);
      }
      await attack.ended;
    } while (Date.now() < until);
    const after = memoryOf(scene.server.pid);
    taken.sort((a, b) => a - b);
    const outcome = await scene.heal(performance.now());
    return [
      outcome,
      {
        manner,
        alone,
        attacked: percentile95(taken),
        before: before ?? 0,
        after: after ?? 0,
      },
    ];
  });
}

/** Once; throws where the server took more than it may. */
async function underAttack(manner: Manner, random: Random): Promise<Outcome> {
  const [outcome, seen] = await attackWith(manner, random);
  if (seen.after > MOST_MEGABYTES) throw new Error(`The server has ${seen.after} MB.`);
  measured.push(seen);
  return outcome;
}

const EDITOR_MANNERS = ['nested', 'crowded', 'clocks', 'tiny', 'burst', 'ahead'] as const;
type EditorManner = (typeof EDITOR_MANNERS)[number];

const isEditor = (manner: Manner): manner is EditorManner =>
  (EDITOR_MANNERS as readonly string[]).includes(manner);

const VISITOR_MANNERS = ['readers', 'questions', 'guesses', 'proxied'] as const;
type VisitorManner = (typeof VISITOR_MANNERS)[number];

function programOf(manner: Manner): string {
  if (isEditor(manner)) return 'hostile-editor.ts';
  const isVisitor = (VISITOR_MANNERS as readonly string[]).includes(manner);
  return isVisitor ? 'hostile-visitors.ts' : 'hostile-crowd.ts';
}

const VISITOR_TITLES: Record<VisitorManner, string> = {
  readers: 'visitors read a document of 28 MB slowly, each in another state',
  questions: 'visitors ask without end who is here',
  guesses: 'secrets and passwords are guessed from thousands of addresses, behind a proxy',
  proxied: 'secrets and passwords are guessed behind a proxy that the server was not told of',
};

const EDITOR_TITLES: Record<EditorManner, string> = {
  nested: 'an editor’s program sends values nested so deep that writing them out ends a process',
  crowded: 'an editor’s program sends items that make Yjs walk the square of what was sent',
  clocks: 'an editor’s program takes the next clocks of everybody who writes',
  tiny: 'an editor’s program fills the document with the smallest items there are',
  burst: 'an editor’s program sends updates as fast as the network takes them',
  ahead: 'an editor’s program deletes what is not there, and writes behind what never comes',
};

/** Milliseconds that one of them goes on. */
const EDITOR_MS = 8_000;
const VISITORS_MS = 15_000;

/** The name of the fault that does it. */
export const faultOf = (manner: Manner): string => (manner === 'flood' ? 'hostile' : manner);

/** How much of each: how many attackers, or how long in milliseconds. */
const COUNTS: Record<Manner, number> = {
  flood: ATTACKERS,
  siege: BESIEGERS,
  strangers: STRANGERS,
  nested: EDITOR_MS,
  crowded: EDITOR_MS,
  clocks: EDITOR_MS,
  tiny: EDITOR_MS,
  burst: EDITOR_MS,
  ahead: EDITOR_MS,
  readers: VISITORS_MS,
  questions: VISITORS_MS,
  guesses: VISITORS_MS,
  proxied: VISITORS_MS,
};

/**
 * Each attack alone, on a server of its own, begun anew for so long.
 *
 * @param names of their faults
 */
export async function* attackEach(
  names: readonly string[],
  seconds: number,
  random: Random,
): AsyncGenerator<[Outcome, Measured]> {
  for (const manner of Object.keys(COUNTS) as Manner[])
    if (names.includes(faultOf(manner))) yield await attackWith(manner, random, seconds * 1_000);
}

export const HOSTILE_FAULTS: readonly Fault[] = [
  {
    name: 'hostile',
    title:
      'broken, huge and endless frames, bombs and floods, with a link or none, while others type',
    runs: { test: 1, quick: 2, long: 20 },
    run: (random) => underAttack('flood', random),
  },
  {
    name: 'siege',
    title: `${BESIEGERS.toLocaleString('en')} attackers at once, each from an address of their own, with new documents, questions and bombs`,
    runs: { test: 1, quick: 2, long: 10 },
    run: (random) => underAttack('siege', random),
  },
  {
    name: 'strangers',
    title: `${STRANGERS} connections and calls that send a megabyte each before a secret could be checked`,
    runs: { test: 1, quick: 2, long: 10 },
    run: (random) => underAttack('strangers', random),
  },
  ...EDITOR_MANNERS.map(
    (name): Fault => ({
      name,
      title: EDITOR_TITLES[name],
      runs: { test: name === 'crowded' || name === 'clocks' ? 1 : 0, quick: 1, long: 8 },
      run: (random) => underAttack(name, random),
    }),
  ),
  ...VISITOR_MANNERS.map(
    (name): Fault => ({
      name,
      title: VISITOR_TITLES[name],
      runs: { test: 0, quick: 1, long: 4 },
      run: (random) => underAttack(name, random),
    }),
  ),
];
