/**
 * What somebody writes into any blocks of a document after a random simulation.
 *
 * Invariant: no simulation writes the same characters, so each of them is found again.
 */
import type * as Y from 'yjs';
import { numberOf, tokenOf } from '../../testing/alphabet.ts';
import { Body } from '../body.ts';
import { insert } from '../operations/text.ts';
import { VOID_TYPES } from '../schema.ts';
import type { Draw } from './simulation.ts';

/** Numbers of tokens that no simulation comes to. */
const LATER = 18_000;

/** @returns of each word the character that nobody else writes */
export function writeLater(doc: Y.Doc, draw: Draw, count: number): string[] {
  const body = new Body(doc);
  const words: string[] = [];
  for (let nth = 0; nth < count; nth++)
    doc.transact(() => {
      const blocks = body.shown.filter(({ type }) => !VOID_TYPES.has(type));
      if (blocks.length === 0) return;
      const word = tokenOf(LATER + nth, false);
      words.push([...word].find((character) => numberOf(character) >= 0)!);
      const { id } = draw.pick(blocks);
      insert(body, id, draw.int(0, body.lengthOf(id)), word);
    });
  return words;
}
