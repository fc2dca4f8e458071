/**
 * The HTTP calls about documents and their links.
 *
 * Invariant: an answer is parsed before anything uses it; a refusal becomes an error of the
 * catalogue; no answer at all is `Unreachable`, which is never mistaken for a refusal.
 */
import { type DocId, hashSecret, type Secret } from '../../shared/access/ids.ts';
import type { MadeLink } from '../../shared/library/made-links.ts';
import { readJson, refusalIn, Unreachable } from '../../shared/protocol/answers.ts';
import {
  type AccessEvent,
  AccessEvents,
  ALL_ROLES,
  type ChangeLink,
  DeletedDocument,
  DocumentInfo,
  Link,
  LinkList,
  LinkPassword,
  type PutLink,
} from '../../shared/protocol/http.ts';
import type { Shape } from '../../shared/shape.ts';

/** What proves who calls: see app/replica/request-proof.ts. */
type RequestProofs = Pick<
  typeof import('../replica/request-proof.ts'),
  'proofHeaders' | 'keepChallenge'
>;

/** How long a call may take before the network counts as not there. */
const PATIENCE_MS = 15_000;
/** Clocks that differ by less count as the same, ms. */
const SAME_CLOCK_MS = 60_000;

/** Every call throws CatalogueError when refused and Unreachable when there was no answer. */
export interface ServerApi {
  documentInfo(docId: DocId, secret: Secret): Promise<DocumentInfo>;
  /** How the secret is made of this link and its password, null where that is not known. */
  passwordKdf(docId: DocId, secret: Secret): Promise<string | null>;
  listLinks(docId: DocId, ownerSecret: Secret): Promise<Link[]>;
  /** Idempotent: the id and the secret were made on the device. */
  putLink(link: MadeLink, ownerSecret: Secret): Promise<Link>;
  /** Takes effect at once for everyone who is connected with it. */
  changeLink(docId: DocId, linkId: string, change: ChangeLink, ownerSecret: Secret): Promise<Link>;
  /** Cuts everyone who is connected with it at once. */
  revokeLink(docId: DocId, linkId: string, ownerSecret: Secret): Promise<Link>;
  /** What was done to who may get at the document, newest first. */
  listEvents(docId: DocId, ownerSecret: Secret): Promise<AccessEvent[]>;
  /** Removes the document for everyone, for good; once more does no harm. */
  deleteDocument(docId: DocId, ownerSecret: Secret): Promise<DeletedDocument>;
}

/** `origin` is '' for the server this page came from; with `proves`, it is told who calls. */
export function createServerApi(origin = '', proves?: RequestProofs): ServerApi {
  const call = async <T>(
    method: string,
    path: string,
    secret: Secret,
    shape: Shape<T>,
    body?: PutLink | ChangeLink,
  ): Promise<T> => {
    const docId = path.split(/[/?]/)[3] ?? '';
    let status: number;
    let text: string;
    const proof = (await proves?.proofHeaders(origin, docId, true)) ?? {};
    try {
      const answer = await fetch(`${origin}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${secret}`,
          ...proof,
          ...(body ? { 'Content-Type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        cache: 'no-store',
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      proves?.keepChallenge(origin, answer);
      status = answer.status;
      text = await answer.text();
    } catch (cause) {
      throw new Unreachable(cause);
    }
    if (status < 200 || status >= 300) throw refusalIn(status, text);
    const parsed = shape.safeParse(readJson(text));
    if (parsed.success) return parsed.data;
    throw new Unreachable(new Error('answered in another form'));
  };

  const links = (docId: DocId) => `/api/docs/${docId}/links`;
  return {
    documentInfo: (docId, secret) =>
      call('GET', `/api/docs/${docId}?${ALL_ROLES}`, secret, DocumentInfo),
    passwordKdf: async (docId, secret) =>
      (await call('GET', `/api/docs/${docId}/password`, secret, LinkPassword)).kdf,
    listLinks: async (docId, secret) => {
      const answer = await call('GET', `${links(docId)}?${ALL_ROLES}`, secret, LinkList);
      return inOwnTime(answer.links, answer.now);
    },
    putLink: (
      {
        docId,
        id,
        role,
        label,
        secret,
        expiresAt,
        passwordHash,
        passwordKdf,
        hidesHistory,
        suggests,
      },
      ownerSecret,
    ) =>
      call('PUT', `${links(docId)}/${id}`, ownerSecret, Link, {
        role,
        secretHash: hashSecret(secret),
        expiresAt,
        // "For a day" is a day, also where this device's clock is wrong.
        ...(expiresAt === null ? {} : { worksFor: Math.max(0, expiresAt - Date.now()) }),
        passwordHash,
        ...(passwordHash && passwordKdf ? { passwordKdf } : {}),
        ...(label === null ? {} : { label }),
        ...(hidesHistory ? { hidesHistory } : {}),
        ...(suggests === false ? { suggests } : {}),
      }),
    changeLink: (docId, linkId, change, ownerSecret) =>
      call('PATCH', `${links(docId)}/${linkId}`, ownerSecret, Link, change),
    listEvents: async (docId, ownerSecret) => {
      const answer = await call(
        'GET',
        `/api/docs/${docId}/events?${ALL_ROLES}`,
        ownerSecret,
        AccessEvents,
      );
      const ahead = aheadBy(answer.now);
      return answer.events.map((event) => ({ ...event, at: Math.max(0, event.at - ahead) }));
    },
    deleteDocument: (docId, ownerSecret) =>
      call('DELETE', `/api/docs/${docId}`, ownerSecret, DeletedDocument),
    revokeLink: (docId, linkId, ownerSecret) =>
      call('DELETE', `${links(docId)}/${linkId}`, ownerSecret, Link),
  };
}

/** By how much the server's clock is ahead of this device's, ms. */
function aheadBy(now = Date.now()): number {
  const ahead = now - Date.now();
  // What is less may be the time that the answer took.
  return Math.abs(ahead) < SAME_CLOCK_MS ? 0 : ahead;
}

/** Times of the server as this device's clock would tell them, so that they can be compared with it. */
function inOwnTime(links: Link[], now?: number): Link[] {
  const ahead = aheadBy(now);
  if (ahead === 0) return links;
  const own = (at: number | null) => (at === null ? null : Math.max(0, at - ahead));
  return links.map((link) => ({
    ...link,
    createdAt: Math.max(0, link.createdAt - ahead),
    expiresAt: own(link.expiresAt),
    revokedAt: own(link.revokedAt),
    lastUsedAt: own(link.lastUsedAt),
  }));
}
