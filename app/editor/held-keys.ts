/**
 * Keys that were pressed before what they mean was there.
 *
 * Invariant: they take effect in their order, and before any that is pressed later.
 */
import type { EditorView } from 'prosemirror-view';

export class HeldKeys {
  readonly #held: KeyboardEvent[] = [];
  #isReleasing = false;

  /** Whether a key has to wait because another one does. */
  get isWaiting(): boolean {
    return this.#held.length > 0 && !this.#isReleasing;
  }

  /** Whether keys are being pressed again: they wait for nothing now. */
  get isReleasing(): boolean {
    return this.#isReleasing;
  }

  /** Takes a key from the browser; `load` begins with the first one, and failing ends the wait, too. */
  hold(view: EditorView, event: KeyboardEvent, load: () => Promise<unknown>): void {
    event.preventDefault();
    this.#held.push(event);
    if (this.#held.length > 1) return;
    const release = () => this.#release(view);
    load().then(release, release);
  }

  #release(view: EditorView): void {
    const keys = this.#held.splice(0);
    if (view.isDestroyed) return;
    this.#isReleasing = true;
    for (const event of keys) press(view, event);
    this.#isReleasing = false;
  }
}

/** Does what a key does in the text, or in the field that an earlier one has opened. */
function press(view: EditorView, event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey } = event;
  const types = key.length === 1 && !ctrlKey && !metaKey;
  if (!view.hasFocus()) {
    if (types) view.dom.ownerDocument.execCommand('insertText', false, key);
    return;
  }
  if (view.someProp('handleKeyDown', (handle) => handle(view, event)) || !types) return;
  const { from, to } = view.state.selection;
  const typed = () => view.state.tr.insertText(key, from, to).scrollIntoView();
  if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, key, typed)))
    view.dispatch(typed());
}
