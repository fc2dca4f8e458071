/**
 * Links of a document: who may do what with which secret.
 *
 * Invariant: only hashes of secrets are ever stored, a link that was revoked stays revoked, and
 * whoever presents many secrets that open nothing is not listened to for a while.
 */
import { timingSafeEqual } from 'node:crypto';
import { docIdOf, hashSecret } from '../../shared/access/ids.ts';
import type { LinkRole, Role } from '../../shared/access/roles.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import type { ChangeLink, Link, PutLink } from '../../shared/protocol/http.ts';
import { MAX_WRONG_SECRETS_PER_MINUTE } from '../../shared/protocol/limits.ts';
import type { Log } from '../log.ts';
import type { Storage, StoredLink } from '../storage/storage.ts';
import { MinuteLimit } from './rates.ts';

/** `lastUsedAt` is for people: one write a minute and link is plenty. */
export const TOUCH_EVERY_MS = 60_000;

/** Who a secret makes its bearer. `linkId` is null for the owner. */
export interface Identity {
  docId: string;
  role: Role;
  linkId: string | null;
  /** When the link stops to count, or null. */
  expiresAt: number | null;
}

/**
 * What a change means for the connections of a link: they go for good, they come back with what
 * holds now, or they may do something else from now on.
 */
export type LinkChange = 'revoked' | 'changed' | { role: LinkRole };

export class Links {
  private readonly storage: Storage;
  private readonly maxPerDocument: number;
  private readonly log: Log;
  private readonly wrong = new MinuteLimit(MAX_WRONG_SECRETS_PER_MINUTE);
  private readonly listeners: ((docId: string, linkId: string, change: LinkChange) => void)[] = [];

  constructor(storage: Storage, maxPerDocument: number, log: Log) {
    this.storage = storage;
    this.maxPerDocument = maxPerDocument;
    this.log = log;
  }

  /** Calls `listener` after a change that live connections feel, before the caller is answered. */
  onChange(listener: (docId: string, linkId: string, change: LinkChange) => void): void {
    this.listeners.push(listener);
  }

  /**
   * Who presents this secret, from which network address. The owner is known by the secret alone,
   * also for a document that does not exist yet. Throws `document_unknown`, `document_deleted`,
   * `token_invalid`,
   * `password_required`, `link_revoked`, `link_expired`, `rate_limited`, or what the storage throws.
   */
  async identify(docId: string, secret: string, address: string): Promise<Identity> {
    const isOwner = docIdOf(secret) === docId;
    const now = Date.now();
    if (!isOwner && this.wrong.isSpent(address, now)) throw new CatalogueError('rate_limited');
    const document = await this.storage.findDocument(docId);
    if (document !== null && document.deletedAt !== null) {
      throw new CatalogueError('document_deleted');
    }
    if (isOwner) return { docId, role: 'owner', linkId: null, expiresAt: null };
    if (document === null) throw new CatalogueError('document_unknown');
    const hash = hashSecret(secret);
    let found: StoredLink | null = null;
    let lacksPassword = false;
    // Every link is compared, and each in constant time: how long it takes tells nothing.
    for (const link of await this.storage.links(docId)) {
      const isBare = sameHash(link.secretHash, hash);
      const isWhole = link.passwordHash !== null && sameHash(link.passwordHash, hash);
      if (!isBare && !isWhole) continue;
      found = link;
      lacksPassword = !isWhole && link.passwordHash !== null;
    }
    if (found === null) {
      this.wrong.take(address, now);
      throw new CatalogueError('token_invalid');
    }
    if (found.revokedAt !== null) throw new CatalogueError('link_revoked');
    if (found.expiresAt !== null && found.expiresAt <= now)
      throw new CatalogueError('link_expired');
    if (lacksPassword) throw new CatalogueError('password_required');
    await this.touch(found, now);
    return { docId, role: found.role, linkId: found.id, expiresAt: found.expiresAt };
  }

  async list(docId: string): Promise<Link[]> {
    return (await this.storage.links(docId)).map(shown);
  }

