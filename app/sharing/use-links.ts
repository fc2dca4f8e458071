/**
 * The links of one document for its owner: those the server knows, and those that still wait here.
 *
 * Invariant: what is shown as usable has been confirmed by the server; when it cannot be asked, the
 * list says so and shows what this device knows.
 */

import { useCallback, useEffect, useReducer, useState } from 'react';
import type * as Y from 'yjs';
import {
  createSecret,
  type DocId,
  hashSecret,
  randomId,
  type Secret,
} from '../../shared/access/ids.ts';
import { lockSecret, PASSWORD_KDF } from '../../shared/access/passwords.ts';
import type { LinkRole } from '../../shared/access/roles.ts';
import {
  dropMadeLink,
  keepMadeLink,
  type LinkFacts,
  readMadeLinks,
  recordClosing,
  recordLinkChange,
  recordRevoked,
  recordRoleChange,
} from '../../shared/library/made-links.ts';
import { Unreachable } from '../../shared/protocol/answers.ts';
import { CatalogueError, type ErrorCode } from '../../shared/protocol/errors.ts';
import type { Link } from '../../shared/protocol/http.ts';
import { tLazy } from '../i18n/lazy.ts';
import type { LinkQueue } from './link-queue.ts';
import type { ServerApi } from './server-api.ts';

export interface LinkRow {
  id: string;
  role: LinkRole;
  label: string | null;
  createdAt: number;
  lastUsedAt: number | null;
  expiresAt: number | null;
  hasPassword: boolean;
  /** Whether whoever has it is not told who wrote what when. */
  hidesHistory: boolean;
  /** Whether those who may comment with it may suggest, too. */
  suggests: boolean;
  /** Known when the link was made on a device of this person. */
  secret: Secret | null;
  state: 'active' | 'expired' | 'waiting' | 'unknown' | { refused: ErrorCode };
}

/** What a link is to be from now on; what is not named stays. */
export interface LinkWishes {
  role?: LinkRole;
  label?: string | null;
  hidesHistory?: boolean;
  suggests?: boolean;
  /** ms from now; null is until it is revoked. */
  worksFor?: number | null;
  /** Null takes it away. One is set only where the link's secret is known. */
  password?: string | null;
}

/** A link that somebody came with: how the owner called it, and when it was last used. */
interface Visitor {
  id: string;
  role: LinkRole;
  label: string | null;
  lastSeen: number;
  /** Whether they can come back with it. */
  mayReturn: boolean;
}

export interface Links {
  rows: LinkRow[];
  /** Whoever has been here, the last first. */
  visitors: Visitor[];
  /** Whether the server was asked: it answered, it cannot be reached, or it refused. */
  server: 'asking' | 'answered' | 'unreachable' | { refused: ErrorCode };
  reload(): Promise<void>;
  /** Sends what waits, and asks again. Resolves when the server knows it, or cannot be reached. */
  send(): Promise<void>;
  /** A sentence when it could not be revoked. */
  revoke(row: LinkRow): Promise<string | null>;
  /** A sentence when the link is what it was. */
  change(row: LinkRow, wanted: LinkWishes): Promise<string | null>;
  /**
   * Revokes a link without a password, and makes another one for the same. A sentence when the old
   * one could not be revoked, or the id of the new one.
   */
  replace(row: LinkRow): Promise<{ problem: string } | { id: string }>;
}

