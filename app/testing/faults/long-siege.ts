/**
 * `npm run faults -- --siege MINUTES`: all attacks on one server, two at a time, one after the other,
 * while three people write; how long they wait and what the server takes, as a table and a graph.
 *
 * Invariant: what makes a document large goes to documents of the attackers' own; the one that people
 * write in is theirs to fill.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tableOf, writeIntoPage } from '../../../bench/markdown.ts';
import { createSecret, docIdOf } from '../../../shared/access/ids.ts';
import { type Outcome, seeded } from './fault.ts';
import { graphOf, type Panel } from './graph.ts';
import {
  delays,
  type Manner,
  MOST_MEGABYTES,
  memoryOf,
  PROMISED_MS,
  percentile95,
  SMALL_HEAP,
  startAttack,
} from './hostile.ts';
import { Scene } from './scene.ts';

const PICTURE = join(import.meta.dirname, '..', '..', '..', 'docs', 'pictures', 'siege.svg');
const ATTACK_MS = 15_000;
const AT_ONCE = 2;
const WINDOW_MS = 10_000;
/**
 * Until documents that nobody has open are out of memory, and what they took is given back: half a
 * minute each, with the folding of what is large between.
 */
const AFTERWARDS_MS = 120_000;
const PEOPLE = 3;

/** How much of each, and whether it goes to the document of the others. */
const ATTACKS: readonly { manner: Manner; count: number; onOwn: boolean }[] = [
  { manner: 'flood', count: 80, onOwn: false },
  { manner: 'siege', count: 500, onOwn: false },
  { manner: 'strangers', count: 300, onOwn: false },
  { manner: 'nested', count: ATTACK_MS, onOwn: false },
  { manner: 'clocks', count: ATTACK_MS, onOwn: false },
  { manner: 'questions', count: ATTACK_MS, onOwn: false },
  { manner: 'guesses', count: ATTACK_MS, onOwn: false },
  { manner: 'crowded', count: ATTACK_MS, onOwn: true },
  { manner: 'tiny', count: ATTACK_MS, onOwn: true },
  { manner: 'burst', count: ATTACK_MS, onOwn: true },
  { manner: 'ahead', count: ATTACK_MS, onOwn: true },
  { manner: 'readers', count: ATTACK_MS, onOwn: true },
];

/** What was seen in ten seconds. */
interface Sample {
  /** When they ended. */
  minute: number;
  /** The 95th percentile of how long what one wrote took to the other. */
  ms: number;
  megabytes: number;
  attacks: readonly string[];
}

const PANELS: readonly Panel<Sample>[] = [
  {
    title:
      'ms until what one person wrote was with the other (95th percentile of ten seconds, logarithmic)',
    promised: PROMISED_MS,
    color: '#2563eb',
    of: ({ ms }) => ms,
    // A second among milliseconds leaves them to be seen.
    scale: (value) => Math.log10(1 + value),
  },
  {
    title: 'MB of memory the server took',
    promised: MOST_MEGABYTES,
    color: '#b45309',
    of: ({ megabytes }) => megabytes,
  },
];
const TITLE = 'A siege: how long an honest person waited, and what the server took';

interface Besieged {
  outcome: Outcome;
  /** In a sentence. */
  summary: string;
}