  /**
   * Makes the link, or brings an existing one up to date. A second put of the same changes nothing;
   * a revoked link is returned as it is. Throws `request_invalid` if the id belongs to another
   * secret or the secret to another id, `too_many_links` if there is no room.
   */
  async put(docId: string, linkId: string, wanted: PutLink): Promise<Link> {
    const links = await this.storage.links(docId);
    const existing = links.find((link) => link.id === linkId);
    const twin = links.find((link) => sameHash(link.secretHash, wanted.secretHash));
    if (twin !== existing) throw new CatalogueError('request_invalid');
    if (existing === undefined) {
      const live = links.filter((link) => link.revokedAt === null).length;
      if (live >= this.maxPerDocument) throw new CatalogueError('too_many_links');
      const link: StoredLink = {
        docId,
        id: linkId,
        role: wanted.role,
        label: wanted.label ?? null,
        secretHash: wanted.secretHash,
        passwordHash: wanted.passwordHash ?? null,
        createdAt: Date.now(),
        expiresAt: wanted.expiresAt ?? null,
        revokedAt: null,
        lastUsedAt: null,
      };
      await this.storage.putLink(link);
      this.log.info('link made', { docId, linkId, role: link.role });
      return shown(link);
    }
    if (existing.revokedAt !== null) return shown(existing);
    const link: StoredLink = {
      ...existing,
      role: wanted.role,
      label: wanted.label === undefined ? existing.label : wanted.label,
      expiresAt: wanted.expiresAt === undefined ? existing.expiresAt : wanted.expiresAt,
      passwordHash: wanted.passwordHash === undefined ? existing.passwordHash : wanted.passwordHash,
    };
    await this.storage.putLink(link);
    const isSame = (['expiresAt', 'passwordHash'] as const).every(
      (name) => link[name] === existing[name],
    );
    if (link.role !== existing.role) this.tell(docId, linkId, { role: link.role });
    if (!isSame) this.tell(docId, linkId, 'changed');
    return shown(link);
  }

  /** Gives a link another role. Throws `not_found`, or `link_revoked` if it is of no use any more. */
  async change(docId: string, linkId: string, { role }: ChangeLink): Promise<Link> {
    const existing = (await this.storage.links(docId)).find((link) => link.id === linkId);
    if (existing === undefined) throw new CatalogueError('not_found');
    if (existing.revokedAt !== null) throw new CatalogueError('link_revoked');
    const link: StoredLink = { ...existing, role };
    await this.storage.putLink(link);
    this.log.info('link changed', { docId, linkId, role });
    if (role !== existing.role) this.tell(docId, linkId, { role });
    return shown(link);
  }

  /** Somebody who came with the link has gone: that is when they were last seen. */
  async seen(docId: string, linkId: string): Promise<void> {
    await this.note(docId, linkId, Date.now());
  }

  /** Revokes a link for good and cuts its connections. Throws `not_found`. */
  async revoke(docId: string, linkId: string): Promise<Link> {
    const existing = (await this.storage.links(docId)).find((link) => link.id === linkId);
    if (existing === undefined) throw new CatalogueError('not_found');
    if (existing.revokedAt !== null) return shown(existing);
    const link: StoredLink = { ...existing, revokedAt: Date.now() };
    await this.storage.putLink(link);
    this.log.info('link revoked', { docId, linkId });
    this.tell(docId, linkId, 'revoked');
    return shown(link);
  }

  private tell(docId: string, linkId: string, change: LinkChange): void {
    for (const listener of this.listeners) listener(docId, linkId, change);
  }

  private async touch(link: StoredLink, now: number): Promise<void> {
    if (link.lastUsedAt !== null && now - link.lastUsedAt < TOUCH_EVERY_MS) return;
    await this.note(link.docId, link.id, now);
  }

  private async note(docId: string, linkId: string, at: number): Promise<void> {
    try {
      await this.storage.touchLink(docId, linkId, at);
    } catch (error) {
      // Reading needs no writable store, so a visit is not refused for this.
      this.log.warn('last use of a link not noted', { docId, error });
    }
  }
}

function shown(link: StoredLink): Link {
  const { id, role, label, createdAt, expiresAt, revokedAt, lastUsedAt } = link;
  const hasPassword = link.passwordHash !== null;
  return { id, role, label, hasPassword, createdAt, expiresAt, revokedAt, lastUsedAt };
}

function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
