/**
 * Tables ⇄ Markdown's tables.
 *
 * Invariant: every cell's text survives. Markdown has no widths, and always a heading: a table
 * without one gets an empty first row, and one whose first row is empty has no heading. White space
 * around a cell's text is layout; code in which a backslash stands before `|` becomes plain text.
 */
import type { Nodes, PhrasingContent, Table, TableCell } from 'mdast';
import type { BlockContent, Inline, TableColumn, TableRow } from '../document/schema.ts';
import { canonicalLine, withoutMark } from './inline.ts';
import { inlineFromTree, type ReadContext } from './inline-from-tree.ts';
import { treeFromInline } from './tree-from-inline.ts';

/** Rows may be shorter than others in Markdown: a few bytes could stand for millions of cells. */
const MAX_MISSING_CELLS = 20_000;

/** Whether a table is a reasonable rectangle, or has to stay as it is written. */
export function isReadable(node: Table): boolean {
  const written = node.children.reduce((sum, row) => sum + row.children.length, 0);
  return widthOf(node) * node.children.length - written <= MAX_MISSING_CELLS;
}

export function tableFromTree(node: Table, context: ReadContext): BlockContent {
  const width = widthOf(node);
  const inCell = { ...context, inCell: true };
  const rows = node.children.map(({ children }): TableRow => {
    const cells = children.map((cell) => canonicalLine(inlineFromTree(cell.children, inCell)));
    return { id: '', cells: [...cells, ...emptyCells(width - cells.length)] };
  });
  const header = rows.length === 1 || rows[0]!.cells.some((cell) => cell.length > 0);
  return {
    type: 'table',
    ...(header ? { header } : {}),
    content: [],
    table: { columns: columnsOf(node, width), rows: header ? rows : rows.slice(1) },
  };
}

function columnsOf({ align }: Table, width: number): TableColumn[] {
  return Array.from({ length: width }, (_, index): TableColumn => {
    const side = align?.[index];
    if (side === 'center') return { id: '', align: 'center' };
    return side === 'right' ? { id: '', align: 'end' } : { id: '' };
  });
}

function widthOf(node: Table): number {
  return node.children.reduce((width, row) => Math.max(width, row.children.length), 0);
}

function emptyCells(count: number): Inline[][] {
  return Array.from({ length: count }, () => []);
}

/** @returns null for a table without columns: there is nothing to write. */
export function treeFromTable({ table, header }: BlockContent): Table | null {
  if (!table || table.columns.length === 0) return null;
  const rows = table.rows.map(({ cells }) => cells);
  if (!header || rows.length === 0) rows.unshift(emptyCells(table.columns.length));
  return {
    type: 'table',
    align: table.columns.map(({ align }) =>
      align === 'end' ? 'right' : align === 'center' ? 'center' : null,
    ),
    children: rows.map((cells) => ({ type: 'tableRow', children: cells.map(cellOf) })),
  };
}

function cellOf(content: readonly Inline[]): TableCell {
  const children: PhrasingContent[] = treeFromInline(cellContent(content), true);
  const cell: TableCell = { type: 'tableCell', children };
  forEachNode(cell, (node) => {
    if (node.type !== 'html' && node.type !== 'inlineVerbatim') return;
    node.value = node.value
      .replace(/\s*\n\s*/g, ' ')
      .replace(/(?<!\\)((?:\\\\)*)\\\|/g, '$1\\&#124;')
      .replaceAll('|', '\\|');
  });
  return cell;
}

/** What a cell can say. In code `\|` could not be told from an escaped bar. */
function cellContent(content: readonly Inline[]): Inline[] {
  return canonicalLine(
    canonicalLine(content).map((run) =>
      'text' in run && run.marks?.code && /(?<!\\)(?:\\\\)*\\\|/.test(run.text)
        ? { ...run, marks: withoutMark(run.marks, 'code') }
        : run,
    ),
  );
}

function forEachNode(node: Nodes, act: (node: Nodes) => void): void {
  act(node);
  if ('children' in node) for (const child of node.children) forEachNode(child, act);
}
