/**
 * A line of text in which what was searched for is marked, in the direction that it has by itself.
 *
 * Each piece is an element: a browser that translates the page puts others in the place of its texts, and
 * React can then take none of these away.
 */
import { Fragment, type ReactNode } from 'react';
import type { Stretch } from '../../shared/library/find-entries.ts';
import styles from './DocumentList.module.css';

/** `marks` are in order and do not overlap. */
export function Marked({ text, marks }: { text: string; marks: readonly Stretch[] }): ReactNode {
  let at = 0;
  return (
    <bdi>
      {marks.map(([from, to]) => {
        const before = text.slice(at, from);
        at = to;
        return (
          <Fragment key={from}>
            <span>{before}</span>
            <mark className={styles.found}>{text.slice(from, to)}</mark>
          </Fragment>
        );
      })}
      <span>{text.slice(at)}</span>
    </bdi>
  );
}
