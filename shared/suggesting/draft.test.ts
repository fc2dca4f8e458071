/**
 * Drafts of three people, for as long as a month, while the document is restructured: what merging
 * gives is what the draft showed, nothing is lost or doubled, and no replica differs.
 */
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { readBlocks } from '../document/body.ts';
import { readLook, writeLook } from '../document/look-registers.ts';
import { keepWriter } from '../document/people.ts';
import { compare } from '../document/review/compare.ts';
import { invert } from '../document/review/invert.ts';
import { ROOT } from '../document/schema.ts';
import { ModelDriver } from '../document/testing/model-driver.ts';
import { ModelDevice, modelFuzzCommands } from '../document/testing/model-fuzz-commands.ts';
import type { Draw } from '../document/testing/simulation.ts';
import { copyOf, documentOf, mergeAll, sketch } from '../document/testing/sketch.ts';
import { UndoHistory } from '../document/undo-history.ts';
import { decidedOf } from './decisions.ts';
import {
  bringBack,
  DraftFlow,
  hasMore,
  mergeDraft,
  moveIntoDraft,
  sealDraft,
  takeBackMerge,
} from './draft.ts';
import { SuggestionFork } from './fork.ts';
import { type Acceptance, accept, reject, takeBackAcceptance } from './review.ts';
import { faultIn } from './sealed.ts';
import { playFrom, tokenSource, tokensIn } from './testing/by-chance.ts';

const ID = 'a draft';
const REVIEWER = { name: 'whoever merges' };
const LINES = ['Alpha one two', 'Bravo three four', 'Charlie five'];
const MONTHS = Number(process.env.MONTHS ?? 12);
const firstSeed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

function start(clients: readonly number[] = [31, 32, 33]) {
  const original = documentOf(LINES);
  const docs = [copyOf(original, 10), copyOf(original, 20)] as const;
  for (const doc of docs) new ModelDriver(doc);
  const drafts = clients.map((client, index) => {
    const draft = new Y.Doc();
    draft.clientID = client;
    new DraftFlow(draft, docs[index % 2]!, ID);
    return draft;
  });
  const merge = () => {
    mergeAll(docs);
    mergeAll(drafts);
  };
  return { docs, drafts, merge };
}

