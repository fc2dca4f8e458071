/**
 * The bar above a document: back, save state, title, people, actions, Share. It steps back while
 * someone writes, but for the save state.
 */
import type { ReactNode } from 'react';
import type { DocumentAttachments } from '../../attachments/document-attachments.ts';
import { t } from '../../i18n/i18n.ts';
import type { Replica } from '../../replica/open-replica.ts';
import { Button, buttonClass, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { BackIcon, MoreIcon, ReadingIcon } from '../../ui/icons.ts';
import { Lazy } from '../../ui/lazy.tsx';
import { MenuButton } from '../../ui/MenuButton.tsx';
import { Link } from '../../ui/navigation.tsx';
import type { DocumentMenuProps } from './DocumentMenu.tsx';
import styles from './document.module.css';
import type { OpenFeatures } from './features/features.ts';
import { SaveState } from './SaveState.tsx';

const documentMenu = new Lazy(async () => (await import('./DocumentMenu.tsx')).DocumentMenu);

export function TopBar({
  back,
  title,
  titleShown,
  typing,
  replica,
  attachments,
  people,
  open,
  reading,
  onReading,
  menu,
  isOpen,
  onShare,
}: {
  /** The list that the document lies in. */
  back: string;
  title: string;
  /** The title of the page is scrolled out of view. */
  titleShown: boolean;
  typing: boolean;
  replica: Replica;
  attachments: DocumentAttachments | null;
  people: ReactNode;
  open: OpenFeatures;
  /** Null where one may only read anyway. */
  reading: boolean | null;
  onReading: () => void;
  menu: DocumentMenuProps;
  /** There is a document to be read, or may be in a moment. */
  isOpen: boolean;
  onShare: () => void;
}): ReactNode {
  return (
    <header className={styles.bar} data-typing={typing || undefined}>
      <Link
        href={back}
        aria-label={t().back}
        title={t().allDocuments}
        className={cx(buttonClass('icon'), styles.fades)}
      >
        <BackIcon aria-hidden="true" className="mirrored" />
      </Link>
      {/* Nothing before it changes its width, so it never moves. */}
      <SaveState replica={replica} attachments={attachments} />
      {/* The page has the real title; this one only reminds while that is out of view. */}
      <span aria-hidden="true" className={styles.barTitle} data-shown={titleShown || undefined}>
        <bdi>{title}</bdi>
      </span>
      <div className={styles.fades}>{people}</div>
      {isOpen ? (
        <div className={cx(styles.fades, styles.wide)}>
          {menu.features.map((feature) => {
            const { id, name, BarIcon } = feature;
            const isOpen = open.isOpen(feature);
            return BarIcon ? (
              <IconButton
                key={id}
                label={name()}
                aria-expanded={isOpen}
                onClick={() => open.set(feature, !isOpen)}
              >
                <BarIcon aria-hidden="true" className="mirrored" />
              </IconButton>
            ) : null;
          })}
          {reading === null ? null : (
            <IconButton label={t().readingMode} aria-pressed={reading} onClick={onReading}>
              <ReadingIcon aria-hidden="true" />
            </IconButton>
          )}
        </div>
      ) : null}
      <div className={styles.fades}>
        <MenuButton
          label={t().moreActions}
          icon={<MoreIcon aria-hidden="true" />}
          part={documentMenu}
        >
          {(DocumentMenu, frame) => <DocumentMenu {...frame} {...menu} />}
        </MenuButton>
      </div>
      {isOpen && !reading ? (
        <Button variant="filled" onClick={onShare} className={styles.fades}>
          {t().share}
        </Button>
      ) : null}
    </header>
  );
}
