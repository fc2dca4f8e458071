/**
 * The same block in both forms: as the document model reads it and as the editor's node.
 *
 * Invariant: `editedBlock(blockNode(block))` has the block's id, shape and text again.
 */
import { Fragment, type Mark, type Node } from 'prosemirror-model';
import type { Body } from '../../../shared/document/body.ts';
import { spansOf } from '../../../shared/document/merged-cells.ts';
import { isDefault } from '../../../shared/document/operations/block-shape.ts';
import {
  attributeNamesOf,
  type Block,
  cellId,
  type Inline,
  isKnownType,
  MARK_NAMES,
  type Marks,
  PLAIN_TYPES,
  type TableColumn,
  type TableContent,
  type TableRow,
} from '../../../shared/document/schema.ts';
import type { ShownBlock } from '../../../shared/document/shown-blocks.ts';
import type { EditedBlock } from '../../../shared/document/tokens.ts';
import { columnsOf, mergedIn } from '../blocks/table/node.ts';
import { isColorMark, nodeName, schema } from '../schema.ts';

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
  if (block.table) return tableNode(block, block.table);
  const nodeType = schema.nodes[nodeName(type)]!;
  return nodeType.create({ id, ...attributes }, nodeType.isLeaf ? undefined : inline);
}

function tableNode({ id, depth, header }: Block, content: TableContent): Node {
  const { columns, rows, merged } = content;
  const { table, tableRow } = schema.nodes;
  const spans = spansOf(merged, rows, columns);
  return table!.create(
    { id, depth: depth ?? 0, header: header ?? false, columns, merged: merged ?? null },
    rows.map((row, index) =>
      tableRow!.create(
        { id: row.id },
        columns.map((column, at) =>
          cellNode(
            row.id,
            column,
            header === true && index === 0,
            inlineFragment(row.cells[at] ?? [], false),
            spans,
          ),
        ),
      ),
    ),
  );
}

/** A cell as its table has it. */
export function cellNode(
  row: string,
  column: TableColumn,
  header: boolean,
  content: Fragment,
  spans: ReturnType<typeof spansOf>,
): Node {
  const id = cellId(row, column.id);
  const span = spans.get(id);
  const { down, across } = span ?? { down: 1, across: 1 };
  const attrs = { id, header, align: column.align ?? null, down, across, covered: span === null };
  return schema.nodes.tableCell!.create(attrs, content);
}

function tableContent(node: Node): TableContent {
  const rows: TableRow[] = [];
  node.forEach((row) => {
    const cells: Inline[][] = [];
    row.forEach((cell) => {
      cells.push(inlineContent(cell));
    });
    rows.push({ id: String(row.attrs.id), cells });
  });
  const merged = mergedIn(node);
  return {
    columns: [...columnsOf(node)],
    rows,
    ...(merged.length > 0 ? { merged: [...merged] } : {}),
  };
}

export function inlineFragment(content: readonly Inline[], plain: boolean): Fragment {
  // Most blocks are one run of bare text, and a long document has ten thousand of them.
  const only = content.length === 1 ? content[0]! : null;
  if (only && 'text' in only && !only.marks && (plain || !only.text.includes('\n')))
    return Fragment.from(schema.text(only.text));
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
    else if (isColorMark(name)) result.push(type.create({ color: value }));
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
  const isTable = node.type === schema.nodes.table;
  return {
    id: String(id ?? ''),
    shape: result as unknown as EditedBlock['shape'],
    content: isTable ? [] : inlineContent(node),
    ...(isTable ? { table: tableContent(node) } : {}),
  };
}

/** What nodes hold, so that the same node gives the same list: cells nobody touched are skipped. */
const contents = new WeakMap<Node, Inline[]>();

/** The content of a text block. The result is shared: do not change it. */
export function inlineContent(node: Node): Inline[] {
  const known = contents.get(node);
  if (known) return known;
  const content: Inline[] = [];
  contents.set(node, content);
  node.forEach((child) => {
    const marks = modelMarks(child.marks);
    if (child.isText) content.push({ text: child.text ?? '', marks });
    else if (child.type.name === 'break') content.push({ text: '\n', marks });
    else content.push({ embed: child.attrs.embed, marks });
  });
  return content;
}

function modelMarks(marks: readonly Mark[]): Marks {
  const result: Record<string, unknown> = {};
  for (const mark of marks) {
    if (mark.type.name === 'link') {
      result.link = String(mark.attrs.href);
      if (mark.attrs.title) result.linkTitle = String(mark.attrs.title);
    } else if (isColorMark(mark.type.name)) result[mark.type.name] = String(mark.attrs.color);
    else result[mark.type.name] = true;
  }
  return result as Marks;
}
