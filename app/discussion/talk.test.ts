// @vitest-environment jsdom
/** What one says, and writes meanwhile. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { discussionOf } from '../../shared/access/document-name.ts';
import { Discussion, type Thread } from '../../shared/discussion/discussion.ts';
import { anchorOfBlock } from '../../shared/discussion/place.ts';
import { newAuthor } from '../../shared/discussion/testing/authors.ts';
import { Body } from '../../shared/document/body.ts';
import type { Inline } from '../../shared/document/schema.ts';
import { ModelDriver } from '../../shared/document/testing/model-driver.ts';
import { UndoHistory } from '../../shared/document/undo-history.ts';
import { addEntry } from '../../shared/library/library.ts';
import { readMarks } from '../../shared/library/read-marks.ts';
import { SuggestionFork } from '../../shared/suggesting/fork.ts';
import { newSuggestionId } from '../../shared/suggesting/stored.ts';
import type { Menus } from '../editor/menus/menus.ts';
import { thisPerson } from '../presence/this-person.ts';
import { openReplica } from '../replica/open-replica.ts';
import { type OpenBody, openBody } from '../suggesting/testing/open-body.ts';
import { ownAuthor } from './author.ts';
import { NEW_THREAD } from './drafts.ts';
import { Talk } from './talk.ts';

let opened: OpenBody;
let talk: Talk;
/** What else was opened, and writes to the device as long as that is there. */
const closing: Promise<void>[] = [];

/** Of an editor that draws nothing, and shows the document or a copy of it. */
function open(shown: Y.Doc, { isDestroyed = true, library = new Y.Doc() } = {}): Talk {
  const view = { isDestroyed, composing: true };
  const undo = { history: new UndoHistory(shown, { origin: {} }) };
  const menus = { view, binding: { body: new Body(shown), undo } } as unknown as Menus;
  return new Talk({ ...opened, library, menus, person: thisPerson, role: () => 'editor' });
}

beforeEach(async () => {
  opened = await openBody(['Alpha one']);
  talk = open(opened.body.doc);
});

afterEach(async () => {
  await talk.end();
  await Promise.all(closing.splice(0));
  await opened.body.close();
});

/** What stands in the discussion. */
function threads(): Thread[] {
  const { docId, secret } = opened;
  const { doc, close } = openReplica({ name: discussionOf(docId), secret });
  const discussion = new Discussion({ doc, docId, rights: { moderates: () => false } });
  const found = discussion.threads();
  discussion.destroy();
  closing.push(close());
  return found;
}

const said = () => threads().map(({ messages }) => messages.map(({ text }) => text));

const words = (text: string): Inline[] => [{ text }];

test('what is written while something is being said is still to be said', async () => {
  talk.drafts.write(NEW_THREAD, words('One.'));
  talk.compose({ anchor: { kind: 'document' }, quote: '' });
  const begun = talk.send(NEW_THREAD);
  talk.drafts.write(NEW_THREAD, words('One. And'));
  await begun;
  expect(said()).toEqual([[words('One.')]]);
  const thread = talk.get().active!;
  // The field that one is in by then.
  expect(talk.drafts.read(NEW_THREAD)).toEqual([]);
  expect(talk.drafts.read(thread)).toEqual(words(' And'));

  talk.drafts.write(thread, words('Two'));
  const answered = talk.send(thread);
  talk.drafts.write(thread, [{ text: 'Two' }, { text: ' שלוש', marks: { bold: true } }]);
  await answered;
  expect(said()).toEqual([[words('One.'), words('Two')]]);
  expect(talk.drafts.read(thread)).toEqual([{ text: ' שלוש', marks: { bold: true } }]);

  const last = talk.send(thread);
  talk.drafts.write(thread, words('Otherwise'));
  await last;
  expect(talk.drafts.read(thread)).toEqual(words('Otherwise'));
  await talk.send(thread);
  expect(talk.drafts.has(thread)).toBe(false);
  expect(said()[0]).toHaveLength(4);
});

test('what is being said is said once, whatever else is done and sent meanwhile', async () => {
  talk.drafts.write(NEW_THREAD, words('One'));
  talk.compose({ anchor: { kind: 'document' }, quote: '' });
  await talk.send(NEW_THREAD);
  const [first] = threads() as [Thread];
  talk.drafts.write(NEW_THREAD, words('Two'));
  talk.compose({ anchor: { kind: 'document' }, quote: '' });
  const sent = talk.send(NEW_THREAD);
  // One register, of the two that a thread begins with.
  await talk.react(first.id, first.messages[0]!, '👍');
  await Promise.all([sent, talk.send(NEW_THREAD)]);
  expect(said()).toHaveLength(2);
});

