/**
 * A library of many documents, stored as the app stores it. Their texts are on no device.
 *
 * Invariant: `Document 1` came first and `Document <count>` last.
 */
import type { Page } from '@playwright/test';
import * as Y from 'yjs';
import { createSecret, docIdOf } from '../../../shared/access/ids.ts';
import { addEntry, LIBRARY_NAME } from '../../../shared/library/library.ts';

/** Puts it into the browser of a page that shows something of the app's origin, but not the app. */
export async function storeLargeLibrary(page: Page, count: number): Promise<void> {
  const library = new Y.Doc();
  for (let at = 1; at <= count; at++) {
    const secret = createSecret();
    addEntry(library, { docId: docIdOf(secret), secret, title: `Document ${at}`, now: at });
  }
  const update = Buffer.from(Y.encodeStateAsUpdate(library)).toString('base64');
  await page.evaluate(
    ({ name, stored }) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(`driftless:${name}`);
        request.onupgradeneeded = () => {
          const updates = request.result.createObjectStore('updates', { autoIncrement: true });
          request.result.createObjectStore('custom');
          updates.add(Uint8Array.from(atob(stored), (character) => character.charCodeAt(0)));
        };
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          request.result.close();
          resolve();
        };
      }),
    { name: LIBRARY_NAME, stored: update },
  );
}
