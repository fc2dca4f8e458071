/** The ways from one view of the library to the other ones. */
import type { ReactNode } from 'react';
import type { LibraryEntry } from '../../../shared/library/library.ts';
import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { type LibraryView, SHARED_PATH, TRASH_PATH } from '../../library/view.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { PeopleIcon, TrashIcon } from '../../ui/icons.ts';
import { Link } from '../../ui/navigation.tsx';
import { LIBRARY_PATH } from '../routes.ts';
import { isTrashed } from './contents.ts';
import styles from './library.module.css';

interface View {
  href: string;
  name: string;
  icon: ReactNode;
}

/** What is not among all documents, as far as there is any. */
export function otherViews(entries: readonly LibraryEntry[]): readonly View[] {
  const isShared = ({ role, trashedAt }: LibraryEntry) => role !== 'owner' && trashedAt === null;
  return [
    ...(entries.some(isShared)
      ? [
          {
            href: SHARED_PATH,
            name: tLazy().library.sharedWithMe,
            icon: <PeopleIcon aria-hidden="true" />,
          },
        ]
      : []),
    ...(entries.some(isTrashed)
      ? [{ href: TRASH_PATH, name: tLazy().library.trash, icon: <TrashIcon aria-hidden="true" /> }]
      : []),
  ];
}

export function OtherViews({
  view,
  entries,
}: {
  view: LibraryView;
  entries: readonly LibraryEntry[];
}): ReactNode {
  const links: readonly View[] = [
    ...(view.kind === 'all' ? [] : [{ href: LIBRARY_PATH, name: t().allDocuments, icon: null }]),
    ...otherViews(entries).filter(({ href }) => view.kind !== 'shared' || href !== SHARED_PATH),
  ];
  // A folder has the path above it.
  if (links.length === 0 || view.kind === 'folder') return null;
  return (
    <nav aria-label={tLazy().library.library} className={styles.foot}>
      {links.map(({ href, name, icon }) => (
        <Link key={href} href={href} className={buttonClass('plain')}>
          {icon}
          {name}
        </Link>
      ))}
    </nav>
  );
}
