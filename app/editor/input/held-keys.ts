/**
 * Keys that were pressed before what they mean was there, and what was typed or pasted behind them.
 *
 * Invariant: an editor has one row of them, whatever each of them waits for, and they take effect in
 * their order, before any that is pressed later. Nothing is waited for longer than a few seconds, and
 * no longer than the page is there: what is typed behind them is not kept anywhere meanwhile, and does
 * not count as saved.
 */
import { Plugin, PluginKey } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { isApple } from '../../ui/keyboard.ts';
import { waitingInput } from '../../ui/waiting-input.ts';
import { placed, readNow } from '../clipboard/read-now.ts';

/** So long a key waits: a network that died in the middle of an answer tells nobody so, ms. */
const PATIENCE_MS = 4000;

/** The code of each key of which an input method makes something, composing or not. */
const INPUT_METHOD = 229;

/** A key, a text without one, or something pasted. */
type Held = KeyboardEvent | InputEvent | Pasted;
interface Pasted {
  readonly text: string;
  readonly again: Event;
}

/** Has what a key is for come; told apart from others by itself. */
type Load = (view: EditorView) => Promise<unknown>;

const key = new PluginKey('held-keys');

/** Stands before every plugin that knows a key, or those behind would overtake the ones that wait. */
export function heldKeys(): Plugin {
  const held = new HeldKeys();
  return new Plugin({
    key,
    held,
    props: {
      handleKeyDown: (view, event) => held.holdBehind(view, event),
      handleDOMEvents: {
        beforeinput: (_view, event) => held.holdText(event),
        paste: (_view, event) => held.holdPaste(event),
      },
    },
    view: (view) => {
      const release = () => held.release(view);
      // Whoever clicks somewhere else meant the keys before that for where the caret was. A phone may
      // tell no more of a page than that it is not seen.
      const ends = ['pagehide', 'visibilitychange', 'pointerdown'];
      for (const end of ends) addEventListener(end, release, true);
      return {
        destroy: () => {
          waitingInput.set(held, false);
          for (const end of ends) removeEventListener(end, release, true);
        },
      };
    },
  });
}

/**
 * Takes a key from the browser until what it is for has come. False where that was waited for
 * already, and for what is typed after it: it is only a key now.
 */
export function hold(view: EditorView, event: KeyboardEvent, load: Load): boolean {
  return heldIn(view)?.hold(view, event, load) ?? false;
}

/**
 * Has what is typed from now on wait until something is there that it is meant for: where the focus
 * is by then, or another view in the place of this one.
 */
export function waitBehind(view: EditorView, until: Promise<unknown>): void {
  heldIn(view)?.waitBehind(view, until);
}

/** For whoever takes the view away: has the keys that wait in it take effect before. */
export function releaseKeys(view: EditorView): void {
  heldIn(view)?.release(view);
}

/** Has what waits in a view take effect in the one that has taken its place. */
export function moveKeys(from: EditorView, to: EditorView): void {
  heldIn(to)?.takeOver(heldIn(from)!, to);
}

function heldIn(view: EditorView): HeldKeys | undefined {
  return key.get(view.state)?.spec.held;
}

class HeldKeys {
  readonly #held: Held[] = [];
  /** What the keys that are being pressed again wait for no more; null while none is. */
  #over: 'all' | Set<Load> | null = null;
  /** Stands for what the first one waits for, another one each time. */
  #wait: object | null = null;

  /** Whether a key has to wait because another one does. */
  get #isWaiting(): boolean {
    return this.#wait !== null && this.#over === null;
  }

  hold(view: EditorView, event: KeyboardEvent, load: Load): boolean {
    if (this.#over === 'all' || this.#over?.has(load)) return false;
    event.preventDefault();
    // Those that are behind it are there already where it waited for something else before.
    this.#held.unshift(event);
    this.#waitFor(view, load(view), new Set(this.#over).add(load));
    return true;
  }

  waitBehind(view: EditorView, until: Promise<unknown>): void {
    if (this.#over !== 'all') this.#waitFor(view, until, new Set(this.#over), false);
  }

  #waitFor(view: EditorView, until: Promise<unknown>, over: Set<Load>, isForView?: boolean): void {
    const wait = {};
    this.#wait = wait;
    this.#tell();
    const go = () => {
      if (this.#wait === wait) this.#press(view, over, isForView);
    };
    const patience = new Promise((end) => setTimeout(end, PATIENCE_MS));
    Promise.race([until, patience]).then(go, go);
  }

  takeOver(other: HeldKeys, view: EditorView): void {
    this.#held.push(...other.#held.splice(0));
    this.#press(view, new Set());
  }

  /** Any key waits behind those that do. Whether it has to. */
  holdBehind(view: EditorView, event: KeyboardEvent): boolean {
    // One that waited comes at once behind a text that the page has and the view may not.
    if (!event.isTrusted) flush(view);
    // The browser makes a character of these and what follows: nothing may wait before that.
    if (event.keyCode === INPUT_METHOD || event.key === 'Dead') this.release(view);
    return this.#isWaiting && !isPasteKey(event) && this.#add(event);
  }

  /** Text without a key of its own, as that of a dictation, waits behind keys. Whether it has to. */
  holdText(event: InputEvent): boolean {
    return this.#isWaiting && !!event.data && !event.isComposing && this.#add(event);
  }

  /** What is pasted waits behind keys, too. Whether it has to. */
  holdPaste(event: ClipboardEvent): boolean {
    if (!this.#isWaiting || placed.has(event)) return false;
    const { data, again } = readNow(event);
    return this.#add(event, { text: data.getData('text/plain'), again });
  }

  #add<Pressed extends Event & Held>(event: Pressed): true;
  #add(event: Event, held: Held): true;
  #add(event: Event, held = event as Held): true {
    event.preventDefault();
    this.#held.push(held);
    this.#tell();
    return true;
  }

  #tell(): void {
    waitingInput.set(this, this.#wait !== null && this.#held.length > 0);
  }

  /** Waits no longer, for whatever it is. */
  release(view: EditorView): void {
    if (this.#isWaiting) this.#press(view, 'all');
  }

  /** @param isForView they were pressed in it, and are not for what they have opened */
  #press(view: EditorView, over: 'all' | Set<Load>, isForView = true): void {
    this.#wait = null;
    this.#over = over;
    // Whoever is elsewhere by now has pressed them here; what they open themselves has the rest.
    const isElsewhere = isForView && this.#held.length > 0 && !view.hasFocus();
    const elsewhere = isElsewhere ? (document.activeElement as HTMLElement | null) : null;
    if (elsewhere) view.focus();
    // One of them may wait for something else now, and those behind it do so, too.
    while (this.#held.length > 0 && this.#wait === null && !view.isDestroyed) {
      try {
        press(view, this.#held.shift()!);
      } catch (error) {
        console.error('A key that waited could not be pressed.', error);
      }
    }
    this.#over = null;
    this.#tell();
    if (view.hasFocus()) elsewhere?.focus();
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
    // What the field does not know the browser would have done.
    else if (isKey && document.activeElement!.dispatchEvent(new KeyboardEvent(held.type, held)))
      goOn(view, held);
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
