// @vitest-environment jsdom
/** Lists of the library: what stands in their rows, and what is asked before a document goes for good. */
import 'fake-indexeddb/auto';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { createFolder, FolderTree } from '../../shared/library/folders.ts';
import { addEntry, moveToTrash, readEntry } from '../../shared/library/library.ts';
import { untilHolds } from '../../shared/testing/until-holds.ts';
import { tLazy } from '../i18n/lazy.ts';
import { news } from '../ui/announce.ts';
import { DocumentList } from './DocumentList.tsx';
import { FolderList } from './FolderList.tsx';
import { openLibrary } from './library-store.ts';
import type { RowActions } from './row-actions.tsx';
import { TrashList } from './TrashList.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** As soon as it is there. */
async function press(label: string): Promise<void> {
  const found = () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label);
  await act(() => untilHolds(() => expect(found()).toBeDefined()));
  await act(async () => found()!.click());
}

test('its last key can be copied, also on plain http, where browsers offer only the old way', async () => {
  const store = openLibrary();
  await store.whenReady;
  const { doc } = store;
  const secret = createSecret();
  const docId = docIdOf(secret);
  addEntry(doc, { docId, secret, title: 'Pläne', now: 1 });
  moveToTrash(doc, docId, 2);
  const entry = readEntry(doc, docId)!;
  const copied: string[] = [];
  document.execCommand = () => {
    copied.push(document.querySelector('textarea')!.value);
    return true;
  };
  expect(navigator.clipboard).toBeUndefined();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const library = { store, doc, entries: [entry], ready: true, link: null };
  await act(async () =>
    root.render(
      <TrashList
        entries={[entry]}
        library={library}
        removeFiles={async () => undefined}
        waitingFiles={async () => 0}
      />,
    ),
  );
  await press(tLazy().library.deleteDots);
  await press(tLazy().deleting.copyLink);
  await untilHolds(() => expect(news()).toBe(tLazy().deleting.linkCopied));
  expect(copied).toEqual([`${location.origin}/d/${docId}#${secret}`]);
  await act(async () => root.unmount());
  await store.replica.close();
});

test('names of documents and folders have their own direction, whatever that of the language is', async () => {
  const store = openLibrary();
  await store.whenReady;
  const { doc } = store;
  const secret = createSecret();
  const docId = docIdOf(secret);
  addEntry(doc, { docId, secret, title: 'Notes (2)', now: 1 });
  createFolder(doc, { name: 'תוכניות (א)', parent: null, now: 1 });
  const entry = readEntry(doc, docId)!;
  const row = { library: doc, actions: {} as RowActions, placeOf: null, unsent: new Set<string>() };
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <>
        <FolderList
          folders={new FolderTree(doc).within(null)}
          counts={new Map()}
          library={doc}
          onMove={() => undefined}
        />
        <DocumentList {...row} entries={[entry]} words={['notes']} FirstWords={() => '(ב) ועוד'} />
      </>,
    ),
  );
  const own = [...document.querySelectorAll('bdi')].map(({ textContent }) => textContent);
  expect(own).toEqual(['תוכניות (א)', 'Notes (2)', '(ב) ועוד']);
  await act(async () => root.unmount());
  await store.replica.close();
});
