/**
 * A week of five people with nine devices: they write here and there, mostly without a good network,
 * leave documents half sent, close tabs, and the server goes down every night.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createSecret, docIdOf, hashSecret, randomId } from '../../../shared/access/ids.ts';
import { startServer } from '../../e2e/support/server.ts';
import type { Fault, Outcome, Random } from './fault.ts';
import { judge } from './tokens.ts';
import type { Looked, Order, WeekDevice } from './week-device.ts';

const DEVICES = ['an', 'anp', 'ben', 'benp', 'cleo', 'cleop', 'dan', 'danp', 'eve'] as const;
const DOCUMENTS = 4;
const DAYS = 7;
const ACTS_PER_DAY = 60;
const LONGEST_PAUSE_MS = 20;
const HEAL_WITHIN_MS = 120_000;

/** Who is at one device, and does there what is ordered. */
export class DeviceDriver {
  readonly #worker: Worker;
  readonly #answers = new Map<number, (answer: never) => void>();
  #asked = 0;

  constructor(data: WeekDevice, failed: (error: unknown) => void) {
    this.#worker = new Worker(new URL('./week-device.ts', import.meta.url), { workerData: data });
    this.#worker.on('error', failed);
    this.#worker.on('message', ({ id, answer }: { id: number; answer: never }) => {
      this.#answers.get(id)?.(answer);
      this.#answers.delete(id);
    });
  }

  do<Answer = void>(order: Order): Promise<Answer> {
    const id = this.#asked++;
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.#worker.postMessage({ id, order });
    });
  }

  look(): Promise<Looked> {
    return this.do<Looked>({ do: 'look' });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** What somebody does next at a device, by chance: mostly write. */
function nextAct(random: Random): Order {
  const document = random(DOCUMENTS);
  const at = random(1_000_000);
  const acts: readonly Order[] = [
    { do: 'write', document, at },
    { do: 'write', document, at },
    { do: 'write', document, at },
    { do: 'write', document, at },
    { do: 'write', document, at },
    { do: 'leave', document },
    { do: 'leave', document },
    { do: 'cut' },
    { do: 'network', isOn: false },
    { do: 'network', isOn: true },
    { do: 'closeTab' },
    { do: 'openTab' },
    { do: 'openTab' },
  ];
  return acts[random(acts.length)]!;
}

export const aWeek: Fault = {
  name: 'a-week',
  title: 'a week of five people with nine devices, a bad network and nightly restarts',
  runs: { test: 0, quick: 1, long: 5 },
  run: async (random) => {
    const server = await startServer({
      MAX_SOCKETS_PER_ADDRESS: '1000',
      MAX_NEW_DOCUMENTS_PER_MINUTE: '1000',
      LOG_LEVEL: 'warn',
      STOP_TIMEOUT_MS: '2000',
    });
    const owners = Array.from({ length: DOCUMENTS }, () => createSecret());
    const link = async (owner: string) => {
      const secret = createSecret();
      const path = `/api/docs/${docIdOf(owner)}/links/${randomId(12)}`;
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${owner}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ role: 'editor', secretHash: hashSecret(secret) }),
      });
      if (!answer.ok) throw new Error(`No link: ${answer.status} ${await answer.text()}`);
      return { docId: docIdOf(owner), secret };
    };
    let failure: unknown = null;
    const newDevice = async (name: string) => {
      const documents = await Promise.all(owners.map(link));
      const serverUrl = `ws://127.0.0.1:${server.port}/sync`;
      return new DeviceDriver({ name, serverUrl, documents }, (error) => {
        failure ??= error;
      });
    };
    const devices: DeviceDriver[] = [];
    try {
      for (const name of DEVICES) devices.push(await newDevice(name));
      let unsaid = 0;
      for (let day = 0; day < DAYS; day++) {
        for (let act = 0; act < ACTS_PER_DAY; act++) {
          await devices[random(devices.length)]!.do(nextAct(random));
          await pause(random(LONGEST_PAUSE_MS));
        }
        // Whoever goes to bed leaves everything as it is, and the server is killed or restarted.
        await (random(2) === 0 ? server.kill() : server.stop());
        for (const device of devices) unsaid += unsaidIn(await device.look());
        await server.start();
      }
      // On the eighth day everybody has the app open, on a screen without a document.
      const since = performance.now();
      for (const device of devices) {
        await device.do({ do: 'network', isOn: true });
        await device.do({ do: 'closeTab' });
        await device.do({ do: 'openTab' });
      }
      const isHealed = await allSent(devices, () => failure);
      const healed = performance.now() - since;
      const looked = await Promise.all(devices.map((device) => device.look()));
      const reader = await newDevice('reader');
      devices.push(reader);
      const texts = await read(reader, looked);
      return sum(looked, texts, { unsaid: unsaid + (isHealed ? 0 : 1), healed });
    } finally {
      await Promise.all(devices.map((device) => device.end()));
      await server.dispose();
    }
  },
};

/** Tokens of documents that are closed and not counted as unsent, of which nobody said "Synced". */
export function unsaidIn({ written, confirmed, discarded, isCounted }: Looked): number {
  let unsaid = 0;
  for (const [document, tokens] of written.entries()) {
    const told = new Set([...confirmed[document]!, ...discarded[document]!]);
    if (!isCounted[document]) unsaid += tokens.filter((token) => !told.has(token)).length;
  }
  return unsaid;
}

async function allSent(devices: readonly DeviceDriver[], failed: () => unknown): Promise<boolean> {
  const deadline = performance.now() + HEAL_WITHIN_MS;
  while (performance.now() < deadline) {
    if (failed()) throw failed();
    const looked = await Promise.all(devices.map((device) => device.look()));
    if (looked.every(({ isCounted }) => !isCounted.includes(true))) return true;
    await pause(100);
  }
  return false;
}

/** What the server has of each document, read once it has all that is said to be there. */
async function read(reader: DeviceDriver, looked: readonly Looked[]): Promise<string[]> {
  for (let document = 0; document < DOCUMENTS; document++) {
    await reader.do({ do: 'open', document });
  }
  const deadline = performance.now() + HEAL_WITHIN_MS / 4;
  for (;;) {
    const { texts } = await reader.look();
    const isWhole = looked.every(({ confirmed }) =>
      confirmed.every((tokens, at) => tokens.every((token) => texts[at]?.[0]?.includes(token))),
    );
    if (isWhole || performance.now() > deadline) return texts.map(([text]) => text ?? '');
    await pause(100);
  }
}

function sum(
  looked: readonly Looked[],
  texts: readonly string[],
  { unsaid, healed }: { unsaid: number; healed: number },
): Outcome {
  const total: Outcome = {
    ...{ faults: DAYS, confirmed: 0, lost: 0, doubled: 0, unknown: unsaid },
    healed: [healed],
  };
  for (const [document, text] of texts.entries()) {
    const written = new Set(looked.flatMap((device) => device.written[document]!));
    const confirmed = new Set(looked.flatMap((device) => device.confirmed[document]!));
    const one = judge(text, { written, confirmed, expected: written });
    total.confirmed += one.confirmed;
    total.lost += one.lost;
    total.doubled += one.doubled;
    total.unknown += one.unknown;
  }
  return total;
}
