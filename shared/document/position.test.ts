/** Anchors are told from the segment alone; they have to be those that Yjs gives. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Body } from './body.ts';
import { anchorAt, resolveAnchor } from './position.ts';
import { ModelHand } from './testing/model-hand.ts';
import { copyOf, documentOf, mergeAll } from './testing/sketch.ts';

/** With formatting, deleted text, a mark that stands twice and text before the first one. */
function worn(): Y.Doc {
  const one = documentOf(['Al*ph*a', '---', 'Bravo four', '⊞ a ¦ b', 'Charlie']);
  const other = copyOf(one, 2);
  const hands = [new ModelHand(one).join('Charlie'), new ModelHand(other).join('Charlie')];
  mergeAll([one, other]);
  for (const hand of hands) hand.undo();
  new ModelHand(other).erase('Bravo', 'avo');
  other.getText('body').insert(0, 'Echo');
  mergeAll([one, other]);
  return one;
}

test('an anchor is what Yjs gives for the same place', () => {
  const doc = worn();
  const body = new Body(doc);
  let places = 0;
  for (const { id } of body.shown) {
    for (let offset = 0; offset <= body.lengthOf(id); offset++) {
      const anchor = anchorAt(body, { id, offset })!;
      const place = body.locate(id, offset);
      const index = body.indexAt(place.segment, place.offset);
      const given = Y.createRelativePositionFromTypeIndex(body.text, index, index > 0 ? -1 : 0);
      expect(Y.compareRelativePositions(anchor.position, given), `${id} ${offset}`).toBe(true);
      expect(resolveAnchor(body, anchor)).toEqual({ id, offset });
      places++;
    }
  }
  expect(places).toBeGreaterThan(20);
});
