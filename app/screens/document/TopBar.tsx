/**
 * The bar above a document: back, save state, title, people, actions, Share. It steps back while
 * someone writes, but for the save state.
 */
import type { ReactNode } from 'react';
import type { DocumentAttachments } from '../../attachments/document-attachments.ts';
import type { Replica } from '../../replica/open-replica.ts';
import { Button, buttonClass, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { BackIcon, MoreIcon, OutlineIcon, ReadingIcon } from '../../ui/icons.ts';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { Link } from '../../ui/navigation.tsx';
import { LIBRARY_PATH } from '../routes.ts';
import styles from './document.module.css';
import { SaveState } from './SaveState.tsx';

export function TopBar({
  title,
  titleShown,
  typing,
  replica,
  attachments,
  people,
  outlineOpen,
  onOutline,
  reading,
  onReading,
  menu,
  onShare,
}: {
  title: string;
  /** The title of the page is scrolled out of view. */
  titleShown: boolean;
  typing: boolean;
  replica: Replica;
  attachments: DocumentAttachments | null;
  people: ReactNode;
  outlineOpen: boolean;
  onOutline: () => void;
  /** Null where one may only read anyway. */
  reading: boolean | null;
  onReading: () => void;
  menu: readonly MenuItem[];
  onShare: () => void;
}): ReactNode {
  return (
    <header className={styles.bar} data-typing={typing || undefined}>
      <Link
        href={LIBRARY_PATH}
        aria-label="Back to all documents"
        title="All documents"
        className={cx(buttonClass('icon'), styles.fades)}
      >
        <BackIcon data-along aria-hidden="true" />
      </Link>
      {/* Nothing before it changes its width, so it never moves. */}
      <SaveState replica={replica} attachments={attachments} />
      {/* The page has the real title; this one only reminds while that is out of view. */}
      <span aria-hidden="true" className={styles.barTitle} data-shown={titleShown || undefined}>
        {title}
      </span>
      <div className={styles.fades}>{people}</div>
      <div className={cx(styles.fades, styles.wide)}>
        <IconButton label="Outline" aria-expanded={outlineOpen} onClick={onOutline}>
          <OutlineIcon aria-hidden="true" />
        </IconButton>
        {reading === null ? null : (
          <IconButton label="Reading mode" aria-pressed={reading} onClick={onReading}>
            <ReadingIcon aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <div className={styles.fades}>
        <Menu label="More actions" icon={<MoreIcon aria-hidden="true" />} items={menu} />
      </div>
      <Button variant="filled" onClick={onShare} className={styles.fades}>
        Share
      </Button>
    </header>
  );
}
