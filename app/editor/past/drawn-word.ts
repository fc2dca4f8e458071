/**
 * Words that are drawn in the text and are none of it: what is gone, what would come.
 *
 * Invariant: nothing is written in them; whoever clicks on them has the caret where they stand, as on
 * text: the browser itself would leave it where it was, perhaps far away.
 */
import { Selection } from 'prosemirror-state';
import { Decoration, type EditorView } from 'prosemirror-view';
import type { PersonColor } from '../../../shared/protocol/presence.ts';
import type { DrawnBy } from '../draw-places.ts';
import { styleOf } from './drawn-changes.ts';

export interface DrawnWord {
  name: 'del' | 'ins' | 'span';
  text: string;
  className: string;
  /** What happened, and by whom: shown where one points at it. */
  says: string;
  color: PersonColor | null;
  /** What is to be found of it where somebody points, by `dataset`. */
  data?: Readonly<Record<string, string>>;
}

/** @param spec `side` as ProseMirror has it; `key` is another one where the word looks otherwise */
export function drawnWord(
  at: number,
  { name, text, className, says, color, data }: DrawnWord,
  spec: DrawnBy & { side: number; key: string },
): Decoration {
  const draw = (view: EditorView, placeNow: () => number | undefined) => {
    const element = document.createElement(name);
    element.textContent = text;
    element.className = className;
    element.title = says;
    Object.assign(element.dataset, data);
    element.contentEditable = 'false';
    element.dir = 'auto';
    // The page's policy allows no style attributes; the style itself may be set.
    if (color) element.style.cssText = styleOf(color);
    element.addEventListener('click', () => {
      const place = placeNow();
      if (place === undefined || !view.editable) return;
      const { doc, tr } = view.state;
      view.dispatch(tr.setSelection(Selection.near(doc.resolve(place), -1)));
      view.focus();
    });
    return element;
  };
  return Decoration.widget(at, draw, { ...spec, ignoreSelection: true });
}
