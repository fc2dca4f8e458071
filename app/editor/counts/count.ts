/**
 * Words and characters of a document, as its writer would count them.
 *
 * Invariant: a block is counted once for as long as it stays the same, and counting stops between
 * two blocks whenever it has taken long enough.
 */
import type { Node } from 'prosemirror-model';

export interface Counts {
  words: number;
  /** As one sees them: an emoji or a letter with its accents is one. */
  characters: number;
  charactersWithoutSpaces: number;
}

export const NOTHING: Counts = { words: 0, characters: 0, charactersWithoutSpaces: 0 };

/** Minutes it takes to read so many words silently (Brysbaert 2019: 238 a minute). */
export function minutesToRead(words: number): number {
  return Math.ceil(words / 238);
}

export function sum(a: Counts, b: Counts): Counts {
  return {
    words: a.words + b.words,
    characters: a.characters + b.characters,
    charactersWithoutSpaces: a.charactersWithoutSpaces + b.charactersWithoutSpaces,
  };
}

/** Letters, digits and signs of European scripts, of which each is a character by itself. */
const PLAIN = /^[\n\x20-\u02ff\u0370-\u0482\u048a-\u058f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]*$/;
const SPACE = /\s/gu;
/** To some browsers a number is no word. */
const DIGIT = /\p{Nd}/u;

export class Counter {
  readonly #words = new Intl.Segmenter(undefined, { granularity: 'word' });
  readonly #characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  readonly #known = new WeakMap<Node, Counts>();

  text(text: string): Counts {
    if (text === '') return NOTHING;
    let words = 0;
    for (const { isWordLike, segment } of this.#words.segment(text))
      if (isWordLike || DIGIT.test(segment)) words++;
    // The end of a line is no character of the text.
    const line = text.replaceAll('\n', '');
    const characters = PLAIN.test(line) ? line.length : lengthOf(this.#characters.segment(line));
    const spaces = line.match(SPACE)?.length ?? 0;
    return { words, characters, charactersWithoutSpaces: characters - spaces };
  }

  block(node: Node): Counts {
    const known = this.#known.get(node);
    if (known) return known;
    const counts = this.text(textBetween(node, 0, node.content.size));
    this.#known.set(node, counts);
    return counts;
  }

  /** Counts from one position to another, a block a step; the last step gives the sum. */
  *between(doc: Node, from: number, to: number): Generator<undefined, Counts> {
    let all = NOTHING;
    let at = 0;
    for (const node of doc.children) {
      const end = at + node.nodeSize;
      if (at >= to) break;
      if (end > from) {
        const isWhole = from <= at + 1 && to >= end - 1;
        const [start, stop] = [
          Math.max(0, from - at - 1),
          Math.min(node.content.size, to - at - 1),
        ];
        if (isWhole) all = sum(all, this.block(node));
        else if (start < stop) all = sum(all, this.text(textBetween(node, start, stop)));
        yield;
      }
      at = end;
    }
    return all;
  }
}

function textBetween(node: Node, from: number, to: number): string {
  return node.textBetween(from, to, '\n', (leaf) => leaf.type.spec.leafText?.(leaf) ?? '');
}

function lengthOf(segments: Intl.Segments): number {
  let length = 0;
  for (const _ of segments) length++;
  return length;
}
