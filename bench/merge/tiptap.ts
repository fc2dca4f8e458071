/** Tiptap with its starter kit and its extension for collaboration, both with their defaults. */
import { Editor, getSchema, type SingleCommands } from '@tiptap/core';
import { Collaboration } from '@tiptap/extension-collaboration';
import StarterKit from '@tiptap/starter-kit';
import { prosemirrorToYXmlFragment, yUndoPluginKey } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';
import type { Turned } from '../../shared/document/testing/driver.ts';
import { type Line, withoutTrailing } from './lines.ts';
import type { MarkNames, Place } from './prosemirror-driver.ts';
import { NotApplicable, provide } from './rival.ts';
import { nodeOf, TreeDriver, type TreeNames } from './tree.ts';

const NAMES: TreeNames = {
  heading: 'heading',
  code: 'codeBlock',
  divider: 'horizontalRule',
  quote: 'blockquote',
  bullet: 'bulletList',
  ordered: 'orderedList',
  item: 'listItem',
  break: 'hardBreak',
};
const MARKS: MarkNames = {
  bold: ['bold'],
  italic: ['italic'],
  underline: ['underline'],
  strike: ['strike'],
  code: ['code'],
  link: ['link', (href) => ({ href })],
};
type Level = 1 | 2 | 3 | 4 | 5 | 6;

// The kit's own undo is left out where people work together, as its documentation says.
const extensions = [StarterKit.configure({ undoRedo: false })];

class Driver extends TreeDriver {
  protected readonly names = NAMES;
  readonly #editor: Editor;

  constructor(editor: Editor, manager: Y.UndoManager) {
    super(editor.view, manager, MARKS);
    this.#editor = editor;
  }

  override lines(): Line<Place>[] {
    return withoutTrailing(super.lines());
  }

  turn(block: string, { type, level }: Turned): this {
    return this.act(() => {
      this.caret(block, '');
      const was = this.line(block).block.type;
      if (was !== type && was === 'bullet') this.#must((to) => to.toggleBulletList());
      if (was !== type && was === 'ordered') this.#must((to) => to.toggleOrderedList());
      if (was === 'quote') this.#must((to) => to.unsetBlockquote());
      // What is no paragraph cannot be quoted.
      if (was !== 'paragraph' && type === 'quote') this.#must((to) => to.setParagraph());
      this.#must((to) => {
        switch (type) {
          case 'heading':
            return to.setHeading({ level: (level ?? 1) as Level });
          case 'code':
            return to.setCodeBlock();
          case 'divider':
            return to.setHorizontalRule();
          case 'bullet':
            return to.toggleBulletList();
          case 'ordered':
            return to.toggleOrderedList();
          case 'quote':
            return to.setBlockquote();
          case 'paragraph':
            return to.setParagraph();
          default:
            throw new NotApplicable(`there is no ${type}`);
        }
      });
    });
  }

  #must(command: (commands: SingleCommands) => boolean): void {
    if (!command(this.#editor.commands)) throw new NotApplicable('the command does nothing here');
  }

  check(): this {
    throw new NotApplicable('there are no tasks');
  }

  protected undoOnce(): void {
    this.#editor.commands.undo();
  }

  protected redoOnce(): void {
    this.#editor.commands.redo();
  }

  close(): void {
    this.view.dom.remove();
    this.#editor.destroy();
  }
}

const schema = getSchema(extensions);

provide({
  write(doc, blocks) {
    const node = nodeOf(schema, NAMES, MARKS, blocks);
    prosemirrorToYXmlFragment(node, doc.getXmlFragment('default'));
  },
  open(doc, load) {
    load();
    const editor = new Editor({
      element: document.body.appendChild(document.createElement('div')),
      extensions: [...extensions, Collaboration.configure({ document: doc })],
    });
    const { undoManager } = yUndoPluginKey.getState(editor.state) as {
      undoManager: Y.UndoManager;
    };
    return new Driver(editor, undoManager);
  },
});
