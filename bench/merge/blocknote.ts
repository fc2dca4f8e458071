/** BlockNote with its default blocks and its collaboration over Yjs 13. */
import { BlockNoteEditor, type PartialBlock } from '@blocknote/core';
import { blocksToYXmlFragment, withCollaboration } from '@blocknote/core/yjs';
import type { Node } from 'prosemirror-model';
import { yUndoPluginKey } from 'y-prosemirror';
import type * as Y from 'yjs';
import type { BlockContent, Marks } from '../../shared/document/schema.ts';
import type { Turned } from '../../shared/document/testing/driver.ts';
import { familySize, type Line, withoutTrailing } from './lines.ts';
import { type MarkNames, type Place, ProseMirrorDriver } from './prosemirror-driver.ts';
import { NotApplicable, provide } from './rival.ts';

const FIELD = 'document-store';
const TYPES = {
  paragraph: 'paragraph',
  heading: 'heading',
  bullet: 'bulletListItem',
  ordered: 'numberedListItem',
  task: 'checkListItem',
  quote: 'quote',
  code: 'codeBlock',
  divider: 'divider',
} as const;
const MARKS: MarkNames = {
  bold: ['bold'],
  italic: ['italic'],
  underline: ['underline'],
  strike: ['strike'],
  code: ['code'],
  highlight: ['backgroundColor', () => ({ stringValue: 'yellow' })],
  link: ['link', (href) => ({ href })],
};

class Driver extends ProseMirrorDriver {
  readonly #editor: BlockNoteEditor;
  readonly #element: HTMLElement;

  constructor(editor: BlockNoteEditor, element: HTMLElement, manager: Y.UndoManager) {
    super(editor.prosemirrorView, manager, MARKS);
    this.#editor = editor;
    this.#element = element;
  }

  lines(): Line<Place>[] {
    const lines: Line<Place>[] = [];
    this.#walk(this.view.state.doc.firstChild!, 1, 0, lines);
    return withoutTrailing(lines);
  }

  #walk(group: Node, start: number, depth: number, lines: Line<Place>[]): void {
    group.forEach((container, offset) => {
      const from = start + offset;
      const content = container.firstChild!;
      const found = Object.entries(TYPES).find(([, name]) => name === content.type.name);
      if (!found) throw new Error(`What is ${content.type.name}?`);
      const [type] = found;
      lines.push({
        block: {
          type,
          ...(depth > 0 ? { depth } : {}),
          ...(type === 'heading' ? { level: content.attrs.level as number } : {}),
          ...(type === 'task' && content.attrs.checked ? { checked: true } : {}),
          content: this.inline(content, 'hardBreak'),
        },
        place: { from, to: from + container.nodeSize, text: from + 2 },
      });
      const children = container.maybeChild(1);
      if (children) this.#walk(children, from + 1 + content.nodeSize + 1, depth + 1, lines);
    });
  }

  #id(block: string): string {
    return this.view.state.doc.nodeAt(this.line(block).place.from)!.attrs.id as string;
  }

  override remove(...blocks: string[]): this {
    return this.act(() => {
      this.#editor.removeBlocks(blocks.map((block) => this.#id(block)));
    });
  }

  turn(block: string, into: Turned): this {
    return this.act(() => {
      this.#editor.updateBlock(this.#id(block), partOf({ ...into, content: null }));
    });
  }

  check(block: string): this {
    return this.act(() => {
      const { type, checked } = this.line(block).block;
      if (type !== 'task') throw new NotApplicable('this is no task');
      this.#editor.updateBlock(this.#id(block), { props: { checked: !checked } });
    });
  }

  protected override pasteHtml(html: string): void {
    this.#editor.pasteHTML(html);
  }

  protected undoOnce(): void {
    this.#editor.undo();
  }

  protected redoOnce(): void {
    this.#editor.redo();
  }

  close(): void {
    this.#editor.unmount();
    this.#element.remove();
  }
}

function partOf({
  type,
  level,
  checked,
  content,
}: Omit<BlockContent, 'content'> & { content: BlockContent['content'] | null }): PartialBlock {
  const own = TYPES[type as keyof typeof TYPES];
  if (!own) throw new NotApplicable(`there is no ${type}`);
  const props = {
    ...(type === 'heading' ? { level: level ?? 1 } : {}),
    ...(type === 'task' ? { checked: checked ?? false } : {}),
  };
  if (content === null || type === 'divider') return { type: own, props } as PartialBlock;
  return { type: own, props, content: content.map(inlineOf) } as PartialBlock;
}

function inlineOf(run: BlockContent['content'][number]): object {
  if (!('text' in run)) throw new NotApplicable('there are no inline objects');
  const { link, ...marks } = run.marks ?? {};
  const styles: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(marks)) {
    const [own] = MARKS[name as keyof Marks] ?? [];
    if (!own) throw new NotApplicable(`there is no ${name}`);
    styles[own] = name === 'highlight' ? 'yellow' : value;
  }
  const text = { type: 'text', text: run.text, styles };
  return link ? { type: 'link', href: link, content: [text] } : text;
}

function blocksOf(blocks: readonly BlockContent[]): PartialBlock[] {
  const lines = blocks.map((block) => ({ block, place: null }));
  const nested: PartialBlock[] = [];
  for (let index = 0; index < blocks.length; ) {
    const size = familySize(lines, index);
    const children = blocksOf(blocks.slice(index + 1, index + size));
    nested.push({ ...partOf(blocks[index]!), children } as PartialBlock);
    index += size;
  }
  return nested;
}

provide({
  write(doc, blocks) {
    // Its type is that of an editor without any known block.
    const [editor, full] = [BlockNoteEditor.create(), blocksOf(blocks)] as unknown as [
      ...Parameters<typeof blocksToYXmlFragment>,
    ];
    blocksToYXmlFragment(editor, full, doc.getXmlFragment(FIELD));
  },
  open(doc, load) {
    load();
    const editor = BlockNoteEditor.create(
      withCollaboration({
        collaboration: {
          fragment: doc.getXmlFragment(FIELD),
          user: { name: 'Somebody', color: '#000000' },
        },
      }),
    );
    const element = document.body.appendChild(document.createElement('div'));
    editor.mount(element);
    const { undoManager } = yUndoPluginKey.getState(editor.prosemirrorState) as {
      undoManager: Y.UndoManager;
    };
    return new Driver(editor, element, undoManager);
  },
});
