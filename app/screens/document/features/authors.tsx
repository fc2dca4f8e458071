/**
 * Who wrote what, and when: signs for what is written here, draws whose words are whose where somebody
 * asks, and says it of the word at the caret.
 *
 * Invariant: without being asked for, nothing of it is read, checked or drawn. A time stands only where
 * the server told it, so not for whoever came with a link that leaves the history out.
 */
import { useEffect } from 'react';
import { readWriters, writerOf } from '../../../../shared/document/claims.ts';
import { readPeople } from '../../../../shared/document/read-people.ts';
import { readEntry } from '../../../../shared/library/library.ts';
import {
  type AuthorOf,
  authorAtCaret,
  drawAuthors,
} from '../../../editor/authors/author-places.ts';
import { DocumentHistory } from '../../../history/document-history.ts';
import type { WrittenUntil } from '../../../history/history-log.ts';
import { tLazy } from '../../../i18n/lazy.ts';
import { claimOwn } from '../../../replica/own-claims.ts';
import { ownPins } from '../../../replica/own-signer.ts';
import { announce } from '../../../ui/announce.ts';
import { formatMoment } from '../../../ui/time.ts';
import type { DocumentOnScreen, FeatureParts, FeatureProps } from './features.ts';

/** What was written or scrolled to rests so long before it is drawn anew, ms. */
const RESTS_MS = 150;

export const authors: FeatureParts = {
  follow: ({ doc, docId }) => claimOwn(doc, docId),
  Notice: ({ page, isOpen }: FeatureProps) => {
    useEffect(() => (isOpen ? follow(page) : undefined), [page, isOpen]);
    return null;
  },
  commands: (page) => [
    {
      id: 'author-here',
      group: 'Document',
      icon: 'mention',
      keys: ['Mod-Alt-y'],
      forReaders: true,
      run: (_state, dispatch) => {
        if (dispatch)
          sayAuthor(page).catch((error: unknown) => {
            console.error('It cannot be said who wrote this.', error);
            announce(tLazy().looking.broken);
          });
        return true;
      },
    },
  ],
};

type Written = ReadonlyMap<number, readonly WrittenUntil[]>;

const NOTHING: Written = new Map();

function historyOf({ library, docId, doc }: DocumentOnScreen): DocumentHistory | null {
  const entry = readEntry(library, docId);
  return entry && new DocumentHistory(docId, entry.secret, doc);
}

function follow(page: DocumentOnScreen): () => void {
  const { written: shown, menus } = page;
  const { view, binding } = menus;
  const history = historyOf(page);
  let written = NOTHING;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fail = (error: unknown): void => {
    if (!isOver) console.error('It cannot be shown who wrote what.', error);
  };
  const draw = async (): Promise<void> => {
    const authorOf = await authorsOf(page, written);
    if (!isOver) drawAuthors(view, binding, authorOf);
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void draw().catch(fail), RESTS_MS);
  };
  // Names do not wait for times.
  soon();
  let sessions = history?.get().sessions;
  const stops = history
    ? [
        history.subscribe(() => {
          if (history.get().sessions === sessions) return;
          sessions = history.get().sessions;
          const take = (told: Written) => {
            written = told;
            soon();
          };
          history.written().then(take).catch(fail);
        }),
        history.follow(),
      ]
    : [];
  announce(tLazy().looking.authorsShown);
  shown.on('update', soon);
  addEventListener('scroll', soon, { passive: true, capture: true });
  return () => {
    isOver = true;
    for (const stop of stops) stop();
    history?.close();
    clearTimeout(timer);
    shown.off('update', soon);
    removeEventListener('scroll', soon, { capture: true });
    drawAuthors(view, binding, null);
  };
}

/** Says who wrote the word at the caret, and when. */
async function sayAuthor(page: DocumentOnScreen): Promise<void> {
  const { view, binding } = page.menus;
  const history = historyOf(page);
  try {
    await history?.ask();
    const authorOf = await authorsOf(page, (await history?.written()) ?? NOTHING);
    announce(authorAtCaret(view, binding, authorOf)?.says ?? tLazy().looking.noAuthor);
  } finally {
    history?.close();
  }
}

/** Whoever wrote in a draft, or in the copy in which one suggests, has claimed it there. */
async function authorsOf(page: DocumentOnScreen, written: Written): Promise<AuthorOf> {
  const writers = await readWriters(page.written, page.docId, await ownPins());
  const people = readPeople(page.written);
  return (client, clock) => {
    const person = people.get(writerOf(writers, client) ?? '');
    const name = person?.name ?? tLazy().looking.unknown;
    const when = written.get(client)?.find((until) => clock < until.clock);
    return {
      says: when ? `${name}, ${formatMoment(when.at)}` : name,
      color: person?.color ?? null,
      until: when?.clock ?? Number.POSITIVE_INFINITY,
    };
  };
}
