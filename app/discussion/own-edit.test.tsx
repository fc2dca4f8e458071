// @vitest-environment jsdom
/** One's own message, written otherwise: what is not said yet is lost to no reload. */
import 'fake-indexeddb/auto';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { discussionOf } from '../../shared/access/document-name.ts';
import { Discussion, type Thread } from '../../shared/discussion/discussion.ts';
import { Body } from '../../shared/document/body.ts';
import type { Inline } from '../../shared/document/schema.ts';
import type { Menus } from '../editor/menus/menus.ts';
import { thisPerson } from '../presence/this-person.ts';
import { openReplica } from '../replica/open-replica.ts';
import { type OpenBody, openBody } from '../suggesting/testing/open-body.ts';
import { NEW_THREAD } from './drafts.ts';
import { useOwnEdit } from './own-edit.ts';
import { MessageItem } from './ThreadCard.tsx';
import { Talk } from './talk.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let opened: OpenBody;
let talk: Talk;
let root: Root | undefined;
const talks: Talk[] = [];
let edit: ReturnType<typeof useOwnEdit>;

/** What else was opened, and writes to the device as long as that is there. */
const closing: Promise<void>[] = [];

const words = (text: string): Inline[] => [{ text }];

function Shown({ thread: { id, messages } }: { thread: Thread }) {
  edit = useOwnEdit(talk, id, messages[0]!);
  return null;
}

/** As another page does that is loaded. */
function load(): Talk {
  const view = { isDestroyed: true, composing: true };
  const menus = { view, binding: { body: new Body(opened.body.doc) } } as unknown as Menus;
  const options = { ...opened, library: new Y.Doc(), menus, person: thisPerson };
  const loaded = new Talk({ ...options, role: () => 'editor' });
  talks.push(loaded);
  return loaded;
}

async function reload(): Promise<void> {
  await act(async () => root?.unmount());
  talk = load();
  root = createRoot(document.createElement('div'));
  await act(async () => root!.render(<Shown thread={thread()} />));
}

/** As it stands in the discussion. */
function thread(): Thread {
  const { docId, secret } = opened;
  const { doc, close } = openReplica({ name: discussionOf(docId), secret });
  const discussion = new Discussion({ doc, docId, rights: { moderates: () => false } });
  const [found] = discussion.threads();
  discussion.destroy();
  closing.push(close());
  return found!;
}

const said = () => thread().messages.map(({ text }) => text);

beforeEach(async () => {
  opened = await openBody(['Alpha one']);
  const first = load();
  first.drafts.write(NEW_THREAD, words('One'));
  first.compose({ anchor: { kind: 'document' }, quote: '' });
  await first.send(NEW_THREAD);
});

afterEach(async () => {
  await act(async () => root?.unmount());
  await Promise.all([...talks.splice(0).map((each) => each.end()), ...closing.splice(0)]);
  await opened.body.close();
});

const keptEdits = () => Object.keys(localStorage).filter((name) => name.includes(' edit '));

test('what was typed is there after a reload, until it is said', async () => {
  await reload();
  expect(edit.text).toBeNull();
  await act(async () => edit.begin());
  expect(edit.text).toEqual(words('One'));
  // Nothing was written yet.
  await reload();
  expect(edit.text).toBeNull();
  expect(keptEdits()).toEqual([]);
  await act(async () => edit.begin());
  await act(async () => edit.write(words('One 👩‍👩‍👧 שלום')));
  await reload();
  expect(edit.text).toEqual(words('One 👩‍👩‍👧 שלום'));
  // Asked for once more it has the focus, and what was kept.
  expect(edit.asked).toBe(0);
  await act(async () => edit.begin());
  expect(edit.asked).toBe(1);
  expect(edit.text).toEqual(words('One 👩‍👩‍👧 שלום'));
  await act(async () => edit.save());
  await act(() => expect.poll(said).toEqual([words('One 👩‍👩‍👧 שלום')]));
  await act(() => expect.poll(() => edit.text).toBeNull());
  await reload();
  expect(edit.text).toBeNull();
  expect(keptEdits()).toEqual([]);
});

test('what is typed while it is being said stays, and what was thrown away does not', async () => {
  await reload();
  await act(async () => edit.begin());
  await act(async () => edit.write(words('Two')));
  await act(async () => {
    edit.save();
    edit.write(words('Two and'));
  });
  await act(() => expect.poll(said).toEqual([words('Two')]));
  expect(edit.text).toEqual(words('Two and'));
  await act(async () => edit.write([]));
  expect(edit.text).toEqual([]);
  await act(async () => edit.write(words('Three')));
  await act(async () => edit.leave());
  expect(edit.text).toBeNull();
  await reload();
  expect(edit.text).toBeNull();
});

test('its field takes the focus where one asks for it, and not because something was kept', async () => {
  await reload();
  await act(async () => edit.begin());
  await act(async () => edit.write(words('One more')));
  await act(async () => root?.unmount());
  talk = load();
  const page = document.body.appendChild(document.createElement('div'));
  const text = document.body.appendChild(document.createElement('textarea'));
  text.focus();
  const found = thread();
  root = createRoot(page);
  await act(async () =>
    root!.render(
      <MessageItem
        talk={talk}
        people={new Map()}
        thread={found}
        message={found.messages[0]!}
        isFirst
        isNew={false}
      />,
    ),
  );
  const field = page.querySelector('[contenteditable]');
  expect(field?.textContent).toBe('One more');
  expect(document.activeElement).toBe(text);
  page.remove();
  text.remove();
});
