/**
 * What becomes here of a document that another device took off all devices of this person.
 *
 * Invariant: where something of it is unsent on this device, or it is open, or it was used here
 * meanwhile, it comes back to all of them with its key, its title and its place; else its copy goes
 * from this device, too. What this device removed by itself, in whichever tab, does not come back.
 */
import { namesAmong } from '../../shared/access/document-name.ts';
import type { DocId } from '../../shared/access/ids.ts';
import { bringBack, isWhole } from '../../shared/library/bring-back.ts';
import { isKept, type LibraryEntry } from '../../shared/library/library.ts';
import { unsentMarks } from '../replica/marked-unsent.ts';
import { wasRemoved } from '../replica/removed.ts';
import { isHeld, type LibraryStore } from './library-store.ts';

interface Leftovers {
  /** Whether something beside the text waits to be sent. */
  isWaiting: (docId: DocId) => Promise<boolean>;
  /** Takes what is left of a document off this device. */
  erase: (entry: LibraryEntry) => Promise<void>;
}

/** Begins, for as long as the page is there. Only once the library is ready. */
export function keepWhatIsUnsent(store: LibraryStore, leftovers: Leftovers): void {
  let known = new Map(store.entries().map((entry) => [entry.docId, entry]));
  const look = () => {
    const entries = store.entries();
    const now = new Map(entries.map((entry) => [entry.docId, entry]));
    const before = known;
    known = now;
    for (const entry of before.values()) {
      if (isWhole(store.doc, entry)) continue;
      const wasUsedMeanwhile = isKept(store.doc, entry.docId) && !wasRemoved(entry.docId);
      if (wasUsedMeanwhile || now.has(entry.docId)) bringBack(store.doc, entry);
      else {
        settle(store, entry, leftovers).catch((error: unknown) => {
          console.error('A document that was deleted elsewhere is still on this device.', error);
        });
      }
    }
  };
  // Not in the midst of the change that took it away.
  store.subscribe(() => queueMicrotask(look));
}

async function settle(
  store: LibraryStore,
  entry: LibraryEntry,
  { isWaiting, erase }: Leftovers,
): Promise<void> {
  // Whichever tab removed it has taken the copy first; to open one again would make another.
  if (wasRemoved(entry.docId)) return;
  const isUnsent = () => namesAmong(entry.docId, unsentMarks().keys()).some(isHeld);
  // Somebody may have begun to write in it while it was asked for.
  const isWanted = isUnsent() || (await isWaiting(entry.docId)) || isUnsent();
  if (isKept(store.doc, entry.docId)) return;
  if (isWanted) bringBack(store.doc, entry);
  else await erase(entry);
}
