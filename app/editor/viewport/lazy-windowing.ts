/**
 * Stands for what draws only a part of a document, and what follows from that, until it is loaded,
 * after the text: a document of a few pages needs nothing of it.
 *
 * Invariant: a document that needs it to be shown is shown with it from the start, where it can be
 * had. Otherwise all of the document is drawn until it comes.
 */
import { Plugin } from 'prosemirror-state';
import { ContentEmbed, type Doc } from 'yjs';
import { bodyText } from '../../../shared/document/body.ts';
import { Lazy } from '../../ui/lazy-part.ts';
import { foldsOf } from '../folding/stored-folds.ts';
import { hold } from '../input/held-keys.ts';

/** Documents of up to so many blocks are drawn whole. */
export const WHOLE_UP_TO = 300;

export const windowingPart = new Lazy(async () => {
  const [windowing, { pageKey }] = await Promise.all([
    import('./windowing.ts'),
    import('./page-keys.ts'),
  ]);
  return { ...windowing, pageKey };
});

/** What a document waits for before it is drawn; null where it needs nothing, or all is there. */
export function beforeDrawing(doc: Doc, name: string): Promise<void> | null {
  if (windowingPart.get() || !(mayBeLong(doc) || foldsOf(name).read().length > 0)) return null;
  return windowingPart.load().catch(() => {
    // Not reachable now: all is drawn, and it is asked for again, as all that comes after the page.
  });
}

/** Counts what stands between the letters: the markers of the blocks, and few things more. */
function mayBeLong(doc: Doc): boolean {
  let count = 0;
  for (let item = bodyText(doc)._start; item !== null; item = item.right)
    if (!item.deleted && item.content instanceof ContentEmbed) count++;
  return count > WHOLE_UP_TO;
}

export function pageKeys(): Plugin {
  return new Plugin({
    props: {
      handleKeyDown: (view, event) =>
        windowingPart.get()?.pageKey(view, event) ??
        // The browser turns pages itself, but not at a key that it was kept from.
        (event.defaultPrevented &&
          event.key.startsWith('Page') &&
          hold(view, event, windowingPart.load)),
    },
  });
}
