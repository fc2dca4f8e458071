/**
 * What was taken from the links of a document, from one device to another: those that were revoked,
 * and what others allow no more. A server that comes back from a backup is told of it again.
 *
 * Invariant: what is taken over never opens a link further, and what this device knows of a link that
 * it has stays as it is, unless the link was revoked.
 */
import type * as Y from 'yjs';
import { type DocId, LinkId } from '../access/ids.ts';
import { array, object } from '../shape.ts';
import {
  CLOSED,
  type ClosedLink,
  dropMadeLink,
  LINKS,
  NARROWED,
  type NarrowedLink,
  readClosed,
  readNarrowed,
  readRevoked,
  recordRevoked,
} from './made-links.ts';

export interface Withdrawn {
  revoked: string[];
  narrowed: NarrowedLink[];
  closed: ClosedLink[];
}

/** The same where anybody may have written it. */
export const WithdrawnShape = object({
  revoked: array(LinkId),
  narrowed: array(object({ id: LinkId, ...NARROWED })),
  closed: array(object({ id: LinkId, ...CLOSED })),
});

export function readWithdrawn(library: Y.Doc, docId: DocId): Withdrawn {
  const isLink = (id: string) => LinkId.safeParse(id).success;
  return {
    revoked: (readRevoked(library).get(docId) ?? []).filter(isLink),
    narrowed: (readNarrowed(library).get(docId) ?? []).filter(({ id }) => isLink(id)),
    closed: (readClosed(library).get(docId) ?? []).filter(({ id }) => isLink(id)),
  };
}

export function takeWithdrawn(
  library: Y.Doc,
  docId: DocId,
  { revoked, narrowed, closed }: Withdrawn,
  now: number,
): void {
  const known = new Set(readRevoked(library).get(docId));
  for (const id of revoked) {
    dropMadeLink(library, docId, id);
    if (!known.has(id)) recordRevoked(library, docId, id, now);
  }
  const registers = library.getMap<unknown>(LINKS);
  const takeOver = (id: string, field: string, value: unknown): void => {
    const key = `${docId}:${id}`;
    const isKnown = ['made', 'revoked', field].some((name) => registers.has(`${key}:${name}`));
    if (!isKnown) registers.set(`${key}:${field}`, value);
  };
  for (const { id, ...roles } of narrowed) takeOver(id, 'narrowed', roles);
  for (const { id, ...facts } of closed) takeOver(id, 'closed', facts);
}
