/**
 * The colours of text and of what is behind it, to choose from.
 *
 * Invariant: it is one stop of the Tab key, in which the arrows move; what is selected in the text
 * stays selected, and has the focus again once a colour is chosen.
 */
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { HIGHLIGHTS } from '../../../shared/document/highlights.ts';
import { TEXT_COLORS } from '../../../shared/document/schema.ts';
import { type LazyTexts, tLazy } from '../../i18n/lazy.ts';
import { cx } from '../../ui/cx.ts';
import { CheckIcon } from '../../ui/icons.ts';
import { colorOf } from '../commands/colors.ts';
import type { ColorMark } from '../schema.ts';
import styles from './colors.module.css';
import { useFloating } from './floating.ts';
import type { Menus } from './menus.ts';
import { usePhone } from './phone.ts';
import { useMenus } from './use-menus.ts';

const ROWS: readonly { mark: ColorMark; colors: readonly (keyof LazyTexts['colors'])[] }[] = [
  { mark: 'color', colors: TEXT_COLORS },
  { mark: 'highlight', colors: HIGHLIGHTS },
];

export function ColorPalette({
  menus,
  opener,
  onClose,
}: {
  menus: Menus;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}): ReactNode {
  const palette = useRef<HTMLDivElement>(null);
  const phone = usePhone();
  useFloating(palette, () => opener.current?.getBoundingClientRect() ?? null, 'above');
  useEffect(() => {
    // On a phone the keyboard would go with the focus.
    if (!phone) palette.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    const press = ({ target }: PointerEvent) => {
      const isInside = target instanceof Node && palette.current?.contains(target);
      if (!isInside && !(target instanceof Node && opener.current?.contains(target))) onClose();
    };
    document.addEventListener('pointerdown', press);
    return () => document.removeEventListener('pointerdown', press);
  }, [phone, opener, onClose]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    if (event.key === 'Escape') {
      onClose();
      opener.current?.focus();
    } else if (event.key === 'Tab') {
      onClose();
      menus.view.focus();
    } else {
      const next = target instanceof HTMLElement && neighbour(target, event.key);
      // Other keys, as Enter and the blank, are the button's own.
      if (!next) return event.stopPropagation();
      next.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const drawn = (
    <div
      ref={palette}
      role="dialog"
      aria-label={tLazy().menus.colors}
      className={styles.palette}
      onKeyDown={onKeyDown}
    >
      {ROWS.map((row, index) => (
        <Row key={row.mark} menus={menus} {...row} isFirst={index === 0} onClose={onClose} />
      ))}
    </div>
  );
  // The bar of a phone scrolls, and would cut off what is above it.
  const host = phone ? menus.view.dom.closest('.editor') : null;
  return host ? createPortal(drawn, host) : drawn;
}

function Row({
  menus,
  mark,
  colors,
  isFirst,
  onClose,
}: (typeof ROWS)[number] & { menus: Menus; isFirst: boolean; onClose: () => void }): ReactNode {
  const now = useMenus(menus, ({ state }) => colorOf(state, mark));
  const label = mark === 'color' ? tLazy().menus.textColor : tLazy().commands.highlight;
  return (
    <>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a box */}
      <div role="group" aria-label={label} className={styles.row}>
        {[null, ...colors].map((color, index) => (
          <button
            key={color}
            type="button"
            tabIndex={isFirst && index === 0 ? 0 : -1}
            aria-label={color === null ? tLazy().common.none : tLazy().colors[color]}
            aria-pressed={now === color}
            data-color={color ?? undefined}
            className={cx(styles.swatch, styles[mark])}
            onClick={() => {
              menus.run(menus.command(`${mark}-${color ?? 'none'}`));
              onClose();
              menus.view.focus();
            }}
          >
            {mark === 'color' ? 'A' : now === color ? <CheckIcon aria-hidden="true" /> : null}
          </button>
        ))}
      </div>
    </>
  );
}

/** The swatch an arrow leads to from another one. */
function neighbour(swatch: HTMLElement, key: string): HTMLElement | null {
  const row = swatch.parentElement;
  const index = row ? [...row.children].indexOf(swatch) : -1;
  if (!row || index < 0) return null;
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (step) return at(row, (index + step + row.children.length) % row.children.length);
  if (key === 'Home') return at(row, 0);
  if (key === 'End') return at(row, row.children.length - 1);
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null;
  const rows = [...(row.parentElement?.querySelectorAll('[role="group"]') ?? [])];
  const other = rows[(rows.indexOf(row) + 1) % rows.length];
  return other ? at(other, index) : null;
}

function at(row: Element, index: number): HTMLElement | null {
  const child = row.children[index];
  return child instanceof HTMLElement ? child : null;
}
