/**
 * What the server needs of a store.
 *
 * Invariant: a promise of a writing method resolves only when the write is durable, and then whole;
 * a rejected one has written nothing. Every method rejects when the store cannot answer.
 */
import type { LinkRole } from '../../shared/access/roles.ts';

/** A document and what belongs to it. Times are milliseconds since 1970. */
export interface StoredDocument {
  docId: string;
  createdAt: number;
  updatedAt: number;
  /** Bytes of the checkpoints and of the updates after them, body and discussion together. */
  bytes: number;
  /** When its owner deleted it for everyone; then nothing else of it is kept. */
  deletedAt: number | null;
}

/** One update on its way into the log. `name` is a document's id, or that of its discussion. */
export interface NewUpdate {
  name: string;
  docId: string;
  receivedAt: number;
  /** Who sent it, as far as known. */
  person: string | null;
  bytes: Uint8Array;
}

export interface LogRow {
  sequence: number;
  bytes: Uint8Array;
}

/** Everything that makes up the present state of one log, in order. */
export interface StoredLog {
  checkpoint: { upTo: number; state: Uint8Array } | null;
  /** The rows after the checkpoint that are not quarantined. */
  rows: LogRow[];
  /** Sequence of the newest row, 0 if there is none. */
  lastSequence: number;
}

/** One row of the history, folded or not. */
export interface HistoryRow {
  sequence: number;
  receivedAt: number;
  person: string | null;
  bytes: Uint8Array;
  /** Its content is part of the checkpoint. */
  folded: boolean;
  /** Why it is left out of the document, or null. */
  quarantined: string | null;
}

export interface StoredLink {
  docId: string;
  id: string;
  role: LinkRole;
  label: string | null;
  /** Hex SHA-256 of the secret. */
  secretHash: string;
  /** Hex SHA-256 of the secret that link and password make together, or null without a password. */
  passwordHash: string | null;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
}

export interface Storage {
  /** Makes the document known; false if it was already. */
  createDocument(docId: string, at: number): Promise<boolean>;
  findDocument(docId: string): Promise<StoredDocument | null>;
  /**
   * Removes all there is of a document: its logs with their history, and its links. What stays is
   * that it was deleted, and when. A second call changes nothing. Resolves with that time.
   */
  deleteDocument(docId: string, at: number): Promise<number>;

  /** Appends all of them, or none, in this order. Resolves with their sequences. */
  append(updates: readonly NewUpdate[]): Promise<number[]>;
  /**
   * Rejects with StorageDamaged if a row or the checkpoint is missing or is not what was written: a
   * document is loaded whole or not at all.
   */
  loadLog(name: string): Promise<StoredLog>;
  /** Puts `state` in the place of all rows up to `upTo`, which stay as history. */
  compact(name: string, upTo: number, state: Uint8Array, at: number): Promise<void>;
  /** Leaves a row out of the document from now on, and remembers why. */
  quarantine(name: string, sequence: number, reason: string): Promise<void>;
  history(name: string): Promise<HistoryRow[]>;

  /** All links of a document, oldest first. */
  links(docId: string): Promise<StoredLink[]>;
  /**
   * Creates the link, or changes role, label, expiry and revocation of the one with this id. A
   * revocation is never taken back, also not by a put that was under way at the same time.
   */
  putLink(link: StoredLink): Promise<void>;
  touchLink(docId: string, linkId: string, at: number): Promise<void>;

  /** Resolves if the store can be written to right now. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** What is stored does not add up. */
export class StorageDamaged extends Error {
  override readonly name = 'StorageDamaged';
}
