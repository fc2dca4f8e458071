// @vitest-environment jsdom
/** Threads whose words are cut, copied, dragged and put in elsewhere. */
import { beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../../../shared/access/ids.ts';
import type { ThreadAnchor } from '../../../shared/discussion/anchor.ts';
import { Discussion } from '../../../shared/discussion/discussion.ts';
import type { ThreadId } from '../../../shared/discussion/keys.ts';
import { anchorOfBlock, anchorOfText, placeOf, wordsAt } from '../../../shared/discussion/place.ts';
import type { Author } from '../../../shared/discussion/signed.ts';
import { newAuthor } from '../../../shared/discussion/testing/authors.ts';
import { cellId } from '../../../shared/document/schema.ts';
import { LETTERS } from '../../../shared/testing/alphabet.ts';
import { BlockSelection } from '../selection/block-selection.ts';
import { Page, type Payload } from '../testing/pasting.ts';
import { carryThreads } from './carried-threads.ts';

let ana: Author;
beforeAll(async () => {
  ana = await newAuthor();
});

class Talked extends Page {
  readonly discussion = new Discussion({
    doc: new Y.Doc(),
    docId: docIdOf(createSecret()),
    rights: { moderates: () => true },
  });
  carried = 0;
  #placing: Promise<unknown> = Promise.resolve();

  constructor(content: readonly string[]) {
    super(content);
    carryThreads(
      this,
      () => this.discussion.threads(),
      (all) => {
        this.carried += all.length;
        this.#placing = Promise.all(
          all.map(({ thread, anchor }) => this.discussion.place(ana, thread, anchor)),
        );
        return this.#placing;
      },
    );
  }

  async onWords(words: string): Promise<ThreadId> {
    const { body } = this.binding;
    for (const { id, content } of body.shown.map((shown) => ({
      id: shown.id,
      content: body.read(shown).content,
    }))) {
      const text = content.map((run) => ('text' in run ? run.text : '\uFFFC')).join('');
      const from = text.indexOf(words);
      if (from < 0) continue;
      const end = from + words.length;
      return this.#on(anchorOfText(body, { id, offset: from }, { id, offset: end }), words);
    }
    throw new Error(`"${words}" is not in the document.`);
  }

  onBlock(id: string): Promise<ThreadId> {
    return this.#on(anchorOfBlock(this.binding.body, id), '');
  }

  async #on(anchor: ThreadAnchor | null, quote: string): Promise<ThreadId> {
    return (await this.discussion.begin(ana, anchor!, quote, [{ text: 'Why?' }])).thread;
  }

  selectBlocks(from: string, to = from): this {
    const at = (id: string) =>
      this.binding.documentPosition(this.view.state.doc, { id, offset: 0 })!;
    const { tr } = this.view.state;
    this.view.dispatch(tr.setSelection(BlockSelection.between(tr.doc, at(from), at(to))));
    return this;
  }

  /** Where a thread stands: a block's place among the shown ones, and its words. */
  async placeOf(id: ThreadId): Promise<[block: number, words: string]> {
    await this.#placing;
    const { body, undo } = this.binding;
    const place = placeOf(body, undo.history.restored, this.discussion.thread(id)!.anchors);
    const words = place.isGone ? 'gone' : place.isWhole ? 'whole' : wordsAt(body, place);
    return [body.shown.findIndex((shown) => shown.id === place.at?.id), words];
  }

  id(index: number): string {
    return this.binding.body.shown[index]!.id;
  }
}

/** What a browser gives back: Chromium's are marked, Windows' lines end in two characters. */
function asGivenBack(payload: Payload): Payload {
  return {
    'text/plain': payload['text/plain']!.replaceAll('\n', '\r\n'),
    'text/html': `<meta charset='utf-8'>${payload['text/html']}`,
  };
}

test('words that are cut and put in elsewhere take their thread along', async () => {
  const page = new Talked(['Alpha one two three', 'Omega ']);
  const thread = await page.onWords('two');
  const cut = page.select('one ', 'two three').cut();
  expect(await page.placeOf(thread)).toEqual([0, 'gone']);
  page.select('Omega ').paste(asGivenBack(cut));
  expect(page.sketch).toEqual(['Alpha', 'Omega one two three']);
  expect(await page.placeOf(thread)).toEqual([1, 'two']);
});

test('a copy takes none along, and what is put in twice is where it came first', async () => {
  const page = new Talked(['Alpha one', 'Omega', 'End']);
  const thread = await page.onWords('one');
  const copied = page.select('one', 'one').copy();
  page.select('Omega').paste(copied);
  expect(await page.placeOf(thread)).toEqual([0, 'one']);
  page.select('one', 'one');
  const cut = page.cut();
  page.select('End').paste(cut).select('Alpha ').paste(cut);
  expect(page.sketch).toEqual(['Alpha one', 'Omegaone', 'Endone']);
  expect(await page.placeOf(thread)).toEqual([2, 'one']);
  expect(page.carried).toBe(1);
});

