/** The frame of every screen but the document's: a quiet bar, and one column. */
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../i18n/i18n.ts';
import { buttonClass } from '../ui/Button.tsx';
import { SettingsIcon } from '../ui/icons.ts';
import { pageIsUp } from '../ui/lazy.tsx';
import { Link } from '../ui/navigation.tsx';
import styles from './Page.module.css';
import { LIBRARY_PATH, SETTINGS_PATH } from './routes.ts';

export function Page({ title, children }: { title?: string; children: ReactNode }): ReactNode {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    if (title) document.title = `${title} · Driftless`;
  }, [title]);
  // Another title is another screen, also where it is drawn in the same frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => main.current?.focus({ preventScroll: true }), [title]);
  useEffect(pageIsUp, []);
  return (
    <>
      <header className={styles.bar}>
        <Link href={LIBRARY_PATH} className={styles.brand}>
          Driftless
        </Link>
        <Link
          href={SETTINGS_PATH}
          aria-label={t().settings}
          title={t().settings}
          className={buttonClass('icon')}
        >
          <SettingsIcon aria-hidden="true" />
        </Link>
      </header>
      <main ref={main} tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </>
  );
}
