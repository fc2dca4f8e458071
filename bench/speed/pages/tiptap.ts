/** Tiptap with StarterKit, Collaboration and CollaborationCaret, as its documentation sets them up. */
import { Editor } from '@tiptap/core';
import Collaboration from '@tiptap/extension-collaboration';
import CollaborationCaret from '@tiptap/extension-collaboration-caret';
import StarterKit from '@tiptap/starter-kit';
import { openStored, place, SELF } from './page.ts';

const { doc, provider } = await openStored();
new Editor({
  element: place(),
  extensions: [
    StarterKit.configure({ undoRedo: false }),
    Collaboration.configure({ document: doc }),
    CollaborationCaret.configure({ provider, user: SELF }),
  ],
});
