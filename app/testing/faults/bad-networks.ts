/** The network between a device and the server is bad in the ways networks are. */
import { setTimeout as pause } from 'node:timers/promises';
import { BadNetwork } from './bad-network.ts';
import { moveClock } from './clock.ts';
import type { Fault, Random } from './fault.ts';
import { type Device, Scene, until } from './scene.ts';

interface Play {
  scene: Scene;
  network: BadNetwork;
  /** The device behind the bad network; another one is beside the server. */
  near: Device;
  random: Random;
}

/** A fault that `act` does, until it returns; then everybody must have everything. */
function networkFault(
  name: string,
  title: string,
  runs: Fault['runs'],
  act: (play: Play) => Promise<void>,
): Fault {
  return {
    name,
    title,
    runs,
    run: async (random) => {
      const scene = await Scene.start(random);
      const network = await BadNetwork.open(scene.server.port, random);
      scene.onEnd(() => network.close());
      return scene.playTwo({ port: network.port }, (near) => act({ scene, network, near, random }));
    },
  };
}

const flapping = networkFault(
  'flapping',
  'network cut again and again while people type',
  { test: 1, quick: 4, long: 20 },
  async ({ scene, network, random }) => {
    for (let cut = 0; cut < 10; cut++) {
      await scene.type(1 + random(10), 10);
      network.cut();
      await pause(random(400));
    }
  },
);

const halfOpen = networkFault(
  'half-open',
  'packets vanish and nobody is told, until a new connection passes again',
  { test: 1, quick: 1, long: 6 },
  async ({ scene, network, near, random }) => {
    await scene.type(5, 10);
    network.stall();
    await scene.type(5 + random(20), 10);
    if (near.isSynced) throw new Error('Synced with a network that passes nothing on.');
    network.flow();
  },
);

const latency = networkFault(
  'latency',
  '300 ms each way, one packet in ten sent again',
  { test: 1, quick: 3, long: 15 },
  async ({ scene, network, random }) => {
    network.latency = { ms: 300, lost: 10 };
    await scene.type(50 + random(50), 20);
  },
);

const slow = networkFault(
  'slow',
  '2,000 bytes a second each way, and a long text pasted',
  { test: 1, quick: 2, long: 15 },
  async ({ scene, network, near, random }) => {
    network.bytesPerSecond = 2_000;
    await scene.type(5, 10);
    for (let pasted = 0; pasted < 400; pasted++) near.write(random);
    await scene.type(20, 20);
  },
);

const asleep = networkFault(
  'asleep',
  'a device sleeps for a day with its connection open, while the other writes on',
  { test: 1, quick: 2, long: 15 },
  async ({ scene, network, near, random }) => {
    await scene.type(5, 10);
    // Asleep it hears and says nothing, and what was open is dead when it wakes.
    network.stall();
    near.write(random);
    for (let written = 0; written < 5 + random(10); written++) {
      for (const device of scene.living) if (device !== near) device.write(random);
      await pause(random(20));
    }
    moveClock(24 * 60 * 60 * 1000);
    network.flow();
  },
);

const portal = networkFault(
  'captive-portal',
  'a page to sign in instead of every answer, then the network',
  { test: 1, quick: 3, long: 15 },
  async ({ scene, network, near, random }) => {
    await scene.type(5, 10);
    network.manner = 'portal';
    network.cut();
    await scene.type(5 + random(20), 10);
    await until('it knows that it is offline', () => near.status.server === 'offline');
    // Long enough to have tried plain HTTP as well, and to have been answered by the portal.
    await pause(2000);
    if (near.isSynced || near.status.refusal !== null) throw new Error('It believed the portal.');
    network.manner = 'through';
  },
);

const noWebsocket = networkFault(
  'no-websocket',
  'a proxy that strips WebSockets: on by plain HTTP, and back when it passes them',
  { test: 1, quick: 3, long: 15 },
  async ({ scene, network, near, random }) => {
    await scene.type(5, 10);
    network.manner = 'no-websocket';
    network.cut();
    await scene.type(5 + random(20), 10);
    await until('it goes on by plain HTTP', () => near.status.isPolling && near.isSynced);
    for (let round = 0; round < 3; round++) {
      await scene.type(1 + random(20), 10);
      const texts = () => new Set(scene.living.map(({ text }) => text));
      await until('both have both', () => near.isSynced && texts().size === 1);
    }
    if (!near.status.isPolling) throw new Error('A WebSocket came through.');
    await scene.type(5, 10);
    network.manner = 'through';
    await until('the WebSocket is back', () => !near.status.isPolling && near.isSynced);
  },
);

export const BAD_NETWORKS: readonly Fault[] = [
  flapping,
  halfOpen,
  asleep,
  latency,
  slow,
  portal,
  noWebsocket,
];
