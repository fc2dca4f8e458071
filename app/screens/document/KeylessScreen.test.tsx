// @vitest-environment jsdom
/** What is said of a document whose key is not known: that there is none only where that is certain. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { tLazy } from '../../i18n/lazy.ts';
import { LibraryContext, openLibrary } from '../../library/library-store.ts';
import { KeylessScreen } from './KeylessScreen.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** What the page says where the library comes out of this storage. */
async function said(storage: unknown): Promise<string> {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('indexedDB', storage);
  const library = openLibrary();
  await library.whenReady;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <LibraryContext value={library}>
        <KeylessScreen onVisit={() => undefined} />
      </LibraryContext>,
    ),
  );
  const text = document.body.textContent;
  await act(async () => root.unmount());
  await library.replica.close();
  vi.unstubAllGlobals();
  return text;
}

test('a library that cannot be read may have the key', async () => {
  const { noKeyToDocument } = tLazy().links;
  const { blocked } = tLazy().deviceProblems;
  const silent = await said({ open: () => ({}) });
  expect([silent.includes(blocked), silent.includes(noKeyToDocument)]).toEqual([true, false]);
});

test('a browser that keeps nothing has none', async () => {
  expect(await said(undefined)).toContain(tLazy().links.noKeyToDocument);
});
