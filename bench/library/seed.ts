/**
 * A person's browser with thousands of documents in it, stored as the app stores them.
 *
 * Invariant: every document has other words, a few of them rare, so that a search has something to
 * tell apart; the same count gives the same documents.
 */
import type { Page } from '@playwright/test';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { createDocument } from '../../shared/document/create.ts';
import { moveToFolder, setPinned } from '../../shared/library/arrange.ts';
import { createFolder } from '../../shared/library/folders.ts';
import { addEntry, LIBRARY_NAME } from '../../shared/library/library.ts';

export const WORDS_PER_DOCUMENT = 250;
const PARAGRAPHS = 5;
const FOLDERS = 50;
const VOCABULARY = 20_000;
const BATCH = 100;

const SYLLABLES =
  'ba be bo da di du fa fi ga go ha hi ka ke ko la le lo ma mi mo na ne no pa pe ra re ri sa se so ta te to va vi wa we za zo'.split(
    ' ',
  );

/** A word that can be said, the same for the same number. */
export function wordOf(number: number): string {
  let word = '';
  for (let rest = number + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length];
  }
  return word;
}

/** Puts them into the browser of a page that shows something of the app's origin, but not the app. */
export async function seed(page: Page, count: number): Promise<void> {
  const library = new Y.Doc();
  const folders = Array.from({ length: FOLDERS }, (_, at) =>
    createFolder(library, { name: `Folder ${at}`, parent: null, now: at + 1 }),
  );
  let rows: { name: string; update: string }[] = [];
  for (let at = 0; at < count; at++) {
    const secret = createSecret();
    const docId = docIdOf(secret);
    const title = titleOf(at);
    addEntry(library, { docId, secret, title, now: 1_700_000_000_000 + at * 60_000 });
    // Half of them lie at the top.
    if (at % 2 === 1) moveToFolder(library, docId, folders[at % FOLDERS]!);
    if (at % 500 === 0) setPinned(library, docId, true);
    const doc = new Y.Doc();
    createDocument(doc, { title, blocks: paragraphsOf(at) });
    rows.push({ name: docId, update: base64(Y.encodeStateAsUpdate(doc)) });
    doc.destroy();
    if (rows.length === BATCH) {
      await store(page, rows);
      rows = [];
    }
  }
  rows.push({ name: LIBRARY_NAME, update: base64(Y.encodeStateAsUpdate(library)) });
  await store(page, rows);
}

export function titleOf(at: number): string {
  return `${wordOf(at * 7)} ${wordOf(at * 13)} ${at}`;
}

function paragraphsOf(at: number) {
  const random = numbersFrom(at);
  // Few words are in most texts, and most words in few of them.
  const words = Array.from({ length: WORDS_PER_DOCUMENT }, () =>
    wordOf(Math.floor(random() ** 3 * VOCABULARY)),
  );
  const size = WORDS_PER_DOCUMENT / PARAGRAPHS;
  return Array.from({ length: PARAGRAPHS }, (_, part) => ({
    type: 'paragraph',
    content: [{ text: words.slice(part * size, (part + 1) * size).join(' ') }],
  }));
}

/** Numbers from 0 up to 1 that follow from the seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

async function store(page: Page, rows: { name: string; update: string }[]): Promise<void> {
  await page.evaluate(async (all) => {
    for (const { name, update } of all) {
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(`driftless:${name}`);
        request.onupgradeneeded = () => {
          const updates = request.result.createObjectStore('updates', { autoIncrement: true });
          request.result.createObjectStore('custom');
          updates.add(Uint8Array.from(atob(update), (character) => character.charCodeAt(0)));
        };
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          request.result.close();
          resolve();
        };
      });
    }
  }, rows);
}
