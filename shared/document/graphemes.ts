/**
 * What a reader takes for one character, however many code points it is made of: an emoji with a
 * tone or a family of them, a flag, a letter with its accents, a syllable.
 *
 * Invariant: nothing in a document is replaced or brought back by half of such a character.
 */

/** As far as one is looked at to each side of a place. */
const REACH = 32;
const FLAG_PART = /[\udde6-\uddff]/;

let segmenter: Intl.Segmenter | null = null;

function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Whether a text, given unit by unit, may be cut before the one at `at`; null is no text. */
export function isWholeAt(unitAt: (at: number) => string | null, at: number): boolean {
  const behind = unitAt(at);
  if (behind === null || unitAt(at - 1) === null || neverJoins(behind.charCodeAt(0))) return true;
  let from = at;
  while (from > at - REACH && unitAt(from - 1) !== null) from--;
  // Flags stand in pairs from where their row begins.
  while (FLAG_PART.test(unitAt(from) ?? '') || FLAG_PART.test(unitAt(from + 1) ?? '')) {
    if (unitAt(from - 1) === null) break;
    from--;
  }
  let text = '';
  for (let place = from; place < at + REACH; place++) {
    const unit = unitAt(place);
    if (unit === null) break;
    text += unit;
  }
  return segments(text).containing(at - from)?.index === at - from;
}

/** Nearly all there is: letters of Europe, and signs of East Asia. */
function neverJoins(code: number): boolean {
  return (code < 0x300 && code !== 0xa9 && code !== 0xae) || (code >= 0x4e00 && code <= 0x9fff);
}

/** What a reader takes for one character each. */
export function graphemesOf(text: string): string[] {
  return Array.from(segments(text), ({ segment }) => segment);
}
