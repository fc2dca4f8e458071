/**
 * A machine is copied while it runs, as a snapshot of a virtual one: both go on under the ids that the
 * page has in its memory. What either writes arrives, once.
 */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Y from 'yjs';
import { createSecret, type DocId } from '../../shared/access/ids.ts';
import { type Chance, seededChance } from '../../shared/testing/fuzz.ts';
import type { Replica } from './open-replica.ts';
import { clonedStorage } from './testing/cloned-storage.ts';
import { oneDocument } from './testing/one-document.ts';
import type { TestServer } from './testing/sync-server.ts';
import { eventually, isAllThere, until } from './testing/until.ts';

const one = oneDocument();
const { open } = one;
let server: TestServer;
let docId: DocId;

beforeEach(() => {
  ({ server, docId } = one);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
});

const body = (doc: Y.Doc) => doc.getText('body');
const text = (doc: Y.Doc) => body(doc).toString();
const there = () => text(server.doc(docId));

/** A page and its copy, both with the same in memory and on the disk, offline or not. */
async function pageAndCopy(): Promise<[Replica, Replica]> {
  const page = open();
  body(page.doc).insert(0, 'Known.');
  await until(page.status, isAllThere);
  await until(page.status, ({ device }) => device === 'saved');
  const storage = await clonedStorage();
  vi.resetModules();
  const { openReplica } = await import('./open-replica.ts');
  globalThis.indexedDB = storage;
  const copy = openReplica({ name: docId, secret: createSecret() }, { serverUrl: server.url });
  one.opened.push(copy);
  await until(copy.status, isAllThere);
  copy.awareness.setLocalState(null);
  copy.doc.clientID = page.doc.clientID;
  copy.awareness.clientID = page.doc.clientID;
  copy.awareness.setLocalState({});
  return [page, copy];
}

/** Both show what the server has, and say that it is the same. */
async function converge(...replicas: Replica[]): Promise<void> {
  await eventually(() => {
    if (!replicas.every(({ status }) => isAllThere(status.get()))) return false;
    server.tellDigest(docId);
    return replicas.every(
      ({ doc, status: { get } }) => text(doc) === there() && get().checkedAt && !get().differs,
    );
  });
}

const CASES = [
  [' Page.', ' Copy.'],
  [' Page wrote.', ' C.'],
  [' P.', ' Copy wrote.'],
] as const;

function expectOnce(...words: readonly string[]): void {
  for (const word of words) expect(there().split(word)).toHaveLength(2);
  expect(there()).toHaveLength(['Known.', ...words].join('').length);
}

test.each(CASES)('both write without a network, "%s" and "%s"', async (ofPage, ofCopy) => {
  const [page, copy] = await pageAndCopy();
  await server.close();
  for (const { status } of [page, copy]) await until(status, (now) => now.server !== 'synced');
  body(page.doc).insert(6, ofPage);
  body(copy.doc).insert(6, ofCopy);
  await server.reopen();
  page.retry();
  await until(page.status, isAllThere);
  copy.retry();
  await until(copy.status, isAllThere);
  await converge(page, copy);
  expectOnce(ofPage, ofCopy);
  // On the disk is what is shown.
  await until(copy.status, ({ device }) => device === 'saved');
  await server.close();
  const said = text(copy.doc);
  await copy.close();
  const again = open();
  await again.whenLoaded;
  expect(text(again.doc)).toBe(said);
  await server.reopen();
});

test.each(CASES)('both write at once, "%s" and "%s"', async (ofPage, ofCopy) => {
  const [page, copy] = await pageAndCopy();
  body(page.doc).insert(6, ofPage);
  body(copy.doc).insert(6, ofCopy);
  await converge(page, copy);
  expectOnce(ofPage, ofCopy);
});

/** Ends of words that both sent in the same moment: `contested-ids.ts`. */
const MAY_STAND_TWICE = 24;

/** What one text has and another one has not, wherever it stands. */
function lettersMissing(of: string, from: string): string {
  const letters = [...from];
  return [...of]
    .filter((letter) => {
      const at = letters.indexOf(letter);
      if (at >= 0) letters.splice(at, 1);
      return at < 0;
    })
    .join('');
}

/** Of letters that nobody else writes: those that both write under the same ids count as one. */
const ALPHABETS = ['abcdef', 'ghijkl', 'mnopqr'];

/** A word that nobody writes again, of any length. */
function word(chance: Chance, who: number, count: number): string {
  const letters = ALPHABETS[who]!;
  const any = () => letters[chance(letters.length)]!;
  const number = [...String(count)].map((digit) =>
    String.fromCodePoint(0x2460 + 20 * who + Number(digit)),
  );
  return [any().toUpperCase(), ...Array.from({ length: 1 + chance(9) }, any), ...number].join('');
}

const seeds = Array.from(
  { length: Number(process.env.FUZZ_RUNS ?? 4) },
  (_, at) => Number(process.env.FUZZ_SEED ?? 1) + at,
);

test.each(seeds)(
  'whatever both write, with a network or none, and somebody else beside them, seed %i',
  async (seed) => {
    const chance = seededChance(seed);
    const [page, copy] = await pageAndCopy();
    const other = one.openDevice();
    await until(other.status, isAllThere);
    const all = [page, copy, other];
    const words: string[] = [];
    for (let round = 0; round < 3; round++) {
      const isOffline = chance(2) === 0;
      if (isOffline) await server.close();
      for (let acts = 1 + chance(8); acts > 0; acts--) {
        const who = chance(3);
        const written = word(chance, who, words.length);
        const { doc } = all[who]!;
        const places = [...text(doc).matchAll(/(?=[A-Z])|$/g)].map(({ index }) => index);
        body(doc).insert(places[chance(places.length)]!, written);
        words.push(written);
        if (chance(3) === 0) await new Promise((resolve) => setTimeout(resolve, chance(20)));
      }
      if (isOffline) {
        await server.reopen();
        for (const at of chance(2) ? [0, 1, 2] : [1, 2, 0]) {
          all[at]!.retry();
          if (chance(2)) await until(all[at]!.status, isAllThere);
        }
      }
    }
    // Where ids were used twice, the order may be another one from the next load on.
    await Promise.all(all.map(({ status }) => until(status, isAllThere)));
    server.reload(docId);
    await converge(...all);
    // Of what both sent in the same moment the end may stand twice, and others may write in between.
    const expected = ['Known.', ...words].join('');
    expect(lettersMissing(expected, there())).toBe('');
    expect(there().length - expected.length).toBeLessThanOrEqual(MAY_STAND_TWICE);
  },
);
