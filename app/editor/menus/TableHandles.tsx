/**
 * Handles at the cell with the caret: of its row and its column, to drag or to press for a menu, and
 * of the column's width.
 *
 * Invariant: they only run the commands of the registry; placing them costs React nothing.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { type Action, ActionMenu } from '../../ui/ActionMenu.tsx';
import { HandleIcon } from '../../ui/icons.ts';
import { columnsOf } from '../blocks/table/node.ts';
import { cellAt, moveColumn, moveRow, resizeColumn } from '../commands/tables.ts';
import { CommandIconOf } from './command-icons.tsx';
import { nameOf } from './command-names.ts';
import styles from './menus.module.css';
import type { Menus } from './menus.ts';
import { type CellBoxes, cellBoxes, dragLine, dragWidth } from './table-drag.ts';
import { useMenus } from './use-menus.ts';

type Kind = 'row' | 'column';

/** Ids of the commands each menu offers; null is a line between two groups. */
const OFFERED: Readonly<Record<Kind, readonly (string | null)[]>> = {
  row: [
    'row-above',
    'row-below',
    'row-up',
    'row-down',
    'header',
    null,
    'merge-cells',
    'merge-below',
    'split-cell',
    null,
    'delete-row',
    'delete-table',
  ],
  column: [
    'column-before',
    'column-behind',
    'column-left',
    'column-right',
    null,
    'align-start',
    'align-center',
    'align-end',
    null,
    'merge-cells',
    'merge-next',
    'split-cell',
    null,
    'delete-column',
    'delete-table',
  ],
};
/** A key moves the edge of a column by so much, px. */
const WIDTH_STEP = 16;
/** How far a handle stands in the table at most, px. */
const MOST_INSIDE = 8;

export function TableHandles({ menus }: { menus: Menus }): ReactNode {
  const inCell = useMenus(menus, ({ view, state }) => view.editable && cellAt(state) !== null);
  return inCell ? <Handles menus={menus} /> : null;
}

function Handles({ menus }: { menus: Menus }): ReactNode {
  const row = useRef<HTMLButtonElement>(null);
  const column = useRef<HTMLButtonElement>(null);
  const edge = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<Kind | null>(null);
  const asked = useMenus(menus, ({ panel }) => panel === 'table-menu');
  const width = useMenus(menus, ({ state }) => {
    const place = cellAt(state);
    return place ? (columnsOf(place.table)[place.column]?.width ?? null) : null;
  });

  useEffect(
    () => follow(menus, { row: row.current!, column: column.current!, edge: edge.current! }),
    [menus],
  );
  useEffect(() => {
    if (!asked) return;
    menus.took();
    setOpen('row');
  }, [asked, menus]);

  const resize = (by: number) => {
    const place = cellAt(menus.state);
    const boxes = place && cellBoxes(menus.view, place);
    if (!place || !boxes) return;
    const now = columnsOf(place.table)[place.column]?.width ?? boxes.cell.width;
    resizeColumn(place.column, now + by)(menus.state, menus.view.dispatch, menus.view);
  };
  const handle = (kind: Kind, ref: React.RefObject<HTMLButtonElement | null>) => (
    <button
      ref={ref}
      type="button"
      aria-label={tLazy().menus[kind]}
      aria-haspopup="menu"
      aria-expanded={open === kind}
      tabIndex={-1}
      className={styles.tableHandle}
      data-kind={kind}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        dragLine(menus.view, kind, event.nativeEvent, line.current!, {
          onClick: () => setOpen(kind),
          onDrop: (from, to) => {
            const command = kind === 'row' ? moveRow(() => to, from) : moveColumn(() => to, from);
            command(menus.state, menus.view.dispatch, menus.view);
          },
        });
      }}
      onMouseDown={(event) => event.preventDefault()}
      // A screen reader presses without a pointer.
      onClick={(event) => event.detail === 0 && setOpen(kind)}
    >
      <HandleIcon aria-hidden="true" />
    </button>
  );
  return (
    <>
      {handle('row', row)}
      {handle('column', column)}
      {/* biome-ignore lint/a11y/useSemanticElements: a line between two things that can be moved is a separator, and hr cannot be moved */}
      <div
        ref={edge}
        role="separator"
        aria-orientation="vertical"
        aria-label={tLazy().menus.columnWidth}
        aria-valuenow={width ?? 0}
        aria-valuetext={width === null ? tLazy().menus.asWideAsText : tLazy().menus.pixels(width)}
        tabIndex={0}
        className={styles.columnEdge}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.preventDefault();
          dragWidth(menus.view, event.nativeEvent, (column, to) =>
            resizeColumn(column, to)(menus.state, menus.view.dispatch, menus.view),
          );
        }}
        onKeyDown={(event) => {
          const by = { ArrowLeft: -WIDTH_STEP, ArrowRight: WIDTH_STEP }[event.key];
          if (by) resize(by);
          else if (event.key === 'Escape') menus.view.focus();
          else return;
          event.preventDefault();
        }}
      />
      <div ref={line} className={styles.dropLine} hidden aria-hidden="true" />
      <ActionMenu
        label={open ? tLazy().menus[open] : ''}
        open={open !== null}
        onClose={() => setOpen(null)}
        anchor={open === 'column' ? column.current : row.current}
        returnFocus={() => {
          // The caret may be in another cell now, and the next key is for that.
          menus.view.focus();
          return menus.view.dom;
        }}
        items={open ? actions(menus, open) : []}
      />
    </>
  );
}

