/** What the server stored is damaged, or comes out of an older backup. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { IDBFactory } from 'fake-indexeddb';
import * as Y from 'yjs';
import {
  createSecret,
  type DocId,
  docIdOf,
  randomId,
  type Secret,
} from '../../../shared/access/ids.ts';
import type { AttachmentId } from '../../../shared/document/attachments.ts';
import { addEntry } from '../../../shared/library/library.ts';
import {
  dropMadeLink,
  keepMadeLink,
  readMadeLinks,
  recordLinkChange,
  recordRevoked,
  recordRoleChange,
} from '../../../shared/library/made-links.ts';
import { createAttachmentApi } from '../../attachments/attachment-api.ts';
import { AttachmentStore } from '../../attachments/attachment-store.ts';
import { UploadQueue } from '../../attachments/upload-queue.ts';
import { hashOf } from '../../editor/figures/hash.ts';
import { openReplica, type Replica } from '../../replica/open-replica.ts';
import { createLinkQueue, type LinkQueue } from '../../sharing/link-queue.ts';
import { createServerApi, type ServerApi } from '../../sharing/server-api.ts';
import type { Fault, Random } from './fault.ts';
import { Scene, until } from './scene.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const KINDS = ['bit flipped', 'cut short', 'row gone', 'checkpoint flipped'] as const;

/** What a person with a terminal types; resolves with its exit code and what it said. */
function doctor(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['sync-server/doctor.ts', ...args],
      { cwd: ROOT },
      (_error, output, errors) => resolve({ code: child.exitCode ?? 1, output: output + errors }),
    );
  });
}

