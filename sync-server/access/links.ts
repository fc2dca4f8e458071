/**
 * Links of a document: who may do what with which secret.
 *
 * Invariant: only hashes of secrets are ever stored, a link that was revoked opens nothing any more,
 * and is known as revoked until very many others were (`MAX_REVOKED_LINKS`), and a
 * good secret is let in whatever others presented from the same address. Of passwords, which can be
 * guessed, only so many are looked at (`guesses.ts`).
 */
import { timingSafeEqual } from 'node:crypto';
import { type DocId, docIdOf, hashSecret } from '../../shared/access/ids.ts';
import type { LinkRole, Role } from '../../shared/access/roles.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import type { AccessAction, ChangeLink, Link, PutLink } from '../../shared/protocol/http.ts';
import { MAX_REVOKED_LINKS, MAX_WRONG_SECRETS_PER_MINUTE } from '../../shared/protocol/limits.ts';
import { LAST_TIME } from '../../shared/shape.ts';
import type { Log } from '../log.ts';
import type {
  Doer,
  LinkUse,
  Storage,
  StoredDocument,
  StoredEvent,
  StoredLink,
} from '../storage/storage.ts';
import { Guesses } from './guesses.ts';
import { AddressLimit } from './rates.ts';

/** `lastUsedAt` is for people: one write a minute and link is plenty. */
const TOUCH_EVERY_MS = 60_000;
/** When a document was used is for whoever removes those that nobody uses, by days. */
const TOUCH_DOCUMENT_EVERY_MS = 3_600_000;
/** Of all who leave within this time the store is told at once: a whole class may leave together. */
const TELL_LEFT_AFTER_MS = 1_000;
/** Owners that need not be looked for in the store again. */
const MOST_KNOWN_OWNERS = 20_000;
const PASSWORD_SET: AccessAction = 'password-set';
const HISTORY_HIDDEN: AccessAction = 'history-hidden';
/** Passwords that a link had before and that are told from guesses. */
const MOST_FORMER_PASSWORDS = 8;

/** Who a secret makes its bearer. `linkId` is null for the owner. */
export interface Identity extends Doer {
  docId: DocId;
  role: Role;
  /** When the link stops to count, or null. */
  expiresAt: number | null;
  /** Of the link and its password at that time, null without one. */
  passwordHash: string | null;
  /** Whether they are not told who wrote what when. */
  hidesHistory: boolean;
  /** Whether those who may comment with it may suggest, too. */
  suggests: boolean;
}

/**
 * What a change means for the connections of a link: they go for good, they come back with what
 * holds now, or they may do something else from now on, or for another time.
 */
export type LinkChange =
  | 'revoked'
  | 'expired'
  | 'changed'
  | { role: LinkRole; expiresAt: number | null; hidesHistory: boolean; suggests: boolean };

/** What became of a link since somebody was let in by it; null if nothing that they would feel. */
export function changeFor(
  access: Pick<Identity, 'role' | 'expiresAt' | 'passwordHash' | 'hidesHistory' | 'suggests'>,
  { role, expiresAt, passwordHash, hidesHistory, suggests, revokedAt }: StoredLink,
  now: number,
): LinkChange | null {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  if (passwordHash !== access.passwordHash) return 'changed';
  const isSame =
    role === access.role &&
    expiresAt === access.expiresAt &&
    hidesHistory === access.hidesHistory &&
    suggests === access.suggests;
  return isSame ? null : { role, expiresAt, hidesHistory, suggests };
}

/** The link alone opens nothing: it has a password. */
export class PasswordRequired extends CatalogueError {
  /** How the secret is made of link and password, null where that is not known. */
  readonly kdf: string | null;
  constructor(kdf: string | null) {
    super('password_required');
    this.kdf = kdf;
  }
}

/** What is undefined stays. */
type LinkUpdate = Omit<ChangeLink, 'worksFor'> & { expiresAt?: number | null | undefined };

