/**
 * What the document screen follows live: whether there is content, the title, and the role.
 */
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';
import { blockOfHash } from '../../../shared/access/addresses.ts';
import type { DocId, Secret } from '../../../shared/access/ids.ts';
import { ROOT, SCHEMA_VERSION } from '../../../shared/document/schema.ts';
import { readTitle } from '../../../shared/document/text.ts';
import {
  readEntry,
  recordOpened,
  recordRefusal,
  recordRole,
  recordTitle,
} from '../../../shared/library/library.ts';
import type { ErrorCode } from '../../../shared/protocol/errors.ts';
import type { Replica } from '../../replica/open-replica.ts';
import type { ReplicaStatus } from '../../replica/status.ts';
import { announce } from '../../ui/announce.ts';

/** How long a title rests before the library notes it: not at every key. */
const TITLE_RESTS_MS = 500;

/** Refusals that are about the secret itself, so that another one may be better. */
export const ABOUT_THE_SECRET: ReadonlySet<ErrorCode> = new Set([
  'token_invalid',
  'link_revoked',
  'link_expired',
]);

/** What of a replica's status changes the page. Whether a key is saved and sent is not part of it. */
export type PageStatus = Pick<
  ReplicaStatus,
  'device' | 'deviceProblem' | 'server' | 'refusal' | 'role'
> & {
  /** How many changes will not reach the others, because the server refuses this device. */
  unsent: number;
};

export function usePageStatus(status: ReplicaStatus): PageStatus {
  const { deviceProblem, refusal, role } = status;
  const device = status.device === 'saving' ? 'saved' : status.device;
  const server = status.server === 'sending' ? 'synced' : status.server;
  const unsent = server === 'refused' ? status.unconfirmed : 0;
  return useMemo(
    () => ({ device, deviceProblem, server, refusal, role, unsent }),
    [device, deviceProblem, server, refusal, role, unsent],
  );
}

export function useHasContent(replica: Replica): boolean {
  return useSyncExternalStore(
    (listener) => {
      replica.doc.on('update', listener);
      return () => replica.doc.off('update', listener);
    },
    () => replica.hasContent(),
  );
}

export function useTitle(doc: Y.Doc): string {
  return useSyncExternalStore(
    (listener) => {
      const text = doc.getText(ROOT.title);
      text.observe(listener);
      return () => text.unobserve(listener);
    },
    () => readTitle(doc),
  );
}

/** The block that the page's address speaks of, or null. */
export function useBlockInAddress(): string | null {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('hashchange', listener);
      return () => removeEventListener('hashchange', listener);
    },
    () => blockOfHash(location.hash),
  );
}

/** Whether a newer build wrote this document: then this one may show it, but not change it. */
export function useIsNewer(doc: Y.Doc): boolean {
  return useSyncExternalStore(
    (listener) => {
      const meta = doc.getMap<unknown>(ROOT.meta);
      meta.observe(listener);
      return () => meta.unobserve(listener);
    },
    () => {
      const version = doc.getMap<unknown>(ROOT.meta).get('schema');
      return typeof version === 'number' && version > SCHEMA_VERSION;
    },
  );
}

/** Notes in the library that the document was opened, and how its title was last seen. */
export function useLibraryNotes(
  library: Y.Doc,
  docId: DocId,
  title: string,
  hasContent: boolean,
): void {
  useEffect(() => recordOpened(library, docId, Date.now()), [library, docId]);

  const latest = useRef<string | null>(null);
  latest.current = hasContent ? title : null;
  useEffect(() => {
    if (!hasContent) return;
    const timer = setTimeout(() => recordTitle(library, docId, title), TITLE_RESTS_MS);
    return () => clearTimeout(timer);
  }, [library, docId, title, hasContent]);
  useEffect(() => {
    const note = () => {
      if (latest.current !== null) recordTitle(library, docId, latest.current);
    };
    addEventListener('pagehide', note);
    return () => {
      removeEventListener('pagehide', note);
      note();
    };
  }, [library, docId]);
}

/**
 * Keeps with the document what the server said of its secret, so that the next visit starts with it.
 * An owner's secret proves itself, also where the server has not heard of the document.
 */
export function useNotesAboutSecret(
  library: Y.Doc,
  { docId, secret }: { docId: DocId; secret: Secret },
  { role, refusal }: PageStatus,
): void {
  useEffect(() => {
    if (role && role !== 'owner') recordRole(library, docId, secret, role);
  }, [library, docId, secret, role]);

  useEffect(() => {
    if (!refusal || !ABOUT_THE_SECRET.has(refusal)) return;
    recordRefusal(library, docId, secret);
    // Another link opens the document, so nothing on the page says it.
    if (readEntry(library, docId)?.secret !== secret) void tellRefusal(refusal);
  }, [library, docId, secret, refusal]);

  // Whoever leaves without the password has, the next time, what their other links open.
  useEffect(() => {
    if (refusal !== 'password_required') return;
    const leave = () => recordRefusal(library, docId, secret);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [library, docId, secret, refusal]);
}

/** The sentences of refusals come after the page; where they cannot be had, nothing is said. */
async function tellRefusal(refusal: ErrorCode): Promise<void> {
  const texts = await import('../../words/late.ts').catch(() => null);
  if (texts) announce(texts.tLate().error(refusal));
}
