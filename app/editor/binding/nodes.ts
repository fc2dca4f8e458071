/**
 * The same block in both forms: as the document model reads it and as the editor's node.
 *
 * Invariant: `editedBlock(blockNode(block))` has the block's id, shape and text again.
 */
import { Fragment, type Mark, type Node } from 'prosemirror-model';
import type { Body, ShownBlock } from '../../../shared/document/body.ts';
import { isDefault } from '../../../shared/document/operations.ts';
import type { EditedBlock } from '../../../shared/document/rewrite.ts';
import {
  attributeNamesOf,
  type Block,
  type Inline,
  isKnownType,
  MARK_NAMES,
  type Marks,
  PLAIN_TYPES,
} from '../../../shared/document/schema.ts';
import { schema } from '../schema.ts';

export function shownNode(body: Body, shown: ShownBlock): Node {
  return blockNode(body.read(shown));
}

export function blockNode(block: Block): Node {
  const { id, type, content, ...attributes } = block;
  const inline = inlineFragment(content, PLAIN_TYPES.has(type));
  if (!isKnownType(type))
    return schema.node(
      'unknown',
      { id, depth: attributes.depth ?? 0, type, shape: attributes },
      inline,
    );
  const nodeType = schema.nodes[type === 'code' ? 'codeBlock' : type]!;
  return nodeType.create({ id, ...attributes }, nodeType.isLeaf ? undefined : inline);
}

export function inlineFragment(content: readonly Inline[], plain: boolean): Fragment {
  const nodes: Node[] = [];
  for (const run of content) {
    const marks = plain ? [] : editorMarks(run.marks);
    if ('embed' in run) {
      nodes.push(schema.node('object', { embed: run.embed }, undefined, marks));
      continue;
    }
    if (plain) {
      nodes.push(schema.text(run.text));
      continue;
    }
    run.text.split('\n').forEach((line, index) => {
      if (index > 0) nodes.push(schema.node('break', null, undefined, marks));
      if (line !== '') nodes.push(schema.text(line, marks));
    });
  }
  return Fragment.fromArray(joinTexts(nodes));
}

/** Code drops formatting, which leaves equal neighbours that the editor expects as one. */
function joinTexts(nodes: readonly Node[]): Node[] {
  const joined: Node[] = [];
  for (const node of nodes) {
    const last = joined[joined.length - 1];
    if (last?.isText && node.isText && last.sameMarkup(node))
      joined[joined.length - 1] = schema.text((last.text ?? '') + (node.text ?? ''), node.marks);
    else joined.push(node);
  }
  return joined;
}

function editorMarks(marks: Marks | undefined): readonly Mark[] {
  if (!marks) return [];
  const result: Mark[] = [];
  for (const name of MARK_NAMES) {
    const value = marks[name];
    if (value === undefined) continue;
    if (name === 'linkTitle') continue;
    const type = schema.marks[name]!;
    if (name === 'link') result.push(type.create({ href: value, title: marks.linkTitle ?? null }));
    else if (name === 'highlight') result.push(type.create({ color: value }));
    else result.push(type.create());
  }
  return result.sort((a, b) => (a.type.name === b.type.name ? 0 : rank(a) - rank(b)));
}

const ORDER = Object.keys(schema.marks);
function rank(mark: Mark): number {
  return ORDER.indexOf(mark.type.name);
}

/** The document model's name of a node's type. */
function modelType(node: Node): string {
  return node.type.name === 'codeBlock' ? 'code' : node.type.name;
}

export function editedBlock(node: Node): EditedBlock {
  const { id, type: unknownType, shape, ...attributes } = node.attrs;
  const type = node.type.name === 'unknown' ? String(unknownType) : modelType(node);
  const known: Record<string, unknown> = {
    ...(node.type.name === 'unknown' ? shape : {}),
    ...attributes,
  };
  const result: Record<string, unknown> = { type };
  for (const name of attributeNamesOf(type)) {
    const value = known[name];
    if (!isDefault(name, value)) result[name] = value;
  }
  return {
    id: String(id ?? ''),
    shape: result as unknown as EditedBlock['shape'],
    content: inlineContent(node),
  };
}

export function inlineContent(node: Node): Inline[] {
  const content: Inline[] = [];
  node.forEach((child) => {
    const marks = modelMarks(child.marks);
    if (child.isText) content.push({ text: child.text ?? '', marks });
    else if (child.type.name === 'break') content.push({ text: '\n', marks });
    else content.push({ embed: child.attrs.embed, marks });
  });
  return content;
}

export function modelMarks(marks: readonly Mark[]): Marks {
  const result: Record<string, unknown> = {};
  for (const mark of marks) {
    if (mark.type.name === 'link') {
      result.link = String(mark.attrs.href);
      if (mark.attrs.title) result.linkTitle = String(mark.attrs.title);
    } else if (mark.type.name === 'highlight') result.highlight = String(mark.attrs.color);
    else result[mark.type.name] = true;
  }
  return result as Marks;
}
