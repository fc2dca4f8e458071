/**
 * A field that finds options as one types, with the list of what it found: a combobox.
 *
 * Invariant: the focus stays in the field; arrows go round the options, Enter takes the active one,
 * and how many were found is told to those who do not see it. An option that is active stays so when
 * others arrive before it: Enter takes what one saw.
 */
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isOfInputMethod } from './keyboard.ts';
import { type Option, OptionList } from './OptionList.tsx';
import styles from './OptionSearch.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export function OptionSearch({
  id,
  label,
  listLabel,
  hint = label,
  text,
  options,
  count,
  nothing,
  first = 0,
  onText,
  onChoose,
  onActive,
  onLeave,
}: {
  /** Id of the list in the page; those of the options are theirs. */
  id: string;
  label: string;
  /** Stands in the empty field. */
  hint?: string;
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
  /** Told which option Enter would take. */
  onActive?: (index: number) => void;
  /** Escape and Tab; without it they mean what they mean around the field. */
  onLeave?: () => void;
}): ReactNode {
  const [index, setIndex] = useState(first);
  const held = useRef<{ text: string; id: string } | null>(null);
  const heldAt =
    held.current?.text === text ? options.findIndex(({ id }) => id === held.current?.id) : -1;
  const active = heldAt < 0 ? index : heldAt;
  const { id: activeId, yields = false } = options[active] ?? {};
  useLayoutEffect(() => {
    held.current = activeId === undefined || yields ? null : { text, id: activeId };
  }, [text, activeId, yields]);
  const tellActive = useRef(onActive);
  tellActive.current = onActive;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another option at the same place is another one
  useEffect(() => tellActive.current?.(active), [active, activeId]);
  const setActive = (next: number) => {
    held.current = null;
    setIndex(next);
  };
  const field = useRef<HTMLInputElement>(null);
  // At once: what is typed meanwhile would go elsewhere.
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length > 0) setActive((active + step + options.length) % options.length);
    else if (event.key === 'Enter') onChoose(active);
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
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
        placeholder={hint}
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
