/**
 * The first thing a view does: it takes the place of the page's picture, and does to the text what
 * somebody has done to the picture meanwhile.
 */
import { Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { takePicture } from '../ui/picture.ts';

export function goOnFromPicture(view: EditorView): void {
  const meant = takePicture();
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
