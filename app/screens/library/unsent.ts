/**
 * Which documents have something on this device that the server has not confirmed: text, pictures
 * and files, links; and whether the library itself has.
 *
 * Invariant: what is on its way for a moment only is not shown, so the list does not flicker; what
 * waits for longer is, whatever it waits for.
 */
import { useEffect, useState } from 'react';
import { parseDocumentName } from '../../../shared/access/document-name.ts';
import { readMadeLinks } from '../../../shared/library/made-links.ts';
import type { Library } from '../../library/library-store.ts';
import { unsentMarks } from '../../replica/marked-unsent.ts';
import { onUnsentMarks } from '../../replica/unsent-marks.ts';

/** What waits for less is on its way, ms. */
const MOMENT_MS = 2500;

export type UnsentDocuments = ReadonlySet<string>;
const NONE: UnsentDocuments = new Set();

/** How many changes of folders, pins and the like wait here for linked devices. */
export function useLibraryWaits({ store, link }: Library): number {
  const [waiting, setWaiting] = useState(0);
  useEffect(() => {
    const { status } = store.replica;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLong = false;
    const look = () => {
      const { unconfirmed } = status.get();
      if (link === null || unconfirmed === 0) {
        clearTimeout(timer);
        timer = undefined;
        isLong = false;
      } else {
        timer ??= setTimeout(() => {
          isLong = true;
          look();
        }, MOMENT_MS);
      }
      setWaiting(isLong ? unconfirmed : 0);
    };
    const stop = status.subscribe(look);
    look();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store, link]);
  return waiting;
}

export function useUnsentDocuments({ doc, entries }: Library): UnsentDocuments {
  const [unsent, setUnsent] = useState<UnsentDocuments>(NONE);
  useEffect(() => {
    const known = new Set<string>(entries.map(({ docId }) => docId));
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let files: UnsentDocuments = NONE;
    const look = () => {
      clearTimeout(timer);
      const now = Date.now();
      const found = new Set(files);
      let isOneNew = false;
      for (const [name, at] of unsentMarks()) {
        const docId = parseDocumentName(name)?.docId;
        if (!docId) continue;
        if (Math.abs(now - at) >= MOMENT_MS) found.add(docId);
        else isOneNew = true;
      }
      for (const { docId, sentAt, createdAt } of readMadeLinks(doc)) {
        if (sentAt !== null) continue;
        if (Math.abs(now - createdAt) >= MOMENT_MS) found.add(docId);
        else isOneNew = true;
      }
      const shown = new Set([...found].filter((docId) => known.has(docId)));
      setUnsent((before) => (isSame(before, shown) ? before : shown));
      if (isOneNew) timer = setTimeout(look, MOMENT_MS);
    };
    const stops = [onUnsentMarks(look)];
    look();
    import('../../attachments/attachments.ts').then(
      ({ watchWaitingDocuments }) => {
        if (isOver) return;
        const stop = watchWaitingDocuments((waiting) => {
          files = waiting;
          look();
        });
        stops.push(stop);
      },
      (error: unknown) => console.error('Pictures and files that wait are not counted.', error),
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [doc, entries]);
  return unsent;
}

function isSame(one: UnsentDocuments, other: UnsentDocuments): boolean {
  return one.size === other.size && [...one].every((docId) => other.has(docId));
}
