/**
 * Tables of other programs as rectangles of cells that hold lines of text.
 *
 * Invariant: every text of the table is in the result once, in the row and column where it began; a
 * cell that reached over several does so here, and those it covers are empty.
 */
import { styleOf } from './pasted-styles.ts';

type Flat = (nodes: Iterable<ChildNode>, isOwn: boolean) => HTMLElement[];

/** What a hostile page cannot have more of, since it would cost it nothing. */
const MAX_SPAN = 200;
const MAX_COLUMNS = 2000;
/** Cells of the rectangle: for each there was, and besides. */
const MOST_FOR_A_CELL = 20;
const MOST_FOR_ALL = 10_000;

/**
 * @returns null where the table is mere layout: it holds another one, is a single cell, or is no
 * table to write in.
 */
export function tableElement(
  table: HTMLTableElement,
  isOwn: boolean,
  flat: Flat,
): HTMLElement | null {
  const rows = [...table.rows].filter((row) => row.cells.length > 0);
  const isLayout =
    table.querySelector('table') !== null ||
    /^(?:presentation|none)$/.test(table.getAttribute('role') ?? '') ||
    (!isOwn && rows.every((row) => row.cells.length === 1) && rows.length < 2);
  if (isLayout || rows.length === 0) return null;
  const grid = gridOf(rows);
  if (!grid) return null;
  const width = grid[0]!.length;
  const isHeader = [...rows[0]!.cells].every(
    (cell) =>
      cell.localName === 'th' ||
      cell.closest('thead') !== null ||
      (isOwn && cell.getAttribute('role') === 'columnheader'),
  );
  const made = document.createElement('table');
  made.append(columnElements(table, grid, width, isOwn));
  const body = made.appendChild(document.createElement('tbody'));
  grid.forEach((cells, index) => {
    const row = body.appendChild(document.createElement('tr'));
    for (let column = 0; column < width; column++) {
      const cell = row.appendChild(document.createElement(isHeader && index === 0 ? 'th' : 'td'));
      const from = cells[column];
      if (!from) continue;
      cell.append(...linesOf(flat(from.cell.childNodes, isOwn)));
      cell.rowSpan = from.down;
      cell.colSpan = from.across;
    }
  });
  return made;
}

/**
 * Cells by row and by the columns in which any begin, null where one of another row or column
 * reaches. Null for what is no table to write in: too wide, or with hardly a cell that is one.
 */
function gridOf(rows: readonly HTMLTableRowElement[]): (PastedCell | null)[][] | null {
  const grid = rows.map(() => new Map<number, PastedCell>());
  /** By column, the first row to which no cell of an earlier row reaches. */
  const free: number[] = [];
  let count = 0;
  for (const [index, row] of rows.entries()) {
    let column = 0;
    for (const cell of row.cells) {
      while ((free[column] ?? 0) > index) column++;
      const across = Math.min(Math.max(cell.colSpan, 1), MAX_SPAN);
      const down = cell.rowSpan === 0 ? rows.length : cell.rowSpan;
      if (column + across > MAX_COLUMNS) return null;
      grid[index]!.set(column, { cell, down: Math.min(down, rows.length - index), across });
      for (const end = column + across; column < end; column++)
        free[column] = Math.max(free[column] ?? 0, index + down);
      count++;
    }
  }
  const columns = [...new Set(grid.flatMap((cells) => [...cells.keys()]))].sort((a, b) => a - b);
  if (columns.length * rows.length > count * MOST_FOR_A_CELL + MOST_FOR_ALL) return null;
  for (const cells of grid)
    for (const [column, cell] of cells) {
      const end = column + cell.across;
      cell.across = columns.filter((other) => other >= column && other < end).length;
    }
  return grid.map((cells) => columns.map((column) => cells.get(column) ?? null));
}

/** A cell, and how many rows and columns of the rectangle it reaches over. */
interface PastedCell {
  cell: HTMLTableCellElement;
  down: number;
  across: number;
}

/** How the columns stand, and in what was copied here how wide they are. */
function columnElements(
  table: HTMLTableElement,
  grid: readonly (PastedCell | null)[][],
  width: number,
  isOwn: boolean,
): HTMLElement {
  const group = document.createElement('colgroup');
  const old = [...table.querySelectorAll('col')];
  for (let column = 0; column < width; column++) {
    const made = group.appendChild(document.createElement('col'));
    const sides = new Set(grid.flatMap(({ [column]: one }) => (one ? [sideOf(one.cell)] : [])));
    const [side] = sides;
    if (side && sides.size === 1) made.dataset.align = side;
    const drawn = old[column]?.getAttribute('width');
    if (isOwn && drawn) made.dataset.width = drawn;
  }
  return group;
}

function sideOf(cell: HTMLTableCellElement): 'center' | 'end' | null {
  const side = styleOf(cell).get('text-align') || cell.getAttribute('align') || cell.dataset.align;
  if (side === 'center') return 'center';
  return side === 'right' || side === 'end' ? 'end' : null;
}

/** The blocks in a cell as lines: an item of a list keeps a marker. */
function linesOf(blocks: readonly HTMLElement[]): Node[] {
  const nodes: Node[] = [];
  let number = 0;
  for (const block of blocks) {
    const content = contentOf(block);
    number = block.className === 'ordered' ? Number(block.dataset.number ?? number + 1) : 0;
    const marker = { bullet: '• ', ordered: `${number}. ` }[block.className] ?? '';
    if (marker) content.unshift(document.createTextNode(marker));
    if (content.length === 0 || !content.some(isSeen)) continue;
    if (nodes.length > 0) nodes.push(document.createElement('br'));
    nodes.push(...content);
  }
  return nodes;
}

function contentOf(block: HTMLElement): Node[] {
  if (block.localName === 'pre') {
    return (block.textContent ?? '').split('\n').flatMap((line, index): Node[] => {
      const code = document.createElement('code');
      code.textContent = line;
      return index > 0 ? [document.createElement('br'), code] : [code];
    });
  }
  if (block.className === 'image') {
    const image = document.createElement('img');
    image.setAttribute('src', block.dataset.src ?? '');
    image.setAttribute('alt', block.dataset.alt ?? '');
    const caption = [...(block.querySelector('figcaption')?.childNodes ?? [])];
    return caption.length > 0 ? [image, document.createElement('br'), ...caption] : [image];
  }
  if (block.className === 'file') {
    const link = document.createElement('a');
    link.setAttribute('href', block.dataset.src ?? '');
    link.textContent = block.dataset.name ?? '';
    return [link, ...(block.querySelector('figcaption')?.childNodes ?? [])];
  }
  if (block.className === 'bookmark') {
    const link = document.createElement('a');
    link.setAttribute('href', block.dataset.href ?? '');
    const title = [...(block.querySelector('figcaption')?.childNodes ?? [])];
    link.append(...(title.length > 0 ? title : [block.dataset.href ?? '']));
    return [link];
  }
  if (block.className !== 'task') return [...block.childNodes];
  const box = document.createTextNode(block.dataset.checked === 'true' ? '[x] ' : '[ ] ');
  return [box, ...(block.querySelector('.text')?.childNodes ?? [])];
}

/** What is no text and still is something. */
const OBJECTS = 'img,[data-embed]';

/** Whether there is anything to see: spaces are what programs put into what is empty. */
export function isSeen(node: Node): boolean {
  if (/[^\s\u00a0]/.test(node.textContent ?? '')) return true;
  const element = node as Element;
  return (
    node.nodeType === 1 && (element.matches(OBJECTS) || element.querySelector(OBJECTS) !== null)
  );
}