export function useLinks(options: {
  docId: DocId;
  ownerSecret: Secret;
  library: Y.Doc;
  api: ServerApi;
  queue: LinkQueue;
}): Links {
  const { docId, ownerSecret, library, api, queue } = options;
  /** What the server listed, and when it was asked. */
  const [known, setKnown] = useState<{ links: Link[]; askedAt: number } | null>(null);
  const [server, setServer] = useState<Links['server']>('asking');
  const [, redraw] = useReducer((count: number) => count + 1, 0);

  useEffect(() => {
    library.on('update', redraw);
    return () => library.off('update', redraw);
  }, [library]);

  const reload = useCallback(async () => {
    const askedAt = Date.now();
    try {
      setKnown({ links: await api.listLinks(docId, ownerSecret), askedAt });
      setServer('answered');
    } catch (error) {
      if (error instanceof Unreachable) setServer('unreachable');
      else if (error instanceof CatalogueError && error.code === 'document_unknown') {
        // Nothing has reached the server yet, so there are no links there either.
        setKnown({ links: [], askedAt });
        setServer('answered');
      } else if (error instanceof CatalogueError) setServer({ refused: error.code });
      else throw error;
    }
  }, [api, docId, ownerSecret]);

  useEffect(() => {
    void reload();
    const again = () => void reload();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [reload]);

  const made = readMadeLinks(library, docId);
  const lastSent = Math.max(0, ...made.map((link) => link.sentAt ?? 0));
  const isBehind = known !== null && lastSent >= known.askedAt;
  useEffect(() => {
    // A link that waited has reached the server since it was asked.
    if (isBehind) void reload();
  }, [isBehind, reload]);
  const secrets = new Map(made.map((link) => [link.id, link.secret]));
  const rows: LinkRow[] = [];
  for (const link of known?.links ?? []) {
    if (link.revokedAt !== null) continue;
    const expired = link.expiresAt !== null && link.expiresAt <= Date.now();
    const { id, role, label, createdAt, lastUsedAt, expiresAt, hasPassword } = link;
    const { hidesHistory = false, suggests = true } = link;
    const secret = secrets.get(id) ?? null;
    rows.push({
      id,
      role,
      label,
      createdAt,
      lastUsedAt,
      expiresAt,
      hasPassword,
      hidesHistory,
      suggests,
      secret,
      state: expired ? 'expired' : 'active',
    });
  }
  const listed = new Set((known?.links ?? []).map((link) => link.id));
  for (const link of made) {
    if (listed.has(link.id)) continue;
    const { id, role, label, createdAt, secret, expiresAt } = link;
    const { hidesHistory = false, suggests = true } = link;
    const hasPassword = link.passwordHash !== null;
    const refused = queue.refusalOf(id);
    const state = refused ? { refused } : link.sentAt === null ? 'waiting' : 'unknown';
    // The server had it, was asked after that, and does not list it: it was revoked elsewhere.
    if (known && link.sentAt !== null && link.sentAt < known.askedAt) continue;
    rows.push({
      id,
      role,
      label,
      createdAt,
      lastUsedAt: null,
      expiresAt,
      hasPassword,
      hidesHistory,
      suggests,
      secret,
      state,
    });
  }
  rows.sort((a, b) => b.createdAt - a.createdAt);

  const revoke = async (row: LinkRow): Promise<string | null> => {
    let mayBeThere = isKnownToServer(row);
    try {
      await api.revokeLink(docId, row.id, ownerSecret);
    } catch (error) {
      const unreachable = error instanceof Unreachable;
      if (!unreachable && !(error instanceof CatalogueError)) throw error;
      if (mayBeThere) return unreachable ? tLazy().sharing.stillWorks : tLazy().error(error.code);
      // Never confirmed: it may have arrived all the same, and only the answer not.
      mayBeThere = unreachable || error.code !== 'not_found';
    }
    if (mayBeThere) recordRevoked(library, docId, row.id, Date.now());
    dropMadeLink(library, docId, row.id);
    // There may be room now for one that waits for it.
    await send();
    return null;
  };

  const send = async () => {
    await queue.send();
    await reload();
  };

  const change = async (row: LinkRow, wanted: LinkWishes): Promise<string | null> => {
    const { worksFor, password, ...rest } = wanted;
    const changed: Partial<LinkFacts> = { ...rest };
    if (password === null) changed.passwordHash = null;
    else if (password !== undefined && row.secret) {
      changed.passwordHash = hashSecret(await lockSecret(row.secret, password));
      changed.passwordKdf = PASSWORD_KDF;
    }
    if (worksFor !== undefined) changed.expiresAt = worksFor && Date.now() + worksFor;
    if (isKnownToServer(row)) {
      const { expiresAt: _expiresAt, ...told } = changed;
      const problem = await problemOf(
        api.changeLink(docId, row.id, { ...told, worksFor }, ownerSecret),
        tLazy().sharing.stillAllows,
      );
      if (problem) return problem;
      if (rest.role)
        recordRoleChange(library, docId, { id: row.id, from: row.role, to: rest.role });
      recordClosing(library, docId, row, changed);
    }
    recordLinkChange(library, docId, row.id, changed);
    await reload();
    return null;
  };

  const replace = async (row: LinkRow) => {
    // The old one first: two that work would be worse than none.
    const problem = await revoke(row);
    if (problem) return { problem };
    const { role, label, expiresAt, hidesHistory, suggests } = row;
    const id = randomId(12);
    const made = { id, secret: createSecret(), createdAt: Date.now(), passwordHash: null };
    keepMadeLink(library, { docId, role, label, expiresAt, hidesHistory, suggests, ...made });
    await send();
    return { id };
  };

  const visitors: Visitor[] = [];
  for (const { id, role, label, lastUsedAt, revokedAt, expiresAt } of known?.links ?? []) {
    if (lastUsedAt === null) continue;
    const mayReturn = revokedAt === null && (expiresAt === null || expiresAt > Date.now());
    visitors.push({ id, role, label, lastSeen: lastUsedAt, mayReturn });
  }
  visitors.sort((a, b) => b.lastSeen - a.lastSeen);

  return { rows, visitors, server, reload, send, revoke, change, replace };
}

function isKnownToServer({ state }: LinkRow): boolean {
  return state !== 'waiting' && typeof state !== 'object';
}

/** Null when it was done, or else a sentence; `unreached` where there was no answer. */
async function problemOf(call: Promise<unknown>, unreached: string): Promise<string | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof Unreachable) return unreached;
    if (error instanceof CatalogueError) return tLazy().error(error.code);
    throw error;
  }
}
