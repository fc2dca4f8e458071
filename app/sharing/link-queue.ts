/**
 * Sends links that were made on this device to the server, when it can be reached.
 *
 * Invariant: a link waits in the library until the server has confirmed it; sending it twice does
 * no harm, because its id and secret were made here. What it became meanwhile the server is told before
 * it counts as sent. One that cannot be sent now holds up no other.
 */
import type * as Y from 'yjs';
import type { DocId, Secret } from '../../shared/access/ids.ts';
import { someInTurn } from '../../shared/in-turn.ts';
import { readDeletedForAll } from '../../shared/library/deleted-for-all.ts';
import { readEntry } from '../../shared/library/library.ts';
import {
  type ClosedLink,
  isWider,
  type MadeLink,
  type NarrowedLink,
  readClosed,
  readMadeLinks,
  readNarrowed,
  readRevoked,
  recordLinkLost,
  recordLinkSent,
  recordRevoked,
} from '../../shared/library/made-links.ts';
import { Unreachable } from '../../shared/protocol/answers.ts';
import { CatalogueError, ERRORS, type ErrorCode } from '../../shared/protocol/errors.ts';
import type { ChangeLink, Link } from '../../shared/protocol/http.ts';
import { isOffline } from '../replica/offline.ts';
import type { ServerApi } from './server-api.ts';

/** Between two attempts while the server cannot be reached. */
const RETRY_MS = 15_000;
/** Documents that are asked about at a time, others each hour. */
const MOST_DOUBTED = 50;
const HOUR_MS = 3_600_000;
/** What the same end may differ by, told by two clocks. */
const SLACK_MS = 120_000;
/** So many that could not be sent end an attempt. */
const MOST_FAILURES = 5;

export interface LinkQueue {
  /** Tries to send what waits; resolves when that is done or cannot be done now. */
  send(): Promise<void>;
  /**
   * Asks the server of each document of one's own what it has, and says again what it has forgotten:
   * a backup was restored, a disk lost, or another server answers at this address. Of many it asks
   * about some at a time, and about these first.
   */
  doubt(first?: ReadonlySet<DocId>): Promise<void>;
  /** Why the server refused a waiting link for good, if it did. */
  refusalOf(linkId: string): ErrorCode | null;
}

export function createLinkQueue(library: Y.Doc, api: ServerApi, now = Date.now): LinkQueue {
  const refusals = new Map<string, ErrorCode>();
  /** What could not be sent the last time comes after what was not tried yet. */
  const late = new Set<string>();
  let running: Promise<void> | null = null;

  const sendAll = async () => {
    // One may have been revoked meanwhile.
    for (const [id, code] of refusals) if (code === 'too_many_links') refusals.delete(id);
    const links = readMadeLinks(library).sort(
      (a, b) => Number(late.has(a.id)) - Number(late.has(b.id)),
    );
    let failures = 0;
    for (const { docId, id } of links) {
      // As it reads by now: while others were sent, it may have been changed or taken back.
      const link = madeLink(library, docId, id);
      if (!link || link.sentAt !== null || refusals.has(id)) continue;
      const entry = readEntry(library, docId);
      if (entry?.role !== 'owner') continue;
      try {
        const answer = await api.putLink(link, entry.secret);
        late.delete(id);
        await followUp(asAnswered(link, answer), entry.secret);
      } catch (error) {
        if (error instanceof Unreachable) return;
        if (!(error instanceof CatalogueError)) throw error;
        if (ERRORS[error.code].next === 'retry') {
          late.add(id);
          // A server that has no time for several has none for the rest.
          if (++failures === MOST_FAILURES) return;
          continue;
        }
        refusals.set(id, error.code);
      }
    }
  };

  /** What became of it on its way comes behind what the server has. */
  const followUp = async (answered: MadeLink, ownerSecret: Secret) => {
    const { docId, id } = answered;
    for (let there = answered; ; ) {
      const link = madeLink(library, docId, id);
      if (!link) {
        // Of a document that left the library nothing is asked any more.
        if (!readEntry(library, docId)) return;
        recordRevoked(library, docId, id, now());
        await api.revokeLink(docId, id, ownerSecret);
        return;
      }
      const change = changeOf(there, link, now());
      if (change === null) {
        recordLinkSent(library, link, now());
        return;
      }
      await api.changeLink(docId, id, change, ownerSecret);
      there = link;
    }
  };

  const doubtOne = async (
    docId: DocId,
    secret: Secret,
    revoked: readonly string[],
    narrowed: readonly NarrowedLink[],
    closed: readonly ClosedLink[],
  ) => {
    const there = new Map((await api.listLinks(docId, secret)).map((link) => [link.id, link]));
    for (const id of revoked) {
      if (there.get(id)?.revokedAt === null) await api.revokeLink(docId, id, secret);
    }
    // Only what was taken from a link: what it was given beyond may be another owner's will.
    for (const { id, to } of narrowed) {
      const link = there.get(id);
      if (link && link.revokedAt === null && isWider(link.role, to))
        await api.changeLink(docId, id, { role: to }, secret);
    }
    for (const { id, expiresAt, passwordHash, passwordKdf, hidesHistory, suggests } of closed) {
      const link = there.get(id);
      if (!link || link.revokedAt !== null) continue;
      const isOpen = passwordHash !== undefined && !link.hasPassword;
      const isLonger =
        expiresAt !== undefined &&
        (link.expiresAt ?? Number.POSITIVE_INFINITY) > expiresAt + SLACK_MS;
      const isShown = hidesHistory === true && link.hidesHistory !== true;
      const isFreer = suggests === false && link.suggests !== false;
      if (!isOpen && !isLonger && !isShown && !isFreer) continue;
      const change = {
        ...(isOpen ? { passwordHash, ...(passwordKdf ? { passwordKdf } : {}) } : {}),
        ...(isLonger ? { worksFor: Math.max(0, expiresAt - now()) } : {}),
        ...(isShown ? { hidesHistory } : {}),
        ...(isFreer ? { suggests } : {}),
      };
      await api.changeLink(docId, id, change, secret);
    }
    for (const made of readMadeLinks(library, docId)) {
      if (made.sentAt !== null && !there.has(made.id)) recordLinkLost(library, made);
    }
  };

  /** What was deleted for everyone is deleted again where it is not; it may have come back. */
  const deleteAgain = async (docId: DocId, secret: Secret) => {
    try {
      await api.listLinks(docId, secret);
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      if (error.code !== 'document_unknown') return;
    }
    await api.deleteDocument(docId, secret);
  };

  const doubtAll = async (first: ReadonlySet<DocId>) => {
    const deleted = readDeletedForAll(library);
    const revoked = readRevoked(library);
    const narrowed = readNarrowed(library);
    const closed = readClosed(library);
    const made = readMadeLinks(library).flatMap((link) => (link.sentAt ? [link.docId] : []));
    const all = new Set([
      ...[...deleted.keys(), ...revoked.keys(), ...narrowed.keys()],
      ...[...closed.keys(), ...made],
    ]);
    for (const docId of someInTurn([...all], now() / HOUR_MS, MOST_DOUBTED, first)) {
      const entry = readEntry(library, docId);
      const deletedBy = deleted.get(docId);
      if (!deletedBy && entry?.role !== 'owner') continue;
      try {
        if (deletedBy) {
          await deleteAgain(docId, deletedBy);
          continue;
        }
        if (!entry) continue;
        const wasRevoked = revoked.get(docId) ?? [];
        const wasClosed = closed.get(docId) ?? [];
        await doubtOne(docId, entry.secret, wasRevoked, narrowed.get(docId) ?? [], wasClosed);
      } catch (error) {
        if (error instanceof Unreachable) return;
        if (!(error instanceof CatalogueError)) throw error;
        // It knows nothing of the document, and so of no link to it either.
        if (error.code === 'document_unknown') {
          for (const link of readMadeLinks(library, docId)) {
            if (link.sentAt !== null) recordLinkLost(library, link);
          }
        }
      }
    }
  };

  return {
    async doubt(first = new Set()) {
      await doubtAll(first);
      await this.send();
    },
    async send() {
      // A link made while another send is under way must not wait for the next occasion.
      await running?.catch(() => undefined);
      if (!running) {
        running = sendAll().finally(() => {
          running = null;
        });
      }
      await running;
    },
    refusalOf: (linkId) => refusals.get(linkId) ?? null,
  };
}