describe('a draft', () => {
  test('is written by several, who see each other and the document; the document sees nothing', () => {
    const { docs, drafts, merge } = start();
    new ModelDriver(drafts[0]!).type('Alpha', 'one', ' X');
    merge();
    new ModelDriver(drafts[1]!).type('Alpha', ' X', 'Y').split('Bravo', 'three');
    new ModelDriver(docs[0])
      .turn('Bravo', { type: 'heading', level: 1 })
      .type('Charlie', 'five', '!');
    merge();
    const shown = ['Alpha one XY two', '# Bravo three', ' four', 'Charlie five!'];
    for (const draft of drafts) expect(sketch(draft)).toEqual(shown);
    expect(sketch(docs[1])).toEqual(['Alpha one two', '# Bravo three four', 'Charlie five!']);

    const sealed = sealDraft(drafts[2]!, docs[1], ID)!;
    expect(faultIn(docs[1], sealed)).toBeNull();
    const merged = accept(docs[1], [sealed], REVIEWER);
    expect(merged.faults).toEqual([]);
    merge();
    for (const doc of docs) expect(sketch(doc)).toEqual(shown);
    takeBackMerge(docs[1], drafts[1]!, ID, merged, REVIEWER);
    merge();
    for (const draft of drafts) expect(sketch(draft)).toEqual(shown);
    for (const doc of docs) {
      expect(sketch(doc)).toEqual(['Alpha one two', '# Bravo three four', 'Charlie five!']);
      expect(decidedOf(doc, sealed).state).toBe('open');
    }
  });

  test('that goes on after it was merged is merged again, and that once', () => {
    const { docs, drafts, merge } = start();
    const person = new ModelDriver(drafts[0]!).type('Alpha', 'one', ' X');
    merge();
    accept(docs[0], [sealDraft(drafts[0]!, docs[0], ID)!], REVIEWER);
    person.type('Alpha', ' X', 'Y').erase('Bravo', ' four');
    merge();
    const sealed = docs.map((doc) => sealDraft(drafts[1]!, doc, ID)!);
    docs.forEach((doc, index) => {
      expect(decidedOf(doc, sealed[index]!).state).toBe('open');
      expect(accept(doc, [sealed[index]!], REVIEWER).faults).toEqual([]);
    });
    merge();
    for (const doc of docs)
      expect(sketch(doc)).toEqual(['Alpha one XY two', 'Bravo three', 'Charlie five']);
  });

  test('leaves what the document accepted, took back and accepted again', () => {
    const { docs, drafts, merge } = start();
    const fork = new SuggestionFork(docs[0], { id: 'a suggestion', client: 41 });
    new ModelDriver(fork.doc).type('Alpha', 'one', ' rose 🌹').erase('Bravo', ' three');
    const suggestion = fork.seal()!;
    const accepted = accept(docs[0], [suggestion], REVIEWER);
    takeBackAcceptance(docs[0], accepted, REVIEWER);
    accept(docs[0], [suggestion], REVIEWER);
    merge();
    new ModelDriver(drafts[0]!).type('Charlie', 'five', ' six');
    const shown = ['Alpha one rose 🌹 two', 'Bravo four', 'Charlie five six'];
    expect(sketch(drafts[0]!)).toEqual(shown);
    mergeDraft(docs[1], drafts[0]!, ID, REVIEWER);
    merge();
    for (const doc of docs) expect(sketch(doc)).toEqual(shown);
  });

  test('leaves what another draft brought, which was taken back and merged again', () => {
    const { docs, drafts, merge } = start();
    const other = new Y.Doc();
    other.clientID = 41;
    new DraftFlow(other, docs[0], 'another');
    new ModelDriver(other).type('Alpha', 'one', ' rose 🌹');
    const merged = mergeDraft(docs[0], other, 'another', REVIEWER)!;
    takeBackMerge(docs[0], other, 'another', merged, REVIEWER);
    mergeDraft(docs[0], other, 'another', REVIEWER);
    merge();
    new ModelDriver(drafts[0]!).type('Charlie', 'five', ' six');
    mergeDraft(docs[1], drafts[0]!, ID, REVIEWER);
    merge();
    for (const doc of docs)
      expect(sketch(doc)).toEqual([
        'Alpha one rose 🌹 two',
        'Bravo three four',
        'Charlie five six',
      ]);
  });

  test('that is merged twice and then taken back once has left what it brought first', () => {
    const { docs, drafts, merge } = start();
    const person = new ModelDriver(drafts[0]!).type('Alpha', 'one', ' X🌹');
    mergeDraft(docs[0], drafts[0]!, ID, REVIEWER);
    // In the draft it goes and comes back, as a copy, which the second merge brings.
    person.erase('Alpha', ' X🌹');
    person.history.undo();
    person.type('Charlie', 'five', ' six');
    const second = mergeDraft(docs[0], drafts[0]!, ID, REVIEWER)!;
    merge();
    for (const doc of docs)
      expect(sketch(doc)).toEqual(['Alpha one X🌹 two', 'Bravo three four', 'Charlie five six']);
    takeBackMerge(docs[0], drafts[0]!, ID, second, REVIEWER);
    merge();
    for (const doc of docs)
      expect(sketch(doc)).toEqual(['Alpha one X🌹 two', 'Bravo three four', 'Charlie five']);
    for (const draft of drafts) expect(sketch(draft)[2]).toBe('Charlie five six');
  });

  test('leaves what a restored version brought of it, when it is merged once more and taken back', () => {
    const { docs, drafts, merge } = start();
    const [doc] = docs;
    new ModelDriver(drafts[0]!).type('Alpha', 'one', ' X');
    merge();
    const first = mergeDraft(doc, drafts[0]!, ID, REVIEWER)!;
    const version = copyOf(doc, 70);
    takeBackMerge(doc, drafts[0]!, ID, first, REVIEWER);
    merge();
    expect(sketch(doc)[0]).toBe('Alpha one two');
    invert(doc, compare(version, doc).changes);
    merge();
    expect(sketch(doc)[0]).toBe('Alpha one X two');
    new ModelDriver(drafts[0]!).type('Bravo', 'three', ' Y');
    const acceptance = mergeDraft(doc, drafts[0]!, ID, REVIEWER)!;
    expect(sketch(doc).slice(0, 2)).toEqual(['Alpha one X two', 'Bravo three Y four']);
    takeBackMerge(doc, drafts[0]!, ID, acceptance, REVIEWER);
    expect(sketch(doc).slice(0, 2)).toEqual(['Alpha one X two', 'Bravo three four']);
  });

  test('that is discarded stays readable, and what is not written in has nothing to merge', () => {
    const { docs, drafts, merge } = start();
    expect(sealDraft(drafts[0]!, docs[0], ID)).toBeNull();
    new ModelDriver(drafts[0]!).type('Alpha', 'one', ' X');
    const sealed = sealDraft(drafts[0]!, docs[0], ID)!;
    reject(docs[0], [sealed], REVIEWER);
    merge();
    expect(accept(docs[1], [sealed], REVIEWER)).toEqual({ accepted: [], faults: [] });
    expect(sketch(docs[1])).toEqual(LINES);
    expect(sketch(drafts[1]!)[0]).toBe('Alpha one X two');
  });

  test('brings what was written in the document and never came there', () => {
    const { docs, drafts, merge } = start();
    keepWriter(docs[1], [null], () => ({ id: 'BenBenBenBenBenB', name: 'Ben', color: 'teal' }));
    new ModelDriver(docs[1]).type('Bravo', 'three', ' and').turn('Charlie', { type: 'task' });
    // The draft of Ben's device flows on; Ben's document is gone with the device.
    new ModelDriver(drafts[1]!).type('Bravo', ' and', ' more');
    mergeAll(drafts);
    const merged = mergeDraft(docs[0], drafts[0]!, ID, REVIEWER)!;
    expect(merged.faults).toEqual([]);
    expect(sketch(docs[0])).toEqual(sketch(drafts[1]!));
    takeBackMerge(docs[0], drafts[0]!, ID, merged, REVIEWER);
    expect(sketch(docs[0])[1]).toBe('Bravo three and four');
    merge();
    expect(sketch(drafts[2]!)[1]).toBe('Bravo three and more four');
  });

  test('brings how the document is to look, and nothing else of what it says of itself', () => {
    const { docs, drafts, merge } = start();
    writeLook(docs[0], 'width', 'wide');
    merge();
    writeLook(drafts[0]!, 'width', 'normal');
    writeLook(drafts[0]!, 'icon', '🎩');
    new ModelDriver(drafts[0]!).type('Alpha', 'one', ' X');
    merge();
    expect(mergeDraft(docs[1], drafts[1]!, ID, REVIEWER)!.faults).toEqual([]);
    merge();
    for (const doc of docs) {
      expect(sketch(doc)[0]).toBe('Alpha one X two');
      expect([readLook(doc, 'width'), readLook(doc, 'icon')]).toEqual(['normal', '🎩']);
    }
    drafts[0]!.getMap(ROOT.meta).set('schema', 99);
    expect(faultIn(docs[0], sealDraft(drafts[0]!, docs[0], ID)!)).toBe('touches more');
  });

  test('names who wrote in it, and nobody else', () => {
    const { docs, drafts } = start();
    const [ana, ben] = ['AnaAnaAnaAnaAnaA', 'BenBenBenBenBenB'];
    keepWriter(drafts[0]!, [null], () => ({ id: ana, name: 'Ana', color: 'teal' }));
    new ModelDriver(drafts[0]!).type('Alpha', 'one', ' X');
    expect(faultIn(docs[0], sealDraft(drafts[0]!, docs[0], ID)!)).toBeNull();
    drafts[0]!.getMap(ROOT.people).set(ben, { name: 'Ben', color: 'red' });
    expect(faultIn(docs[0], sealDraft(drafts[0]!, docs[0], ID)!)).toBe('touches more');
  });
});

