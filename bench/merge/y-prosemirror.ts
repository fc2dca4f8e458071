/** Plain ProseMirror with y-prosemirror, as a page. */
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { prosemirrorToYXmlFragment, yUndoPluginKey } from 'y-prosemirror';
import type * as Y from 'yjs';
import { MARKS, NAMES, PlainDriver, plainSchema, plugins } from './plain-prosemirror.ts';
import { provide } from './rival.ts';
import { nodeOf } from './tree.ts';

provide({
  write(doc, blocks) {
    const node = nodeOf(plainSchema, NAMES, MARKS, blocks);
    prosemirrorToYXmlFragment(node, doc.getXmlFragment('prosemirror'));
  },
  open(doc, load) {
    load();
    const view = new EditorView(document.body, {
      state: EditorState.create({ schema: plainSchema, plugins: plugins(doc, plainSchema) }),
    });
    const { undoManager } = yUndoPluginKey.getState(view.state) as { undoManager: Y.UndoManager };
    return new PlainDriver(view, undoManager, MARKS);
  },
});
