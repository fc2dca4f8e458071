/**
 * Simulations of a few devices: tabs that come and go, two of one browser among them, networks
 * that are cut, a server that is killed and restarted, devices that are linked, unlinked and copied, documents
 * that are deleted for everyone. And either the server is restored from an older backup, or another
 * one that has no document yet takes its place; or documents are taken off one device or off all that
 * are linked, and devices are lost with all that is stored on them.
 *
 * Invariant: a simulation is a list of acts that means the same without any of them, so one that fails
 * is made smaller by leaving acts out.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  createSecret,
  docIdOf,
  hashSecret,
  randomId,
  type Secret,
} from '../../../shared/access/ids.ts';
import { ERRORS } from '../../../shared/protocol/errors.ts';
import { LETTERS } from '../../../shared/testing/alphabet.ts';
import { type RunningServer, startServer } from '../../e2e/support/server.ts';
import { DeviceDriver, unsaidIn } from './a-week.ts';
import type { Random } from './fault.ts';
import { judge } from './tokens.ts';
import type { BrowserData, Looked, Order, WeekDevice } from './week-device.ts';

const DEVICES = ['an', 'anp', 'ben'] as const;
const DOCUMENTS = 2;
const ACTS = 40;
const LONGEST_PAUSE_MS = 20;
const HEAL_WITHIN_MS = 90_000;
/** A token ends with a bracket. */
const WORDS = LETTERS.filter((letter) => !/[[\]]/.test(letter));

/** Something that is done, and how long it is left at that, ms. */
export type Act = { pauseMs: number } & (
  | { device: number; order: Order }
  | { lost: number }
  /** Another machine gets all that is stored on it, as from a backup. */
  | { copied: number }
  /** The second one is linked with the first. */
  | { linked: [number, number] }
  | { server: 'kill' | 'restart' | 'back up' | 'restore' | 'replace' }
);

export function makeSimulation(random: Random): Act[] {
  // What a backup has not, its devices have: in one simulation not both go.
  const isRestored = random(2) === 0;
  return Array.from({ length: ACTS }, (): Act => {
    const pauseMs = random(LONGEST_PAUSE_MS);
    if (random(10) === 0) {
      if (!isRestored && random(2) === 0) return { pauseMs, lost: random(DEVICES.length) };
      if (!isRestored) return { pauseMs, server: (['kill', 'restart'] as const)[random(2)]! };
      const server = (['kill', 'restart', 'back up', 'restore', 'replace'] as const)[random(5)]!;
      return { pauseMs, server };
    }
    // Also one of those that were copied, if there are so many.
    const device = random(DEVICES.length + 2);
    if (random(25) === 0) return { pauseMs, copied: device };
    if (random(12) === 0) return { pauseMs, linked: [device, device + 1 + random(2)] };
    if (random(30) === 0) return { pauseMs, device, order: { do: 'unlink' } };
    if (random(40) === 0)
      return { pauseMs, device, order: { do: 'delete', document: random(DOCUMENTS) } };
    const isRemoved = !isRestored && random(12) === 0;
    if (isRemoved) {
      const from = (['here', 'everywhere'] as const)[random(2)]!;
      return { pauseMs, device, order: { do: 'remove', document: random(DOCUMENTS), from } };
    }
    return { pauseMs, device, order: nextOrder(random) };
  });
}

function nextOrder(random: Random): Order {
  const document = random(DOCUMENTS);
  const tab = random(3) === 0 ? 1 : 0;
  const kind = random(14);
  if (kind < 6) {
    const letters = random(2) === 0 ? '' : WORDS[random(WORDS.length)]!;
    return { do: 'write', document, at: random(1_000_000), letters, tab };
  }
  if (kind < 8) return { do: 'leave', document, tab };
  if (kind === 8) return { do: 'open', document, tab };
  if (kind === 9) return { do: 'cut' };
  if (kind === 10) return { do: 'network', isOn: false };
  if (kind === 11) return { do: 'network', isOn: true };
  if (kind === 12) return { do: 'closeTab' };
  return { do: 'openTab' };
}