describe('what one just did', () => {
  const moveOf = (doc: Y.Doc, driver: ModelDriver) =>
    moveIntoDraft(doc, ID, driver.history.undoSteps, REVIEWER);

  test('is in a draft instead, and nothing of it in the document; merged it is as it was', () => {
    const original = documentOf(LINES);
    const docs = [copyOf(original, 10), copyOf(original, 20)] as const;
    const [ana, ben] = docs.map((doc) => new ModelDriver(doc)) as [ModelDriver, ModelDriver];
    ana
      .type('Alpha', 'one', ' big 👨‍👩‍👧')
      .erase('Bravo', ' three')
      .turn('Charlie', { type: 'heading', level: 2 })
      .split('Alpha', ' big');
    mergeAll(docs);
    const written = sketch(docs[0]);
    // Ben builds on it, and deletes of it, before Ana thinks better of it.
    ben.type('Alpha', 'big', ' and small').type('Bravo', ' four', '!');
    mergeAll(docs);

    expect(moveOf(docs[0], ana)).toBe(true);
    mergeAll(docs);
    for (const doc of docs)
      expect(sketch(doc)).toEqual(['Alpha one and small two', 'Bravo three four!', 'Charlie five']);
    // It is hers to undo no more: there is nothing left of it.
    expect(ana.history.undo()).toBeNull();

    const drafts = docs.map((doc, index) => {
      const draft = new Y.Doc();
      draft.clientID = 31 + index;
      new DraftFlow(draft, doc, ID);
      return draft;
    });
    // Both open it apart, each in an editor, and bring it there.
    for (const draft of drafts) new UndoHistory(draft, { origin: {} });
    for (const [index, draft] of drafts.entries()) bringBack(draft, docs[index]!, ID);
    mergeAll(drafts);
    mergeAll(drafts);
    const whole = written.map((line) =>
      line.replace('big', 'big and small').replace('four', 'four!'),
    );
    for (const draft of drafts) expect(sketch(draft)).toEqual(whole);
    expect(hasMore(drafts[0]!, docs[1], ID)).toBe(true);
    const merge = mergeDraft(docs[1], drafts[0]!, ID, REVIEWER)!;
    expect(merge.faults).toEqual([]);
    mergeAll(docs);
    for (const doc of docs) expect(sketch(doc)).toEqual(whole);
    takeBackMerge(docs[1], drafts[1]!, ID, merge, REVIEWER);
    mergeAll(docs);
    mergeAll(drafts);
    for (const draft of drafts) expect(sketch(draft)).toEqual(whole);
    for (const doc of docs)
      expect(sketch(doc)).toEqual(['Alpha one and small two', 'Bravo three four!', 'Charlie five']);
  });

  test('is nothing where nothing is left of it', () => {
    const doc = copyOf(documentOf(LINES), 10);
    const ana = new ModelDriver(doc).type('Alpha', 'one', ' big');
    new ModelDriver(doc).erase('Alpha', ' big');
    expect(moveOf(doc, ana)).toBe(false);
    expect(moveIntoDraft(doc, ID, [], REVIEWER)).toBe(false);
    expect(decidedOf(doc, { id: ID, clients: [], update: new Uint8Array() }).n).toBe(0);
  });
});

