/** People with a link and without one do what no client does, as fast as they can, while others type. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, Outcome, Random } from './fault.ts';
import { Scene } from './scene.ts';

const ATTACKERS = 80;
const BESIEGERS = 1_000;
const MEASURED = 40;

/** Milliseconds until what one device wrote is there on another, in order of size. */
async function delays(scene: Scene, times: number): Promise<number[]> {
  const [writer, reader] = scene.living;
  if (!writer || !reader) throw new Error('Two devices are needed.');
  const taken: number[] = [];
  for (let time = 0; time < times; time++) {
    const before = reader.text.length;
    const since = performance.now();
    const arrived = new Promise<void>((resolve) => {
      reader.replica.doc.on('update', function look() {
        if (reader.text.length === before) return;
        reader.replica.doc.off('update', look);
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

/** Megabytes of memory the server has, where the machine tells. */
function memoryOf(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

type Manner = 'flood' | 'siege';
interface Measured {
  manner: Manner;
  alone: number;
  attacked: number;
  before: number;
  after: number;
}
const measured: Measured[] = [];

const UNDER: Record<Manner, string> = {
  flood: 'In a flood of frames',
  siege: `While ${BESIEGERS.toLocaleString('en')} attackers were there at the same time`,
};

/** How the others fared, for the README. */
export function tellHostile(): string {
  return (['flood', 'siege'] as const)
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

const percentile95 = (sorted: readonly number[]): number =>
  sorted[Math.floor(sorted.length * 0.95)] ?? 0;

async function underAttack(manner: Manner, count: number, random: Random): Promise<Outcome> {
  // The limits are those of every server.
  const scene = await Scene.start(random, {
    MAX_SOCKETS_PER_ADDRESS: '20',
    MAX_NEW_DOCUMENTS_PER_MINUTE: '10',
  });
  return scene.play(async () => {
    for (let added = 0; added < 2; added++) await scene.device();
    await scene.untilSynced();
    const alone = percentile95(await delays(scene, MEASURED));
    const before = memoryOf(scene.server.pid);
    const crowd = spawn(
      process.execPath,
      [
        join(import.meta.dirname, 'hostile-crowd.ts'),
        `ws://127.0.0.1:${scene.server.port}/sync`,
        scene.docId,
        await scene.link(),
        String(random(2 ** 31)),
        String(count),
        manner,
      ],
      { stdio: 'inherit' },
    );
    scene.onEnd(() => crowd.kill());
    let isOver = false;
    const ended = once(crowd, 'exit').then(([code]) => {
      isOver = true;
      if (code !== 0) throw new Error(`The attackers ended with ${code}.`);
    });
    const taken: number[] = [];
    while (!isOver || taken.length < MEASURED) taken.push(...(await delays(scene, 10)));
    await ended;
    const after = memoryOf(scene.server.pid);
    taken.sort((a, b) => a - b);
    measured.push({
      manner,
      alone,
      attacked: percentile95(taken),
      before: before ?? 0,
      after: after ?? 0,
    });
    return scene.heal(performance.now());
  });
}

export const HOSTILE_FAULTS: readonly Fault[] = [
  {
    name: 'hostile',
    title:
      'broken, huge and endless frames, bombs and floods, with a link or none, while others type',
    runs: { test: 1, quick: 2, long: 20 },
    run: (random) => underAttack('flood', ATTACKERS, random),
  },
  {
    name: 'siege',
    title: `${BESIEGERS.toLocaleString('en')} attackers at once, each from an address of their own, with new documents, questions and bombs`,
    runs: { test: 1, quick: 2, long: 10 },
    run: (random) => underAttack('siege', BESIEGERS, random),
  },
];