function madeLink(library: Y.Doc, docId: DocId, id: string): MadeLink | null {
  return readMadeLinks(library, docId).find((link) => link.id === id) ?? null;
}

/**
 * A link as the server has it once it was sent. It may have been there already, from before it was
 * changed here, where the answer was lost; and sending it again tells of no other end, for example.
 */
function asAnswered(link: MadeLink, answer: Link): MadeLink {
  // What a server of an earlier version does not say is taken for what it was told.
  const { hidesHistory = link.hidesHistory, suggests = link.suggests } = answer;
  const apart = (answer.expiresAt ?? Number.POSITIVE_INFINITY) - (link.expiresAt ?? 0);
  const isSameEnd = answer.expiresAt === link.expiresAt || Math.abs(apart) < SLACK_MS;
  return {
    ...link,
    label: answer.label,
    expiresAt: isSameEnd ? link.expiresAt : answer.expiresAt,
    ...(hidesHistory === undefined ? {} : { hidesHistory }),
    ...(suggests === undefined ? {} : { suggests }),
  };
}

/** What is another of a link; null for nothing. */
function changeOf(before: MadeLink, after: MadeLink, now: number): ChangeLink | null {
  const change: ChangeLink = {};
  const { role, label, expiresAt, passwordHash, passwordKdf } = after;
  if (role !== before.role) change.role = role;
  if (label !== before.label) change.label = label;
  if (expiresAt !== before.expiresAt)
    change.worksFor = expiresAt === null ? null : Math.max(0, expiresAt - now);
  if (passwordHash !== before.passwordHash)
    Object.assign(change, {
      passwordHash,
      ...(passwordHash && passwordKdf ? { passwordKdf } : {}),
    });
  const { hidesHistory = false, suggests = true } = after;
  if (hidesHistory !== (before.hidesHistory ?? false)) change.hidesHistory = hidesHistory;
  if (suggests !== (before.suggests ?? true)) change.suggests = suggests;
  return Object.keys(change).length > 0 ? change : null;
}

/** Keeps sending for as long as the app is open: now, when the network returns, and now and then. @returns how to stop */
export function keepSending(queue: LinkQueue, library: Y.Doc): () => void {
  const send = () => {
    // What was refused waits for whoever does something about it.
    const isWaiting = ({ id, sentAt }: MadeLink) => sentAt === null && !queue.refusalOf(id);
    if (!isOffline() && readMadeLinks(library).some(isWaiting)) void queue.send();
  };
  send();
  addEventListener('online', send);
  const timer = setInterval(send, RETRY_MS);
  return () => {
    removeEventListener('online', send);
    clearInterval(timer);
  };
}
