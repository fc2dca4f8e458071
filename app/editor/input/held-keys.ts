/**
 * Keys that were pressed before what they mean was there, and text that came behind them.
 *
 * Invariant: they take effect in their order, and before any that is pressed later. They wait for a
 * few seconds at the most: what is typed behind them is not kept anywhere meanwhile.
 */
import type { EditorView } from 'prosemirror-view';

/** A network that died in the middle of an answer tells nobody so, ms. */
const PATIENCE_MS = 4000;

export class HeldKeys {
  readonly #held: (KeyboardEvent | InputEvent)[] = [];
  /** Whether keys are being pressed again: they wait for nothing now. */
  isReleasing = false;

  /** Whether a key has to wait because another one does. */
  get isWaiting(): boolean {
    return this.#held.length > 0;
  }

  /** Takes a key from the browser; `load` begins with the first one, and failing ends the wait, too. */
  hold(view: EditorView, event: KeyboardEvent, load: () => Promise<unknown>): void {
    event.preventDefault();
    this.#held.push(event);
    if (this.#held.length > 1) return;
    const release = () => this.#release(view);
    const patience = new Promise((end) => setTimeout(end, PATIENCE_MS));
    Promise.race([load(), patience]).then(release, release);
  }

  /** Text without a key of its own, as that of a dictation, waits behind keys. Whether it has to. */
  holdText(event: InputEvent): boolean {
    if (!this.isWaiting || !event.data || event.isComposing) return false;
    event.preventDefault();
    return this.#held.push(event) > 0;
  }

  #release(view: EditorView): void {
    const keys = this.#held.splice(0);
    if (view.isDestroyed) return;
    this.isReleasing = true;
    for (const event of keys) press(view, event);
    this.isReleasing = false;
  }
}

/** Does what a key or a text does in the text, or in the field that an earlier one has opened. */
function press(view: EditorView, held: KeyboardEvent | InputEvent): void {
  const isKey = 'key' in held;
  const text = isKey ? held.key : held.data!;
  const types = !isKey || (text.length === 1 && !held.ctrlKey && !held.metaKey);
  if (!view.hasFocus()) {
    if (types) view.dom.ownerDocument.execCommand('insertText', false, text);
    return;
  }
  if (isKey && view.someProp('handleKeyDown', (handle) => handle(view, held))) return;
  if (!types) {
    if (isKey) goOn(held);
    return;
  }
  const { from, to } = view.state.selection;
  const typed = () => view.state.tr.insertText(text, from, to).scrollIntoView();
  if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, text, typed)))
    view.dispatch(typed());
}

/** Ways of the caret, as browsers call them. */
const WAYS: Readonly<
  Record<string, readonly [direction: string, by: string, withControl?: string]>
> = {
  ArrowUp: ['backward', 'line'],
  ArrowDown: ['forward', 'line'],
  ArrowLeft: ['left', 'character', 'word'],
  ArrowRight: ['right', 'character', 'word'],
  Home: ['backward', 'lineboundary', 'documentboundary'],
  End: ['forward', 'lineboundary', 'documentboundary'],
};

/** What the browser would have done at a key that goes through the text. */
function goOn({ key, shiftKey, ctrlKey }: KeyboardEvent): void {
  const way = WAYS[key];
  if (!way) return;
  const [direction, by, withControl] = way;
  getSelection()?.modify(shiftKey ? 'extend' : 'move', direction, (ctrlKey && withControl) || by);
}
