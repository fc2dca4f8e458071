/**
 * The server's disk is full while people type, and has room again later: without a restart, or with
 * the server killed or stopped in between.
 *
 * The disk is made small by a limit on the size of the server's files, which Linux lets one change
 * while a process runs. Elsewhere the fault is not done.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { Scene, until } from './scene.ts';

const ENDS = ['room again', 'killed', 'stopped'] as const;
/** Bytes that still fit when the disk begins to be full; less than a commit of SQLite. */
const LEFT_BYTES = 2_000;
const STOP_WITHIN_MS = 20_000;

/** Lets no file of the server grow beyond so many bytes. */
function limitFiles(pid: number, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}

function largestFile(folder: string): number {
  return Math.max(...readdirSync(folder).map((name) => statSync(join(folder, name)).size));
}

export const diskFull: Fault = {
  name: 'disk-full',
  title: 'disk full while people type; then room again, or the server killed or stopped',
  runs: { test: 1, quick: 6, long: 30 },
  run: async (random) => {
    const end = ENDS[random(ENDS.length)];
    const scene = await Scene.start(random);
    return scene.play(async () => {
      for (let added = 0; added < 3; added++) await scene.device();
      await scene.untilSynced();
      await scene.type(5 + random(20), 10);
      await scene.untilSynced();
      limitFiles(scene.server.pid, largestFile(scene.server.dataDir) + LEFT_BYTES);
      await scene.type(20 + random(30), 10);
      await until('every device says what keeps it from being synced', () =>
        scene.living.every(({ status }) => status.trouble === 'storage_failed'),
      );
      if (scene.living.some(({ isSynced }) => isSynced))
        throw new Error('Synced with a full disk.');
      if (end === 'killed') {
        const survivor = scene.devices[0];
        await scene.server.kill();
        for (const device of scene.living) if (device !== survivor) await device.wipe();
      } else if (end === 'stopped') {
        const late = pause(STOP_WITHIN_MS, true, { ref: false });
        const isLate = await Promise.race([scene.server.stop().then(() => false), late]);
        if (isLate) throw new Error('The stop did not end.');
      }
      const since = performance.now();
      if (end === 'room again') limitFiles(scene.server.pid, 'unlimited');
      else await scene.server.start();
      return scene.heal(since);
    });
  },
};
