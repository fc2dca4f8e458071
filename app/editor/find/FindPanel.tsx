/**
 * The panel to find and replace in the text. It blocks nothing: the text can be read and written
 * while it is open.
 */
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { announce } from '../../ui/Announcer.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ArrowDownIcon, ArrowUpIcon, CloseIcon } from '../../ui/icons.ts';
import { isOfInputMethod } from '../../ui/keyboard.ts';
import type { Menus } from '../menus/menus.ts';
import styles from './FindPanel.module.css';
import { Finder, type Findings } from './finder.ts';
import type { Wanted } from './search-text.ts';

/** What is selected in one line is what one wants to find. */
function selectedText({ state }: Menus): string {
  const { from, to, $from, $to } = state.selection;
  return $from.sameParent($to) ? state.doc.textBetween(from, to) : '';
}

export function FindPanel({ menus }: { menus: Menus }): ReactNode {
  const panel = useRef<HTMLDivElement>(null);
  const [finder] = useState(() => new Finder(menus.view, () => ceilingOf(panel.current)));
  const [wanted, setWanted] = useState<Wanted>(() => ({
    text: selectedText(menus),
    matchCase: false,
    wholeWord: false,
    isExpression: false,
  }));
  const [replacement, setReplacement] = useState('');
  const findings = useSyncExternalStore(finder.subscribe, () => finder.findings);
  const { editable } = menus.view;
  const isNothingFound = findings.matches.length === 0;

  useEffect(() => {
    finder.open();
    const stop = menus.subscribe(() => finder.follow());
    return () => {
      stop();
      finder.close();
    };
  }, [finder, menus]);
  useEffect(() => finder.look(wanted), [finder, wanted]);
  const asked = useSyncExternalStore(menus.subscribe, () => menus.openings);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again, it takes the focus again
  useLayoutEffect(() => {
    const field = panel.current?.querySelector('input');
    field?.focus({ preventScroll: true });
    const { text } = menus.typedAhead.drain();
    if (text) setWanted((before) => ({ ...before, text }));
    else field?.select();
  }, [asked]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (isOfInputMethod(event.nativeEvent)) return;
    if (event.key === 'Escape') menus.close();
    else if (event.key === 'F3') event.shiftKey ? finder.previous() : finder.next();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const replaceAll = async () => {
    const count = await finder.replaceAll(replacement);
    announce(tLazy().find.replaced(count));
  };

  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={tLazy().commands.find}
      className={styles.panel}
      onKeyDown={onKeyDown}
    >
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault();
          finder.next();
        }}
      >
        <TextField
          label={tLazy().find.find}
          labelHidden
          placeholder={tLazy().find.find}
          className={styles.field}
          value={wanted.text}
          problem={findings.problem}
          onChange={(event) => setWanted({ ...wanted, text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !event.shiftKey) return;
            event.preventDefault();
            finder.previous();
          }}
        />
        <output className={styles.count} aria-live="polite">
          {countOf(wanted, findings)}
        </output>
        <IconButton label={tLazy().find.previous} onClick={() => finder.previous()}>
          <ArrowUpIcon aria-hidden="true" />
        </IconButton>
        <IconButton label={tLazy().find.next} type="submit">
          <ArrowDownIcon aria-hidden="true" />
        </IconButton>
        <IconButton label={tLazy().common.close} onClick={menus.close}>
          <CloseIcon aria-hidden="true" />
        </IconButton>
      </form>
      <div className={styles.options}>
        <Option
          label={tLazy().find.matchCase}
          checked={wanted.matchCase}
          onChange={(matchCase) => setWanted({ ...wanted, matchCase })}
        />
        <Option
          label={tLazy().find.wholeWord}
          checked={wanted.wholeWord}
          onChange={(wholeWord) => setWanted({ ...wanted, wholeWord })}
        />
        <Option
          label={tLazy().find.expression}
          checked={wanted.isExpression}
          onChange={(isExpression) => setWanted({ ...wanted, isExpression })}
        />
      </div>
      {editable ? (
        <form
          className={styles.row}
          onSubmit={(event) => {
            event.preventDefault();
            void finder.replace(replacement);
          }}
        >
          <TextField
            label={tLazy().find.replaceWith}
            labelHidden
            placeholder={tLazy().find.replaceWith}
            className={styles.field}
            value={replacement}
            onChange={(event) => setReplacement(event.target.value)}
          />
          <Button type="submit" busy={isNothingFound}>
            {tLazy().find.replace}
          </Button>
          <Button busy={isNothingFound} onClick={() => void replaceAll()}>
            {tLazy().find.replaceAll}
          </Button>
        </form>
      ) : null}
    </div>
  );
}

/** How far down the panel hides the text: where the window is wide, it stands beside it. */
function ceilingOf(panel: HTMLElement | null): number {
  const box = panel?.getBoundingClientRect();
  return box && box.width > innerWidth / 2 ? box.bottom : 0;
}

function countOf({ text }: Wanted, { matches, current, problem, searching }: Findings): string {
  if (text === '' || problem) return '';
  if (searching && matches.length === 0) return tLazy().find.searching;
  if (matches.length === 0) return tLazy().common.none;
  return current < 0
    ? tLazy().counts.number(matches.length)
    : tLazy().find.place(current + 1, matches.length);
}

function Option({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}): ReactNode {
  return (
    <label className={styles.option}>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
