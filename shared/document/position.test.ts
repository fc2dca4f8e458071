/** Anchors are told from the segment alone; they have to be those that Yjs gives. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Body } from './body.ts';
import { anchorAt, resolveAnchor } from './position.ts';
import { ModelDriver } from './testing/model-driver.ts';
import { copyOf, documentOf, mergeAll } from './testing/sketch.ts';

/** With formatting, deleted text, a mark that stands twice and text before the first one. */
function worn(): Y.Doc {
  const one = documentOf(['Al*ph*a', '---', 'Bravo four', '⊞ a ¦ b', 'Charlie']);
  const other = copyOf(one, 2);
  const drivers = [new ModelDriver(one).join('Charlie'), new ModelDriver(other).join('Charlie')];
  mergeAll([one, other]);
  for (const driver of drivers) driver.undo();
  new ModelDriver(other).erase('Bravo', 'avo');
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

test('an anchor in text that a merge left behind a row stays there, with the table and without', () => {
  const one = documentOf(['Alpha', 'Bravo']);
  const other = copyOf(one, 2);
  new ModelDriver(one).join('Bravo');
  const driver = new ModelDriver(other).paste('Alpha', ['⊞ ¦']);
  mergeAll([one, other]);
  expect(driver.read()).toEqual(['Alpha', '⊞ ¦', 'Bravo']);
  const anchors = () => {
    const body = new Body(other);
    const { id } = body.shown.at(-1)!;
    for (let offset = 0; offset <= body.lengthOf(id); offset++)
      expect(resolveAnchor(body, anchorAt(body, { id, offset })!)).toEqual({ id, offset });
  };
  anchors();
  driver.table({ do: 'delete the table' });
  expect(driver.read()).toEqual(['Alpha', 'Bravo']);
  anchors();
});
