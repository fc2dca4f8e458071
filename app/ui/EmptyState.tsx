/** What stands where nothing is yet, or where nothing can be: what happened, and what to do next. */
import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

export function EmptyState({
  title,
  heading: Heading = 'h2',
  actions,
  children,
}: {
  title: string;
  heading?: 'h1' | 'h2';
  actions?: ReactNode;
  children?: ReactNode;
}): ReactNode {
  return (
    <div className={styles.empty}>
      <Heading className={styles.title}>{title}</Heading>
      {children ? <div className={styles.words}>{children}</div> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}
