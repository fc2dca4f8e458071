/** The server is killed while people type, and all but one of their devices are wiped with it. */
import { setTimeout as pause } from 'node:timers/promises';
import { add, type Fault, NOTHING, type Outcome } from './fault.ts';
import { Scene } from './scene.ts';

const KILLS_PER_RUN = 5;
const WIPED_DEVICES = 2;
const LONGEST_LIFE_MS = 400;
const LONGEST_PAUSE_MS = 20;

export const serverKilled: Fault = {
  name: 'server-killed',
  title: 'server killed while people type, their devices wiped',
  runs: { test: 1, quick: 4, long: 60 },
  run: async (random) => {
    const scene = await Scene.start(random, { COMPACT_AFTER_UPDATES: '40' });
    return scene.play(async () => {
      let total: Outcome = NOTHING;
      // It types through all of it and must find its way back each time.
      await scene.device();
      for (let kill = 0; kill < KILLS_PER_RUN; kill++) {
        for (let added = 0; added < WIPED_DEVICES; added++) await scene.device();
        await scene.untilSynced();
        let isOver = false;
        const typing = scene.living.map(async (device) => {
          while (!isOver) {
            device.write(random);
            await pause(1 + random(LONGEST_PAUSE_MS));
          }
        });
        await pause(random(LONGEST_LIFE_MS));
        await scene.server.kill();
        isOver = true;
        await Promise.all(typing);
        const since = performance.now();
        for (const device of scene.living.slice(1)) await device.wipe();
        await scene.server.start();
        const outcome = await scene.heal(since);
        // Every judgement is over all tokens so far: only the last one counts them.
        total = add({ ...total, confirmed: 0 }, outcome);
      }
      return total;
    });
  },
};