/** Does all of it, and throws where a word is lost, doubled, cut or not accounted for. */
export async function play(simulation: readonly Act[]): Promise<void> {
  const server = await startServer({
    MAX_SOCKETS_PER_ADDRESS: '1000',
    MAX_NEW_DOCUMENTS_PER_MINUTE: '1000',
    LOG_LEVEL: 'warn',
    STOP_TIMEOUT_MS: '2000',
  });
  const backups = mkdtempSync(join(tmpdir(), 'driftless-'));
  const owners = Array.from({ length: DOCUMENTS }, () => createSecret());
  const devices: DeviceDriver[] = [];
  /** What the lost ones had written, and had been told. */
  const gone: Looked[] = [];
  let failure: unknown = null;
  /** What was deleted for everyone. */
  const deleted = new Set<number>();
  /** Only the first one has the owner's secrets, until it is linked. */
  const newDevice = async (name: string, isOwner: boolean) => {
    const documents: WeekDevice['documents'] = await Promise.all(
      owners.map((owner, at) =>
        isOwner || deleted.has(at)
          ? { docId: docIdOf(owner), secret: owner }
          : linkTo(server, owner),
      ),
    );
    return start({ name, documents });
  };
  const start = (device: Omit<WeekDevice, 'serverUrl'>) => {
    const serverUrl = `ws://127.0.0.1:${server.port}/sync`;
    const driver = new DeviceDriver({ ...device, serverUrl }, (error) => {
      failure ??= error;
    });
    made.set(driver, device.documents);
    return driver;
  };
  const made = new Map<DeviceDriver, WeekDevice['documents']>();
  const deviceAt = (at: number) => devices[at % devices.length]!;
  try {
    for (const [at, name] of DEVICES.entries()) devices.push(await newDevice(name, at === 0));
    // The links are made by nobody here: another server is told of them, and has no document.
    await server.stop();
    cpSync(server.dataDir, join(backups, 'new'), { recursive: true });
    await server.start();
    let hasBackup = false;
    const lookAll = () => Promise.all(devices.map((device) => device.look()));
    for (const act of simulation) {
      if ('order' in act) {
        const { order } = act;
        const isDone = await deviceAt(act.device).do<unknown>(order);
        if (order.do === 'delete' && isDone === true) deleted.add(order.document);
      } else if ('copied' in act) {
        const device = deviceAt(act.copied);
        const copied = await device.do<BrowserData>({ do: 'copy' });
        const name = `copy${devices.length}`;
        devices.push(start({ name, documents: made.get(device)!, copied }));
        await devices.at(-1)!.do({ do: 'openTab' });
      } else if ('linked' in act) {
        const [first, second] = act.linked.map(deviceAt);
        const secret = await first!.do<Secret>({ do: 'link', secret: null });
        await second!.do({ do: 'link', secret });
      } else if ('lost' in act) {
        const device = devices[act.lost]!;
        gone.push(await device.look());
        await device.end();
        const name = `${DEVICES[act.lost]}${gone.length}`;
        devices[act.lost] = await newDevice(name, act.lost === 0);
      } else {
        await (act.server === 'kill' ? server.kill() : server.stop());
        if ((await lookAll()).some((looked) => unsaidIn(looked) > 0))
          throw new Error('Something is neither confirmed nor counted as unsent.');
        if (act.server === 'back up') {
          rmSync(join(backups, 'one'), { recursive: true, force: true });
          cpSync(server.dataDir, join(backups, 'one'), { recursive: true });
          hasBackup = true;
        } else if (act.server === 'replace' || (act.server === 'restore' && hasBackup)) {
          rmSync(server.dataDir, { recursive: true });
          const from = act.server === 'replace' ? 'new' : 'one';
          cpSync(join(backups, from), server.dataDir, { recursive: true });
        }
        await server.start();
      }
      await pause(act.pauseMs);
      if (failure) throw failure;
    }
    // In the end everybody visits everything: that is how a device finds out what a server has lost.
    for (const device of devices) {
      await device.do({ do: 'network', isOn: true });
      await device.do({ do: 'openTab' });
      for (let document = 0; document < DOCUMENTS; document++)
        if (!deleted.has(document)) await device.do({ do: 'open', document });
    }
    // An hour later all of them have asked what the server still has.
    for (const device of devices) await device.do({ do: 'doubt' });
    for (const document of deleted) await expectDeleted(server, owners[document]!);
    const deadline = performance.now() + HEAL_WITHIN_MS;
    for (;;) {
      if (failure) throw failure;
      const problem = problemOf(await lookAll(), gone, deleted);
      if (problem === null) return;
      if (performance.now() > deadline) throw new Error(problem);
      await pause(50);
    }
  } finally {
    await Promise.all(devices.map((device) => device.end()));
    await server.dispose();
    rmSync(backups, { recursive: true, force: true });
  }
}

/** What is not yet as it has to be in the end; null if nothing. */
function problemOf(
  looked: readonly Looked[],
  gone: readonly Looked[],
  deleted: ReadonlySet<number>,
): string | null {
  const libraries = new Map<Secret, string>();
  for (const { library } of looked) {
    if (!library) continue;
    const { secret, entries } = library;
    const others = libraries.get(secret) ?? entries;
    if (others !== entries) return `Linked devices have different libraries: ${others}, ${entries}`;
    libraries.set(secret, entries);
  }
  for (let document = 0; document < DOCUMENTS; document++) {
    if (deleted.has(document)) continue;
    const all = [...looked, ...gone];
    const written = new Set(all.flatMap((device) => device.written[document]!));
    const confirmed = new Set(all.flatMap((device) => device.confirmed[document]!));
    const discarded = new Set(looked.flatMap((device) => device.discarded[document]!));
    const kept = looked.flatMap((device) => device.written[document]!);
    const expected = new Set(kept.filter((token) => !discarded.has(token)));
    for (const [at, { texts, isCounted }] of looked.entries()) {
      if (texts[document]!.length === 0) return `Device ${at} shows no document ${document}`;
      for (const text of texts[document]!) {
        const { lost, doubled, unknown } = judge(text, { written, confirmed, expected });
        if (lost + doubled + unknown > 0)
          return `Device ${at}, document ${document}: ${lost} lost, ${doubled} doubled, ${unknown} unknown`;
      }
      if (isCounted[document]) return `Device ${at} counts document ${document} as unsent`;
    }
    if ([...expected].some((token) => !confirmed.has(token)))
      return `Not all of document ${document} is confirmed`;
  }
  return null;
}

async function expectDeleted({ port }: RunningServer, owner: Secret): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/docs/${docIdOf(owner)}`, {
    headers: { Authorization: `Bearer ${owner}` },
  });
  if (answer.status !== ERRORS.document_deleted.status)
    throw new Error(`What was deleted for everyone is there again: ${answer.status}`);
}

async function linkTo({ port }: RunningServer, owner: string) {
  const [docId, secret] = [docIdOf(owner), createSecret()];
  const path = `/api/docs/${docId}/links/${randomId(12)}`;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${owner}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ role: 'editor', secretHash: hashSecret(secret) }),
  });
  if (!answer.ok) throw new Error(`No link: ${answer.status} ${await answer.text()}`);
  return { docId, secret };
}
