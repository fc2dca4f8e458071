/** ProseMirror with y-prosemirror, as the README of y-prosemirror sets it up. */
import { exampleSetup } from 'prosemirror-example-setup';
import { keymap } from 'prosemirror-keymap';
import { Schema } from 'prosemirror-model';
import { marks, nodes } from 'prosemirror-schema-basic';
import { addListNodes } from 'prosemirror-schema-list';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import 'prosemirror-example-setup/style/style.css';
import 'prosemirror-menu/style/menu.css';
import 'prosemirror-view/style/prosemirror.css';
import {
  initProseMirrorDoc,
  redo,
  undo,
  yCursorPlugin,
  ySyncPlugin,
  yUndoPlugin,
} from 'y-prosemirror';
import { openStored, place, SELF } from './page.ts';

const basic = new Schema({ nodes, marks });
const schema = new Schema({
  nodes: addListNodes(basic.spec.nodes, 'paragraph block*', 'block'),
  marks,
});

const { doc, provider } = await openStored();
const fragment = doc.getXmlFragment('prosemirror');
provider.awareness.setLocalStateField('user', SELF);
const start = initProseMirrorDoc(fragment, schema);
new EditorView(place(), {
  state: EditorState.create({
    doc: start.doc,
    schema,
    plugins: [
      ySyncPlugin(fragment, { mapping: start.mapping }),
      yCursorPlugin(provider.awareness),
      yUndoPlugin(),
      keymap({ 'Mod-z': undo, 'Mod-y': redo, 'Mod-Shift-z': redo }),
      ...exampleSetup({ schema, history: false }),
    ],
  }),
});
