/**
 * What happens to packets between a device and the server, done by the kernel to real TCP, where a
 * machine allows that: see router.ts.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, Random } from './fault.ts';
import { canRoute, NEEDS, Router } from './router.ts';
import { type Device, Scene } from './scene.ts';

interface Play {
  scene: Scene;
  router: Router;
  /** The device behind the router; another one has a link of its own to the server. */
  near: Device;
  random: Random;
}

/** A fault that `act` does, until it returns; then everybody must have everything. */
function routerFault(
  name: string,
  title: string,
  runs: Fault['runs'],
  act: (play: Play) => Promise<void>,
): Fault {
  return {
    name,
    title,
    runs,
    needs: { what: NEEDS, isThere: canRoute },
    run: async (random) => {
      const router = Router.open();
      try {
        const host = { address: router.beside, command: router.onHost };
        const scene = await Scene.start(random, {}, host);
        const reached = { address: router.behind };
        return await scene.playTwo(reached, (near) => act({ scene, router, near, random }));
      } finally {
        router.close();
      }
    },
  };
}

const packetsLost = routerFault(
  'packets-lost',
  '5 to 30 of 100 packets lost each way on a line of 256 kbit/s, until it is whole again',
  { test: 1, quick: 3, long: 30 },
  async ({ scene, router, near, random }) => {
    router.slow(256);
    router.lose(5 + random(26));
    await scene.type(50 + random(50), 20);
    for (let pasted = 0; pasted < 200; pasted++) near.write(random);
    await scene.type(50 + random(50), 50);
    router.lose(0);
  },
);

const routerSilent = routerFault(
  'router-silent',
  'a router that passes no packet for up to a minute, and then goes on as if nothing had been',
  { test: 1, quick: 1, long: 15 },
  async ({ scene, router, near, random }) => {
    await scene.type(5, 10);
    router.lose(100);
    await scene.type(5 + random(20), 10);
    await pause(random(60_000));
    near.write(random);
    if (near.isSynced) throw new Error('Synced with a network that passes nothing on.');
    router.lose(0);
  },
);

const addressChanged = routerFault(
  'address-changed',
  'a device gets another address while it types: what was open is dead, and nobody says so',
  { test: 1, quick: 1, long: 15 },
  async ({ scene, router, random }) => {
    await scene.type(5 + random(20), 10);
    router.moveDevice();
    await scene.type(5 + random(20), 10);
  },
);

export const ROUTER_FAULTS: readonly Fault[] = [packetsLost, routerSilent, addressChanged];
