/**
 * What the server needs of a store.
 *
 * Invariant: a promise of a writing method resolves only when the write is durable, and then whole;
 * a rejected one has written nothing. Every method rejects when the store cannot answer.
 */
import { isDeepStrictEqual } from 'node:util';
import type { DocumentName } from '../../shared/access/document-name.ts';
import type { DocId } from '../../shared/access/ids.ts';
import type { LinkRole } from '../../shared/access/roles.ts';
import type { AccessAction, AttachmentId } from '../../shared/protocol/http.ts';
import type { ThinRow } from './thin-history.ts';

/** A document and what belongs to it. Times are milliseconds since 1970. */
export interface StoredDocument {
  docId: DocId;
  createdAt: number;
  updatedAt: number;
  /** When its owner deleted it for everyone; then nothing else of it is kept. */
  deletedAt: number | null;
  /** When somebody last came with a secret of it, about. */
  usedAt: number;
}

/** One update on its way into the log. */
export interface NewUpdate {
  name: DocumentName;
  docId: DocId;
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
  /** Checksum of the newest row, where it is known and it is still there as it was written. */
  lastCrc?: number | undefined;
}

/** One row of the history, compacted or not. */
export interface HistoryRow {
  sequence: number;
  /** When the last of what it holds came, and when the first: two times only once it was thinned. */
  receivedAt: number;
  since: number;
  /** How many rows it was when they came. */
  standsFor: number;
  person: string | null;
  bytes: Uint8Array;
  /** It is the document as it was then: what was written before is not known one by one any more. */
  isBeginning: boolean;
  /** Its content is part of the checkpoint. */
  compacted: boolean;
  /** Why it is left out of the document, or null. */
  quarantined: string | null;
  /** Its bytes are not those that were written. */
  isDamaged: boolean;
}

/** Somebody, and the last row that came from them. */
export interface WriterSince {
  /** null for whoever did not prove who they are. */
  person: string | null;
  sequence: number;
  receivedAt: number;
}

export interface HistorySize {
  /** Of the rows, with what each takes beside its bytes. */
  bytes: number;
  /** Of the checkpoint. */
  stateBytes: number;
  /** When the whole of it was gone through, 0 for never. */
  thinnedAt: number;
}

export interface StoredLink {
  docId: DocId;
  id: string;
  role: LinkRole;
  label: string | null;
  /** Hex SHA-256 of the secret. */
  secretHash: string;
  /** Hex SHA-256 of the secret that link and password make together, or null without a password. */
  passwordHash: string | null;
  /** How that secret was made, null where whoever set it did not say. */
  passwordKdf: string | null;
  /** Of passwords it had before, the last one first: whoever comes with one does not guess. */
  formerPasswordHashes: readonly string[];
  /** Whether whoever has it is not told who wrote what when. */
  hidesHistory: boolean;
  /** Whether those who may comment with it may suggest, too. */
  suggests: boolean;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
}

/** Whether both are one link, whenever it was used. */
export function isSameLink(one: StoredLink, other: StoredLink): boolean {
  return isDeepStrictEqual({ ...one, lastUsedAt: null }, { ...other, lastUsedAt: null });
}

/** A browser that is told, while it is closed, of what is for its person in a document. */
export interface StoredPush {
  docId: DocId;
  person: string;
  /** The link it came with, null for the owner's own. */
  linkId: string | null;
  /** The address its push service gave it. */
  endpoint: string;
  /** Its public key, and what only it and this server know: base64url. */
  p256dh: string;
  auth: string;
  at: number;
}

/** Browsers of one person that are told of one document; the one that came first goes then. */
export const MOST_PUSHES_OF_PERSON = 10;
/** Browsers that are told of one document; of those that came by one link as many as are still free. */
export const MOST_PUSHES = 1_000;

/** By whom something is done. */
export interface Doer {
  /** The link they came with, null for the owner's own. */
  linkId: string | null;
  /** Who they are, if they proved it. */
  person: string | null;
}

/** When a link was used last. */
export interface LinkUse {
  docId: DocId;
  linkId: string;
  at: number;
}

/** Something its owner may want to know later: who did what to the document's access. */
export interface StoredEvent {
  at: number;
  action: AccessAction;
  /** The link it was done to, or null. */
  linkId: string | null;
  /** What the link may do from then on, or null. */
  role: LinkRole | null;
  /** The link it was done with, null for the owner's own. */
  byLinkId: string | null;
  /** Who did it, if they proved who they are. */
  person: string | null;
}

/** What a store is looked through for, and the table that says since when. */
export const LOOKS = { abandoned: 'looks', history: 'history_looks' } as const;
export type Look = keyof typeof LOOKS;

export interface Storage {
  /** Whether others may write into it at the same time; then it is a `SharedStorage`. */
  readonly isShared: boolean;

