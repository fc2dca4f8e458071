/**
 * Dragging rows, columns and the edges of columns.
 *
 * Invariant: nothing changes before the drop; the drop is one command, and one step of undo; Escape
 * leaves everything as it was.
 */
import type { EditorView } from 'prosemirror-view';
import { MAX_WIDTH, MIN_WIDTH } from '../../../shared/document/block-types/common.ts';
import { type CellPlace, cellAt, drawnTable, isMirrored } from '../commands/tables.ts';

/** A press that moves less than this is a click, px. */
const CLICK_PX = 4;

export interface CellBoxes {
  /** What is to be seen of the table. */
  table: DOMRect;
  cell: DOMRect;
  /** Whether a column ends at its left. */
  isMirrored: boolean;
}

/** Where a cell and its table are in the window; null where they are not drawn. */
export function cellBoxes(view: EditorView, { at, row, column }: CellPlace): CellBoxes | null {
  const table = drawnTable(view, at);
  const cell = table?.rows[row]?.cells[column];
  const frame = table?.parentElement;
  if (!table || !cell || !frame) return null;
  const [whole, seen] = [table.getBoundingClientRect(), frame.getBoundingClientRect()];
  const left = Math.max(whole.left, seen.left);
  const width = Math.min(whole.right, seen.right) - left;
  return {
    table: new DOMRect(left, whole.top, width, whole.height),
    cell: cell.getBoundingClientRect(),
    isMirrored: isMirrored(table),
  };
}

/** Drags the caret's row or column; `onDrop` gets its index and the one it shall have. */
export function dragLine(
  view: EditorView,
  kind: 'row' | 'column',
  press: PointerEvent,
  line: HTMLElement,
  { onClick, onDrop }: { onClick: () => void; onDrop: (from: number, to: number) => void },
): void {
  const place = cellAt(view.state);
  const table = place && drawnTable(view, place.at);
  if (!place || !table) return;
  const from = place[kind];
  const along = kind === 'column' && isMirrored(table) ? 'mirrored' : kind;
  let moved = false;
  let gap = from;

  const follow = (event: PointerEvent) => {
    const far = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY);
    moved ||= far > CLICK_PX;
    if (!moved) return;
    const boxes = linesOf(table, kind);
    const at = kind === 'row' ? event.clientY : event.clientX;
    const behind = boxes.findIndex((box) => {
      const middle = middleOf(box, kind);
      return along === 'mirrored' ? at > middle : at < middle;
    });
    gap = behind < 0 ? boxes.length : behind;
    draw(line, table, boxes, gap, along);
  };
  track(press, follow, (dropped) => {
    line.hidden = true;
    if (!moved && dropped) onClick();
    const to = gap > from ? gap - 1 : gap;
    // Others may have changed the table meanwhile: then the drop would move something else.
    const isSame = cellAt(view.state)?.[kind] === from && table.isConnected;
    if (moved && dropped && to !== from && isSame) onDrop(from, to);
  });
}

/** Drags the edge at the end of the caret's column; `onDrop` gets its index and width in CSS pixels. */
export function dragWidth(
  view: EditorView,
  press: PointerEvent,
  onDrop: (column: number, width: number) => void,
): void {
  const place = cellAt(view.state);
  const table = place && drawnTable(view, place.at);
  const drawn = table?.querySelectorAll('col')[place?.column ?? -1];
  const boxes = place && cellBoxes(view, place);
  if (!place || !drawn || !boxes) return;
  const before = drawn.style.width;
  let width: number | null = null;
  const follow = (event: PointerEvent) => {
    const farther = event.clientX - press.clientX;
    const wanted = boxes.cell.width + (boxes.isMirrored ? -farther : farther);
    width = Math.round(Math.min(Math.max(wanted, MIN_WIDTH), MAX_WIDTH));
    drawn.style.width = `${width}px`;
  };
  track(press, follow, (dropped) => {
    drawn.style.width = before;
    const isSame = cellAt(view.state)?.column === place.column && drawn.isConnected;
    if (dropped && width !== null && isSame) onDrop(place.column, width);
  });
}

/** Follows the pointer until it is lifted (true) or Escape or the browser takes it away (false). */
function track(
  press: PointerEvent,
  onMove: (event: PointerEvent) => void,
  onEnd: (dropped: boolean) => void,
): void {
  const handle = press.currentTarget as HTMLElement;
  handle.setPointerCapture(press.pointerId);
  const end = (dropped: boolean) => {
    handle.removeEventListener('pointermove', onMove);
    handle.removeEventListener('pointerup', up);
    handle.removeEventListener('pointercancel', cancel);
    removeEventListener('keydown', key, true);
    onEnd(dropped);
  };
  const up = () => end(true);
  const cancel = () => end(false);
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end(false);
  };
  handle.addEventListener('pointermove', onMove);
  handle.addEventListener('pointerup', up);
  handle.addEventListener('pointercancel', cancel);
  addEventListener('keydown', key, true);
}

function linesOf(table: HTMLTableElement, kind: 'row' | 'column'): DOMRect[] {
  if (kind === 'row') return [...table.rows].map((row) => row.getBoundingClientRect());
  // A cell that reaches over several columns tells the width of none of them.
  const isOne = (cell: HTMLTableCellElement | undefined) =>
    cell && !cell.hidden && cell.colSpan < 2;
  return [...(table.rows[0]?.cells ?? [])].map((first, column) => {
    const row = [...table.rows].find(({ cells }) => isOne(cells[column]));
    return (row?.cells[column] ?? first).getBoundingClientRect();
  });
}

function middleOf(box: DOMRect, kind: 'row' | 'column'): number {
  return kind === 'row' ? (box.top + box.bottom) / 2 : (box.left + box.right) / 2;
}

/** Where a row or column begins and ends. */
const EDGES = {
  row: ['top', 'bottom'],
  column: ['left', 'right'],
  mirrored: ['right', 'left'],
} as const;

/** Draws the line where the row or column would go. */
function draw(
  line: HTMLElement,
  table: HTMLElement,
  boxes: readonly DOMRect[],
  gap: number,
  along: keyof typeof EDGES,
): void {
  const frame = (line.offsetParent ?? document.body).getBoundingClientRect();
  const whole = table.getBoundingClientRect();
  const next = boxes[gap];
  const last = boxes[boxes.length - 1];
  line.hidden = false;
  const kind = along === 'row' ? 'row' : 'column';
  line.dataset.kind = kind;
  const [start, end] = EDGES[along];
  const at = next?.[start] ?? last?.[end] ?? 0;
  line.style.top = `${(kind === 'row' ? at : whole.top) - frame.top}px`;
  line.style.left = `${(kind === 'row' ? whole.left : at) - frame.left}px`;
  line.style.width = kind === 'row' ? `${whole.width}px` : '';
  line.style.height = kind === 'row' ? '' : `${whole.height}px`;
}
