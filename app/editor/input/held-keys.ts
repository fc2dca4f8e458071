/**
 * Keys that were pressed before what they mean was there, and what was typed or pasted behind them.
 *
 * Invariant: they take effect in their order, and before any that is pressed later. They wait for a
 * few seconds at the most, and no longer than the page is there: what is typed behind them is not
 * kept anywhere meanwhile.
 */
import type { EditorView } from 'prosemirror-view';
import { placed, readNow } from '../clipboard/read-now.ts';

/** A network that died in the middle of an answer tells nobody so, ms. */
const PATIENCE_MS = 4000;

/** A key, a text without one, or something pasted. */
type Held = KeyboardEvent | InputEvent | Pasted;
interface Pasted {
  readonly text: string;
  readonly again: Event;
}

export class HeldKeys {
  readonly #held: Held[] = [];
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
    const release = () => this.release(view);
    const patience = new Promise((end) => setTimeout(end, PATIENCE_MS));
    Promise.race([load(), patience]).then(release, release);
  }

  /** Text without a key of its own, as that of a dictation, waits behind keys. Whether it has to. */
  holdText(event: InputEvent): boolean {
    if (!this.isWaiting || !event.data || event.isComposing) return false;
    event.preventDefault();
    return this.#held.push(event) > 0;
  }

  /** What is pasted waits behind keys, too. Whether it has to. */
  holdPaste(event: ClipboardEvent): boolean {
    if (!this.isWaiting || placed.has(event)) return false;
    const { data, again } = readNow(event);
    event.preventDefault();
    return this.#held.push({ text: data.getData('text/plain'), again }) > 0;
  }

  /** Waits no longer. */
  release(view: EditorView): void {
    const keys = this.#held.splice(0);
    if (view.isDestroyed) return;
    this.isReleasing = true;
    for (const event of keys) press(view, event);
    this.isReleasing = false;
  }
}

/** Does what a key or a text does in the text, or in the field that an earlier one has opened. */
export function press(view: EditorView, held: Held): void {
  if ('again' in held) {
    flush(view);
    if (view.hasFocus()) view.dom.dispatchEvent(held.again);
    else document.execCommand('insertText', false, held.text);
    return;
  }
  const isKey = 'key' in held;
  const text = isKey ? held.key : held.data!;
  const types = !isKey || typesText(held);
  if (!view.hasFocus()) {
    if (types) document.execCommand('insertText', false, text);
    return;
  }
  if (isKey && view.someProp('handleKeyDown', (handle) => handle(view, held))) return;
  if (!types) {
    if (isKey) goOn(view, held);
    return;
  }
  const { from, to } = view.state.selection;
  const typed = () => view.state.tr.insertText(text).scrollIntoView();
  if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, text, typed)))
    view.dispatch(typed());
}

/** Whether a key is there for its character, which may take two units; AltGr says Control as well. */
function typesText(event: KeyboardEvent): boolean {
  const isCommand = event.ctrlKey || event.metaKey;
  return [...event.key].length === 1 && (!isCommand || event.getModifierState('AltGraph'));
}

/** What the view keeps to itself: taking in what the browser did to the page just now. */
interface Inside {
  readonly input: { lastFocus: number };
  readonly domObserver: { flush(): void };
}

function flush(view: EditorView): void {
  const { input, domObserver } = view as unknown as Inside;
  // Soon after the focus it would take a caret at the start for a browser's mistake.
  input.lastFocus = 0;
  domObserver.flush();
}

/** Whether the browser pastes at a key, which it does for nobody who asks for it later. */
export function isPasteKey({
  keyCode,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: KeyboardEvent): boolean {
  return keyCode === V ? (ctrlKey || metaKey) && !altKey : keyCode === INSERT && shiftKey;
}
const V = 86;
const INSERT = 45;

/** What takes away, with the end it takes from. */
const ERASERS: Readonly<Record<string, readonly [command: string, direction: string]>> = {
  Backspace: ['delete', 'backward'],
  Delete: ['forwardDelete', 'forward'],
};

/** Ways of the caret, as browsers call them. */
const WAYS: Readonly<Record<string, readonly [direction: string, by: string, farther?: string]>> = {
  ArrowUp: ['backward', 'line'],
  ArrowDown: ['forward', 'line'],
  ArrowLeft: ['left', 'character', 'word'],
  ArrowRight: ['right', 'character', 'word'],
  Home: ['backward', 'lineboundary', 'documentboundary'],
  End: ['forward', 'lineboundary', 'documentboundary'],
};

const isApple = typeof navigator !== 'undefined' && /Mac|iP(hone|ad|od)/.test(navigator.platform);

/** How much of the text a key is about: on an Apple keyboard ⌥ means words, and ⌘ lines. */
function spanOf({ ctrlKey, altKey, metaKey }: KeyboardEvent): string | null {
  if (isApple && metaKey) return 'lineboundary';
  return (isApple ? altKey : ctrlKey) ? 'word' : null;
}

/** What the browser would have done at a key, which is nothing at one that is a command's alone. */
function goOn(view: EditorView, event: KeyboardEvent): void {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
  if (isApple ? ctrlKey && metaKey : altKey) return;
  const span = spanOf(event);
  const clip = ctrlKey || metaKey ? { c: 'copy', x: 'cut' }[key.toLowerCase()] : undefined;
  const way = WAYS[key];
  const eraser = ERASERS[key];
  if (clip) document.execCommand(clip);
  if (way)
    getSelection()?.modify(
      shiftKey ? 'extend' : 'move',
      way[0],
      (span === 'word' && way[2]) || way[1],
    );
  if (eraser) {
    if (span && getSelection()?.isCollapsed) getSelection()?.modify('extend', eraser[1], span);
    document.execCommand(eraser[0]);
  }
  flush(view);
}