function playMonth(draw: Draw): void {
  const { docs, drafts, merge } = start(
    [31, 32, 33].map((client) => client + 1_000 * draw.int(1, 90)),
  );
  for (const draft of drafts) new UndoHistory(draft, { origin: {} });
  const write = tokenSource();
  let nextClient = 100_000;
  const written = { draft: new Set<string>(), document: new Set<string>() };
  const gone = { draft: new Set<string>(), document: new Set<string>() };
  const perform = (doc: Y.Doc, where: 'draft' | 'document') => {
    const person = copyOf(doc, ++nextClient * 10 + draw.int(0, 9));
    const flow = where === 'draft' ? new DraftFlow(person, doc, ID) : null;
    const device = new ModelDevice(person);
    const before = tokensIn(device.blocks());
    for (let left = draw.int(1, 3); left > 0; left--)
      device.perform(modelFuzzCommands.draw(draw), () => write(written[where]));
    if (draw.oneIn(5)) device.undo();
    const now = tokensIn(device.blocks());
    for (const set of [before.keys(), written[where]])
      for (const token of set)
        if (!now.has(token) && (before.has(token) || !had.has(token))) gone[where].add(token);
    for (const token of written[where]) had.add(token);
    flow?.destroy();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(person));
    device.close();
  };
  const had = new Set<string>();
  /** Suggestions and other drafts, each of one device's document: what is accepted there comes and goes. */
  const others: {
    wrote: Set<string>;
    accept: () => Acceptance | null;
    takeBack: (acceptance: Acceptance) => void;
    accepted: Acceptance | null;
  }[] = [];
  const propose = (doc: Y.Doc) => {
    const id = `other${others.length}`;
    const client = ++nextClient * 10 + draw.int(0, 9);
    const isDraft = draw.oneIn(3);
    const fork = isDraft ? null : new SuggestionFork(doc, { id, client });
    const there = fork?.doc ?? new Y.Doc();
    if (isDraft) {
      there.clientID = client;
      new DraftFlow(there, doc, id);
    }
    const device = new ModelDevice(there);
    const before = tokensIn(device.blocks());
    const wrote = new Set<string>();
    for (let left = draw.int(1, 3); left > 0; left--)
      device.perform(modelFuzzCommands.draw(draw), () => write(wrote));
    const now = tokensIn(device.blocks());
    for (const token of [...before.keys(), ...wrote]) if (!now.has(token)) gone.document.add(token);
    const sealed = fork?.seal();
    others.push({
      wrote,
      accept: () => {
        if (isDraft) return mergeDraft(doc, there, id, REVIEWER);
        return sealed ? accept(doc, [sealed], REVIEWER) : null;
      },
      takeBack: (acceptance) => {
        if (isDraft) takeBackMerge(doc, there, id, acceptance, REVIEWER);
        else takeBackAcceptance(doc, acceptance, REVIEWER);
      },
      accepted: null,
    });
  };
  const decide = () => {
    const one = draw.pick(others);
    if (one.accepted) one.takeBack(one.accepted);
    one.accepted = one.accepted ? null : one.accept();
  };
  /** It is merged on the way, too, and what was merged may be taken back where that was. */
  let merged: { doc: Y.Doc; draft: Y.Doc; acceptance: Acceptance } | null = null;
  let wasMerged = false;
  const mergeOrTakeBack = () => {
    if (merged && draw.oneIn(2)) {
      takeBackMerge(merged.doc, merged.draft, ID, merged.acceptance, REVIEWER);
      merged = null;
      return;
    }
    const index = draw.int(0, 2);
    const [doc, draft] = [docs[index % 2]!, drafts[index]!];
    const acceptance = mergeDraft(doc, draft, ID, REVIEWER);
    if (!acceptance) return;
    expect(acceptance.faults).toEqual([]);
    merged = { doc, draft, acceptance };
    wasMerged = true;
  };
  const versions: Y.Doc[] = [];
  /** Makes a document what it was, with all that was merged then. */
  const restoreVersion = (doc: Y.Doc) => {
    const before = tokensIn(readBlocks(doc));
    invert(doc, compare(draw.pick(versions), doc).changes);
    const now = tokensIn(readBlocks(doc));
    for (const token of before.keys()) if (!now.has(token)) gone.document.add(token);
  };
  for (let day = 0; day < 30; day++) {
    if (draw.oneIn(15)) versions.push(copyOf(docs[0], ++nextClient * 10));
    if (versions.length > 0 && draw.oneIn(20)) restoreVersion(docs[0]);
    if (!draw.oneIn(3)) perform(draw.pick(drafts), 'draft');
    if (draw.oneIn(2)) perform(draw.pick(docs), 'document');
    if (draw.oneIn(6)) propose(draw.pick(docs));
    if (others.length > 0 && draw.oneIn(2)) decide();
    if (draw.oneIn(20)) mergeOrTakeBack();
    if (draw.oneIn(4)) mergeAll(drafts);
    if (draw.oneIn(4)) mergeAll(docs);
  }
  for (const { accepted, wrote } of others)
    for (const token of accepted ? wrote : []) written.document.add(token);
  merge();
  merge();
  const shown = (doc: Y.Doc) => JSON.stringify(readBlocks(doc));
  for (const draft of drafts) expect(shown(draft)).toBe(shown(drafts[0]!));
  const before = readBlocks(docs[0]);
  const visible = [...tokensIn(before).keys()].filter((token) => written.draft.has(token));
  if (!wasMerged) expect(visible, 'nothing of the draft is in the document').toEqual([]);
  const sealed = sealDraft(drafts[0]!, docs[0], ID);
  if (!sealed) return;
  const acceptance = accept(docs[0], [sealed], REVIEWER);
  expect(acceptance.faults).toEqual([]);
  merge();
  merge();
  const shownBefore = shown(drafts[0]!);
  for (const doc of docs) expect(shown(doc)).toBe(shownBefore);
  const now = tokensIn(readBlocks(docs[0]));
  expect(
    [...now].filter(([, times]) => times > 1),
    'nothing is doubled',
  ).toEqual([]);
  const lost = [...written.draft, ...written.document].filter(
    (token) => !now.has(token) && !gone.draft.has(token) && !gone.document.has(token),
  );
  expect(lost, 'nothing is lost').toEqual([]);

  // The draft of whoever takes it back, and of somebody who comes before that has got around.
  takeBackMerge(docs[0], drafts[0]!, ID, acceptance, REVIEWER);
  if (draw.oneIn(2)) {
    mergeAll(docs);
    bringBack(drafts[1]!, docs[1], ID);
  }
  merge();
  merge();
  for (const draft of drafts) expect(shown(draft), 'the draft is what it was').toBe(shownBefore);
  const back = tokensIn(readBlocks(docs[1]));
  if (!wasMerged) expect([...back.keys()].filter((token) => written.draft.has(token))).toEqual([]);
  expect([...tokensIn(before).keys()].filter((token) => !back.has(token))).toEqual([]);
  // All of it may have been there since it was merged on the way.
  expect(hasMore(drafts[2]!, docs[0], ID)).toBe(acceptance.accepted.length > 0);
  for (const [index, doc] of docs.entries())
    expect(mergeDraft(doc, drafts[index]!, ID, REVIEWER)?.faults).toEqual([]);
  merge();
  merge();
  for (const doc of docs) expect(shown(doc)).toBe(shownBefore);
  const again = tokensIn(readBlocks(docs[1]));
  expect([...again].sort()).toEqual([...now].sort());
}

