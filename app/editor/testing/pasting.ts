/**
 * A real editor over a real document in a test page, with a clipboard that the test fills and reads.
 *
 * Invariant: pasting and copying go through the DOM events that a browser sends.
 */
import { EditorState, type Plugin, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import * as Y from 'yjs';
import { documentOf, sketch } from '../../../shared/document/testing/sketch.ts';
import { Binding } from '../binding/binding.ts';
import { clipboard } from '../clipboard/clipboard.ts';
import { schema } from '../schema.ts';

export type Payload = Record<string, string>;

/**
 * As under the policy the app is served with: what is not in the page has no styles to ask for, only
 * the attribute.
 */
function hideStylesOutsideThePage(): void {
  const { prototype } = HTMLElement;
  const real = Object.getOwnPropertyDescriptor(prototype, 'style');
  if (!real?.get || HIDING in prototype) return;
  const styleOf = real.get;
  Object.defineProperty(prototype, HIDING, { value: true });
  Object.defineProperty(prototype, 'style', {
    ...real,
    get(this: HTMLElement): unknown {
      return styleOf.call(this.isConnected ? this : document.createElement('i'));
    },
  });
}
const HIDING = Symbol('styles are hidden');

export class Page {
  readonly doc: Y.Doc;
  readonly view: EditorView;
  readonly binding: Binding;

  /** @param plugins what answers for the clipboard */
  constructor(content: readonly string[] | Y.Doc = [''], plugins: Plugin[] = [clipboard()]) {
    hideStylesOutsideThePage();
    this.doc = new Y.Doc();
    this.doc.clientID = content instanceof Y.Doc ? 3 : 2;
    const shown = content instanceof Y.Doc ? content : documentOf(content);
    Y.applyUpdate(this.doc, Y.encodeStateAsUpdate(shown));
    const binding = new Binding(this.doc);
    this.binding = binding;
    this.view = new EditorView(document.body.appendChild(document.createElement('div')), {
      state: EditorState.create({
        schema,
        doc: binding.read(),
        plugins: [binding.plugin(), ...plugins],
      }),
      // A test page has no layout to scroll in.
      handleScrollToSelection: () => true,
    });
  }

  get sketch(): string[] {
    return sketch(this.doc).map((line) => line.trimEnd());
  }

  /** Selects from the first place of a text to the end of another one, or puts the caret behind it. */
  select(text: string, until?: string): this {
    const from = this.#find(text);
    const to = until === undefined ? null : this.#find(until) + until.length;
    const anchor = to === null ? from + text.length : from;
    const { tr } = this.view.state;
    this.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, anchor, to ?? anchor)));
    return this;
  }

  caret(position: number): this {
    const { tr } = this.view.state;
    this.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, position)));
    return this;
  }

  /** As while Shift is down, with which one pastes the text alone. */
  holdShift(): this {
    this.view.dom.dispatchEvent(new KeyboardEvent('keydown', { key: 'V', shiftKey: true }));
    return this;
  }

  #find(text: string): number {
    let found = -1;
    this.view.state.doc.descendants((node, position) => {
      if (found < 0 && node.isTextblock && node.textContent.includes(text))
        found = position + 1 + node.textContent.indexOf(text);
    });
    if (found < 0) throw new Error(`"${text}" is not in the document.`);
    return found;
  }

  paste(payload: Payload): this {
    this.#send('paste', payload);
    return this;
  }

  copy(): Payload {
    const payload: Payload = {};
    this.#send('copy', payload);
    return payload;
  }

  cut(): Payload {
    const payload: Payload = {};
    this.#send('cut', payload);
    return payload;
  }

  /** Begins to drag what is selected. */
  drag(): this {
    const { view } = this;
    const { slice } = view.serializeForClipboard(view.state.selection.content());
    view.dragging = { slice, move: true };
    return this;
  }

  /** Drops something behind a text: from elsewhere, or what is selected, which is moved there. */
  drop(text: string, payload?: Payload): this {
    const { view } = this;
    if (!payload && !view.dragging) this.drag();
    const pos = this.#find(text) + text.length;
    // A test page has no layout to find it in.
    view.posAtCoords = () => ({ pos, inside: -1 });
    this.#send('drop', payload ?? {});
    return this;
  }

  #send(type: 'paste' | 'copy' | 'cut' | 'drop', payload: Payload): void {
    const event = new Event(type, { bubbles: true, cancelable: true });
    const data = {
      getData: (format: string) => payload[format === 'Text' ? 'text/plain' : format] ?? '',
      setData: (format: string, text: string) => {
        payload[format] = text;
      },
      clearData: () => undefined,
      files: [],
      types: Object.keys(payload),
    };
    Object.defineProperty(event, type === 'drop' ? 'dataTransfer' : 'clipboardData', {
      value: data,
    });
    this.view.dom.dispatchEvent(event);
  }
}
