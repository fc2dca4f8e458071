/**
 * The options of a search field that keeps the focus: a list box with icons, groups and shortcuts.
 *
 * Invariant: the focus stays where one types; which option Enter takes is told by its id.
 */
import { Fragment, type ReactNode, useLayoutEffect, useRef } from 'react';
import { keysOf } from './keys.ts';
import styles from './OptionList.module.css';

export interface Option {
  id: string;
  label: string;
  /** What tells it from others that are called the same: where it lies, or what it says. */
  note?: string;
  icon?: ReactNode;
  shortcut?: string | undefined;
  /** Is not kept active where others arrive before it. */
  yields?: true;
  /** Options of one group follow each other; its name stands above them. */
  group?: string;
}

export function OptionList({
  id,
  label,
  options,
  active,
  inTabOrder = false,
  onActive,
  onChoose,
}: {
  id: string;
  label: string;
  options: readonly Option[];
  /** Index of the option that Enter takes. */
  active: number;
  /** Where it belongs to no combobox, it has to be reached so that it can be scrolled. */
  inTabOrder?: boolean;
  onActive: (index: number) => void;
  onChoose: (index: number) => void;
}): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another option is active
  useLayoutEffect(() => {
    const box = list.current;
    const option = box?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!box || !option) return;
    const top = option.offsetTop;
    const bottom = top + option.offsetHeight;
    if (top < box.scrollTop) box.scrollTop = top - box.clientTop;
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
  }, [active, options]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      className={styles.list}
      tabIndex={inTabOrder ? 0 : undefined}
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option, index) => (
        <Fragment key={option.id}>
          {option.group && option.group !== options[index - 1]?.group ? (
            <div role="presentation" className={styles.group}>
              {option.group}
            </div>
          ) : null}
          {/* Keys are handled by the field that has the focus. */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
          <div
            id={option.id}
            role="option"
            aria-selected={index === active}
            className={styles.option}
            onPointerMove={() => index !== active && onActive(index)}
            onClick={() => onChoose(index)}
          >
            {option.icon}
            <span className={styles.label}>
              <bdi>{option.label}</bdi>
              {option.note ? <span className={styles.note}> {option.note}</span> : null}
            </span>
            {option.shortcut ? <Keys shortcut={option.shortcut} /> : null}
          </div>
        </Fragment>
      ))}
    </div>
  );
}

/** A shortcut as keys; screen readers get it from where it works. */
export function Keys({ shortcut }: { shortcut: string }): ReactNode {
  return (
    <span className={styles.keys} dir="ltr" aria-hidden="true">
      {keysOf(shortcut).map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
