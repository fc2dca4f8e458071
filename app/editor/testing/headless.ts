/**
 * An editor without a screen: the real state, plugins and binding, and no DOM.
 *
 * Invariant: transactions and plugin views run in the order an `EditorView` runs them.
 */
import {
  type Command,
  EditorState,
  NodeSelection,
  type Plugin,
  type PluginView,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type * as Y from 'yjs';
import { Body } from '../../../shared/document/body.ts';
import { Binding, type BindingOptions } from '../binding/binding.ts';
import { readDocument } from '../binding/from-body.ts';
import { blockStart } from '../commands/commands.ts';
import { schema } from '../schema.ts';

export class Headless {
  readonly doc: Y.Doc;
  readonly binding: Binding;
  state: EditorState;
  /** What the view has of an input method, and of a page that it reads. */
  readonly input = {
    composing: false,
    compositionEndedAt: 0,
    compositionNode: null,
    compositionNodes: [],
  };
  readonly domObserver = { forceFlush: () => {} };
  readonly isDestroyed = false;
  readonly #views: PluginView[];

  /** @param plugins run after that of the binding */
  constructor(doc: Y.Doc, options: BindingOptions = {}, plugins: readonly Plugin[] = []) {
    this.doc = doc;
    this.binding = new Binding(doc, options);
    const plugin = this.binding.plugin();
    this.state = EditorState.create({
      schema,
      doc: this.binding.read(),
      plugins: [plugin, ...plugins],
    });
    this.#views = [plugin.spec.view!(this.view)];
  }

  get composing(): boolean {
    return this.input.composing;
  }

  set composing(composing: boolean) {
    this.input.composing = composing;
  }

  get view(): EditorView {
    return this as unknown as EditorView;
  }

  /** There is no page to have the focus in. */
  hasFocus(): boolean {
    return false;
  }

  dispatch = (tr: Transaction): void => {
    const before = this.state;
    this.state = this.state.apply(tr);
    for (const view of this.#views) view.update?.(this.view, before);
  };

  run(command: Command): boolean {
    return command(this.state, this.dispatch, this.view);
  }

  /** Runs a command the way a key does: the plugins hear of the key first. */
  press(command: Command): boolean {
    for (const plugin of this.state.plugins)
      plugin.props.handleKeyDown?.call(plugin, this.view, {} as KeyboardEvent);
    return this.run(command);
  }

  /** Puts the caret behind the first `offset` positions of a block, or selects up to another place. */
  select(block: number, offset: number, toBlock = block, toOffset = offset): this {
    const at = (index: number, inside: number) =>
      this.state.doc.resolve(
        Math.min(blockStart(this.state.doc, index) + 1 + inside, this.state.doc.content.size),
      );
    const selection = TextSelection.between(at(block, offset), at(toBlock, toOffset));
    this.dispatch(this.state.tr.setSelection(selection));
    return this;
  }

  /** Selects the first occurrence of a text, or puts the caret behind it. */
  find(text: string, caret: 'select' | 'before' | 'behind' = 'behind'): this {
    for (let index = 0; index < this.state.doc.childCount; index++) {
      const at = this.state.doc.child(index).textContent.indexOf(text);
      if (at < 0) continue;
      if (caret === 'select') return this.select(index, at, index, at + text.length);
      return this.select(index, caret === 'behind' ? at + text.length : at);
    }
    throw new Error(`"${text}" is not in the document.`);
  }

  /** Types key by key, as plugins hear of it. */
  keys(text: string): this {
    for (const character of text) this.insert(character);
    return this;
  }

  /** Has all of a text come at once, as from a keyboard that offers words. */
  insert(text: string): this {
    const { from, to } = this.state.selection;
    const insert = () => this.state.tr.insertText(text);
    const isHandled = this.state.plugins.some((plugin) =>
      plugin.props.handleTextInput?.call(plugin, this.view, from, to, text, insert),
    );
    if (!isHandled) this.dispatch(insert());
    return this;
  }

  type(text: string): this {
    this.dispatch(this.state.tr.insertText(text));
    return this;
  }

  destroy(): void {
    for (const view of this.#views) view.destroy?.();
  }

  /** Whether the view shows what a fresh read of the document gives, and what is selected is there. */
  isTrue(): boolean {
    const { doc, selection } = this.state;
    const isOfSomething =
      !(selection instanceof NodeSelection) || NodeSelection.isSelectable(selection.node);
    return isOfSomething && readDocument(new Body(this.doc), schema.nodes.doc!).eq(doc);
  }
}
