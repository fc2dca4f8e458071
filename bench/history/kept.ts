/**
 * A history as the server keeps it: rows in its store, thinned as time goes by.
 *
 * Invariant: store, thinning and pages are the server's own; only its clock is told.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { type HistoryPage, writeHistoryPage } from '../../shared/protocol/history.ts';
import { HistoryThinner } from '../../sync-server/collaboration/history-thinner.ts';
import { createLog } from '../../sync-server/log.ts';
import { openSqlite } from '../../sync-server/storage/sqlite.ts';
import type { Storage } from '../../sync-server/storage/storage.ts';

/** As the server sends it. */
const PAGE_BYTES = 1024 * 1024;
const AT_A_TIME = 1_000;

export interface Row {
  at: number;
  person: string;
  bytes: Uint8Array;
}

export class KeptHistory {
  readonly docId = docIdOf(createSecret());
  readonly #folder = mkdtempSync(join(tmpdir(), 'driftless-history-'));
  readonly #storage: Storage = openSqlite(this.#folder);
  readonly #thinner: HistoryThinner;
  #now = 0;
  #count = 0;

  constructor() {
    this.#thinner = new HistoryThinner({
      storage: this.#storage,
      log: createLog('error'),
      clock: () => this.#now,
      isOver: () => false,
    });
  }

  async begin(at: number): Promise<void> {
    await this.#storage.createDocument(this.docId, at);
  }

  /** Stores rows, and the document that they make as a checkpoint. */
  async append(rows: readonly Row[], state: Uint8Array): Promise<void> {
    const { docId } = this;
    for (let from = 0; from < rows.length; from += AT_A_TIME) {
      const updates = rows.slice(from, from + AT_A_TIME).map(({ at, person, bytes }) => ({
        ...{ name: docId, docId, receivedAt: at, person, bytes },
      }));
      await this.#storage.append(updates);
    }
    this.#count += rows.length;
    await this.#storage.compact(docId, this.#count, state, this.#now);
  }

  /** Thins it as the server does on that day. */
  async thin(now: number): Promise<void> {
    this.#now = now;
    this.#thinner.look(this.docId);
    await this.#thinner.idle();
  }

  /** Forgets who wrote what before a time. */
  async forget(before: number): Promise<void> {
    await this.#thinner.forget(this.docId, before);
  }

  /** What it takes on disk, in rows and in bytes with what each row takes beside its own. */
  async size(): Promise<{ rows: number; bytes: number }> {
    const size = await this.#storage.historySize(this.docId);
    const rows = (await this.#storage.history(this.docId)).length;
    return { rows, bytes: size?.bytes ?? 0 };
  }

  /** As it comes over the network. */
  async pages(): Promise<Uint8Array[]> {
    const pages: Uint8Array[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const rows = await this.#storage.historyPart(this.docId, after, PAGE_BYTES, 'all');
      const entries: HistoryPage['entries'] = rows.map((row) => ({
        ...{ sequence: row.sequence, since: row.since, at: row.receivedAt, person: row.person },
        ...{ update: row.bytes, isBeginning: row.isBeginning },
      }));
      after = rows.at(-1)?.sequence ?? null;
      pages.push(writeHistoryPage({ entries, next: after }));
    }
    return pages;
  }

  async end(): Promise<void> {
    await this.#storage.close();
    rmSync(this.#folder, { recursive: true });
  }
}