function actions(menus: Menus, kind: Kind): Action[] {
  const { state, view } = menus;
  const items: Action[] = [];
  let separated = false;
  for (const id of OFFERED[kind]) {
    if (id === null) {
      separated = true;
      continue;
    }
    const command = menus.command(id);
    items.push({
      label: nameOf(command),
      icon: <CommandIconOf icon={command.icon} />,
      shortcut: command.keys?.[0],
      checked: command.isOn?.(state) ?? false,
      // What would change nothing, such as moving the first row up, cannot be chosen.
      disabled: !command.run(state, undefined, view),
      danger: command.icon === 'delete',
      separated,
      onSelect: () => menus.run(command),
    });
    separated = false;
  }
  return items;
}

interface Placed {
  row: HTMLElement;
  column: HTMLElement;
  edge: HTMLElement;
}

/** Keeps the handles at the caret's cell. */
function follow(menus: Menus, placed: Placed): () => void {
  let frame: number | null = null;
  const put = () => {
    frame = null;
    const { view, state } = menus;
    const place = view.isDestroyed ? null : cellAt(state);
    const boxes = place && cellBoxes(view, place);
    for (const element of Object.values(placed)) (element as HTMLElement).hidden = !boxes;
    if (boxes) putAt(boxes, placed);
  };
  const soon = () => {
    frame ??= requestAnimationFrame(put);
  };
  const stop = menus.subscribe(soon);
  // The table itself may scroll sideways.
  addEventListener('scroll', soon, { capture: true, passive: true });
  addEventListener('resize', soon);
  soon();
  return () => {
    stop();
    removeEventListener('scroll', soon, { capture: true });
    removeEventListener('resize', soon);
    if (frame !== null) cancelAnimationFrame(frame);
  };
}

function putAt({ table, cell, isMirrored }: CellBoxes, { row, column, edge }: Placed): void {
  const frame = (row.offsetParent ?? document.body).getBoundingClientRect();
  const move = (element: HTMLElement, left: number, top: number) => {
    element.style.left = `${left - frame.left}px`;
    element.style.top = `${top - frame.top}px`;
  };
  const isInside = cell.right > table.left && cell.left < table.right;
  column.hidden = !isInside;
  const end = isMirrored ? cell.left : cell.right;
  edge.hidden = end > table.right + 1 || end < table.left - 1;
  // A handle reaches into the table, and never far enough to cover what is written there.
  const outside = (size: number) => Math.max(size / 2, size - MOST_INSIDE);
  const height = row.offsetHeight;
  move(row, table.left - outside(row.offsetWidth), (cell.top + cell.bottom - height) / 2);
  const middle = (Math.max(cell.left, table.left) + Math.min(cell.right, table.right)) / 2;
  move(column, middle - column.offsetWidth / 2, table.top - outside(column.offsetHeight));
  move(edge, end - edge.offsetWidth / 2, table.top);
  edge.style.height = `${table.height}px`;
}
