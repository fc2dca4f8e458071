/** A person as a coloured circle with initials. The name in words stands beside it or around it. */
import type { CSSProperties, ReactNode } from 'react';
import styles from './Avatar.module.css';

/** `color` is a custom property of the tokens, such as `--person-teal`. */
export function Avatar({ name, color }: { name: string; color: `--${string}` }): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={styles.avatar}
      style={{ '--avatar-color': `var(${color})` } as CSSProperties}
    >
      {initialsOf(name)}
    </span>
  );
}

/** The first letters of the first and the last word; one letter of a single word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const chosen = words.length > 1 ? [words[0], words[words.length - 1]] : [words[0]];
  return chosen.map((word) => firstLetter(word ?? '')).join('');
}

function firstLetter(word: string): string {
  // By graphemes, so that an emoji or a letter with marks is not cut apart.
  for (const { segment } of new Intl.Segmenter().segment(word)) return segment.toUpperCase();
  return '';
}
