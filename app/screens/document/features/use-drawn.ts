/** What a feature draws in the text: anew where it is another drawing, and never in a composition. */
import { useEffect, useState } from 'react';
import type { Menus } from '../../../editor/menus/menus.ts';

/** @param draw the same as long as the same is to be drawn; may return what ends it */
export function useDrawn({ view }: Menus, draw: () => (() => void) | undefined): void {
  const [composed, setComposed] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a composition it is drawn again
  useEffect(() => {
    if (view.isDestroyed) return undefined;
    // An input method begins again where what is drawn around its text changes.
    if (view.composing) {
      const soon = () => setTimeout(() => setComposed((times) => times + 1));
      view.dom.addEventListener('compositionend', soon, { once: true });
      return () => view.dom.removeEventListener('compositionend', soon);
    }
    return draw();
  }, [view, draw, composed]);
}