export async function besiege(minutes: number, seed: number, write: boolean): Promise<Besieged> {
  const random = seeded(seed);
  const scene = await Scene.start(random, {
    ...SMALL_HEAP,
    MAX_SOCKETS_PER_ADDRESS: '200',
    MAX_NEW_DOCUMENTS_PER_MINUTE: '120',
  });
  const samples: Sample[] = [];
  const waits: number[] = [];
  let summary = '';
  // What the devices log of an attack is the attack itself.
  console.warn = () => undefined;
  const outcome = await scene.play(async () => {
    for (let added = 0; added < PEOPLE; added++) await scene.device();
    await scene.untilSynced();
    const newcomer = await scene.link();
    const link = await scene.link();
    const alone = percentile95(await delays(scene, 100));
    const { pid } = scene.server;
    const before = memoryOf(pid, 'VmRSS') ?? 0;
    const began = Date.now();
    const until = began + minutes * 60_000;
    const going = new Set<Manner>();
    const attackers = Array.from({ length: AT_ONCE }, async () => {
      while (Date.now() < until) {
        const { onOwn, ...attack } = ATTACKS[random(ATTACKS.length)]!;
        const own = createSecret();
        const onto = onOwn
          ? { docId: docIdOf(own), secret: own }
          : { docId: scene.docId, secret: link };
        going.add(attack.manner);
        const { ended } = startAttack(scene, { ...attack, seed: random(2 ** 31), onto });
        await ended;
        going.delete(attack.manner);
      }
    });
    let isOver = false;
    const over = Promise.all(attackers).finally(() => {
      isOver = true;
    });
    // It may fail while the people are still waited for; `await over` says so.
    over.catch(() => undefined);
    while (!isOver) {
      const windowEnds = Date.now() + WINDOW_MS;
      const taken: number[] = [];
      const attacks = new Set<string>();
      let megabytes = 0;
      while (Date.now() < windowEnds && !isOver) {
        taken.push(...(await delays(scene, 5)));
        await scene.letIn(newcomer);
        for (const manner of going) attacks.add(manner);
        megabytes = Math.max(megabytes, memoryOf(pid, 'VmRSS') ?? 0);
      }
      waits.push(...taken);
      taken.sort((a, b) => a - b);
      samples.push({
        minute: (Date.now() - began) / 60_000,
        ms: percentile95(taken),
        megabytes,
        attacks: [...attacks],
      });
    }
    await over;
    await pause(AFTERWARDS_MS);
    const after = memoryOf(pid, 'VmRSS') ?? 0;
    const quiet = percentile95(await delays(scene, 100));
    // One that has the same documents and people to keep, and was never attacked.
    await scene.server.stop();
    await scene.server.start();
    await delays(scene, 100);
    await pause(AFTERWARDS_MS);
    const anew = memoryOf(scene.server.pid, 'VmRSS') ?? 0;
    waits.sort((a, b) => a - b);
    const most = Math.max(...samples.map(({ megabytes }) => megabytes));
    const slow = samples.filter(({ ms }) => ms > PROMISED_MS).length;
    summary = [
      `${new Date(began).toISOString().slice(0, 10)}, seed ${seed}, ${minutes} minutes:`,
      `what one person wrote was with the other in ${percentile95(waits).toFixed(0)} ms`,
      `(95th percentile of ${waits.length.toLocaleString('en')}; ${alone.toFixed(0)} ms before,`,
      `${quiet.toFixed(0)} ms afterwards; above ${PROMISED_MS} ms in ${slow} of ${samples.length}`,
      `windows of ten seconds); the server took ${before.toFixed(0)} MB before,`,
      `${most.toFixed(0)} MB at the most (${MOST_MEGABYTES} are promised), and ${after.toFixed(0)}`,
      `MB ${AFTERWARDS_MS / 1_000} s after the last attack; started anew with what had been written`,
      `and the same people, ${anew.toFixed(0)} MB.`,
    ].join(' ');
    return scene.heal(performance.now());
  });
  const { confirmed, lost, doubled, unknown } = outcome;
  summary += ` ${confirmed.toLocaleString('en')} words confirmed, ${lost} lost, ${doubled} doubled, ${unknown} unknown.`;
  const table = tableOf(rowsOf(samples));
  console.log(`${summary}\n\n${table}`);
  if (write) {
    writeFileSync(PICTURE, graphOf(TITLE, PANELS, samples));
    writeIntoPage('faults.md', 'siege', `${summary}\n\n${table}`);
  }
  return { outcome, summary };
}

/** By attack: the windows in which it went on, alone or beside another. */
function rowsOf(samples: readonly Sample[]): string[][] {
  const rows = [
    ['while this went on', 'windows', 'median of their p95, ms', 'worst, ms', 'MB at most'],
  ];
  for (const { manner } of ATTACKS) {
    const of = samples.filter(({ attacks }) => attacks.includes(manner));
    if (of.length === 0) continue;
    const ms = of.map((sample) => sample.ms).sort((a, b) => a - b);
    const most = Math.max(...of.map(({ megabytes }) => megabytes));
    const middle = ms[ms.length >> 1] ?? 0;
    const worst = ms.at(-1) ?? 0;
    rows.push([
      `\`${manner}\``,
      String(of.length),
      middle.toFixed(0),
      worst.toFixed(0),
      most.toFixed(0),
    ]);
  }
  return rows;
}
