/**
 * A keyboard on glass in a test page: it types a line, and takes the end of it back, for which it says
 * what is to go and not which key it was.
 */
import type { Plugin } from 'prosemirror-state';
import { EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import type * as Y from 'yjs';
import { documentOf } from '../../../shared/document/testing/sketch.ts';
import { Binding } from '../binding/binding.ts';
import { schema } from '../schema.ts';

/** A view of a document with one empty line. */
export function openLine(plugins: readonly Plugin[]): { view: EditorView; doc: Y.Doc } {
  const doc = documentOf(['']);
  const binding = new Binding(doc);
  const view = new EditorView(document.body.appendChild(document.createElement('div')), {
    state: EditorState.create({
      schema,
      doc: binding.read(),
      plugins: [binding.plugin(), ...plugins],
    }),
    handleScrollToSelection: () => true,
  });
  view.dispatch(view.state.tr.setSelection(TextSelection.atEnd(view.state.doc)));
  return { view, doc };
}

/** Types sign by sign, each as a browser hands it over. */
export function typeSigns(view: EditorView, typed: string): void {
  for (const sign of typed) {
    const { from, to } = view.state.selection;
    const insert = () => view.state.tr.insertText(sign);
    if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, sign, insert)))
      view.dispatch(insert());
  }
}

/** Takes back the last `units` before the caret; false where the editor left that to the browser. */
export function takeBack(view: EditorView, units: number): boolean {
  const { head } = view.state.selection;
  const [start, end] = [view.domAtPos(head - units, 1), view.domAtPos(head, -1)];
  const event = new InputEvent('beforeinput', {
    inputType: 'deleteContentBackward',
    bubbles: true,
    cancelable: true,
  });
  const range = new StaticRange({
    startContainer: start.node,
    startOffset: start.offset,
    endContainer: end.node,
    endOffset: end.offset,
  });
  event.getTargetRanges = () => [range];
  return !view.dom.dispatchEvent(event);
}
