/**
 * Random histories of editors in which somebody suggests, while others write in the document: the
 * preview is what accepting gives, nothing is in the document before, and taking it back leaves none of
 * it there.
 */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { readBlocks } from '../../../shared/document/body.ts';
import { createDocument } from '../../../shared/document/create.ts';
import type { Device, Draw } from '../../../shared/document/testing/simulation.ts';
import { copyOf, mergeAll } from '../../../shared/document/testing/sketch.ts';
import { UndoHistory } from '../../../shared/document/undo-history.ts';
import { SuggestionFork } from '../../../shared/suggesting/fork.ts';
import {
  accept,
  asSuggested,
  reject,
  takeBackAcceptance,
} from '../../../shared/suggesting/review.ts';
import { faultIn } from '../../../shared/suggesting/sealed.ts';
import { playFrom } from '../../../shared/suggesting/testing/by-chance.ts';
import { tokenOf } from '../../../shared/testing/alphabet.ts';
import { type EditorCommand, editorFuzzCommands } from '../testing/editor-fuzz-commands.ts';

const HISTORIES = Number(process.env.HISTORIES ?? 30);
const STEPS = 25;
const REVIEWER = { name: 'whoever reviews' };

const firstSeed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const seeds = Array.from({ length: HISTORIES }, (_, index) => firstSeed + index);

const shown = (doc: Y.Doc) => JSON.stringify(readBlocks(doc));

function playHistory(draw: Draw, isAlone: boolean): void {
  let tokens = 0;
  const token = () => tokenOf(tokens++, false);
  const first = new Y.Doc();
  first.clientID = 1;
  createDocument(first, {
    blocks: (['paragraph', 'heading', 'task', 'paragraph', 'bullet'] as const).map((type) => ({
      type,
      content: [{ text: token() + token() + token() }],
    })),
  });
  const [own, others] = [copyOf(first, 2_000_000), copyOf(first, draw.int(3, 9_000_000))];
  // As at an open editor: of what two brought back apart, it deletes what does not count.
  new UndoHistory(own, { origin: REVIEWER });
  const fork = new SuggestionFork(own, { id: 'mine', client: draw.int(10, 9_000_000) });
  const suggesting = editorFuzzCommands.open(fork.doc);
  const writing = editorFuzzCommands.open(others);
  const merge = () => {
    mergeAll([own, others]);
    mergeAll([own, others]);
  };
  const act = (device: Device<EditorCommand>) => {
    if (draw.oneIn(6)) device.undo();
    else if (draw.oneIn(10)) device.redo();
    else device.perform(editorFuzzCommands.draw(draw), token);
    device.check();
  };
  for (let step = 0; step < STEPS; step++) {
    act(suggesting);
    if (isAlone) continue;
    if (draw.oneIn(2)) act(writing);
    if (draw.oneIn(4)) merge();
    suggesting.check();
  }
  merge();
  suggesting.check();
  const before = shown(own);
  expect(shown(others)).toBe(before);
  const suggestion = fork.seal();
  if (isAlone) expect(before).toBe(shown(first));
  if (!suggestion) return;
  expect(faultIn(own, suggestion)).toBeNull();
  const preview = shown(asSuggested(own, [suggestion]));
  if (isAlone) expect(preview).toBe(shown(fork.doc));
  reject(others, [suggestion], REVIEWER);
  expect(shown(others)).toBe(before);
  // Whoever accepts does not know of that.
  const acceptance = accept(own, [suggestion], REVIEWER);
  expect(acceptance.faults).toEqual([]);
  merge();
  for (const doc of [own, others]) expect(shown(doc)).toBe(preview);
  writing.check();
  takeBackAcceptance(own, acceptance, REVIEWER);
  merge();
  writing.check();
  expect(shown(others)).toBe(shown(own));
  if (isAlone) expect(shown(own)).toBe(before);
  suggesting.close();
  writing.close();
  fork.destroy();
}

test.each(seeds)('one suggests alone, seed %i', (seed) => {
  playFrom(seed, (draw) => playHistory(draw, true));
});

test.each(seeds)('one suggests while others write, seed %i', (seed) => {
  playFrom(seed, (draw) => playHistory(draw, false));
});