test('where the words are back, it is on them, and other words take nothing along', async () => {
  const page = new Talked(['Alpha one', 'Omega', 'End']);
  const thread = await page.onWords('one');
  page.select('one', 'one');
  const cut = page.cut();
  page.select('Omega').paste({ 'text/plain': 'two' });
  expect(await page.placeOf(thread)).toEqual([0, 'gone']);
  page.binding.undo.history.undo();
  page.binding.undo.history.undo();
  page.select('End').paste(cut);
  expect(page.carried).toBe(0);
  expect(await page.placeOf(thread)).toEqual([0, 'one']);
});

test('of words of which some are left, the thread stays with those', async () => {
  const page = new Talked(['Alpha one two', 'Omega']);
  const thread = await page.onWords('one two');
  page.select('two', 'two');
  const cut = page.cut();
  page.select('Omega').paste(cut);
  expect(page.carried).toBe(0);
  expect((await page.placeOf(thread))[0]).toBe(0);
});

test('whole blocks, pictures and several threads go along', async () => {
  const page = new Talked(['Top', '# Alpha one', '---', 'Mid two', 'End', '']);
  const heading = await page.onBlock(page.id(1));
  const line = await page.onBlock(page.id(2));
  const words = await page.onWords('two');
  const stays = await page.onWords('End');
  page.selectBlocks(page.id(1), page.id(3));
  const cut = page.cut();
  const last = page.view.state.doc.content.size - 1;
  page.caret(last).paste(asGivenBack(cut));
  expect(page.sketch).toEqual(['Top', 'End', '# Alpha one', '---', 'Mid two']);
  expect(await page.placeOf(heading)).toEqual([2, 'whole']);
  expect(await page.placeOf(line)).toEqual([3, 'whole']);
  expect(await page.placeOf(words)).toEqual([4, 'two']);
  expect(await page.placeOf(stays)).toEqual([1, 'End']);
});

test('a picture alone, of which the clipboard has no text', async () => {
  const page = new Talked(['Top', '---', 'End', '']);
  const line = await page.onBlock(page.id(1));
  page.selectBlocks(page.id(1));
  const cut = page.cut();
  page.caret(page.view.state.doc.content.size - 1).paste(cut);
  expect(await page.placeOf(line)).toEqual([2, 'whole']);
});

test('from a cell of a table, and into one', async () => {
  const page = new Talked(['⊞ a ¦ bee ⁄ c ¦ d', 'Omega one']);
  const { body } = page.binding;
  const table = body.shown[0]!.table!;
  const bee = cellId(table.rows[0]!.id, table.columns[1]!.id);
  const anchor = anchorOfText(body, { id: bee, offset: 0 }, { id: bee, offset: 3 })!;
  const { thread } = await page.discussion.begin(ana, anchor, 'bee', [{ text: 'Why?' }]);
  const one = await page.onWords('one');
  page.select('bee', 'bee');
  const fromCell = page.cut();
  page.select('Omega one').paste(fromCell);
  expect(await page.placeOf(thread)).toEqual([1, 'bee']);
  page.select('one', 'one');
  const intoCell = page.cut();
  page.select('c').paste(intoCell);
  await page.placeOf(one);
  const place = placeOf(
    body,
    page.binding.undo.history.restored,
    page.discussion.thread(one)!.anchors,
  );
  expect(place.at?.id).toBe(cellId(table.rows[1]!.id, table.columns[0]!.id));
  expect(wordsAt(body, place)).toBe('one');
});

test('whatever the words are made of', async () => {
  // HTML has no U+0000: where it stood, other words are put in.
  const letters = LETTERS.filter((letter) => !letter.includes('\0'));
  const all = letters.map((letter, index) => `${index}x${letter}y`);
  const page = new Talked(['Top', ...all.map((_, index) => `${index}: `), 'End', '']);
  for (const [index, words] of all.entries()) {
    const { tr } = page.select(`${index}: `).view.state;
    page.view.dispatch(tr.insertText(`${words} end`));
  }
  const threads: ThreadId[] = [];
  for (const words of all) threads.push(await page.onWords(words));
  page.selectBlocks(page.id(1), page.id(all.length));
  const cut = page.cut();
  page.caret(page.view.state.doc.content.size - 1).paste(asGivenBack(cut));
  for (const [index, words] of all.entries())
    expect(await page.placeOf(threads[index]!)).toEqual([2 + index, words]);
});