  /** Makes the document known; false if it was already. */
  createDocument(docId: DocId, at: number): Promise<boolean>;
  findDocument(docId: DocId): Promise<StoredDocument | null>;
  /**
   * Bytes of the checkpoints and of the updates after them, of all its logs together. Whoever
   * only wants to know a document does not wait for this.
   */
  sizeOf(docId: DocId): Promise<number>;
  /**
   * Removes all there is of a document: its logs with their history, its links and its events. What
   * stays is that it was deleted, and when; and by whom, as an event, if that is told. A second call
   * changes nothing. Resolves with that time.
   */
  deleteDocument(docId: DocId, at: number, by?: Doer): Promise<number>;

  /** Notes that somebody came with a secret of the document. */
  touchDocument(docId: DocId, at: number): Promise<void>;
  /**
   * Notes that the store is looked through for something, which has to be done more often than every
   * `mostGap` ms. Resolves with since when that has been so: time in which no server ran, or nobody
   * asked for it, is nobody's to come in.
   */
  noteLook(what: Look, at: number, mostGap: number): Promise<number>;
  /** Documents that nobody wrote, or came to with a secret, since a time; at most `most` of them. */
  abandoned(since: number, most: number): Promise<DocId[]>;
  /**
   * Removes all there is of a document if it is still abandoned; whoever has it may bring it again,
   * for that it was there is forgotten, too. Resolves with whether it did.
   */
  removeAbandoned(docId: DocId, since: number): Promise<boolean>;

  /**
   * Appends all of them, or none, in this order. Resolves with their sequences; null for what was not
   * stored since its document had been deleted by somebody else, and 0 for what an earlier try has
   * stored and is part of a longer row, or of the beginning, by now.
   */
  append(updates: readonly NewUpdate[]): Promise<(number | null)[]>;
  /**
   * Rejects with StorageDamaged if a row or the checkpoint is missing or is not what was written: a
   * document is loaded whole or not at all.
   */
  loadLog(name: DocumentName): Promise<StoredLog>;
  /** The names under which something of a document was written. */
  namesOf(docId: DocId): Promise<DocumentName[]>;
  /** Whether anything was ever written under the name. */
  hasLog(name: DocumentName): Promise<boolean>;
  /** The checkpoint alone, or null if there is none. Rejects like `loadLog`. */
  loadCheckpoint(name: DocumentName): Promise<StoredLog['checkpoint']>;
  /** Puts `state` in the place of all rows up to `upTo`, which stay as history. */
  compact(name: DocumentName, upTo: number, state: Uint8Array, at: number): Promise<void>;
  /** Leaves a row out of the document from now on, and remembers why. */
  quarantine(name: DocumentName, sequence: number, reason: string): Promise<void>;
  history(name: DocumentName): Promise<HistoryRow[]>;
  /** How much there is of the rows that are part of the checkpoint; null if there is no checkpoint. */
  historySize(name: DocumentName): Promise<HistorySize | null>;
  /**
   * Rows behind `after`, in order: at least one, if there is one, and no more of them than `mostBytes`
   * and `mostRows`. All of them, or those that are part of the checkpoint.
   */
  historyPart(
    name: DocumentName,
    after: number,
    mostBytes: number,
    which?: 'all' | 'compacted',
    mostRows?: number,
  ): Promise<HistoryRow[]>;
  /** Who wrote rows of the document behind `after`, each with their last; in no order. */
  writersSince(name: DocumentName, after: number): Promise<WriterSince[]>;
  /**
   * Puts rows in the place of others, which must all be part of the checkpoint. Rejects, and changes
   * nothing, if one is not there any more, or if they do not stand for as many.
   */
  thinHistory(name: DocumentName, thinned: readonly ThinRow[]): Promise<void>;
  /**
   * Looks through the `most` documents behind `after`, by their ids, for logs of which something older
   * than `before` is still known one by one. `next` is where to go on, null at the end.
   */
  olderThan(
    before: number,
    after: string,
    most: number,
  ): Promise<{ names: DocumentName[]; next: string | null }>;
  /** Remembers when the whole history was gone through. */
  noteThinned(name: DocumentName, at: number): Promise<void>;

  /** All links of a document, oldest first. */
  links(docId: DocId): Promise<StoredLink[]>;
  /**
   * Those a secret has to be held against: all that are not revoked, and of the revoked ones, of which
   * there may be many more, those with this hash.
   */
  linksFor(docId: DocId, hash: string): Promise<StoredLink[]>;
  /** Forgets what was revoked before the last `most` that were. Resolves with how many. */
  forgetRevoked(docId: DocId, most: number): Promise<number>;
  /**
   * Creates the link, or changes role, label, expiry, history and revocation of the one with this id. A
   * revocation is never taken back, also not by a put that was under way at the same time. Resolves with
   * whether it did: of a document that was deleted meanwhile nothing is kept.
   */
  putLink(link: StoredLink): Promise<boolean>;
  /** The same, if the link is still what it was `before`, but for its last use; resolves with whether it is. */
  changeLink(link: StoredLink, before: StoredLink): Promise<boolean>;
  /** Notes what was done, in this order; the oldest of very many are let go. */
  noteEvents(docId: DocId, events: readonly StoredEvent[]): Promise<void>;
  /** Notes that this person had the owner's link, the first time; and nothing after very many people. */
  noteOwner(docId: DocId, person: string, at: number): Promise<void>;
  /** What was done to a document, newest first. */
  events(docId: DocId): Promise<StoredEvent[]>;
  /**
   * Has this public key stand for a person whose id does not tell it: the first one does, but one
   * that comes with its seed (`isShown`) takes the place of one that did not. After very many, only
   * those are kept. Resolves with the key that stands for the person from now on, null for none.
   */
  pinPersonKey(
    person: string,
    publicKey: string,
    isShown: boolean,
    at: number,
  ): Promise<string | null>;
  /** Notes when links were used last, in one go; one that is not there is passed over. */
  touchLinks(uses: readonly LinkUse[]): Promise<void>;

