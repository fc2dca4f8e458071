/**
 * Guesses at the passwords of a document's links, and how many of them are looked at.
 *
 * Invariant: only wrong ones are counted. Who is past the limit is told so without a look at what
 * they present, so that a flood of guesses finds nothing; who proves to be a person that came in with
 * the password before is always let in.
 */
import {
  MAX_WRONG_PASSWORDS,
  MAX_WRONG_PASSWORDS_PER_DOCUMENT,
} from '../../shared/protocol/limits.ts';
import { MinuteLimit, neighbourhoodOf } from './rates.ts';

const PER_MINUTE_FROM_ONE_NETWORK = 1 / 5;
const PER_MINUTE_FROM_ALL = 1 / 2;
/** One a day. */
const FIRST_TRIES_PER_MINUTE = 1 / (24 * 60);
/** People who came in, over all links; beyond that the first ones are strangers again. */
const MOST_KNOWN = 20_000;

export class Guesses {
  readonly #ofNetwork = new MinuteLimit(PER_MINUTE_FROM_ONE_NETWORK, MAX_WRONG_PASSWORDS);
  readonly #ofAll = new MinuteLimit(PER_MINUTE_FROM_ALL, MAX_WRONG_PASSWORDS_PER_DOCUMENT);
  readonly #firsts = new MinuteLimit(FIRST_TRIES_PER_MINUTE, 1);
  readonly #known = new Set<string>();

  /** Whether a password for this document, from this address, is looked at now. */
  areLookedAt(docId: string, address: string, now: number): boolean {
    const network = `${docId} ${neighbourhoodOf(address)}`;
    if (this.#ofNetwork.isSpent(network, now)) return false;
    // However many guess: a first try from elsewhere may be somebody who knows it.
    return !this.#ofAll.isSpent(docId, now) || !this.#firsts.isSpent(first(docId, address), now);
  }

  wasWrong(docId: string, address: string, now: number): void {
    this.#ofNetwork.take(`${docId} ${neighbourhoodOf(address)}`, now);
    this.#ofAll.take(docId, now);
    this.#firsts.take(first(docId, address), now);
  }

  /** Somebody who proved who they are came in with the link and its password. */
  remember(linkId: string, person: string): void {
    if (this.#known.size >= MOST_KNOWN) {
      for (const first of this.#known) {
        this.#known.delete(first);
        break;
      }
    }
    this.#known.add(`${linkId} ${person}`);
  }

  isKnown(linkId: string, person: string | null): boolean {
    return person !== null && this.#known.has(`${linkId} ${person}`);
  }
}

/** Of IPv6 whole providers: one who guesses may have all the networks of one. */
function first(docId: string, address: string): string {
  const [start = '', next, third] = address.split(':');
  return `${docId} ${third === undefined ? neighbourhoodOf(address) : `${start}:${next}`}`;
}
