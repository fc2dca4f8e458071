/**
 * Threads on random histories: whatever people do to the text, on devices that hear of one another
 * late or not at all for a while, each thread has a place that is shown, and who has the same text
 * sees it at the same place.
 */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Body } from '../document/body.ts';
import { Restored } from '../document/restored.ts';
import { CELL_SEPARATOR, cellId } from '../document/schema.ts';
import { modelFuzzCommands } from '../document/testing/model-fuzz-commands.ts';
import { tell, trySimulation } from '../document/testing/random-simulation.ts';
import { BrokenPromise } from '../document/testing/simulation.ts';
import type { ThreadAnchor } from './anchor.ts';
import { anchorOfBlock, anchorOfText, lengthAt, placeOf, type ThreadPlace } from './place.ts';

const OPERATIONS = 60;
const MOST_THREADS = 30;

/** How often two devices had the same text, over all seeds. */
let agreed = 0;

const firstSeed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

test.each(Array.from({ length: 12 }, (_, index) => firstSeed + index))('seed %i', (seed) => {
  const open = new Set<Y.Doc>();
  const anchors: ThreadAnchor[] = [];
  let looked = 0;

  /** A thread on a block or cell and on a character of it, both in turn. */
  function comment(body: Body): void {
    if (anchors.length >= MOST_THREADS) return;
    const ids = body.shown.flatMap(({ id, table }) => [
      id,
      ...(table?.rows.flatMap((row) => table.columns.map((column) => cellId(row.id, column.id))) ??
        []),
    ]);
    const shown = ids.filter((id) => !id.includes(CELL_SEPARATOR) || isCellShown(body, id));
    const id = shown[(looked * 7) % shown.length]!;
    const length = lengthAt(body, id);
    const offset = length === 0 ? 0 : looked % length;
    const onText = anchorOfText(body, { id, offset }, { id, offset: offset + 1 });
    for (const anchor of [onText, anchorOfBlock(body, id)]) if (anchor) anchors.push(anchor);
  }

  function placesIn(body: Body, doc: Y.Doc): ThreadPlace[] {
    const restored = new Restored(doc);
    return anchors.map((anchor) => placeOf(body, restored, [anchor]));
  }

  /** Cells that are one are shown as the first of them. */
  function isCellShown(body: Body, id: string): boolean {
    const table = body.tableWith(id);
    return table !== undefined && body.shownIndex(table.id) >= 0 && table.nameNow(id) === id;
  }

  function look(doc: Y.Doc): void {
    looked++;
    if (looked % 3 !== 0) return;
    const body = new Body(doc);
    comment(body);
    const places = placesIn(body, doc);
    for (const { at, isGone, ranges } of places) {
      // Of what has not arrived nobody knows where it is.
      if (at === null && isGone) continue;
      const isShown =
        at !== null &&
        (body.shownIndex(at.id) >= 0 ||
          (at.id.includes(CELL_SEPARATOR) && isCellShown(body, at.id)));
      if (!isShown || at.offset > lengthAt(body, at.id))
        throw new BrokenPromise('a thread has a place', JSON.stringify(at));
      for (const { block, from, to } of ranges)
        if (from < 0 || from >= to || to > lengthAt(body, block))
          throw new BrokenPromise('a thread is on its words', JSON.stringify(ranges));
    }
    const now = Y.snapshot(doc);
    for (const other of open) {
      if (other === doc || !Y.equalSnapshots(now, Y.snapshot(other))) continue;
      agreed++;
      const theirs = JSON.stringify(placesIn(new Body(other), other));
      if (theirs !== JSON.stringify(places))
        throw new BrokenPromise('replicas agree on places', `${theirs} ${JSON.stringify(places)}`);
    }
  }

  const fault = trySimulation(seed, OPERATIONS, {
    ...modelFuzzCommands,
    open: (doc) => {
      const device = modelFuzzCommands.open(doc);
      open.add(doc);
      const check = device.check.bind(device);
      const close = device.close.bind(device);
      return Object.assign(device, {
        check: () => {
          check();
          look(doc);
        },
        close: () => {
          open.delete(doc);
          close();
        },
      });
    },
  });
  if (fault) throw new Error(tell(fault));
  expect(anchors.length).toBeGreaterThan(0);
  expect(looked).toBeGreaterThan(OPERATIONS / 2);
});

test('some of them had the same text', () => {
  expect(agreed).toBeGreaterThan(0);
});
