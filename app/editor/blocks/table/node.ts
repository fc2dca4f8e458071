/**
 * A table: rows of cells.
 *
 * Invariant: only what is pasted may have rows of different lengths, and not for long: binding/ids.ts
 * makes it a rectangle.
 */
import type { DOMOutputSpec, Node, NodeSpec } from 'prosemirror-model';
import {
  ALIGNMENTS,
  type MergedCells,
  type TableColumn,
} from '../../../../shared/document/schema.ts';
import { attributesIn, attrsOf, blockAttributes, stringsOf } from '../node-forms.ts';

/** The columns of a table's node. */
export function columnsOf(table: Node): readonly TableColumn[] {
  return (table.attrs.columns as readonly TableColumn[] | null) ?? [];
}

/** Which cells of a table's node are one. */
export function mergedIn(table: Node): readonly MergedCells[] {
  return (table.attrs.merged as readonly MergedCells[] | null) ?? [];
}

/** The cell that is shown at a place: the first of those it is one with. */
export function firstCell(table: Node, row: number, column: number): [row: number, column: number] {
  const cell = table.child(row).child(column);
  if (!cell.attrs.covered) return [row, column];
  for (let at = row; at >= 0; at--)
    for (let across = column; across >= 0; across--) {
      const { down, across: wide, covered } = table.child(at).child(across).attrs;
      if (!covered && at + down > row && across + wide > column) return [at, across];
    }
  return [row, column];
}

/** Columns without names, as pasted-table.ts writes them. */
function parseColumns(table: HTMLElement): TableColumn[] | null {
  const columns = [...table.querySelectorAll('col')].map(({ dataset }): TableColumn => {
    const align = ALIGNMENTS.find((known) => known === dataset.align);
    const width = Number(dataset.width) || null;
    return { id: '', ...(width ? { width } : {}), ...(align ? { align } : {}) };
  });
  return columns.length > 0 ? columns : null;
}

/** Rows of cells. Each row has as many cells as `columns`; see binding/ids.ts, which sees to it. */
export const tableNode: NodeSpec = {
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  attrs: {
    ...attrsOf('table'),
    /** `TableColumn[]`, or null where only the cells tell (pasted tables). */
    columns: { default: null },
    /** `MergedCells[]`, or null where no cells are one, or only they tell (pasted tables). */
    merged: { default: null },
  },
  parseDOM: [
    {
      tag: 'table',
      getAttrs: (element) => ({
        ...attributesIn('table')(element),
        header: element.querySelector('tr')?.querySelector('td') === null,
        columns: parseColumns(element),
      }),
    },
  ],
  // The page draws it with table-view.ts; this is what goes to the clipboard.
  toDOM: (node): DOMOutputSpec => [
    'table',
    blockAttributes(node.attrs),
    ['colgroup', ...columnsOf(node).map(({ width }) => ['col', stringsOf({ width })])],
    ['tbody', 0],
  ],
};

export const tableRowNode: NodeSpec = {
  content: 'tableCell+',
  isolating: true,
  attrs: { id: { default: null as string | null } },
  parseDOM: [{ tag: 'tr' }],
  toDOM: (): DOMOutputSpec => ['tr', 0],
};

/**
 * A cell. All but what stands in it follows from the table. One that another one covers is empty,
 * and nobody sees it.
 */
export const tableCellNode: NodeSpec = {
  content: 'inline*',
  isolating: true,
  attrs: {
    id: { default: null as string | null },
    header: { default: false },
    align: { default: null },
    /** Rows and columns it reaches over. */
    down: { default: 1 },
    across: { default: 1 },
    covered: { default: false },
  },
  parseDOM: ['td', 'th'].map((tag) => ({
    tag,
    getAttrs: (element: HTMLElement) => {
      const { rowSpan, colSpan } = element as HTMLTableCellElement;
      return { down: rowSpan, across: colSpan };
    },
  })),
  toDOM: ({ attrs }): DOMOutputSpec => [
    'td',
    stringsOf({
      rowspan: attrs.down > 1 ? attrs.down : null,
      colspan: attrs.across > 1 ? attrs.across : null,
      hidden: attrs.covered ? 'hidden' : null,
      role: attrs.header ? 'columnheader' : null,
      'data-align': attrs.align,
    }),
    0,
  ],
};
