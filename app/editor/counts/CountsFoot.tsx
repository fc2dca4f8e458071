/**
 * How long the text is, in a quiet place at the foot of the page; more of it on click.
 *
 * Invariant: it is a status, but does not read itself out: it changes with every pause in writing.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { Popover } from '../../ui/Popover.tsx';
import type { Menus } from '../menus/menus.ts';
import { type Counts, minutesToRead } from './count.ts';
import styles from './counts.module.css';
import { type Counted, followCounts } from './follow-counts.ts';

const number = new Intl.NumberFormat('en');

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
    <div role="status" aria-label="Word count" aria-live="off" className={styles.foot}>
      <Popover
        title="Word count"
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

function words(count: number): string {
  return count === 1 ? '1 word' : `${number.format(count)} words`;
}

function shortOf(all: Counts, selected: Counts | null): string {
  return selected ? `${number.format(selected.words)} of ${words(all.words)}` : words(all.words);
}

function rowsOf(all: Counts, selected: Counts | null): [string, string][] {
  const of = (read: (counts: Counts) => number) =>
    selected
      ? `${number.format(read(selected))} of ${number.format(read(all))}`
      : number.format(read(all));
  const minutes = minutesToRead((selected ?? all).words);
  return [
    ['Words', of((counts) => counts.words)],
    ['Characters', of((counts) => counts.characters)],
    ['Characters without spaces', of((counts) => counts.charactersWithoutSpaces)],
    [selected ? 'Time to read the selection' : 'Time to read', `${minutes} min`],
  ];
}
