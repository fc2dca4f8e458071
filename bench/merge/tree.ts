/**
 * Documents of editors that keep a list as a tree of lists and items, mapped to our flat blocks and
 * back.
 *
 * Invariant: `linesOf(nodeOf(blocks))` reads as `blocks`, or `nodeOf` says what it cannot hold.
 */
import type { Node, Schema } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import type { BlockContent } from '../../shared/document/schema.ts';
import { familySize, type Line } from './lines.ts';
import { inlineJson, type MarkNames, type Place, ProseMirrorDriver } from './prosemirror-driver.ts';
import { NotApplicable } from './rival.ts';

/** What an editor calls the nodes. */
export interface TreeNames {
  heading: string;
  code: string;
  divider: string;
  quote: string;
  bullet: string;
  ordered: string;
  item: string;
  break: string;
}

interface NodeJson {
  type: string;
  attrs?: object;
  content?: object[];
}

export function nodeOf(
  schema: Schema,
  names: TreeNames,
  marks: MarkNames,
  blocks: readonly BlockContent[],
): Node {
  const content = jsonOf(blocks, names, marks);
  const doc = schema.nodeFromJSON({ type: 'doc', content });
  try {
    doc.check();
  } catch (error) {
    throw new NotApplicable(String(error));
  }
  return doc;
}

function jsonOf(blocks: readonly BlockContent[], names: TreeNames, marks: MarkNames): NodeJson[] {
  const nodes: NodeJson[] = [];
  const depth = blocks[0]?.depth ?? 0;
  const lines = blocks.map((block) => ({ block, place: null }));
  for (let index = 0; index < blocks.length; ) {
    const block = blocks[index]!;
    const size = familySize(lines, index);
    const nested = blocks.slice(index + 1, index + size);
    index += size;
    if ((block.depth ?? 0) !== depth) throw new NotApplicable('a depth is left out');
    const inline = (breakName: string | null) => inlineJson(block.content, marks, breakName);
    const paragraph = { type: 'paragraph', content: inline(names.break) };
    if (block.type === 'bullet' || block.type === 'ordered') {
      const children = nested.length > 0 ? jsonOf(nested, names, marks) : [];
      const item = { type: names.item, content: [paragraph, ...children] };
      appendTo(nodes, names[block.type], item);
      continue;
    }
    if (nested.length > 0) throw new NotApplicable(`nothing is nested in a ${block.type}`);
    if (block.type === 'paragraph') nodes.push(paragraph);
    else if (block.type === 'quote') appendTo(nodes, names.quote, paragraph);
    else if (block.type === 'heading')
      nodes.push({ ...paragraph, type: names.heading, attrs: { level: block.level ?? 1 } });
    else if (block.type === 'code') nodes.push({ type: names.code, content: inline(null) });
    else if (block.type === 'divider') nodes.push({ type: names.divider });
    else throw new NotApplicable(`there is no ${block.type}`);
  }
  return nodes;
}

/** Puts a node into the wrapper before it, or into a new one. */
function appendTo(nodes: NodeJson[], wrapper: string, node: NodeJson): void {
  const last = nodes.at(-1);
  if (last?.type === wrapper) last.content!.push(node);
  else nodes.push({ type: wrapper, content: [node] });
}

/** A driver at such an editor. */
export abstract class TreeDriver extends ProseMirrorDriver {
  protected abstract readonly names: TreeNames;

  lines(): Line<Place>[] {
    const lines: Line<Place>[] = [];
    this.#walk(this.view.state.doc, 0, 0, lines);
    return lines;
  }

  /**
   * In its own kind of list or quote, an item is dropped as it is, elsewhere with a new one around.
   */
  protected override drop(tr: Transaction, moved: Place, gap: number): Transaction {
    const { bullet, ordered, quote } = this.names;
    const { parent } = tr.doc.resolve(moved.from);
    const node = tr.doc.nodeAt(moved.from)!;
    if ([bullet, ordered, quote].includes(parent.type.name)) {
      const isAmongItsKind = tr.doc.resolve(gap).parent.type === parent.type;
      return super.drop(
        tr,
        moved,
        gap,
        isAmongItsKind ? node : parent.type.create(parent.attrs, node),
      );
    }
    // Behind the last item means behind the list.
    let behind = gap;
    while (tr.doc.resolve(behind).depth > 0 && tr.doc.resolve(behind).end() === behind) behind++;
    return super.drop(tr, moved, behind, node);
  }

  #walk(parent: Node, start: number, depth: number, lines: Line<Place>[]): void {
    const { names } = this;
    parent.forEach((node, offset) => {
      const from = start + offset;
      const place = { from, to: from + node.nodeSize, text: from + 1 };
      const name = node.type.name;
      const add = (block: Omit<BlockContent, 'content'>, of = place) =>
        lines.push({
          block: {
            ...block,
            ...(depth > 0 ? { depth } : {}),
            content: this.inline(node, names.break),
          },
          place: of,
        });
      if (name === names.bullet || name === names.ordered) this.#walk(node, from + 1, depth, lines);
      else if (name === names.item) this.#walkItem(parent, node, from, depth, lines);
      else if (name === names.quote) {
        const nested = parent.type.name === names.quote ? depth + 1 : depth;
        this.#walk(node, from + 1, nested, lines);
      } else if (name === names.heading) add({ type: 'heading', level: node.attrs.level });
      else if (name === names.code) add({ type: 'code' });
      else if (name === names.divider) add({ type: 'divider' });
      else if (name !== 'paragraph') throw new Error(`What is ${name}?`);
      else if (parent.type.name === names.quote) add({ type: 'quote' });
      else add({ type: 'paragraph' });
    });
  }

  /** The first paragraph of an item is the item; what else is in it is nested. */
  #walkItem(list: Node, item: Node, from: number, depth: number, lines: Line<Place>[]): void {
    const first = item.firstChild!;
    lines.push({
      block: {
        type: list.type.name === this.names.bullet ? 'bullet' : 'ordered',
        ...(depth > 0 ? { depth } : {}),
        content: this.inline(first, this.names.break),
      },
      place: { from, to: from + item.nodeSize, text: from + 2 },
    });
    const rest = item.type.create(item.attrs, item.content.cut(first.nodeSize));
    this.#walk(rest, from + 1 + first.nodeSize, depth + 1, lines);
  }
}
