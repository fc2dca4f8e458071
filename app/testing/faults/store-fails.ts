/**
 * The server's store takes nothing while people type, and does again later: without a restart, or
 * with the server killed or stopped in between.
 *
 * Invariant: what stands in the way is real. A way that needs more than this machine allows (to
 * mount a small disk, to make files unchangeable) is left out, and another one is taken.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningServer } from '../../e2e/support/server.ts';
import type { Fault } from './fault.ts';
import { DATABASE, lockDatabase } from './lock-database.ts';
import { Scene, until } from './scene.ts';
import { canMount, fill, mountSmallDisk } from './small-disk.ts';

const ENDS = ['goes on', 'killed', 'stopped'] as const;
/** Bytes that still fit when the disk begins to be full; less than a commit of SQLite. */
const LEFT_BYTES = 2_000;
const DISK_BYTES = 8 * 1024 * 1024;
const STOP_WITHIN_MS = 20_000;

/** One way to keep the server from storing anything. */
interface Way {
  readonly isPossible: () => boolean;
  /** Before anybody is there; whatever it does is undone by `scene.onEnd`. */
  readonly prepare?: (scene: Scene) => Promise<void>;
  /** Takes effect at once; returns how it ends. */
  readonly begin: (server: RunningServer) => Promise<() => Promise<void>>;
  /** What a start says that is tried meanwhile, if it is refused. */
  readonly startSays?: RegExp;
}

/** Lets no file of the server grow beyond so many bytes; ends with the process. */
const filesLimited: Way = {
  // Only Linux lets one change this while a process runs.
  isPossible: () => process.platform === 'linux',
  begin: async (server) => {
    const { pid } = server;
    const limit = (bytes: number | 'unlimited') =>
      execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
    limit(largestFile(server.dataDir) + LEFT_BYTES);
    return async () => {
      if (isRunning(pid)) limit('unlimited');
    };
  },
};

const diskIsFull: Way = {
  isPossible: canMount,
  prepare: async (scene) => {
    const { server } = scene;
    await server.stop();
    scene.onEnd(mountSmallDisk(server.dataDir, DISK_BYTES));
    await server.start();
  },
  begin: async ({ dataDir }) => {
    const filler = join(dataDir, 'filler');
    fill(filler);
    return async () => rmSync(filler);
  },
};

/** The files of the database may not be changed by anybody, as on a disk that became read-only. */
const unchangeable: Way = {
  startSays: /cannot be written to/,
  isPossible: () => process.platform === 'linux' && canProtect(),
  begin: async ({ dataDir }) => {
    const files = [DATABASE, `${DATABASE}-wal`].map((name) => join(dataDir, name));
    execFileSync('chattr', ['+i', ...files]);
    return async () => {
      execFileSync('chattr', ['-i', ...files]);
    };
  },
};

const locked: Way = {
  isPossible: () => true,
  begin: ({ dataDir }) => lockDatabase(dataDir),
};

async function failsToStart(server: RunningServer, says: RegExp): Promise<void> {
  const words = await server.start().then(
    () => 'It started.',
    (error: unknown) => String(error),
  );
  if (!says.test(words)) throw new Error(`A start that must be refused: ${words}`);
}

function largestFile(folder: string): number {
  return Math.max(...readdirSync(folder).map((name) => statSync(join(folder, name)).size));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // There is no such process any more, and its limits are gone with it.
    return false;
  }
}

/** Whether this person and this file system can make a file unchangeable. */
function canProtect(): boolean {
  const file = join(tmpdir(), `driftless-protected-${process.pid}`);
  writeFileSync(file, '');
  try {
    execFileSync('chattr', ['+i', file], { stdio: 'ignore' });
    execFileSync('chattr', ['-i', file], { stdio: 'ignore' });
    return true;
  } catch {
    // Not root, or a file system that does not know it.
    return false;
  } finally {
    rmSync(file);
  }
}

function storeFault(
  name: string,
  title: string,
  runs: Fault['runs'],
  all: readonly Way[],
): Fault[] {
  const ways = all.filter(({ isPossible }) => isPossible());
  if (ways.length === 0) return [];
  const run: Fault['run'] = async (random) => {
    const end = ENDS[random(ENDS.length)];
    const way = ways[random(ways.length)] as Way;
    const scene = await Scene.start(random);
    return scene.play(async () => {
      await way.prepare?.(scene);
      for (let added = 0; added < 3; added++) await scene.device();
      await scene.untilSynced();
      await scene.type(5 + random(20), 10);
      await scene.untilSynced();
      const mend = await way.begin(scene.server);
      let isMended = false;
      scene.onEnd(() => (isMended ? undefined : mend()));
      await scene.type(20 + random(30), 10);
      await until('every device says what keeps it from being synced', () =>
        scene.living.every(({ status }) => status.trouble === 'storage_failed'),
      );
      if (scene.living.some(({ isSynced }) => isSynced)) {
        throw new Error('Synced while nothing can be stored.');
      }
      if (end === 'killed') {
        const survivor = scene.devices[0];
        await scene.server.kill();
        for (const device of scene.living) if (device !== survivor) await device.wipe();
      } else if (end === 'stopped') {
        const late = pause(STOP_WITHIN_MS, true, { ref: false });
        const isLate = await Promise.race([scene.server.stop().then(() => false), late]);
        if (isLate) throw new Error('The stop did not end.');
      }
      if (end !== 'goes on' && way.startSays) await failsToStart(scene.server, way.startSays);
      const since = performance.now();
      await mend();
      isMended = true;
      if (end !== 'goes on') await scene.server.start();
      return scene.heal(since);
    });
  };
  return [{ name, title, runs, run }];
}

export const STORE_FAULTS: readonly Fault[] = [
  ...storeFault(
    'disk-full',
    'disk full while people type; then room again, or the server killed or stopped',
    { test: 1, quick: 6, long: 30 },
    [filesLimited, diskIsFull],
  ),
  ...storeFault(
    'read-only',
    'database read-only or locked by another program; then mended, or the server killed or stopped',
    { test: 1, quick: 4, long: 30 },
    [unchangeable, locked],
  ),
];
