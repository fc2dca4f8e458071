// @vitest-environment jsdom
/** What is shown of a discussion is looked at without being asked, once, and told by the right names. */
import { afterEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { Discussion, UNKNOWN_AUTHOR } from '../../shared/discussion/discussion.ts';
import { plainMessage } from '../../shared/discussion/message-text.ts';
import { newAuthor } from '../../shared/discussion/testing/authors.ts';
import { tLazy } from '../i18n/lazy.ts';
import { nameOf } from './names.ts';
import { Signatures } from './signatures.ts';

const DOCUMENT = { kind: 'document' } as const;
afterEach(() => vi.restoreAllMocks());

function discussionOf(doc: Y.Doc): Discussion {
  const docId = docIdOf(SECRET);
  return new Discussion({ doc, docId, rights: { moderates: () => false } });
}
const SECRET = createSecret();

/** Words and authors, in the order of the thread. */
const said = (discussion: Discussion) =>
  discussion
    .threads()
    .flatMap(({ messages }) => messages.map(({ text, author }) => [plainMessage(text), author]));

test('what somebody signed in another’s name is said by nobody known, soon after it is shown', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const [ana, eve] = [await newAuthor(), await newAuthor()];
  const discussion = discussionOf(new Y.Doc());
  const verify = vi.spyOn(discussion, 'verify');
  const signatures = new Signatures(discussion, async () => new Map());
  const { thread } = await discussion.begin(ana, DOCUMENT, '', [{ text: 'mine' }]);
  await discussion.answer({ ...eve, id: ana.id }, thread, [{ text: 'forged' }]);
  expect(verify).not.toHaveBeenCalled();
  signatures.shown();
  signatures.shown();
  const expected = [
    ['mine', ana.id],
    ['forged', UNKNOWN_AUTHOR],
  ];
  await expect.poll(() => said(discussion)).toEqual(expected);
  // As whoever draws it is told of the change, and shows it.
  signatures.shown();
  // What comes later is looked at when it is shown.
  await discussion.answer({ ...eve, id: ana.id }, thread, [{ text: 'again' }]);
  await expect
    .poll(() => {
      signatures.shown();
      return said(discussion);
    })
    .toEqual([...expected, ['again', UNKNOWN_AUTHOR]]);
  expect(warn).toHaveBeenCalledTimes(1);
  const people = new Map([[ana.id, { id: ana.id, name: 'Ana', color: 'blue' as const }]]);
  expect(nameOf(people, ana.id)).toBe('Ana');
  expect(nameOf(people, eve.id)).toBe(tLazy().looking.somebody);
  expect(nameOf(people, UNKNOWN_AUTHOR)).toBe(tLazy().looking.unknown);
  signatures.end();
});

test('where nothing is to be had of keys, it is told, and everything stays as it reads', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const ana = await newAuthor();
  const discussion = discussionOf(new Y.Doc());
  await discussion.begin(ana, DOCUMENT, '', [{ text: 'mine' }]);
  const signatures = new Signatures(discussion, () => Promise.reject(new Error('No keys.')));
  signatures.shown();
  await expect.poll(() => error.mock.calls.length).toBe(1);
  expect(said(discussion)).toEqual([['mine', ana.id]]);
  signatures.end();
  signatures.shown();
  expect(error).toHaveBeenCalledTimes(1);
});
