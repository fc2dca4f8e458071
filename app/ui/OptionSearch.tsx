/**
 * A field that finds options as one types, with the list of what it found: a combobox.
 *
 * Invariant: the focus stays in the field; arrows go round the options, Enter takes the active one,
 * and how many were found is told to those who do not see it.
 */
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { type Option, OptionList } from './OptionList.tsx';
import styles from './OptionSearch.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export function OptionSearch({
  id,
  label,
  listLabel,
  text,
  options,
  count,
  nothing,
  first = 0,
  onText,
  onChoose,
  onLeave,
}: {
  /** Id of the list in the page; those of the options are theirs. */
  id: string;
  label: string;
  listLabel: string;
  text: string;
  options: readonly Option[];
  /** How many there are, in words. */
  count: string;
  /** Stands in the place of the options when there are none. */
  nothing?: string;
  /** Index of the option that is active before anything is typed. */
  first?: number;
  onText: (text: string) => void;
  onChoose: (index: number) => void;
  /** Escape and Tab; without it they mean what they mean around the field. */
  onLeave?: () => void;
}): ReactNode {
  const [active, setActive] = useState(first);
  const field = useRef<HTMLInputElement>(null);
  // At once: what is typed meanwhile would go elsewhere.
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length > 0) setActive((active + step + options.length) % options.length);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) onChoose(active);
    else if (onLeave && (event.key === 'Escape' || event.key === 'Tab')) onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={options.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={options[active]?.id}
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        className={styles.field}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          onText(event.target.value);
          setActive(0);
        }}
      />
      <OptionList
        id={id}
        label={listLabel}
        options={options}
        active={active}
        onActive={setActive}
        onChoose={onChoose}
      />
      {nothing && options.length === 0 ? <p className={styles.nothing}>{nothing}</p> : null}
      <div role="status">
        <VisuallyHidden>{count}</VisuallyHidden>
      </div>
    </>
  );
}
