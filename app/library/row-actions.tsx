/**
 * What can be done with a document of a list, by its button and by a right click.
 *
 * Invariant: both offer the same.
 */
import type * as Y from 'yjs';
import { documentPath } from '../../shared/access/addresses.ts';
import type { DocId } from '../../shared/access/ids.ts';
import { may } from '../../shared/access/roles.ts';
import { setPinned, setTemplate } from '../../shared/library/arrange.ts';
import { type LibraryEntry, moveToTrash, restoreFromTrash } from '../../shared/library/library.ts';
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import {
  CheckIcon,
  DuplicateIcon,
  ExportIcon,
  MoveIcon,
  OpenIcon,
  PeopleIcon,
  PinIcon,
  RenameIcon,
  TemplateIcon,
  TrashIcon,
  UnpinIcon,
} from '../ui/icons.ts';
import type { MenuItem } from '../ui/Menu.tsx';
import { announceUndoable } from '../ui/undoable.ts';
import type { Movable } from './dragged.ts';

/** What a list has done elsewhere. */
export interface RowActions {
  move: (what: Movable) => void;
  share: (docId: DocId) => void;
  duplicate: (entry: LibraryEntry) => void;
  exportAll: (entries: readonly LibraryEntry[]) => void;
  /** What others changed in it is seen. */
  seen?: (docId: DocId) => void;
  /** It is likely to be opened next. */
  expect: (docId: DocId) => void;
}

/** What the list does by itself; without `select`, rows are not selected there. */
export interface OwnActions {
  rename: (entry: LibraryEntry) => void;
  select?: (docId: DocId, upTo: boolean) => void;
}

export function rowItems(
  entry: LibraryEntry,
  library: Y.Doc,
  actions: RowActions & OwnActions,
  hasNews = false,
): MenuItem[] {
  const { docId, pinned, template } = entry;
  const { select, seen } = actions;
  const title = entry.title.trim() || t().untitled;
  const mayRename = may(entry.role ?? 'viewer', 'writeBody');
  return [
    {
      label: tLazy().library.openInTab,
      icon: <OpenIcon aria-hidden="true" />,
      onSelect: () => window.open(documentPath(docId), '_blank', 'noopener'),
    },
    ...(hasNews && seen
      ? [
          {
            label: tLazy().away.allSeen,
            icon: <CheckIcon aria-hidden="true" />,
            onSelect: () => seen(docId),
          },
        ]
      : []),
    {
      label: tLazy().library.shareDots,
      icon: <PeopleIcon aria-hidden="true" />,
      onSelect: () => actions.share(docId),
    },
    ...(mayRename
      ? [
          {
            label: tLazy().library.rename,
            icon: <RenameIcon aria-hidden="true" />,
            separated: true,
            onSelect: () => actions.rename(entry),
          },
        ]
      : []),
    {
      label: pinned ? tLazy().library.unpin : tLazy().library.pin,
      icon: pinned ? <UnpinIcon aria-hidden="true" /> : <PinIcon aria-hidden="true" />,
      separated: !mayRename,
      onSelect: () => setPinned(library, docId, !pinned),
    },
    {
      label: t().moveToFolder,
      icon: <MoveIcon aria-hidden="true" />,
      onSelect: () => actions.move({ docId, title }),
    },
    {
      label: tLazy().library.duplicate,
      icon: <DuplicateIcon aria-hidden="true" />,
      onSelect: () => actions.duplicate(entry),
    },
    {
      label: tLazy().documentMenu.exportMarkdown,
      icon: <ExportIcon aria-hidden="true" />,
      onSelect: () => actions.exportAll([entry]),
    },
    ...(template
      ? [
          {
            label: tLazy().templates.noLonger,
            icon: <TemplateIcon aria-hidden="true" />,
            onSelect: () => setTemplate(library, docId, false),
          },
        ]
      : []),
    ...(select
      ? [
          {
            label: tLazy().library.select,
            icon: <CheckIcon aria-hidden="true" />,
            separated: true,
            onSelect: () => select(docId, false),
          },
        ]
      : []),
    {
      label: tLazy().documentMenu.trash,
      icon: <TrashIcon aria-hidden="true" />,
      separated: !select,
      onSelect: () => trashAll(library, [entry], tLazy().trashed(title)),
    },
  ];
}

/** Says `told`, and how to take it back. */
export function trashAll(library: Y.Doc, entries: readonly LibraryEntry[], told: string): void {
  const now = Date.now();
  const each = (change: (docId: DocId) => void) =>
    library.transact(() => {
      for (const { docId } of entries) change(docId);
    });
  each((docId) => moveToTrash(library, docId, now));
  announceUndoable(told, () => each((docId) => restoreFromTrash(library, docId)));
}
