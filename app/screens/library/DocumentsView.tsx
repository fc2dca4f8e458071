/** The documents of the library, or of one of its folders: what is there, and ways to begin one. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { documentPath } from '../../../shared/access/addresses.ts';
import type { DocId } from '../../../shared/access/ids.ts';
import { moveToFolder } from '../../../shared/library/arrange.ts';
import type { FolderTree } from '../../../shared/library/folders.ts';
import type { LibraryEntry } from '../../../shared/library/library.ts';
import type { Library } from '../../library/library-store.ts';
import type { LibraryView } from '../../library/view.ts';
import { startSearch } from '../../search/search.ts';
import { askToKeep } from '../../settings/storage.ts';
import { importMarkdownFiles } from '../../transfer/markdown-file.ts';
import { announce } from '../../ui/announce.ts';
import { later } from '../../ui/late.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { navigate } from '../../ui/navigation.tsx';
import { tLate } from '../../words/late.ts';
import { t } from '../../words/words.ts';
import { keepDocument } from '../document/keep-document.ts';
import { startDocument } from '../document/new-document.ts';
import {
  type Beginner,
  FirstBeginnings,
  ImportSome,
  MoreBeginnings,
  NewOne,
} from './beginnings.tsx';
import { shownFolder, useContents } from './contents.ts';
import { FolderPath } from './FolderPath.tsx';
import { Listing } from './Listing.tsx';
import styles from './library.module.css';
import { OtherViews } from './OtherViews.tsx';

export function DocumentsView({
  library,
  view,
}: {
  library: Library;
  view: LibraryView;
}): ReactNode {
  const { doc, entries } = library;
  const contents = useContents(library);
  const { active, tree } = contents;
  const [problem, setProblem] = useState<string | null>(null);
  const folder = shownFolder(view, tree);
  const isEmpty = active.length === 0 && tree.folders.length === 0;
  useSearchReady(entries, isEmpty);
  useEffect(() => {
    if (active.length > 1) askToKeep();
  }, [active.length]);

  const putHere = (docId: DocId) => {
    if (folder !== null) moveToFolder(doc, docId, folder);
  };
  const beginner: Beginner = {
    library,
    folder,
    onBegin: (content) => {
      const docId = startDocument(doc, content);
      putHere(docId);
      navigate(documentPath(docId));
    },
    onFiles: async (files) => {
      setProblem(null);
      const { imported, problems } = await importMarkdownFiles(files);
      if (problems.length > 0) setProblem(problems.join(' '));
      const [only] = imported;
      if (only && files.length === 1) return beginner.onBegin({ kind: 'written', ...only });
      for (const content of imported) {
        await keepDocument(doc, { kind: 'written', ...content }, putHere);
      }
      if (only) announce(tLate().transfer.imported(imported.length));
    },
  };
  useDroppedFiles(beginner.onFiles);
  return (
    <>
      {folder === null ? null : <FolderPath library={library} tree={tree} folder={folder} />}
      {isEmpty ? null : (
        <div className={styles.head}>
          <h1 className={styles.title}>{titleOf(view, tree)}</h1>
          <MoreBeginnings {...beginner} />
          <ImportSome {...beginner} />
          <NewOne {...beginner} />
        </div>
      )}
      {problem ? (
        <Notice tone="danger" title={tLate().library.notImported}>
          {problem}
        </Notice>
      ) : null}
      {isEmpty ? (
        <FirstBeginnings {...beginner} />
      ) : (
        <Listing library={library} view={view} contents={contents} />
      )}
      <OtherViews view={view} entries={entries} />
    </>
  );
}

function titleOf(view: LibraryView, tree: FolderTree): string {
  if (view.kind === 'shared') return tLate().library.sharedWithMe;
  const folder = shownFolder(view, tree);
  if (folder === null) return tLate().library.documents;
  return tree.get(folder)?.name || t().untitled;
}

/** Files that are dropped on the page are taken in: else the browser would leave the app for one. */
function useDroppedFiles(onFiles: Beginner['onFiles']): void {
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      void take.current([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, []);
}

/** Has the search read what is new, once the page is there. */
function useSearchReady(entries: readonly LibraryEntry[], isEmpty: boolean): void {
  const isStarted = useMemo(() => ({ now: false }), []);
  useEffect(() => {
    if (isEmpty || isStarted.now) return;
    isStarted.now = true;
    later(async () => startSearch(entries.map(({ docId }) => docId)));
  }, [entries, isEmpty, isStarted]);
}