function newFolder(scene: Scene): string {
  const folder = mkdtempSync(join(tmpdir(), 'driftless-'));
  scene.onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Puts `from` in the place of everything the server has. */
function replaceData(scene: Scene, from: string): void {
  const { dataDir } = scene.server;
  rmSync(dataDir, { recursive: true });
  cpSync(from, dataDir, { recursive: true });
}

function damage(dataDir: string, name: string, random: Random): void {
  const database = new DatabaseSync(join(dataDir, 'driftless.sqlite'));
  try {
    const checkpoint = database.prepare('SELECT up_to FROM checkpoints WHERE name = ?').get(name);
    const upTo = Number(checkpoint?.up_to ?? 0);
    const rows = database
      .prepare('SELECT sequence, bytes FROM updates WHERE name = ? AND sequence > ?')
      .all(name, upTo);
    let kind = KINDS[random(KINDS.length)];
    if (rows.length === 0) kind = 'checkpoint flipped';
    else if (checkpoint === undefined && kind === 'checkpoint flipped') kind = 'bit flipped';
    if (kind === 'checkpoint flipped') {
      const { state } = database.prepare('SELECT state FROM checkpoints WHERE name = ?').get(name)!;
      const flipped = flip(state as Uint8Array, random);
      database.prepare('UPDATE checkpoints SET state = ? WHERE name = ?').run(flipped, name);
      return;
    }
    // Not the last: that the newest row is missing cannot be seen from the rows that are left.
    const row = rows[random(Math.max(1, rows.length - 1))]!;
    const bytes = row.bytes as Uint8Array;
    const where = 'WHERE name = ? AND sequence = ?';
    if (kind === 'row gone') {
      database.prepare(`DELETE FROM updates ${where}`).run(name, row.sequence!);
      return;
    }
    const damaged = kind === 'cut short' ? bytes.slice(0, bytes.length >> 1) : flip(bytes, random);
    database.prepare(`UPDATE updates SET bytes = ? ${where}`).run(damaged, name, row.sequence!);
  } finally {
    database.close();
  }
}

function flip(bytes: Uint8Array, random: Random): Uint8Array {
  const flipped = bytes.slice();
  const at = random(flipped.length);
  flipped[at] = (flipped[at] ?? 0) ^ (1 << random(8));
  return flipped;
}

/** Another document on the same server, which nothing happens to. */
async function openOther(scene: Scene, secret: string): Promise<Replica> {
  globalThis.indexedDB = new IDBFactory();
  const replica = openReplica(
    { name: docIdOf(secret), secret },
    { serverUrl: `ws://127.0.0.1:${scene.server.port}/sync` },
  );
  scene.onEnd(() => replica.close());
  await until('the other document is synced', () => replica.status.get().server === 'synced');
  return replica;
}

export const rowDamaged: Fault = {
  name: 'row-damaged',
  title: 'stored rows flipped, cut or gone; then `npm run doctor` and one device',
  runs: { test: 1, quick: 5, long: 40 },
  run: async (random) => {
    const scene = await Scene.start(random, { COMPACT_AFTER_UPDATES: '30' });
    return scene.play(async () => {
      const survivor = await scene.device();
      await scene.device();
      await scene.untilSynced();
      await scene.type(5 + random(40), 5);
      await scene.untilSynced();
      await until('it has everything', () => scene.devices[1]?.text === survivor.text);
      const secret = createSecret();
      const other = await openOther(scene, secret);
      other.doc.getText('body').insert(0, 'untouched');
      await until('the other is stored', () => other.status.get().server === 'synced');
      await other.close();

      await scene.server.stop();
      await scene.devices[1]?.wipe();
      const { dataDir } = scene.server;
      damage(dataDir, scene.docId, random);
      await scene.server.start();
      await until(
        'the device is told of the damage',
        () => survivor.status.refusal === 'document_damaged',
      );
      const again = await openOther(scene, secret);
      await until('the other is whole', () => String(again.doc.getText('body')) === 'untouched');
      await again.close();
      await scene.server.stop();

      const told = await doctor(dataDir);
      if (told.code !== 1 || !told.output.includes(scene.docId)) {
        throw new Error(`The doctor found nothing: ${told.output}`);
      }
      const recovered = newFolder(scene);
      const done = await doctor(dataDir, '--recover', recovered);
      if (done.code !== 0) throw new Error(`Not recovered: ${done.output}`);
      const well = await doctor(recovered);
      if (well.code !== 0) throw new Error(`The doctor's own work is not well: ${well.output}`);
      replaceData(scene, recovered);
      const since = performance.now();
      await scene.server.start();
      survivor.replica.retry();
      return scene.heal(since);
    });
  },
};

export const olderBackup: Fault = {
  name: 'older-backup',
  title: 'backup taken while people type, restored when they have gone on',
  runs: { test: 1, quick: 3, long: 15 },
  run: async (random) => {
    const scene = await Scene.start(random, { COMPACT_AFTER_UPDATES: '30' });
    return scene.play(async () => {
      for (let added = 0; added < 3; added++) await scene.device();
      await scene.untilSynced();
      await scene.type(5 + random(30), 5);
      const links = await OwnLinks.make(scene);
      const pictures = await OwnPictures.make(scene);
      const backup = newFolder(scene);
      const [saved] = await Promise.all([
        doctor('--backup', scene.server.dataDir, backup),
        scene.type(100, 10),
      ]);
      if (saved.code !== 0) throw new Error(`No backup: ${saved.output}`);
      await scene.untilSynced();
      await links.change();
      await pictures.add();
      await scene.server.stop();
      replaceData(scene, backup);
      const since = performance.now();
      await scene.server.start();
      await links.doubt();
      await pictures.doubt();
      return scene.heal(since);
    });
  },
};

/** Pictures of a device, of which the server said that it has them. */
class OwnPictures {
  readonly #docId: DocId;
  readonly #owner: Secret;
  readonly #store: AttachmentStore;
  readonly #queue: UploadQueue;
  readonly #origin: string;
  readonly #added = new Set<AttachmentId>();

  private constructor(scene: Scene) {
    this.#docId = scene.docId;
    this.#owner = scene.owner;
    this.#origin = scene.server.origin;
    // On a device of its own.
    globalThis.indexedDB = new IDBFactory();
    this.#store = new AttachmentStore();
    this.#queue = new UploadQueue({
      store: this.#store,
      api: createAttachmentApi(this.#origin),
      secretOf: () => this.#owner,
    });
    scene.onEnd(() => this.#queue.close());
  }

  static async make(scene: Scene): Promise<OwnPictures> {
    const pictures = new OwnPictures(scene);
    await pictures.add();
    return pictures;
  }

  async add(): Promise<void> {
    const blob = new Blob([PNG_SIGNATURE, crypto.getRandomValues(new Uint8Array(500))]);
    const id = await hashOf(blob);
    const use = { docId: this.#docId, id, bytes: blob.size, refusal: null } as const;
    await this.#store.keep({ ...use, server: 'waiting' }, blob);
    this.#added.add(id);
    await this.#queue.send();
    await this.#judge();
  }

  async doubt(): Promise<void> {
    await this.#queue.doubt(this.#docId);
    await this.#judge();
  }

  async #judge(): Promise<void> {
    const there = await createAttachmentApi(this.#origin).list(this.#docId, this.#owner);
    const missing = [...this.#added].filter((id) => !there.has(id));
    if (missing.length > 0) throw new Error(`Pictures are missing: ${missing.join()}`);
  }
}

/** What the owner's device knows of its links, and what it says again to a server that knows less. */
class OwnLinks {
  readonly #library = new Y.Doc();
  readonly #docId: DocId;
  readonly #owner: Secret;
  readonly #api: ServerApi;
  readonly #queue: LinkQueue;

  private constructor(scene: Scene) {
    this.#docId = scene.docId;
    this.#owner = scene.owner;
    this.#api = createServerApi(scene.server.origin);
    this.#queue = createLinkQueue(this.#library, this.#api);
    addEntry(this.#library, { docId: this.#docId, secret: this.#owner, now: 1 });
  }

  static async make(scene: Scene): Promise<OwnLinks> {
    const links = new OwnLinks(scene);
    links.#keep('to be narrowed');
    links.#keep('to be revoked');
    await links.#queue.send();
    return links;
  }

  #keep(label: string): void {
    const made = { id: randomId(12), secret: createSecret(), createdAt: Date.now() };
    const open = { role: 'editor', expiresAt: null, passwordHash: null } as const;
    keepMadeLink(this.#library, { docId: this.#docId, label, ...made, ...open });
  }

  /** What the backup has in another way, or not at all. */
  async change(): Promise<void> {
    const made = readMadeLinks(this.#library, this.#docId);
    const [narrowed, revoked] = ['to be narrowed', 'to be revoked'].map((label) =>
      made.find((link) => link.label === label),
    );
    if (!narrowed || !revoked) throw new Error('The links were not kept.');
    const { id } = narrowed;
    await this.#api.changeLink(this.#docId, id, { role: 'viewer' }, this.#owner);
    recordRoleChange(this.#library, this.#docId, { id, from: 'editor', to: 'viewer' });
    recordLinkChange(this.#library, this.#docId, id, { role: 'viewer' });
    await this.#api.revokeLink(this.#docId, revoked.id, this.#owner);
    recordRevoked(this.#library, this.#docId, revoked.id, Date.now());
    dropMadeLink(this.#library, this.#docId, revoked.id);
    this.#keep('made since');
    await this.#queue.send();
    await this.#judge();
  }

  async doubt(): Promise<void> {
    await this.#queue.doubt();
    await this.#judge();
  }

  async #judge(): Promise<void> {
    const listed = await this.#api.listLinks(this.#docId, this.#owner);
    const said = listed.flatMap(({ label, role, revokedAt }) =>
      label === null ? [] : [`${label}: ${revokedAt === null ? role : 'revoked'}`],
    );
    const expected = ['made since: editor', 'to be narrowed: viewer', 'to be revoked: revoked'];
    if (said.sort().join() !== expected.join()) throw new Error(`Links: ${said.join()}`);
  }
}
