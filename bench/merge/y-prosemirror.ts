/**
 * Plain ProseMirror with y-prosemirror: the basic schema with lists, set up as the README shows.
 */
import { lift, setBlockType, wrapIn } from 'prosemirror-commands';
import { exampleSetup } from 'prosemirror-example-setup';
import { keymap } from 'prosemirror-keymap';
import { Schema } from 'prosemirror-model';
import { schema as basic } from 'prosemirror-schema-basic';
import { addListNodes, liftListItem, sinkListItem, wrapInList } from 'prosemirror-schema-list';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import {
  prosemirrorToYXmlFragment,
  redo,
  undo,
  ySyncPlugin,
  yUndoPlugin,
  yUndoPluginKey,
} from 'y-prosemirror';
import type * as Y from 'yjs';
import type { Turned } from '../../shared/document/testing/driver.ts';
import type { MarkNames } from './prosemirror-driver.ts';
import { NotApplicable, provide } from './rival.ts';
import { nodeOf, TreeDriver, type TreeNames } from './tree.ts';

const schema = new Schema({
  nodes: addListNodes(basic.spec.nodes, 'paragraph block*', 'block'),
  marks: basic.spec.marks,
});
const NAMES: TreeNames = {
  heading: 'heading',
  code: 'code_block',
  divider: 'horizontal_rule',
  quote: 'blockquote',
  bullet: 'bullet_list',
  ordered: 'ordered_list',
  item: 'list_item',
  break: 'hard_break',
};
const MARKS: MarkNames = {
  bold: ['strong'],
  italic: ['em'],
  code: ['code'],
  link: ['link', (href) => ({ href })],
};
const { heading, paragraph, code_block, horizontal_rule, blockquote, list_item } = schema.nodes;

class Driver extends TreeDriver {
  protected readonly names = NAMES;

  turn(block: string, { type, level }: Turned): this {
    return this.act(() => {
      this.caret(block, '');
      const was = this.line(block).block.type;
      const lists = { bullet: schema.nodes.bullet_list!, ordered: schema.nodes.ordered_list! };
      if (was === 'bullet' || was === 'ordered') this.run(liftListItem(list_item!));
      if (was === 'quote') this.run(lift);
      const isPlain = this.line(block).block.type === 'paragraph';
      if (!isPlain && !['heading', 'code', 'divider'].includes(type))
        this.run(setBlockType(paragraph!));
      if (type === 'heading') this.run(setBlockType(heading!, { level: level ?? 1 }));
      else if (type === 'code') this.run(setBlockType(code_block!));
      else if (type === 'quote') this.run(wrapIn(blockquote!));
      else if (type === 'bullet' || type === 'ordered') this.run(wrapInList(lists[type]));
      else if (type === 'divider')
        this.view.dispatch(this.view.state.tr.replaceSelectionWith(horizontal_rule!.create()));
      else if (type !== 'paragraph') throw new NotApplicable(`there is no ${type}`);
    });
  }

  override indent(block: string): this {
    return this.act(() => {
      this.caret(block, '');
      this.run(sinkListItem(list_item!));
    });
  }

  override outdent(block: string): this {
    return this.act(() => {
      this.caret(block, '');
      this.run(liftListItem(list_item!));
    });
  }

  check(): this {
    throw new NotApplicable('there are no tasks');
  }

  protected undoOnce(): void {
    undo(this.view.state);
  }

  protected redoOnce(): void {
    redo(this.view.state);
  }

  close(): void {
    this.view.dom.remove();
    this.view.destroy();
  }
}

provide({
  write(doc, blocks) {
    const node = nodeOf(schema, NAMES, MARKS, blocks);
    prosemirrorToYXmlFragment(node, doc.getXmlFragment('prosemirror'));
  },
  open(doc, load) {
    load();
    const view = new EditorView(document.body, {
      state: EditorState.create({
        schema,
        plugins: [
          ySyncPlugin(doc.getXmlFragment('prosemirror')),
          yUndoPlugin(),
          keymap({ 'Mod-z': undo, 'Mod-y': redo, 'Mod-Shift-z': redo }),
          ...exampleSetup({ schema, menuBar: false, history: false }),
        ],
      }),
    });
    const { undoManager } = yUndoPluginKey.getState(view.state) as { undoManager: Y.UndoManager };
    return new Driver(view, undoManager, MARKS);
  },
});
