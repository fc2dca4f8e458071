/**
 * A document under attack: the server as a process, devices that run the app's own replica, and
 * what each of them was told.
 *
 * Invariant: nothing here stands in for the client or the server. Only the browser's database is
 * one in memory, of its own for each device, because a device here is wiped as often as it is made.
 */
// First of all: what follows keeps `Date.now` for itself.
import './clock.ts';
import 'fake-indexeddb/auto';
import { setTimeout as pause } from 'node:timers/promises';
import { IDBFactory } from 'fake-indexeddb';
import {
  createSecret,
  type DocId,
  docIdOf,
  hashSecret,
  randomId,
  type Secret,
} from '../../../shared/access/ids.ts';
import { type Host, type RunningServer, startServer } from '../../e2e/support/server.ts';
import { openReplica, type Replica, type ReplicaOptions } from '../../replica/open-replica.ts';
import type { ReplicaStatus } from '../../replica/status.ts';
import type { Outcome, Random } from './fault.ts';
import { insertToken, judge } from './tokens.ts';

/** After this long without healing, what is not confirmed counts as unknown. */
const HEAL_WITHIN_MS = 90_000;
const LOOK_EVERY_MS = 10;

/** Limits that a few devices on one address would meet before the fault does. */
export const ROOM_FOR_ALL = {
  MAX_SOCKETS_PER_ADDRESS: '1000',
  MAX_NEW_DOCUMENTS_PER_MINUTE: '1000',
  LOG_LEVEL: 'warn',
  STOP_TIMEOUT_MS: '2000',
  // A disk that is filled is a small one.
  MIN_FREE_DISK_BYTES: '0',
};

export class Device {
  readonly name: string;
  readonly replica: Replica;
  readonly written: string[] = [];
  readonly confirmed = new Set<string>();
  isGone = false;

  constructor(name: string, replica: Replica) {
    this.name = name;
    this.replica = replica;
    replica.status.subscribe(() => this.#look());
  }

  get status(): ReplicaStatus {
    return this.replica.status.get();
  }

  get text(): string {
    return this.replica.doc.getText('body').toString();
  }

  /** Whether the app says "Synced". */
  get isSynced(): boolean {
    return this.status.server === 'synced' && this.status.unconfirmed === 0;
  }

  write(random: Random): void {
    const token = `[${this.name}.${this.written.length}]`;
    insertToken(this.replica.doc, token, random);
    // Only now: what is said while the document tells its listeners is about the time before.
    this.written.push(token);
  }

  /** "Synced" is a promise about everything that was written here so far. */
  #look(): void {
    if (!this.isSynced || this.isGone) return;
    for (const token of this.written) this.confirmed.add(token);
  }

  /** The device and all that is stored on it is gone. */
  async wipe(): Promise<void> {
    this.isGone = true;
    await this.replica.erase();
  }
}

/** How a device reaches the server, where that is not straight and by a link of its own. */
type Reached = ReplicaOptions & { address?: string; port?: number; secret?: string };

export class Scene {
  readonly server: RunningServer;
  readonly docId: DocId;
  readonly devices: Device[] = [];
  readonly random: Random;
  readonly #owner: string;
  readonly #cleanUps: (() => unknown)[] = [];

