/**
 * Tokens: what people write in a fault, so that each edit can be found again or missed.
 *
 * Invariant: a token is inserted once, in one piece, between two others.
 */
import type * as Y from 'yjs';
import type { Outcome, Random } from './fault.ts';

/** What is behind its number are letters of any kind. */
const TOKEN = /\[\w+\.\d+[^[\]]*\]/g;

/** Puts a token at a random place between two others. */
export function insertToken(doc: Y.Doc, token: string, random: Random): void {
  const text = doc.getText('body');
  const ends = [0, ...Array.from(text.toString().matchAll(/\]/g), (found) => found.index + 1)];
  text.insert(ends[random(ends.length)] ?? 0, token);
}

/** What is known of all tokens before the text is looked at. */
interface Claims {
  written: ReadonlySet<string>;
  /** Somebody was told that it is safe. */
  confirmed: ReadonlySet<string>;
  /** Must be there although nobody was told: its device lives and says that all is sent. */
  expected: ReadonlySet<string>;
}

/** Holds a text against what was claimed. */
export function judge(text: string, claims: Claims): Omit<Outcome, 'faults' | 'healed'> {
  const counts = new Map<string, number>();
  for (const [token] of text.matchAll(TOKEN)) counts.set(token, (counts.get(token) ?? 0) + 1);
  const isMissing = (token: string) => !counts.has(token);
  const strangers = [...counts.keys()].filter((token) => !claims.written.has(token)).length;
  // What is left when all tokens are taken out was written by nobody, or is half a token.
  const debris = text.replace(TOKEN, '').length;
  return {
    confirmed: claims.confirmed.size,
    lost: [...claims.confirmed].filter(isMissing).length,
    doubled: [...counts.values()].filter((count) => count > 1).length,
    unknown: strangers + debris + [...claims.expected].filter(isMissing).length,
  };
}
