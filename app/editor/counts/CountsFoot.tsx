/**
 * How long the text is, in a quiet place at the foot of the page; more of it on click.
 *
 * Invariant: it is a status, but does not read itself out: it changes with every pause in writing.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { Popover } from '../../ui/Popover.tsx';
import type { Menus } from '../menus/menus.ts';
import { type Counts, minutesToRead } from './count.ts';
import styles from './counts.module.css';
import { type Counted, followCounts } from './follow-counts.ts';

export function CountsFoot({
  menus,
  open,
  onOpen,
}: {
  menus: Menus;
  open: boolean;
  onOpen: (open: boolean) => void;
}): ReactNode {
  const [counted, setCounted] = useState<Counted | null>(null);
  useEffect(() => followCounts(menus, setCounted), [menus]);
  const { all, selected } = counted ?? { all: null, selected: null };
  return (
    <div role="status" aria-label={t().wordCount} aria-live="off" className={styles.foot}>
      <Popover
        title={t().wordCount}
        opened={open}
        onClose={() => onOpen(false)}
        button={{ className: styles.button, children: all ? shortOf(all, selected) : '…' }}
      >
        {all ? (
          <dl className={styles.details}>
            {rowsOf(all, selected).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
      </Popover>
    </div>
  );
}

function shortOf(all: Counts, selected: Counts | null): string {
  const texts = tLazy().counts;
  return selected ? texts.wordsOf(selected.words, all.words) : texts.words(all.words);
}

function rowsOf(all: Counts, selected: Counts | null): [string, string][] {
  const texts = tLazy().counts;
  const of = (read: (counts: Counts) => number) =>
    selected ? texts.of(read(selected), read(all)) : texts.number(read(all));
  const minutes = minutesToRead((selected ?? all).words);
  return [
    [texts.wordCount, of((counts) => counts.words)],
    [texts.characters, of((counts) => counts.characters)],
    [texts.withoutSpaces, of((counts) => counts.charactersWithoutSpaces)],
    [selected ? texts.timeToReadSelection : texts.timeToRead, texts.minutes(minutes)],
  ];
}
