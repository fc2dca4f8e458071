/**
 * The HTTP calls about documents and their links.
 *
 * Invariant: an answer is parsed before anything uses it; a refusal becomes an error of the
 * catalogue; no answer at all is `Unreachable`, which is never mistaken for a refusal.
 */
import { hashSecret, type Secret } from '../../shared/access/ids.ts';
import type { MadeLink } from '../../shared/library/made-links.ts';
import { readJson, refusalIn, Unreachable } from '../../shared/protocol/answers.ts';
import {
  type ChangeLink,
  DeletedDocument,
  DocumentInfo,
  Link,
  LinkList,
  type PutLink,
} from '../../shared/protocol/http.ts';
import type { Shape } from '../../shared/shape.ts';

/** How long a call may take before the network counts as not there. */
const PATIENCE_MS = 15_000;

/** Every call throws CatalogueError when refused and Unreachable when there was no answer. */
export interface ServerApi {
  documentInfo(docId: string, secret: Secret): Promise<DocumentInfo>;
  listLinks(docId: string, ownerSecret: Secret): Promise<Link[]>;
  /** Idempotent: the id and the secret were made on the device. */
  putLink(link: MadeLink, ownerSecret: Secret): Promise<Link>;
  /** Takes effect at once for everyone who is connected with it. */
  changeLink(docId: string, linkId: string, change: ChangeLink, ownerSecret: Secret): Promise<Link>;
  /** Cuts everyone who is connected with it at once. */
  revokeLink(docId: string, linkId: string, ownerSecret: Secret): Promise<Link>;
  /** Removes the document for everyone, for good; once more does no harm. */
  deleteDocument(docId: string, ownerSecret: Secret): Promise<DeletedDocument>;
}

/** `origin` is '' for the server this page came from. */
export function createServerApi(origin = ''): ServerApi {
  const call = async <T>(
    method: string,
    path: string,
    secret: Secret,
    shape: Shape<T>,
    body?: PutLink | ChangeLink,
  ): Promise<T> => {
    let status: number;
    let text: string;
    try {
      const answer = await fetch(`${origin}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${secret}`,
          ...(body ? { 'Content-Type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        cache: 'no-store',
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
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

  const links = (docId: string) => `/api/docs/${docId}/links`;
  return {
    documentInfo: (docId, secret) => call('GET', `/api/docs/${docId}`, secret, DocumentInfo),
    listLinks: async (docId, secret) => (await call('GET', links(docId), secret, LinkList)).links,
    putLink: ({ docId, id, role, label, secret, expiresAt, passwordHash }, ownerSecret) =>
      call('PUT', `${links(docId)}/${id}`, ownerSecret, Link, {
        role,
        secretHash: hashSecret(secret),
        expiresAt,
        passwordHash,
        ...(label === null ? {} : { label }),
      }),
    changeLink: (docId, linkId, change, ownerSecret) =>
      call('PATCH', `${links(docId)}/${linkId}`, ownerSecret, Link, change),
    deleteDocument: (docId, ownerSecret) =>
      call('DELETE', `/api/docs/${docId}`, ownerSecret, DeletedDocument),
    revokeLink: (docId, linkId, ownerSecret) =>
      call('DELETE', `${links(docId)}/${linkId}`, ownerSecret, Link),
  };
}
