/** What can be done with all documents of a list that are selected, above it. */
import type { ReactNode } from 'react';
import type * as Y from 'yjs';
import type { LibraryEntry } from '../../shared/library/library.ts';
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { CloseIcon, ExportIcon, MoveIcon, TrashIcon } from '../ui/icons.ts';
import styles from './DocumentList.module.css';
import { type RowActions, trashAll } from './row-actions.tsx';

export function Selected({
  selected,
  library,
  actions,
  onAll,
  onNone,
}: {
  selected: readonly LibraryEntry[];
  library: Y.Doc;
  actions: RowActions;
  onAll: () => void;
  onNone: () => void;
}): ReactNode {
  const { selectedCount, selectAll, selectNone, trashedCount, exportNow } = tLazy().library;
  const count = selected.length;
  const move = () =>
    actions.move({
      docIds: selected.map(({ docId }) => docId),
      title: tLazy().menus.documentCount(count),
    });
  const trash = () => {
    trashAll(library, selected, trashedCount(count));
    onNone();
  };
  return (
    <section aria-label={tLazy().library.selection} className={styles.selection}>
      <p role="status" className={styles.count}>
        {selectedCount(count)}
      </p>
      <Button variant="plain" onClick={onAll}>
        {selectAll}
      </Button>
      <IconButton label={t().moveToFolder} onClick={move}>
        <MoveIcon aria-hidden="true" />
      </IconButton>
      <IconButton label={exportNow} onClick={() => actions.exportAll(selected)}>
        <ExportIcon aria-hidden="true" />
      </IconButton>
      <IconButton label={tLazy().documentMenu.trash} onClick={trash}>
        <TrashIcon aria-hidden="true" />
      </IconButton>
      <IconButton label={selectNone} onClick={onNone}>
        <CloseIcon aria-hidden="true" />
      </IconButton>
    </section>
  );
}
