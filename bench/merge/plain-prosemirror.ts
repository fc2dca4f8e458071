/**
 * Plain ProseMirror with y-prosemirror: the basic schema with lists, set up as the README shows.
 *
 * Invariant: the driver takes its node types from the schema of its view, which may have more marks.
 */
import { lift, setBlockType, wrapIn } from 'prosemirror-commands';
import { exampleSetup } from 'prosemirror-example-setup';
import { keymap } from 'prosemirror-keymap';
import { Schema } from 'prosemirror-model';
import { schema as basic } from 'prosemirror-schema-basic';
import { addListNodes, liftListItem, sinkListItem, wrapInList } from 'prosemirror-schema-list';
import type { Plugin } from 'prosemirror-state';
import { redo, undo, ySyncPlugin, yUndoPlugin } from 'y-prosemirror';
import type * as Y from 'yjs';
import type { Turned } from '../../shared/document/testing/driver.ts';
import type { MarkNames } from './prosemirror-driver.ts';
import { NotApplicable } from './rival.ts';
import { TreeDriver, type TreeNames } from './tree.ts';

export const plainSchema = new Schema({
  nodes: addListNodes(basic.spec.nodes, 'paragraph block*', 'block'),
  marks: basic.spec.marks,
});
export const NAMES: TreeNames = {
  heading: 'heading',
  code: 'code_block',
  divider: 'horizontal_rule',
  quote: 'blockquote',
  bullet: 'bullet_list',
  ordered: 'ordered_list',
  item: 'list_item',
  break: 'hard_break',
};
export const MARKS: MarkNames = {
  bold: ['strong'],
  italic: ['em'],
  code: ['code'],
  link: ['link', (href) => ({ href })],
};
export class PlainDriver extends TreeDriver {
  protected readonly names = NAMES;

  get #nodes() {
    return this.view.state.schema.nodes;
  }

  turn(block: string, { type, level }: Turned): this {
    return this.act(() => {
      this.caret(block, '');
      const was = this.line(block).block.type;
      const { heading, paragraph, code_block, horizontal_rule, blockquote, list_item } =
        this.#nodes;
      const lists = { bullet: this.#nodes.bullet_list!, ordered: this.#nodes.ordered_list! };
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
      this.run(sinkListItem(this.#nodes.list_item!));
    });
  }

  override outdent(block: string): this {
    return this.act(() => {
      this.caret(block, '');
      this.run(liftListItem(this.#nodes.list_item!));
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

export function plugins(doc: Y.Doc, schema: Schema): Plugin[] {
  return [
    ySyncPlugin(doc.getXmlFragment('prosemirror')),
    yUndoPlugin(),
    keymap({ 'Mod-z': undo, 'Mod-y': redo, 'Mod-Shift-z': redo }),
    ...exampleSetup({ schema, menuBar: false, history: false }),
  ];
}
