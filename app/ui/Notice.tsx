/**
 * A message in the page. Invariant: an alert is for what needs action, everything else is a status.
 */
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { InfoIcon, WarningIcon } from './icons.ts';
import styles from './Notice.module.css';

export function Notice({
  tone = 'plain',
  title,
  actions,
  children,
}: {
  tone?: 'plain' | 'warning' | 'danger';
  title?: string;
  actions?: ReactNode;
  children?: ReactNode;
}): ReactNode {
  const Icon = tone === 'plain' ? InfoIcon : WarningIcon;
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={cx(styles.notice, styles[tone])}>
      <Icon aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        {title ? <p className={styles.title}>{title}</p> : null}
        {children ? <p>{children}</p> : null}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}
