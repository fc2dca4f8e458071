/** The documents of the library, or of one of its folders: what is there, and ways to begin one. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { documentPath } from '../../../shared/access/addresses.ts';
import type { DocId } from '../../../shared/access/ids.ts';
import { moveToFolder } from '../../../shared/library/arrange.ts';
import { isOnlyBegun } from '../../../shared/library/begun.ts';
import type { FolderTree } from '../../../shared/library/folders.ts';
import type { LibraryEntry } from '../../../shared/library/library.ts';
import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import type { Library } from '../../library/library-store.ts';
import type { LibraryView } from '../../library/view.ts';
import { startSearch } from '../../search/search.ts';
import { askToKeep } from '../../settings/storage.ts';
import { isArchive } from '../../transfer/archive-name.ts';
import { ImportError, importMarkdownFiles } from '../../transfer/markdown-file.ts';
import type { Files } from '../../transfer/taken-in.ts';
import { announce } from '../../ui/announce.ts';
import { later } from '../../ui/lazy.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { navigate } from '../../ui/navigation.tsx';
import { copyFiles } from '../document/copied-files.ts';
import { keepDocuments, keepFiles } from '../document/keep-document.ts';
import type { InitialContent } from '../document/new-document.ts';
import { startDocument } from '../document/start-document.ts';
import { shownFolder, useContents } from './contents.ts';
import { FolderPath } from './FolderPath.tsx';
import { Listing } from './Listing.tsx';
import styles from './library.module.css';
import {
  type Beginner,
  FirstBeginnings,
  ImportSome,
  MoreBeginnings,
  NewOne,
} from './NewDocumentActions.tsx';
import { OtherViews } from './OtherViews.tsx';
import { SafetyNotice } from './SafetyNotice.tsx';

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
  const openWith = async (content: InitialContent, shown: Files = new Map()): Promise<void> => {
    const docId = startDocument(doc, content);
    putHere(docId);
    await keepFiles(docId, shown);
    navigate(documentPath(docId));
    await copyFiles(docId, content);
  };
  const beginner: Beginner = {
    library,
    folder,
    onBegin: (content) => void openWith(content),
    onFiles: async (files) => {
      setProblem(null);
      const { imported, problems } = await importMarkdownFiles(
        files.filter((one) => !isArchive(one)),
      );
      const [only] = imported;
      if (only && imported.length === 1 && problems.length === 0 && !files.some(isArchive)) {
        const { files: shown, ...content } = only;
        return openWith({ kind: 'written', ...content }, shown);
      }
      const { kept, problems: notKept } = await keepDocuments(doc, imported, putHere);
      problems.push(...notKept);
      const told = kept > 0 ? [tLazy().transfer.imported(kept)] : [];
      for (const archive of files.filter(isArchive)) {
        try {
          const { restoreArchive, restoredWords } = await import('../restore-library.ts');
          const restored = await restoreArchive(doc, archive, folder);
          told.push(restoredWords(restored));
          problems.push(...restored.problems);
        } catch (error) {
          if (!(error instanceof ImportError)) throw error;
          problems.push(error.message);
        }
      }
      if (problems.length > 0) setProblem(problems.join(' '));
      if (told.length > 0) announce(told.join('. '));
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
        <Notice tone="danger" title={tLazy().library.notImported}>
          {problem}
        </Notice>
      ) : null}
      {isEmpty ? (
        <FirstBeginnings {...beginner} />
      ) : (
        <Listing library={library} view={view} contents={contents} />
      )}
      <OtherViews view={view} entries={entries} />
      {active.some((entry) => !isOnlyBegun(entry)) ? <SafetyNotice library={library} /> : null}
    </>
  );
}

function titleOf(view: LibraryView, tree: FolderTree): string {
  if (view.kind === 'shared') return tLazy().library.sharedWithMe;
  const folder = shownFolder(view, tree);
  if (folder === null) return tLazy().library.documents;
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
    later(async () => startSearch(entries));
  }, [entries, isEmpty, isStarted]);
}