  private constructor(server: RunningServer, random: Random) {
    this.server = server;
    this.random = random;
    this.#owner = createSecret();
    this.docId = docIdOf(this.#owner);
  }

  /** A server with one document that is empty. */
  static async start(
    random: Random,
    env: Record<string, string> = {},
    host: Host | null = null,
    sources?: string,
  ): Promise<Scene> {
    return new Scene(await startServer({ ...ROOM_FOR_ALL, ...env }, host, sources), random);
  }

  get owner(): Secret {
    return this.#owner;
  }

  onEnd(cleanUp: () => unknown): void {
    this.#cleanUps.push(cleanUp);
  }

  /** Runs `act` and ends everything that is left, whatever came of it. */
  async play<Result>(act: () => Promise<Result>): Promise<Result> {
    try {
      return await act();
    } finally {
      await Promise.all(this.devices.map((device) => device.replica.close()));
      for (const cleanUp of this.#cleanUps.reverse()) await cleanUp();
      await this.server.dispose();
    }
  }

  /**
   * Two devices, the first of which reaches the server in its own way. `act` does the fault and
   * returns when it is over; then everybody must have everything.
   */
  playTwo(reached: Reached, act: (near: Device) => Promise<void>): Promise<Outcome> {
    return this.play(async () => {
      const near = await this.device(reached);
      await this.device();
      await this.untilSynced();
      await act(near);
      return this.heal(performance.now());
    });
  }

  /** The secret of a new link for writing, which a password may be needed for. */
  link(password: string | null = null): Promise<string> {
    return newLink(this.server.origin, this.#owner, password);
  }

  /** Somebody comes by with this link. Throws unless they are let in. */
  async letIn(secret: string): Promise<void> {
    const answer = await fetch(`${this.server.origin}/api/docs/${this.docId}`, {
      // A connection that was kept may be ended by the server at that very moment.
      headers: { Authorization: `Bearer ${secret}`, Connection: 'close' },
      signal: AbortSignal.timeout(HEAL_WITHIN_MS),
    });
    const said = await answer.text();
    if (!answer.ok) throw new Error(`Not let in: ${answer.status} ${said}`);
  }

  /** A device with a link of its own that reaches the server at that address and port. */
  async device(reached: Reached = {}): Promise<Device> {
    const { address, port } = this.server;
    const { secret = await this.link(), ...others } = { address, port, ...reached };
    globalThis.indexedDB = new IDBFactory();
    const replica = openReplica(
      { name: this.docId, secret },
      { serverUrl: `ws://${others.address}:${others.port}/sync`, ...others },
    );
    await replica.whenLoaded;
    const device = new Device(`d${this.devices.length}`, replica);
    this.devices.push(device);
    return device;
  }

  get living(): Device[] {
    return this.devices.filter(({ isGone }) => !isGone);
  }

  /** All living devices write a token each, `times` times, with a random pause after each round. */
  async type(times: number, mostPauseMs: number): Promise<void> {
    for (let round = 0; round < times; round++) {
      for (const device of this.living) device.write(this.random);
      await pause(this.random(mostPauseMs + 1));
    }
  }

  /** Waits until the living devices say "Synced"; false if that takes too long. */
  async untilSynced(): Promise<boolean> {
    return within(HEAL_WITHIN_MS, () => this.living.every(({ isSynced }) => isSynced));
  }

  /**
   * Waits until all is well and holds what everybody has against what everybody was told.
   * @param since when the fault was over, on the clock of `performance`
   */
  async heal(since: number, faults = 1): Promise<Outcome> {
    const reader = await this.device();
    const isWhole = () =>
      this.living.every(({ isSynced, text }) => isSynced && text === reader.text);
    const isHealed = await within(HEAL_WITHIN_MS, isWhole);
    const healed = performance.now() - since;
    const apart = this.living.filter(({ text }) => text !== reader.text).length;
    const written = new Set(this.devices.flatMap((device) => device.written));
    const confirmed = new Set(this.devices.flatMap((device) => [...device.confirmed]));
    const expected = new Set(
      this.living.flatMap((device) => device.written).filter((token) => !confirmed.has(token)),
    );
    const verdict = judge(reader.text, { written, confirmed, expected });
    await reader.wipe();
    return {
      ...verdict,
      // A device that lives and is not told that its text is safe knows nothing of it.
      unknown: verdict.unknown + apart + (isHealed ? 0 : expected.size),
      faults,
      healed: isHealed ? [healed] : [],
    };
  }
}

/** The secret of a new link for writing in the document of this owner. */
export async function newLink(
  origin: string,
  owner: Secret,
  password: string | null = null,
): Promise<Secret> {
  const secret = createSecret();
  const answer = await fetch(`${origin}/api/docs/${docIdOf(owner)}/links/${randomId(12)}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${owner}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      role: 'editor',
      secretHash: hashSecret(secret),
      passwordHash: password === null ? null : hashSecret(password),
    }),
  });
  if (!answer.ok) throw new Error(`No link: ${answer.status} ${await answer.text()}`);
  return secret;
}

/** Whether the condition came true in time. */
export async function within(ms: number, condition: () => boolean): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await pause(LOOK_EVERY_MS);
  }
  return true;
}

/** Waits for what must come; throws with `what` if it does not. */
export async function until(what: string, condition: () => boolean, ms = 60_000): Promise<void> {
  if (!(await within(ms, condition))) throw new Error(`Never came true: ${what}.`);
}
