/**
 * The characters of two states of a document, each stretch with what it was or has become.
 *
 * Invariant: what is in both is found by its ids alone, wherever it stands.
 */
import type { Span } from '../restored.ts';
import { isSameText, type Piece, type Sheet, type SheetText } from './sheet.ts';

/** A stretch of a text. */
export interface Stretch {
  text: SheetText;
  /** Position in the text. */
  at: number;
  length: number;
  piece: Piece;
  /** Position in the piece. */
  offset: number;
}

/** A stretch of `after`, and what it was; null where it is new. */
export interface Part extends Stretch {
  old: Stretch | null;
}

/** A stretch of `before`, and what has become of it; null where it is gone. */
export interface Fate extends Stretch {
  now: Part | null;
}

export interface Parts {
  /** Of each text of `after` that is not as it was. */
  parts: Map<SheetText, Part[]>;
  /** Of each text of `before` that is not as it was. */
  fates: Map<SheetText, Fate[]>;
}

export function partsOf(before: Sheet, after: Sheet): Parts {
  const changed = [...before.texts.values()].filter((text) => {
    const now = after.texts.get(text.id);
    return !now || !isSameText(text, now);
  });
  const known = new Stretches(changed);
  const parts: Parts['parts'] = new Map();
  const survivors = new Map<SheetText, Part[]>(changed.map((text) => [text, []]));
  for (const text of after.texts.values()) {
    const old = before.texts.get(text.id);
    if (old && !survivors.has(old)) continue;
    const list: Part[] = [];
    let at = 0;
    for (const piece of text.pieces) {
      for (const { from, length, old } of known.in(piece)) {
        const part = { text, at: at + from, length, piece, offset: from, old };
        list.push(part);
        if (old) survivors.get(old.text)!.push(part);
      }
      at += piece.length;
    }
    parts.set(text, list);
  }
  const fates: Parts['fates'] = new Map();
  for (const [text, list] of survivors) fates.set(text, fatesOf(text, list));
  return { parts, fates };
}

function fatesOf(text: SheetText, survivors: Part[]): Fate[] {
  survivors.sort((a, b) => a.old!.at - b.old!.at);
  const fates: Fate[] = [];
  let next = 0;
  let start = 0;
  for (const piece of text.pieces) {
    const end = start + piece.length;
    for (let at = start; at < end; ) {
      while (survivors[next] && survivors[next]!.old!.at < at) next++;
      const now = survivors[next];
      const isHere = now !== undefined && now.old!.at === at;
      const length = isHere ? now.length : Math.min(now?.old?.at ?? end, end) - at;
      fates.push({ text, at, length, piece, offset: at - start, now: isHere ? now : null });
      at += length;
      if (isHere) next++;
    }
    start = end;
  }
  return fates;
}

/** Stretches of texts by their ids. */
class Stretches {
  readonly #byClient = new Map<number, Stretch[]>();

  constructor(texts: readonly SheetText[]) {
    for (const text of texts) {
      let at = 0;
      for (const piece of text.pieces) {
        const stretch = { text, at, length: piece.length, piece, offset: 0 };
        const list = this.#byClient.get(piece.client);
        if (list) list.push(stretch);
        else this.#byClient.set(piece.client, [stretch]);
        at += piece.length;
      }
    }
    for (const list of this.#byClient.values()) list.sort((a, b) => a.piece.clock - b.piece.clock);
  }

  /** A span from its beginning to its end, cut where what it was begins or ends. */
  *in(span: Span): Generator<{ from: number; length: number; old: Stretch | null }> {
    const list = this.#byClient.get(span.client) ?? [];
    const end = span.clock + span.length;
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { piece } = list[middle]!;
      if (piece.clock + piece.length <= span.clock) low = middle + 1;
      else high = middle;
    }
    let clock = span.clock;
    for (; clock < end; low++) {
      const found = list[low];
      const start = Math.min(found?.piece.clock ?? end, end);
      if (start > clock) {
        yield { from: clock - span.clock, length: start - clock, old: null };
        clock = start;
      }
      if (!found || clock >= end) continue;
      const { text, at, piece } = found;
      const offset = clock - piece.clock;
      const length = Math.min(piece.clock + piece.length, end) - clock;
      const old = { text, at: at + offset, length, piece, offset };
      yield { from: clock - span.clock, length, old };
      clock += length;
    }
  }
}
