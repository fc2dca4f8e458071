/**
 * Suggestions as they are kept and sent: registers of the discussion, `suggests`, each the thread of
 * its own answers, signed by its author. What was decided about them stands in the document.
 *
 * Invariant: what is read is a function of the discussion and the document. Only its author writes or
 * withdraws a suggestion, and nothing of it is in the document until somebody who may write there
 * accepts it.
 */
import type * as Y from 'yjs';
import { base64url } from '../access/ids.ts';
import { bytesOfBase64url } from '../access/person-key.ts';
import type { Discussion, Proposal } from '../discussion/discussion.ts';
import { freshName, type ThreadId } from '../discussion/keys.ts';
import type { Author } from '../discussion/signed.ts';
import { decidedOf, type Suggestion, type SuggestionState } from './decisions.ts';
import { faultIn, type Sealed, type SuggestionFault } from './sealed.ts';

/** A suggestion that can be read, accepted, refused and answered. */
export interface StoredSuggestion extends Suggestion {
  /** The thread of its answers, too. */
  readonly id: ThreadId;
  /** A person's id. */
  readonly author: string;
  readonly version: number;
  /** ms since 1970 by the author's clock, to be shown: when it was begun, and written on last. */
  readonly began: number;
  readonly at: number;
}

/** A name for a suggestion of this person's that is about to be made. */
export function newSuggestionId(person: string): ThreadId {
  return freshName(person);
}

/** Every suggestion that was not withdrawn, whatever was decided, in the order they were begun. */
export function suggestionsIn(discussion: Discussion): StoredSuggestion[] {
  return discussion.proposals().flatMap((proposal) => suggestionOf(proposal) ?? []);
}

/** Those about which nothing is decided yet, or something was added since. */
export function openSuggestions(discussion: Discussion, document: Y.Doc): StoredSuggestion[] {
  return suggestionsIn(discussion).filter((each) => stateOf(document, each) === 'open');
}

/** What has become of a suggestion. */
export function stateOf(document: Y.Doc, suggestion: Suggestion): SuggestionState {
  return decidedOf(document, suggestion).state;
}

/** It cannot be suggested like this. */
export class Unsuitable extends RangeError {
  readonly fault: SuggestionFault;
  constructor(fault: SuggestionFault) {
    super(`It cannot be suggested: ${fault}.`);
    this.fault = fault;
  }
}

/**
 * Keeps what a fork sealed: as something new, or in the place of what was kept under its name. Rejects
 * with `Unsuitable` where no server would take it, too large for example.
 */
export async function keepSuggestion(
  discussion: Discussion,
  author: Author,
  sealed: Sealed,
  document: Y.Doc,
): Promise<void> {
  const { id, clients, update } = sealed;
  const fault = faultIn(document, sealed, author.id);
  if (fault !== null && fault !== 'waits') throw new Unsuitable(fault);
  await discussion.suggest(author, id, { clients, update: base64url(update) });
}

/** Takes one's own suggestion back; what was accepted of it stays. */
export async function withdrawSuggestion(
  discussion: Discussion,
  author: Author,
  { id }: Pick<Suggestion, 'id'>,
): Promise<void> {
  await discussion.withdraw(author, id);
}

const read = new WeakMap<Proposal, StoredSuggestion | null>();

/** As it can be accepted; null where its bytes are none. The same one for the same proposal. */
export function suggestionOf(proposal: Proposal): StoredSuggestion | null {
  let suggestion = read.get(proposal);
  if (suggestion === undefined) {
    const { update, ...rest } = proposal;
    const bytes = decoded(update);
    suggestion = bytes && { ...rest, update: bytes };
    read.set(proposal, suggestion);
  }
  return suggestion;
}

function decoded(update: string): Uint8Array | null {
  try {
    return bytesOfBase64url(update);
  } catch {
    // It throws for one reason: of no bytes is the text written like this.
    return null;
  }
}
