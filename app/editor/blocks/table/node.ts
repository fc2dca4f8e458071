/**
 * A table: rows of cells.
 *
 * Invariant: only what is pasted may have rows of different lengths, and not for long: binding/ids.ts
 * makes it a rectangle.
 */
import type { DOMOutputSpec, Node, NodeSpec } from 'prosemirror-model';
import { ALIGNMENTS, type TableColumn } from '../../../../shared/document/schema.ts';
import { attributesIn, attrsOf, blockAttributes, stringsOf } from '../node-forms.ts';

/** The columns of a table's node. */
export function columnsOf(table: Node): readonly TableColumn[] {
  return (table.attrs.columns as readonly TableColumn[] | null) ?? [];
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

/** A cell. `header` and `align` follow from the table. */
export const tableCellNode: NodeSpec = {
  content: 'inline*',
  isolating: true,
  attrs: {
    id: { default: null as string | null },
    header: { default: false },
    align: { default: null },
  },
  parseDOM: [{ tag: 'td' }, { tag: 'th' }],
  toDOM: ({ attrs }): DOMOutputSpec => [
    'td',
    stringsOf({
      role: attrs.header ? 'columnheader' : null,
      'data-align': attrs.align,
    }),
    0,
  ],
};