test('what is too much for one message is not sent, and not lost; what is as much is', async () => {
  const runs = (count: number): Inline[] =>
    Array.from({ length: count }, (_, index) => ({
      text: 'x',
      marks: index % 2 === 0 ? { bold: true } : { italic: true },
    }));
  const most = [words('字'.repeat(10_000)), runs(1_000), words('x\n'.repeat(5_000))];
  const tooMuch = [words('字'.repeat(10_001)), runs(1_001), words('\u0001'.repeat(10_000))];
  talk.compose({ anchor: { kind: 'document' }, quote: '' });
  for (const text of tooMuch) {
    talk.drafts.write(NEW_THREAD, text);
    await talk.send(NEW_THREAD);
    expect(talk.drafts.read(NEW_THREAD)).toEqual(text);
    expect(said()).toEqual([]);
  }
  for (const text of most) {
    talk.compose({ anchor: { kind: 'document' }, quote: '' });
    talk.drafts.write(NEW_THREAD, text);
    await talk.send(NEW_THREAD);
    expect(talk.drafts.read(NEW_THREAD)).toEqual([]);
  }
  expect(said()).toHaveLength(most.length);
  const [{ id = '', messages = [] } = {}] = threads();
  expect(await talk.edit(id as Thread['id'], messages[0]!.id, tooMuch[0]!)).toBe(false);
  expect(said()).toContainEqual([most[0]]);
});

test('what is exported is the document, whatever copy of it is shown', async () => {
  const fork = new SuggestionFork(opened.body.doc, { id: 'a suggestion' });
  new ModelDriver(fork.doc).type('Alpha', 'one', ' שלום');
  const shown = open(fork.doc);
  const blocks = await shown.withNotes({ withResolved: true });
  expect(blocks.map(({ content }) => content)).toEqual([words('Alpha one')]);
  await shown.end();
  fork.destroy();
});

test('an answer to what one suggests is new until one is at it, or has read all', async () => {
  const { docId, secret } = opened;
  const library = new Y.Doc();
  addEntry(library, { docId, secret, now: Date.now() - 1000 });
  const reader = open(opened.body.doc, { isDestroyed: false, library });
  reader.open();
  const replica = openReplica({ name: discussionOf(docId), secret });
  const discussion = new Discussion({
    doc: replica.doc,
    docId,
    rights: { moderates: () => false },
  });
  const [me, ben] = [await ownAuthor(), await newAuthor()];
  const id = newSuggestionId(me.id);
  await discussion.suggest(me, id, { clients: [77], update: '' });
  const first = await discussion.answer(ben, id, words('Why?'));
  await expect.poll(() => [...reader.get().unread]).toEqual([first]);
  expect(reader.get().threads).toEqual([]);
  reader.goToSuggestion(id);
  await expect.poll(() => reader.get().unread.size).toBe(0);
  // What is said while one is there is read as it comes.
  await discussion.answer(ben, id, words('Well?'));
  await expect.poll(() => readMarks(library, docId).threads.get(id)).toBe(2);
  expect(reader.get().unread.size).toBe(0);
  reader.goToSuggestion(null);
  await discussion.answer(ben, id, words('?'));
  await expect.poll(() => reader.get().unread.size).toBe(1);
  reader.readAll();
  await expect.poll(() => reader.get().unread.size).toBe(0);
  discussion.destroy();
  await reader.end();
  await replica.close();
});

test('what one was about to say in a thread that is gone is about to be said on the same words', async () => {
  const reader = open(opened.body.doc, { isDestroyed: false });
  const { id } = new Body(opened.body.doc).shown[0]!;
  const anchor = anchorOfBlock(new Body(opened.body.doc), id)!;
  reader.drafts.write(NEW_THREAD, words('Is it so?'));
  reader.compose({ anchor, quote: 'Alpha one' });
  await reader.send(NEW_THREAD);
  const [thread] = threads() as [Thread];
  expect(reader.get().active).toBe(thread.id);
  reader.drafts.write(thread.id, words('I mean שלום'));
  // As on another device of one's own.
  await reader.deleteMessage(thread.id, thread.messages[0]!.id);
  await expect.poll(() => reader.get().active).toBe(NEW_THREAD);
  expect(reader.get().target).toEqual({ anchor, quote: 'Alpha one' });
  expect(reader.drafts.threads()).toEqual([]);
  await reader.send(NEW_THREAD);
  expect(threads().map(({ anchors, quote }) => [anchors, quote])).toEqual([
    [[anchor], 'Alpha one'],
  ]);
  expect(said()).toEqual([[words('I mean שלום')]]);
  await reader.end();
});
