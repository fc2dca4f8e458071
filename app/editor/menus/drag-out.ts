/**
 * Words that are dragged out of the text into a field: one that searches, names or asks.
 *
 * Invariant: the text keeps them. Browsers would move them there, out of a document that others read;
 * only the title, which is a part of that, has them moved (`title/Title.tsx`).
 */
import type { EditorView } from 'prosemirror-view';

const FIELDS = 'input, textarea:not(.title)';

/** @returns how to stop */
export function copyIntoFields(view: EditorView): () => void {
  /** The field that something of the text is over. */
  const fieldOf = ({ target }: DragEvent) =>
    view.dragging && target instanceof Element
      ? target.closest<HTMLInputElement | HTMLTextAreaElement>(FIELDS)
      : null;
  const over = (event: DragEvent) => {
    if (!fieldOf(event) || !event.dataTransfer) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  };
  const drop = (event: DragEvent) => {
    const field = fieldOf(event);
    if (!field) return;
    event.preventDefault();
    field.focus();
    // As one types it: the field hears of it, and can take it back.
    document.execCommand('insertText', false, event.dataTransfer?.getData('text/plain'));
  };
  addEventListener('dragover', over);
  addEventListener('drop', drop);
  return () => {
    removeEventListener('dragover', over);
    removeEventListener('drop', drop);
  };
}
