/**
 * What the document screen follows live: whether there is content, the title, and the role.
 */
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';
import { blockOfHash } from '../../../shared/access/addresses.ts';
import type { DocId, Secret } from '../../../shared/access/ids.ts';
import type { Look } from '../../../shared/document/look.ts';
import { ROOT, SCHEMA_VERSION } from '../../../shared/document/schema.ts';
import { readTitle } from '../../../shared/document/text.ts';
import {
  recordOpened,
  recordRefusal,
  recordRole,
  recordTitle,
} from '../../../shared/library/library.ts';
import type { ErrorCode } from '../../../shared/protocol/errors.ts';
import type { Replica } from '../../replica/open-replica.ts';
import type { ReplicaStatus } from '../../replica/status.ts';
import { waitingInput } from '../../ui/waiting-input.ts';

/** How long a title rests before the library notes it: not at every key. */
const TITLE_RESTS_MS = 500;

/** Refusals that are about the secret itself, so that another one may be better. */
const ABOUT_THE_SECRET: ReadonlySet<ErrorCode> = new Set([
  'token_invalid',
  'link_revoked',
  'link_expired',
]);

/** What of a replica's status changes the page. Whether a key is saved and sent is not part of it. */
export type PageStatus = Pick<
  ReplicaStatus,
  | 'device'
  | 'deviceProblem'
  | 'server'
  | 'refusal'
  | 'role'
  | 'hidesHistory'
  | 'maySuggest'
  | 'isPolling'
> & {
  /** How many changes will not reach the others, because the server refuses this device. */
  unsent: number;
};

export function usePageStatus(status: ReplicaStatus): PageStatus {
  const { deviceProblem, refusal, role, hidesHistory, maySuggest, isPolling } = status;
  const device = status.device === 'saving' ? 'saved' : status.device;
  const server = status.server === 'sending' ? 'synced' : status.server;
  const unsent = server === 'refused' ? status.unconfirmed : 0;
  return useMemo(
    () => ({
      device,
      deviceProblem,
      server,
      refusal,
      role,
      hidesHistory,
      maySuggest,
      isPolling,
      unsent,
    }),
    [device, deviceProblem, server, refusal, role, hidesHistory, maySuggest, isPolling, unsent],
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

/** Whether anything that was typed, pasted or dropped is in no document yet. */
export function useWaitingInput(): boolean {
  return useSyncExternalStore(waitingInput.subscribe, waitingInput.get, waitingInput.get);
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

/** A register beside the title, as it stands there: anybody may have written it. */
export function useRegister(doc: Y.Doc, name: 'schema' | Look): unknown {
  const meta = doc.getMap<unknown>(ROOT.meta);
  return useSyncExternalStore(
    (listener) => {
      meta.observe(listener);
      return () => meta.unobserve(listener);
    },
    () => meta.get(name),
  );
}

/** Whether a newer build wrote this document: then this one may show it, but not change it. */
export function useIsNewer(doc: Y.Doc): boolean {
  const version = useRegister(doc, 'schema');
  return typeof version === 'number' && version > SCHEMA_VERSION;
}

/** Notes in the library that the document was opened, and how its title and icon were last seen. */
export function useLibraryNotes(
  library: Y.Doc,
  docId: DocId,
  title: string,
  icon: string,
  hasContent: boolean,
): void {
  useEffect(() => recordOpened(library, docId, Date.now()), [library, docId]);

  const latest = useRef<[title: string, icon: string] | null>(null);
  latest.current = hasContent ? [title, icon] : null;
  useEffect(() => {
    if (!hasContent) return;
    const timer = setTimeout(() => recordTitle(library, docId, title, icon), TITLE_RESTS_MS);
    return () => clearTimeout(timer);
  }, [library, docId, title, icon, hasContent]);
  useEffect(() => {
    const note = () => {
      if (latest.current) recordTitle(library, docId, ...latest.current);
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
    // Where it cannot be had, nothing is said.
    import('./unlock.ts').then(
      (part) => part.lookForAnother(library, { docId, secret }, refusal),
      () => undefined,
    );
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
