/**
 * The first thing a view does: it takes the place of the page's snapshot, and does to the text what
 * somebody has done to the snapshot meanwhile, in its order.
 */
import { Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { removeSnapshot } from '../../ui/page-snapshot.ts';
import { readNow } from '../clipboard/read-now.ts';
import { press } from '../input/held-keys.ts';

export function replaceSnapshot(view: EditorView): void {
  for (const deed of removeSnapshot()) {
    if (typeof deed === 'string') type(view, deed);
    else if ('x' in deed) click(view, deed.x, deed.y - scrollY);
    else if (!view.editable) continue;
    else if ('key' in deed) press(view, deed);
    else {
      const { data, again } = readNow({ clipboardData: deed });
      press(view, { text: data.getData('text/plain'), again });
    }
  }
}

function click(view: EditorView, left: number, top: number): void {
  // Keys that wait for what they mean were meant for where the caret was.
  dispatchEvent(new Event('pointerdown'));
  const place = view.posAtCoords({ left, top });
  const { doc, tr } = view.state;
  if (place) view.dispatch(tr.setSelection(Selection.near(doc.resolve(place.pos))));
  view.focus();
}

/** As keys, so that it waits behind those that have to wait. */
function type(view: EditorView, text: string): void {
  if (!view.editable) return;
  for (const sign of text)
    press(view, new KeyboardEvent('keydown', { key: sign === '\n' ? 'Enter' : sign }));
}