export class Links {
  readonly #storage: Storage;
  readonly #maxPerDocument: number;
  readonly #log: Log;
  readonly #wrong = new AddressLimit(MAX_WRONG_SECRETS_PER_MINUTE);
  readonly #guesses = new Guesses();
  readonly #owners = new Set<string>();
  /** Links that somebody has just left, of which the store is yet to be told. */
  readonly #left = new Map<string, LinkUse>();
  #telling: NodeJS.Timeout | null = null;
  readonly #listeners: ((docId: DocId, linkId: string, change: LinkChange) => void)[] = [];

  constructor(storage: Storage, maxPerDocument: number, log: Log) {
    this.#storage = storage;
    this.#maxPerDocument = maxPerDocument;
    this.#log = log;
  }

  /** Calls `listener` after a change that live connections feel, before the caller is answered. */
  onChange(listener: (docId: DocId, linkId: string, change: LinkChange) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Who presents this secret, from which network address, and as whom, if they proved that. The owner is known by the secret alone,
   * also for a document that does not exist yet. Throws `document_unknown`, `document_deleted`,
   * `token_invalid`,
   * `password_required`, `link_revoked`, `link_expired`, `rate_limited`, or what the storage throws.
   */
  async identify(
    docId: DocId,
    secret: string,
    address: string,
    person: string | null = null,
  ): Promise<Identity> {
    const isOwner = docIdOf(secret) === docId;
    const now = Date.now();
    const document = await this.#storage.findDocument(docId);
    if (document !== null && document.deletedAt !== null) {
      throw new CatalogueError('document_deleted');
    }
    if (isOwner) {
      if (document !== null) await this.#touchDocument(document, now);
      const nothing = {
        linkId: null,
        expiresAt: null,
        passwordHash: null,
        hidesHistory: false,
        suggests: true,
      };
      return { docId, role: 'owner', ...nothing, person };
    }
    if (document === null) throw new CatalogueError('document_unknown');
    const hash = hashSecret(secret);
    let found: StoredLink | null = null;
    let lacksPassword = false;
    let hasPassword = false;
    let mayBeGuess = false;
    let hadPassword = false;
    // Every link of use is compared, and each in constant time: how long it takes tells nothing.
    for (const link of await this.#storage.linksFor(docId, hash)) {
      const isBare = sameHash(link.secretHash, hash);
      const isWhole = link.passwordHash !== null && sameHash(link.passwordHash, hash);
      mayBeGuess ||= link.passwordHash !== null;
      for (const former of link.formerPasswordHashes) hadPassword ||= sameHash(former, hash);
      if (!isBare && !isWhole) continue;
      found = link;
      lacksPassword = !isWhole && link.passwordHash !== null;
      hasPassword = isWhole;
    }
    const isLookedAt = !mayBeGuess || this.#guesses.areLookedAt(docId, address, now);
    if (found === null) {
      // Whoever came in with the password before has not heard that it is another one.
      if (hadPassword && isLookedAt) throw new CatalogueError('token_invalid');
      if (mayBeGuess && isLookedAt) this.#guesses.wasWrong(docId, address, now);
      const isFlood = !this.#wrong.take(address, now);
      throw new CatalogueError(isFlood || !isLookedAt ? 'rate_limited' : 'token_invalid');
    }
    if (hasPassword) {
      if (!isLookedAt && !this.#guesses.isKnown(found.id, person)) {
        throw new CatalogueError('rate_limited');
      }
      if (person !== null) this.#guesses.remember(found.id, person);
    }
    if (found.revokedAt !== null) throw new CatalogueError('link_revoked');
    if (found.expiresAt !== null && found.expiresAt <= now)
      throw new CatalogueError('link_expired');
    if (lacksPassword) throw new PasswordRequired(found.passwordKdf);
    await this.#touch(found, now);
    await this.#touchDocument(document, now);
    const { id: linkId, role, expiresAt, passwordHash, hidesHistory, suggests } = found;
    return { docId, role, linkId, expiresAt, passwordHash, hidesHistory, suggests, person };
  }

  async list(docId: DocId): Promise<Link[]> {
    return (await this.#storage.links(docId)).map((link) => {
      const lastUsedAt = this.#left.get(`${docId}/${link.id}`)?.at ?? link.lastUsedAt;
      return shown({ ...link, lastUsedAt });
    });
  }

