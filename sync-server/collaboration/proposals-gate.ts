/**
 * What somebody suggests is looked at before it is stored: whether they may, and what it would do to
 * the document. Whoever accepts it has it looked at once more, on their device.
 *
 * Invariant: no suggestion is stored that touches anything but what is written, bears the ids of
 * somebody else's text or of another suggestion, or is larger than may be accepted. One that refers to
 * what the document does not have yet is stored, since the document may come later; accepted it
 * cannot be.
 */
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { bytesOfBase64url } from '../../shared/access/person-key.ts';
import { authorOf, DISCUSSION_ROOT, parseKey } from '../../shared/discussion/keys.ts';
import {
  readSays,
  StoredRegister,
  SUGGESTS,
  type SuggestsSays,
} from '../../shared/discussion/registers.ts';
import type { ErrorCode } from '../../shared/protocol/errors.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import { faultIn } from '../../shared/suggesting/sealed.ts';
import { newRegisters } from './discussion-gate.ts';
import type { LiveDocument } from './update-log.ts';

/** Looks at the body of a document, in one turn. Rejects with what stands in the way. */
export type ReadBody = <T>(look: (body: Body) => T) => Promise<T>;

/** A body, with who is there. */
type Body = LiveDocument & { readonly awareness?: Awareness };

interface Proposed {
  /** Its author, as its key says. */
  person: string;
  /** Its name: that of its thread. */
  id: string;
  clients: readonly number[];
  /** In base64url. */
  update: string;
}

/**
 * Why an update of a discussion is not taken, because of what is suggested in it; null where nothing
 * stands in the way. That it is sound and signed is judged elsewhere.
 */
export async function faultInProposals(options: {
  document: Y.Doc;
  update: Uint8Array;
  /** Whether whoever sends it may suggest, at this moment. */
  maySuggest: () => boolean;
  readBody: ReadBody;
}): Promise<ErrorCode | null> {
  const { document, update, maySuggest, readBody } = options;
  const proposed: Proposed[] = [];
  for (const { name, says } of newRegisters(document, update)) {
    if (name.field !== SUGGESTS) continue;
    const said = proposedIn(says);
    if (said === null) continue;
    if (name.person !== authorOf(name.thread)) return 'update_invalid';
    proposed.push({ person: name.person, id: name.thread, ...said });
  }
  if (proposed.length === 0) return null;
  if (!maySuggest()) return 'role_too_low';
  const taken = clientsIn(document);
  for (const { id, clients } of proposed)
    for (const client of clients) {
      if ((taken.get(client) ?? id) !== id) return 'update_invalid';
      taken.set(client, id);
    }
  try {
    const isSound = await readBody((body) => proposed.every((each) => isTakenIn(body, each)));
    if (!maySuggest()) return 'role_too_low';
    return isSound ? null : 'update_invalid';
  } catch (error) {
    if (error instanceof CatalogueError) return error.code;
    throw error;
  }
}

function isTakenIn(body: Body, { person, id, clients, update }: Proposed): boolean {
  let bytes: Uint8Array;
  try {
    bytes = bytesOfBase64url(update);
  } catch {
    // It throws for one reason: of no bytes is the text written like this.
    return false;
  }
  // Somebody who is here writes under it, or is about to.
  if (clients.some((client) => isOfAnother(body, client, person))) return false;
  const fault = faultIn(body, { id, clients, update: bytes }, person);
  return fault === null || fault === 'waits';
}

function isOfAnother({ awareness }: Body, client: number, person: string): boolean {
  const state = awareness?.getStates().get(client);
  return state !== undefined && state.person?.id !== person;
}

/** Clients of the suggestions that are there, with the names of these. */
function clientsIn(document: Y.Doc): Map<number, string> {
  const taken = new Map<number, string>();
  const known = read.get(document) ?? new Map<string, readonly number[]>();
  const now = new Map<string, readonly number[]>();
  for (const [key, item] of document.getMap(DISCUSSION_ROOT)._map) {
    if (item.deleted) continue;
    const name = parseKey(key);
    if (name?.field !== SUGGESTS) continue;
    const clients = known.get(key) ?? clientsOf(item);
    now.set(key, clients);
    for (const client of clients) taken.set(client, name.thread);
  }
  read.set(document, now);
  return taken;
}

/** By document and key: what is under a key is never written otherwise. */
const read = new WeakMap<Y.Doc, Map<string, readonly number[]>>();

function clientsOf({ content }: Y.Item): readonly number[] {
  const register = StoredRegister.safeParse(content.getContent().at(-1));
  return (register.success && proposedIn(register.data[0])?.clients) || [];
}

function proposedIn(json: string): { clients: readonly number[]; update: string } | null {
  const says = readSays(SUGGESTS, json) as ReturnType<typeof SuggestsSays.parse> | null;
  return says !== null && 'update' in says ? says : null;
}
