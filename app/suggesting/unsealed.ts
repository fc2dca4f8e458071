/**
 * What somebody suggests, kept on this device until the discussion has it: so that what was typed last
 * outlives a page that dies.
 *
 * Invariant: it goes once the discussion has all of it, and with the document.
 */
import { base64url, type DocId } from '../../shared/access/ids.ts';
import { bytesOfBase64url } from '../../shared/access/person-key.ts';
import { array, int, object, text } from '../../shared/shape.ts';
import type { Sealed } from '../../shared/suggesting/sealed.ts';
import { storeWords } from '../replica/last-words.ts';
import { draftPrefix } from '../ui/stored-drafts.ts';

const Stored = object({ clients: array(int(1)), update: text() });

function prefixOf(docId: DocId): string {
  return `${draftPrefix(docId)}suggestion `;
}

export function keepUnsealed(docId: DocId, sealed: Sealed): void {
  try {
    storeWords(prefixOf(docId) + sealed.id, textOf(sealed));
  } catch {
    // No storage, or no room in it: the discussion has it in a moment, in a storage of its own.
  }
}

export function forgetUnsealed(docId: DocId, id: string): void {
  try {
    localStorage.removeItem(prefixOf(docId) + id);
  } catch {
    // No storage: nothing is kept there.
  }
}

/** The discussion has what was left here. A page that was not gone has kept more by now, which stays. */
export function forgetTakenUp(docId: DocId, left: Sealed): void {
  try {
    const isSame = localStorage.getItem(prefixOf(docId) + left.id) === textOf(left);
    if (isSame) forgetUnsealed(docId, left.id);
  } catch {
    // No storage: nothing is kept there.
  }
}

/** What a page that is gone has left. */
export function unsealedOf(docId: DocId): Sealed[] {
  try {
    const prefix = prefixOf(docId);
    const names = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at));
    return names.flatMap((name) =>
      name?.startsWith(prefix) ? (parsed(name.slice(prefix.length), name) ?? []) : [],
    );
  } catch {
    // No storage: nothing was left.
    return [];
  }
}

function textOf({ clients, update }: Sealed): string {
  return JSON.stringify({ clients, update: base64url(update) });
}

function parsed(id: string, name: string): Sealed | null {
  try {
    const { clients, update } = Stored.parse(JSON.parse(localStorage.getItem(name) ?? ''));
    return { id, clients, update: bytesOfBase64url(update) };
  } catch (error) {
    console.error('What was left of a suggestion cannot be read.', name, error);
    return null;
  }
}
