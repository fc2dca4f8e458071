/**
 * Stands for the clipboard's part of the editor until that is loaded, after the text.
 *
 * Invariant: what is copied, cut, pasted or dropped before is done when the part arrives, with what
 * the clipboard held at that moment.
 */
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { announce } from '../ui/announce.ts';
import { Late } from '../ui/late-part.ts';
import { t } from '../words/words.ts';

export const clipboardPart = new Late(async () => {
  const [{ clipboard }, { figureClipboard }] = await Promise.all([
    import('./clipboard.ts'),
    import('./figures/figure-clipboard.ts'),
  ]);
  return { clipboard, figureClipboard };
});

export function lateClipboard(): Plugin {
  const plugin: Plugin = new Plugin({
    props: { handleDOMEvents: { copy: postpone, cut: postpone, paste: postpone, drop: postpone } },
    view: () => {
      const takeIn = () => {
        const clipboard = clipboardPart.get()?.clipboard;
        // The view asks for them each time, so they can change without making all plugins anew.
        if (clipboard) Object.assign(plugin.props, { handleDOMEvents: {} }, clipboard().props);
      };
      takeIn();
      return { destroy: clipboardPart.subscribe(takeIn) };
    },
  });
  return plugin;
}

function postpone(view: EditorView, event: ClipboardEvent | DragEvent): boolean {
  // What is dragged within the text is moved as it is.
  if (clipboardPart.get() || view.dragging) return false;
  const repeat = repetitionOf(event);
  event.preventDefault();
  clipboardPart.load().then(
    () => {
      if (!view.isDestroyed) repeat(view);
    },
    () => announce(t().notLoaded.clipboard),
  );
  return true;
}

/** How to do the same later: what an event carries can be read only while it is being handled. */
function repetitionOf(event: ClipboardEvent | DragEvent): (view: EditorView) => void {
  const init = { bubbles: true, cancelable: true };
  if (event instanceof DragEvent) {
    const { clientX, clientY, ctrlKey, altKey } = event;
    const dataTransfer = copyOf(event.dataTransfer);
    return ({ dom }) =>
      dom.dispatchEvent(
        new DragEvent('drop', { ...init, clientX, clientY, ctrlKey, altKey, dataTransfer }),
      );
  }
  if (event.type === 'paste') {
    const clipboardData = copyOf(event.clipboardData);
    return ({ dom }) => dom.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData }));
  }
  // Only the browser can write what is selected to the clipboard; this has it ask for it once more.
  return ({ dom }) => dom.ownerDocument.execCommand(event.type);
}

function copyOf(data: DataTransfer | null): DataTransfer {
  const copy = new DataTransfer();
  for (const type of data?.types ?? []) {
    if (type !== 'Files') copy.setData(type, data!.getData(type));
  }
  for (const file of data?.files ?? []) copy.items.add(file);
  return copy;
}
