/** One frame between a device and the server is lost or comes after the next one. */

import { BadNetwork, type Way } from './bad-network.ts';
import { add, type Fault, NOTHING, type Outcome } from './fault.ts';
import { Scene, until } from './scene.ts';

const WAYS: readonly Way[] = ['to-server', 'to-client'];
const KINDS = ['drop', 'swap'] as const;
const HEAL_WITHIN_MS = 10_000;

export const frameLost: Fault = {
  name: 'frame-lost',
  title: 'one frame lost or swapped with the next, to or from the server',
  runs: { test: 1, quick: 3, long: 25 },
  run: async (random) => {
    const scene = await Scene.start(random);
    return scene.play(async () => {
      const network = await BadNetwork.open(scene.server.port, random);
      scene.onEnd(() => network.close());
      const near = await scene.device({ port: network.port });
      const far = await scene.device();
      await scene.untilSynced();
      let total: Outcome = NOTHING;
      for (const way of WAYS) {
        for (const kind of KINDS) {
          await scene.type(1 + random(3), 5);
          await scene.untilSynced();
          const writer = way === 'to-server' ? near : far;
          network.plan(way, kind);
          // What is lost may be followed by more, and may be the last thing written for a while.
          const more = kind === 'swap' ? 1 : random(3);
          writer.write(random);
          await until('the frame is in the hands of the proxy', () => network.isDone(way));
          const since = performance.now();
          for (let written = 0; written < more; written++) writer.write(random);
          const outcome = await scene.heal(since);
          const [took = Number.POSITIVE_INFINITY] = outcome.healed;
          if (took > HEAL_WITHIN_MS) throw new Error(`${kind} ${way} took ${took} ms to heal.`);
          total = add({ ...total, confirmed: 0 }, outcome);
        }
      }
      return total;
    });
  },
};
