/**
 * Plain ProseMirror with y-prosemirror and prosemirror-suggest-changes, as a page: the first person
 * suggests, and the second accepts it.
 *
 * Invariant: what somebody has is read as it would be with all of it accepted.
 */
import {
  addSuggestionMarks,
  applySuggestions,
  enableSuggestChanges,
  suggestChanges,
  withSuggestChanges,
} from '@handlewithcare/prosemirror-suggest-changes';
import { Fragment, type Node, Schema } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { prosemirrorToYXmlFragment, yUndoPluginKey } from 'y-prosemirror';
import type * as Y from 'yjs';
import type { Inline } from '../../shared/document/schema.ts';
import { MARKS, NAMES, PlainDriver, plainSchema, plugins } from './plain-prosemirror.ts';
import { provide } from './rival.ts';
import { nodeOf } from './tree.ts';

const SUGGESTED = 'insertion modification deletion';
const { nodes, marks } = plainSchema.spec;
const schema = new Schema({
  nodes: nodes.update('doc', { ...nodes.get('doc'), marks: SUGGESTED }),
  marks: addSuggestionMarks(marks.toObject()),
});

class Driver extends PlainDriver {
  readonly #manager: Y.UndoManager;

  constructor(view: EditorView, manager: Y.UndoManager) {
    super(view, manager, MARKS);
    this.#manager = manager;
  }

  override read(): readonly string[] {
    let { state } = this.view;
    applySuggestions(state, (tr) => {
      state = state.apply(tr);
    });
    // Of a driver that reads, nothing but the state of its view is asked.
    return new Reading({ state } as EditorView, this.#manager, MARKS).read();
  }

  protected override inline(textblock: Node, breakName: string): Inline[] {
    const plain: Node[] = [];
    textblock.forEach((node) => {
      plain.push(node.mark(node.marks.filter(({ type }) => !SUGGESTED.includes(type.name))));
    });
    return super.inline(textblock.copy(Fragment.from(plain)), breakName);
  }

  accept(): void {
    applySuggestions(this.view.state, this.view.dispatch.bind(this.view));
  }
}

class Reading extends PlainDriver {}

provide({
  write(doc, blocks) {
    const node = nodeOf(schema, NAMES, MARKS, blocks);
    prosemirrorToYXmlFragment(node, doc.getXmlFragment('prosemirror'));
  },
  open(doc, load, person) {
    load();
    const view = new EditorView(document.body, {
      state: EditorState.create({ schema, plugins: [...plugins(doc, schema), suggestChanges()] }),
      dispatchTransaction: withSuggestChanges(),
    });
    if (person === 0) enableSuggestChanges(view.state, view.dispatch.bind(view));
    const { undoManager } = yUndoPluginKey.getState(view.state) as { undoManager: Y.UndoManager };
    return new Driver(view, undoManager);
  },
});