test.each(Array.from({ length: MONTHS }, (_, index) => firstSeed + index))(
  'a month, seed %i',
  (seed) => {
    playFrom(seed, playMonth);
  },
);

/** One writes in the document, others too, and then one has what one did be in a draft instead. */
function playSecondThoughts(draw: Draw): void {
  const original = documentOf(LINES);
  const docs = [copyOf(original, draw.int(10, 99)), copyOf(original, draw.int(100, 199))] as const;
  const [own, other] = docs.map((doc) => new ModelDevice(doc)) as [ModelDevice, ModelDevice];
  const write = tokenSource();
  const written: [Set<string>, Set<string>] = [new Set(), new Set()];
  const perform = (device: ModelDevice, index: 0 | 1) =>
    device.perform(modelFuzzCommands.draw(draw), () => write(written[index]));
  const isAlone = draw.oneIn(3);
  const began = JSON.stringify(readBlocks(docs[0]));
  for (let left = draw.int(1, 8); left > 0; left--) {
    perform(own, 0);
    if (draw.oneIn(6)) own.undo();
    if (!isAlone && draw.oneIn(2)) perform(other, 1);
    if (draw.oneIn(3)) mergeAll(docs);
  }
  if (draw.oneIn(2)) mergeAll(docs);
  const shown = (doc: Y.Doc) => JSON.stringify(readBlocks(doc));
  const before = shown(docs[0]);
  const tokensBefore = tokensIn(readBlocks(docs[0]));
  const isMoved = moveIntoDraft(docs[0], ID, own.undoSteps, REVIEWER);
  if (!isMoved) {
    expect(shown(docs[0])).toBe(before);
    return;
  }
  if (isAlone) expect(shown(docs[0]), 'the document is without it').toBe(began);
  const without = tokensIn(readBlocks(docs[0]));
  expect([...without.keys()].filter((token) => written[0].has(token))).toEqual([]);

  const drafts = docs.map((doc, index) => {
    const draft = new Y.Doc();
    draft.clientID = 1_000 + 10 * index + draw.int(0, 9);
    new DraftFlow(draft, doc, ID);
    return draft;
  });
  for (const draft of drafts) new UndoHistory(draft, { origin: {} });
  bringBack(drafts[0]!, docs[0], ID);
  expect(shown(drafts[0]!), 'the draft is what it was').toBe(before);
  if (!isAlone && draw.oneIn(2)) perform(other, 1);
  mergeAll(docs);
  if (draw.oneIn(2)) bringBack(drafts[1]!, docs[1], ID);
  for (let round = 0; round < 3; round++) {
    mergeAll(docs);
    mergeAll(drafts);
  }
  for (const draft of drafts) expect(shown(draft)).toBe(shown(drafts[0]!));
  const inDraft = tokensIn(readBlocks(drafts[0]!));
  expect([...inDraft].filter(([, times]) => times > 1)).toEqual([]);
  const merge = mergeDraft(docs[1], drafts[1]!, ID, REVIEWER)!;
  expect(merge.faults).toEqual([]);
  for (let round = 0; round < 2; round++) mergeAll(docs);
  const merged = shown(drafts[0]!);
  for (const doc of docs) expect(shown(doc), 'the draft shows it').toBe(merged);
  const now = tokensIn(readBlocks(docs[0]));
  expect([...now].filter(([, times]) => times > 1)).toEqual([]);
  if (isAlone) expect([...now.keys()].sort()).toEqual([...tokensBefore.keys()].sort());
  takeBackMerge(docs[1], drafts[1]!, ID, merge, REVIEWER);
  for (let round = 0; round < 3; round++) {
    mergeAll(docs);
    mergeAll(drafts);
  }
  for (const draft of drafts) expect(shown(draft), 'the draft is what it was').toBe(merged);
  const back = tokensIn(readBlocks(docs[0]));
  expect([...back.keys()].filter((token) => written[0].has(token))).toEqual([]);
}

test.each(Array.from({ length: MONTHS * 4 }, (_, index) => firstSeed + index))(
  'second thoughts, seed %i',
  (seed) => {
    playFrom(seed, playSecondThoughts);
  },
);