  /**
   * Has a browser told of a document, as this person's and nobody else's. `full` where too many are,
   * `gone` where the document is not there.
   */
  putPush(push: StoredPush): Promise<'stored' | 'full' | 'gone'>;
  /** The browsers of these people that are told of a document, in no order. */
  pushesOf(docId: DocId, people: readonly string[]): Promise<StoredPush[]>;
  /** Has a browser told no more: of one document, or as one person's, or at all. */
  forgetPushes(endpoint: string, of: { docId?: DocId; person?: string }): Promise<void>;

  /** Resolves if the store can be written to right now. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Pictures and files, where the store keeps them: named by the hash of their bytes. */
export interface StoredFiles {
  sizeOf(docId: DocId, sha256: AttachmentId): Promise<number | null>;
  list(docId: DocId): Promise<AttachmentId[]>;
  /** Of all documents. */
  all(): Promise<{ docId: DocId; sha256: AttachmentId; bytes: number }[]>;
  /** Bytes of all that the document has. */
  usedBy(docId: DocId): Promise<number>;
  /** One piece after the other, from 0 on; null behind the last. */
  piece(docId: DocId, sha256: AttachmentId, place: number): Promise<Uint8Array | null>;
  /** Stores it whole, unless its document was deleted or would have more than `most` bytes. */
  put(
    docId: DocId,
    sha256: AttachmentId,
    bytes: number,
    most: number,
    pieces: AsyncIterable<Uint8Array>,
  ): Promise<'stored' | 'full' | 'deleted'>;
}

/** How far somebody is in a log, and the checksum of the row there; null where it is not known. */
export interface LogMark {
  name: DocumentName;
  sequence: number;
  crc: number | null;
}

/** How far a log is. */
export interface LogPosition {
  lastSequence: number;
  /** Its document was deleted. */
  isGone: boolean;
  /** Of the row that was asked about; null where it is not there as it was written. */
  crc: number | null;
}

/** Whether the log still has what it had where somebody is: a store may have been put back. */
export function goesOnFrom({ sequence, crc }: LogMark, log: LogPosition): boolean {
  if (log.isGone || log.lastSequence < sequence) return false;
  return crc === null || log.crc === null || crc === log.crc;
}

/** A store that several servers use at once: each asks what the others did. */
export interface SharedStorage extends Storage {
  readonly isShared: true;
  /** This server's own, among all that use the store. */
  readonly nodeId: string;
  /** What tells the store from a copy of it, the same for all servers; empty where nothing does. */
  readonly store: string;
  readonly files: StoredFiles;
  /** What all servers on the store know, and nobody else. */
  readonly secret: string;
  /** Notes that this is taken, which may be so once; false if it was within the last hours, at any server. */
  takeOnce(what: string): Promise<boolean>;
  /** This machine's clock minus the store's, ms, when it was last checked. */
  readonly clockAheadMs: number;
  /** What a failure of it means, and what to do, without anything that is secret. */
  troubleOf(error: unknown): string;
  /**
   * What a log has behind a sequence: rows alone, or a checkpoint with what is behind that, where
   * some were thinned meanwhile. Null if the log is not that long, or its document deleted. Rejects
   * like `loadLog`.
   */
  rowsAfter(name: DocumentName, after: number): Promise<StoredLog | null>;
  /** How far each of these logs is, and whether it has the row where somebody is. */
  positions(
    marks: readonly Pick<LogMark, 'name' | 'sequence'>[],
  ): Promise<Map<DocumentName, LogPosition>>;
  /**
   * A number for each of these documents that is another one after every change of its links; null
   * where it was deleted. Documents that are not known are left out.
   */
  accessVersions(docIds: readonly DocId[]): Promise<Map<DocId, number | null>>;
}

/** The store as it is, if others may write into it, too. */
export function sharedOf(storage: Storage): SharedStorage | null {
  return storage.isShared ? (storage as SharedStorage) : null;
}

/** The store cannot be used; the message is a sentence for whoever runs the server. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}

/** What hinders a start in a folder that others may write to. */
export function notWritable(folder: string): string {
  return `The data folder ${folder} cannot be written to. Let the user who runs this server write there, or set DATA_DIR to another folder.`;
}

/** What is stored does not add up. */
export class StorageDamaged extends Error {
  override readonly name = 'StorageDamaged';
}
