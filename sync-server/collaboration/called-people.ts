/**
 * Whom an update of a discussion calls: those whom a new message names or hands something to, and
 * whoever began the thread it is in.
 *
 * Invariant: nobody is called by what they say themselves, nor twice by a message that is written
 * otherwise; and only so many by one update.
 */
import type * as Y from 'yjs';
import {
  authorOf,
  DISCUSSION_ROOT,
  keyOf,
  type RegisterName,
} from '../../shared/discussion/keys.ts';
import { mentionsIn } from '../../shared/discussion/message-text.ts';
import { kindOf, MessageSays, StoredRegister } from '../../shared/discussion/registers.ts';
import { newRegisters } from './discussion-gate.ts';

/** People that one update calls. */
const MOST_CALLED = 100;

/** `update` has been judged, and is not applied yet. */
export function calledIn(document: Y.Doc, update: Uint8Array): Set<string> {
  const called = new Set<string>();
  for (const { name, says } of newRegisters(document, update)) {
    if (kindOf(name.field) !== 'message') continue;
    const before = calledBy(name, saidBefore(document, name));
    for (const person of calledBy(name, says))
      if (!before.has(person) && called.size < MOST_CALLED) called.add(person);
  }
  return called;
}

function calledBy({ person: author, thread }: RegisterName, says: string | null): Set<string> {
  const called = new Set<string>();
  const message = says === null ? null : MessageSays.safeParse(JSON.parse(says));
  if (!message?.success || !('text' in message.data)) return called;
  const { text, for: handed } = message.data;
  for (const person of mentionsIn(text)) called.add(person);
  if (handed) called.add(handed.person);
  called.add(authorOf(thread));
  called.delete(author);
  return called;
}

/** What the message said before this, or null if it was not there. */
function saidBefore(document: Y.Doc, name: RegisterName): string | null {
  if (name.n === 1) return null;
  const item = document.share.get(DISCUSSION_ROOT)?._map.get(keyOf({ ...name, n: name.n - 1 }));
  if (!item || item.deleted) return null;
  const register = StoredRegister.safeParse(item.content.getContent()[0]);
  return register.success ? register.data[0] : null;
}
