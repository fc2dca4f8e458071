// @vitest-environment jsdom
/** Words that are cut in one document and put into another, with what was said about them. */
import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { discussionOf } from '../../shared/access/document-name.ts';
import { createSecret, type DocId, docIdOf } from '../../shared/access/ids.ts';
import { openPersonKey } from '../../shared/access/person-key.ts';
import { Discussion } from '../../shared/discussion/discussion.ts';
import { plainMessage } from '../../shared/discussion/message-text.ts';
import { anchorOfText, placeOf, wordsAt } from '../../shared/discussion/place.ts';
import { type Author, authorWith } from '../../shared/discussion/signed.ts';
import { newAuthor } from '../../shared/discussion/testing/authors.ts';
import type { Inline } from '../../shared/document/schema.ts';
import { Page } from '../editor/testing/pasting.ts';
import { carryThreads } from '../editor/threads/carried-threads.ts';
import { openLocalReplica } from '../replica/open-replica.ts';
import { forgetDrafts } from '../ui/stored-drafts.ts';
import { type BroughtThread, StoredCuts, threadsToBring } from './brought-threads.ts';

// What is stored is cloned in another realm than the page's, whose bytes are none here.
const clone = structuredClone;
vi.stubGlobal('structuredClone', (value: unknown) =>
  value instanceof Uint8Array ? value.slice() : clone(value),
);
beforeEach(() => {
  localStorage.clear();
});

/** A document on this device, open in a page, and what is said about it. */
class Talked extends Page {
  readonly docId: DocId;
  readonly talk: Y.Doc;
  readonly discussion: Discussion;
  readonly asked: (readonly BroughtThread[])[] = [];
  readonly carried: string[] = [];

  /** @param other the same document in another tab */
  constructor(content: readonly string[], other: Talked | null = null) {
    super(other?.doc ?? content);
    this.docId = other?.docId ?? docIdOf(createSecret());
    this.talk = other?.talk ?? new Y.Doc();
    const rights = { moderates: () => false };
    this.discussion = new Discussion({ doc: this.talk, docId: this.docId, rights });
    const cuts = new StoredCuts(this.docId, (brought) => this.asked.push(brought));
    carryThreads(
      this,
      () => this.discussion.threads(),
      (carried) => {
        this.carried.push(...carried.map(({ thread }) => thread));
        return Promise.resolve();
      },
      cuts,
    );
  }

  async comment(author: Author, words: string, ...said: Inline[][]): Promise<string> {
    const [block] = this.binding.body.shown;
    const from = this.view.state.doc.textContent.indexOf(words);
    const at = (offset: number) => ({ id: block!.id, offset });
    const anchor = anchorOfText(this.binding.body, at(from), at(from + words.length));
    const [first, ...answers] = said;
    const { thread } = await this.discussion.begin(author, anchor!, words, first!);
    for (const text of answers) await this.discussion.answer(author, thread, text);
    return thread;
  }

  /** What the device keeps of both. */
  async store(): Promise<void> {
    for (const [name, doc] of [
      [this.docId, this.doc],
      [discussionOf(this.docId), this.talk],
    ] as const) {
      const replica = openLocalReplica(name);
      await replica.whenLoaded;
      Y.applyUpdate(replica.doc, Y.encodeStateAsUpdate(doc));
      await expect.poll(() => replica.status.get().device).toBe('saved');
      await replica.close();
    }
  }
}

test('what was said about them is offered, as quotes of those who signed it, once they are gone there', async () => {
  const [ana, ben] = await Promise.all([newAuthor(), newAuthor()]);
  const one = new Talked(['Alpha one two three', 'Omega']);
  await one.discussion.keepName(ana, { name: 'Ana', color: 'blue' });
  const mention: Inline = { embed: { object: 'mention', person: ben.id, name: 'Ben' } };
  await one.comment(
    ana,
    'two',
    [{ text: 'Really, ' }, mention, { text: '?', marks: { bold: true } }],
    [{ text: 'x'.repeat(10_000) }],
  );
  const done = await one.comment(ana, 'one', [{ text: 'Done with' }]);
  await one.discussion.setResolved(ana, done, true);
  // In her name, with another key.
  const forger = authorWith(ana.id, await openPersonKey(createSecret()));
  await one.comment(forger, 'two', [{ text: 'Never said' }]);
  const other = new Talked(['Elsewhere ']);

  // A copy, and what is still there, bring nothing.
  const copied = one.select('one ', 'two').copy();
  other.select('Elsewhere ').paste(copied);
  const cut = one.select('one ', 'two').cut();
  other.view.focus();
  expect(other.asked).toEqual([]);
  other.select('Elsewhere ').paste(cut);
  await one.store();
  other.select('Elsewhere ').paste(cut);
  await expect.poll(() => other.asked.length).toBe(1);

  const brought = other.asked[0]!;
  expect(brought.map(({ quote }) => quote)).toEqual(['two', 'two']);
  const said = brought.map(({ messages }) => messages.map(plainMessage));
  const when = expect.stringMatching(/^Ana, .+\nReally, @Ben\?$/);
  expect(said).toContainEqual([when, expect.stringMatching(/^Ana, [^\n]+$/), 'x'.repeat(10_000)]);
  expect(said).toContainEqual([expect.stringMatching(/^somebody unknown, .+\nNever said$/)]);
  for (const { anchor } of brought) {
    const place = placeOf(other.binding.body, other.binding.undo.history.restored, [anchor]);
    expect(wordsAt(other.binding.body, place)).toBe('two');
  }
  // Nobody is called by it.
  const runs = brought.flatMap(({ messages }) => messages.flat());
  expect(runs.every((run) => 'text' in run)).toBe(true);
});

test('in another tab of the same document they go along as in the same one', async () => {
  const one = new Talked(['Alpha one two', 'Omega']);
  const thread = await one.comment(await newAuthor(), 'one', [{ text: 'Why?' }]);
  const cut = one.select('one', 'one').cut();
  const tab = new Talked([], one);
  tab.select('Omega').paste(cut);
  expect(tab.sketch).toEqual(['Alpha  two', 'Omegaone']);
  expect([tab.carried, tab.asked]).toEqual([[thread], []]);
});

test('what was cut is forgotten with its document, and with the next cut', async () => {
  const ana = await newAuthor();
  const one = new Talked(['Alpha one two']);
  await one.comment(ana, 'one', [{ text: 'Why?' }]);
  await one.comment(ana, 'two', [{ text: 'Why?' }]);
  one.select('one', 'one').cut();
  expect(localStorage).toHaveLength(1);
  const other = new Talked(['Elsewhere']);
  other.select('Else', 'Else').cut();
  expect(localStorage).toHaveLength(0);
  one.select('two', 'two').cut();
  forgetDrafts(one.docId);
  expect(localStorage).toHaveLength(0);
  expect(await threadsToBring(one.docId, [])).toEqual([]);
});

test('what another program put there is no cut', () => {
  const other = new Talked(['Elsewhere ']);
  for (const wrong of ['', '{', '{"text":"a","html":"","threads":7}'])
    localStorage.setItem(`driftless.draft ${docIdOf(createSecret())} cut`, wrong);
  other.select('Elsewhere ').paste({ 'text/plain': 'a' });
  expect(other.sketch).toEqual(['Elsewhere a']);
});
