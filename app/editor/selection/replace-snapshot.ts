/**
 * The first thing a view does: it takes the place of the page's snapshot, and does to the text what
 * somebody has done to the snapshot meanwhile.
 */
import { Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { removeSnapshot } from '../../ui/page-snapshot.ts';

export function replaceSnapshot(view: EditorView): void {
  const meant = removeSnapshot();
  if (!meant) return;
  const place = view.posAtCoords({ left: meant.x, top: meant.y });
  const { doc, tr } = view.state;
  const selection = place && Selection.near(doc.resolve(place.pos));
  if (selection) view.dispatch(tr.setSelection(selection));
  view.focus();
  if (!view.editable) return;
  for (const [index, line] of meant.text.split('\n').entries()) {
    if (index > 0) press(view, 'Enter');
    if (line !== '') view.dispatch(view.state.tr.insertText(line).scrollIntoView());
  }
}

function press(view: EditorView, key: string): void {
  const event = new KeyboardEvent('keydown', { key });
  view.someProp('handleKeyDown', (handle) => handle(view, event) || undefined);
}
