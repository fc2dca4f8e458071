/**
 * Who wrote what: signs for what is written here, and draws whose words are whose where somebody asks.
 *
 * Invariant: without being asked for, nothing of it is read, checked or drawn.
 */
import { useEffect } from 'react';
import { readWriters, writerOf } from '../../../../shared/document/claims.ts';
import { readPeople } from '../../../../shared/document/read-people.ts';
import { drawAuthors } from '../../../editor/authors/author-places.ts';
import { tLazy } from '../../../i18n/lazy.ts';
import { claimOwn } from '../../../replica/own-claims.ts';
import { ownPins } from '../../../replica/own-signer.ts';
import { announce } from '../../../ui/announce.ts';
import type { DocumentOnScreen, FeatureParts, FeatureProps } from './features.ts';

/** What was written or scrolled to rests so long before it is drawn anew, ms. */
const RESTS_MS = 150;

export const authors: FeatureParts = {
  follow: ({ doc, docId }) => claimOwn(doc, docId),
  Notice: ({ page, isOpen }: FeatureProps) => {
    useEffect(() => (isOpen ? follow(page) : undefined), [page, isOpen]);
    return null;
  },
};

function follow(page: DocumentOnScreen): () => void {
  const { doc, docId, menus } = page;
  const { view, binding } = menus;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = async (): Promise<void> => {
    const writers = await readWriters(doc, docId, await ownPins());
    if (isOver) return;
    const people = readPeople(doc);
    drawAuthors(view, binding, (client) => {
      const person = people.get(writerOf(writers, client) ?? '');
      return person ?? { name: tLazy().looking.unknown, color: null };
    });
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      draw().catch((error: unknown) => console.error('It cannot be shown who wrote what.', error));
    }, RESTS_MS);
  };
  soon();
  announce(tLazy().looking.authorsShown);
  doc.on('update', soon);
  addEventListener('scroll', soon, { passive: true, capture: true });
  return () => {
    isOver = true;
    clearTimeout(timer);
    doc.off('update', soon);
    removeEventListener('scroll', soon, { capture: true });
    drawAuthors(view, binding, null);
  };
}