  /**
   * Makes the link, or brings an existing one up to date. A second put of the same changes nothing;
   * a revoked link is returned as it is. Throws `request_invalid` if the id belongs to another
   * secret or the secret to another id, `too_many_links` if there is no room, `document_deleted` if
   * that came between.
   */
  async put(docId: DocId, linkId: string, wanted: PutLink, by: Doer): Promise<Link> {
    const links = await this.#storage.links(docId);
    const existing = links.find((link) => link.id === linkId);
    const twin = links.find((link) => sameHash(link.secretHash, wanted.secretHash));
    if (twin !== existing) throw new CatalogueError('request_invalid');
    if (existing === undefined) {
      const live = links.filter((link) => link.revokedAt === null).length;
      if (live >= this.#maxPerDocument) throw new CatalogueError('too_many_links');
      const link: StoredLink = {
        docId,
        id: linkId,
        role: wanted.role,
        label: wanted.label ?? null,
        secretHash: wanted.secretHash,
        passwordHash: wanted.passwordHash ?? null,
        passwordKdf: wanted.passwordHash == null ? null : (wanted.passwordKdf ?? null),
        formerPasswordHashes: [],
        hidesHistory: wanted.hidesHistory ?? false,
        suggests: wanted.suggests ?? true,
        createdAt: Date.now(),
        expiresAt: wanted.worksFor == null ? (wanted.expiresAt ?? null) : endOf(wanted.worksFor),
        revokedAt: null,
        lastUsedAt: null,
      };
      if (!(await this.#storage.putLink(link))) throw new CatalogueError('document_deleted');
      this.#log.info('link made', { docId, linkId, role: link.role });
      const hasPassword = link.passwordHash !== null;
      await this.#record(link, by, [
        'link-made',
        ...(hasPassword ? [PASSWORD_SET] : []),
        ...(link.hidesHistory ? [HISTORY_HIDDEN] : []),
      ]);
      return shown(link);
    }
    if (existing.revokedAt !== null) return shown(existing);
    // A time by the server's own clock was set once, and a second put does not lengthen it.
    const isSameEnd = wanted.expiresAt === undefined || wanted.worksFor != null;
    const expiresAt = isSameEnd ? undefined : wanted.expiresAt;
    const changed = await this.#update(existing, { ...wanted, expiresAt }, by);
    return changed ?? this.put(docId, linkId, wanted, by);
  }

  /**
   * Changes what is named of a link. Throws `not_found`, `link_revoked` if it is of no use any more,
   * or `request_invalid` if nothing is named.
   */
  async change(docId: DocId, linkId: string, wanted: ChangeLink, by: Doer): Promise<Link> {
    const { role, label, worksFor, passwordHash, hidesHistory, suggests } = wanted;
    const named = [role, label, worksFor, passwordHash, hidesHistory, suggests];
    if (named.every((value) => value === undefined)) {
      throw new CatalogueError('request_invalid');
    }
    const existing = (await this.#storage.links(docId)).find((link) => link.id === linkId);
    if (existing === undefined) throw new CatalogueError('not_found');
    if (existing.revokedAt !== null) throw new CatalogueError('link_revoked');
    const expiresAt = worksFor == null ? worksFor : endOf(worksFor);
    const changed = await this.#update(existing, { ...wanted, expiresAt }, by);
    return changed ?? this.change(docId, linkId, wanted, by);
  }

  /**
   * Stores what is another now, tells the connections, and notes who did it. Null where somebody else
   * has changed it meanwhile: then nothing is done, and what they said has to be looked at first.
   */
  async #update(
    existing: StoredLink,
    { role = existing.role, label = existing.label, ...wanted }: LinkUpdate,
    by: Doer,
  ): Promise<Link | null> {
    const { docId, id } = existing;
    const { expiresAt = existing.expiresAt, passwordHash = existing.passwordHash } = wanted;
    const { hidesHistory = existing.hidesHistory, suggests = existing.suggests } = wanted;
    const isSameRight = suggests === existing.suggests;
    const isSameView = hidesHistory === existing.hidesHistory;
    const isSameEnd = expiresAt === existing.expiresAt;
    const isSamePassword = passwordHash === existing.passwordHash;
    const link: StoredLink = { ...existing, role, label, expiresAt, hidesHistory, suggests };
    if (!isSamePassword) {
      const before = existing.passwordHash === null ? [] : [existing.passwordHash];
      const former = [...before, ...existing.formerPasswordHashes];
      link.passwordHash = passwordHash;
      link.passwordKdf = passwordHash === null ? null : (wanted.passwordKdf ?? null);
      link.formerPasswordHashes = former
        .filter((hash) => hash !== passwordHash)
        .slice(0, MOST_FORMER_PASSWORDS);
    }
    if (!(await this.#storage.changeLink(link, existing))) return null;
    this.#log.info('link changed', { docId, linkId: id, role });
    if (expiresAt !== null && expiresAt <= Date.now()) this.#tell(docId, id, 'expired');
    else if (role !== existing.role || !isSameEnd || !isSameView || !isSameRight)
      this.#tell(docId, id, { role, expiresAt, hidesHistory, suggests });
    if (!isSamePassword) this.#tell(docId, id, 'changed');
    const done: AccessAction[] = [];
    if (role !== existing.role || !isSameRight) done.push('link-changed');
    if (!isSameEnd) done.push('expiry-changed');
    if (!isSameView) done.push(hidesHistory ? HISTORY_HIDDEN : 'history-shown');
    if (!isSamePassword) done.push(passwordHash === null ? 'password-removed' : PASSWORD_SET);
    await this.#record(link, by, done);
    return shown(link);
  }

  /** Somebody who came with the link, or as owner, has gone: that is when they were last seen. */
  async seen(docId: DocId, linkId: string | null): Promise<void> {
    const now = Date.now();
    if (linkId !== null) this.#noteLeft({ docId, linkId, at: now });
    try {
      const document = await this.#storage.findDocument(docId);
      if (document !== null) await this.#touchDocument(document, now);
    } catch (error) {
      this.#notTouched([docId], error);
    }
  }

  #noteLeft(use: LinkUse): void {
    this.#left.set(`${use.docId}/${use.linkId}`, use);
    this.#telling ??= setTimeout(() => void this.tellLeft(), TELL_LEFT_AFTER_MS).unref();
  }

  /** Tells the store of those who left a moment ago. */
  async tellLeft(): Promise<void> {
    if (this.#telling !== null) clearTimeout(this.#telling);
    this.#telling = null;
    const uses = [...this.#left.values()];
    if (uses.length === 0) return;
    await this.#note(uses);
    // Until then they are told from here; somebody else may have left meanwhile.
    for (const use of uses) {
      const key = `${use.docId}/${use.linkId}`;
      if (this.#left.get(key) === use) this.#left.delete(key);
    }
  }

  /** Revokes a link for good and cuts its connections. Throws `not_found` or `document_deleted`. */
  async revoke(docId: DocId, linkId: string, by: Doer): Promise<Link> {
    const existing = (await this.#storage.links(docId)).find((link) => link.id === linkId);
    if (existing === undefined) throw new CatalogueError('not_found');
    if (existing.revokedAt !== null) return shown(existing);
    const link: StoredLink = { ...existing, revokedAt: Date.now() };
    if (!(await this.#storage.putLink(link))) throw new CatalogueError('document_deleted');
    this.#log.info('link revoked', { docId, linkId });
    this.#tell(docId, linkId, 'revoked');
    await this.#record(link, by, ['link-revoked']);
    await this.#forgetOldest(docId);
    return shown(link);
  }

  /** Whoever makes links and revokes them without end takes no more room than many people do. */
  async #forgetOldest(docId: DocId): Promise<void> {
    try {
      const forgotten = await this.#storage.forgetRevoked(docId, MAX_REVOKED_LINKS);
      if (forgotten > 0) this.#log.info('revoked links forgotten', { docId, forgotten });
    } catch (error) {
      // It is revoked, and the next one that is tries again.
      this.#log.warn('revoked links not forgotten', { docId, error });
    }
  }

  /** What was done to who may get at the document, newest first. */
  async events(docId: DocId): Promise<StoredEvent[]> {
    const noted = await this.#storage.events(docId);
    // Nobody does it, so nobody notes it: it is read from the links.
    const now = Date.now();
    const ends = (await this.#storage.links(docId)).flatMap((link): StoredEvent[] => {
      const { id, role, expiresAt, revokedAt } = link;
      if (expiresAt === null || expiresAt > Math.min(now, revokedAt ?? now)) return [];
      const nobody = { byLinkId: null, person: null };
      return [{ at: expiresAt, action: 'link-expired', linkId: id, role, ...nobody }];
    });
    if (ends.length === 0) return noted;
    return [...noted, ...ends].sort((a, b) => b.at - a.at);
  }

  /** Whoever was let in with a link, or as the owner (null), has proved to be this person. */
  async proved(docId: DocId, linkId: string | null, person: string): Promise<void> {
    if (linkId === null) await this.ownerCame(docId, person);
    else this.#guesses.remember(linkId, person);
  }

  /** Somebody has come with the owner's link: of whom that was not known, it is noted. */
  async ownerCame(docId: DocId, person: string): Promise<void> {
    const key = `${docId} ${person}`;
    if (this.#owners.has(key)) return;
    try {
      await this.#storage.noteOwner(docId, person, Date.now());
    } catch (error) {
      this.#notNoted(docId, error);
      return;
    }
    if (this.#owners.size >= MOST_KNOWN_OWNERS) this.#owners.clear();
    this.#owners.add(key);
  }

  async #record(
    { docId, id, role }: StoredLink,
    { linkId: byLinkId, person }: Doer,
    actions: readonly AccessAction[],
  ): Promise<void> {
    if (actions.length === 0) return;
    const at = Date.now();
    const to = { at, linkId: id, role, byLinkId, person };
    try {
      await this.#storage.noteEvents(
        docId,
        actions.map((action) => ({ ...to, action })),
      );
    } catch (error) {
      this.#notNoted(docId, error);
    }
  }

  /** It is done, and whoever did it hears so; the log of the server has it. */
  #notNoted(docId: DocId, error: unknown): void {
    this.#log.warn('an event was not noted', { docId, error });
  }

  #tell(docId: DocId, linkId: string, change: LinkChange): void {
    for (const listener of this.#listeners) listener(docId, linkId, change);
  }

  async #touch(link: StoredLink, now: number): Promise<void> {
    // By a clock that was ahead it is later than now, until it is noted anew.
    if (link.lastUsedAt !== null && Math.abs(now - link.lastUsedAt) < TOUCH_EVERY_MS) return;
    await this.#note([{ docId: link.docId, linkId: link.id, at: now }]);
  }

  async #touchDocument({ docId, usedAt }: StoredDocument, now: number): Promise<void> {
    if (Math.abs(now - usedAt) < TOUCH_DOCUMENT_EVERY_MS) return;
    try {
      await this.#storage.touchDocument(docId, now);
    } catch (error) {
      this.#notTouched([docId], error);
    }
  }

  /** Reading needs no writable store, so a visit is not refused for this. */
  #notTouched(docIds: readonly DocId[], error: unknown): void {
    this.#log.warn('last use not noted', { docIds, error });
  }

  async #note(uses: readonly LinkUse[]): Promise<void> {
    try {
      await this.#storage.touchLinks(uses);
    } catch (error) {
      this.#notTouched(
        uses.map(({ docId }) => docId),
        error,
      );
    }
  }
}

/** When that is over which begins now. */
function endOf(worksFor: number): number {
  return Math.min(Date.now() + worksFor, LAST_TIME);
}

function shown(link: StoredLink): Link {
  const { id, role, label, createdAt, expiresAt, revokedAt, lastUsedAt } = link;
  const { hidesHistory, suggests } = link;
  const hasPassword = link.passwordHash !== null;
  const times = { createdAt, expiresAt, revokedAt, lastUsedAt };
  return { id, role, label, hasPassword, ...times, hidesHistory, suggests };
}

function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
