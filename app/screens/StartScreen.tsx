/**
 * What the app is started with from outside, when it is installed: a new document from its icon's
 * menu, a Markdown file, or what another app shares. Each becomes a document of one's own.
 *
 * Invariant: it is made once, and its address takes the place of this one, so that going back or
 * reloading makes no other.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { documentPath } from '../../shared/access/addresses.ts';
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import { useLibrary } from '../library/library-store.ts';
import { ImportButton } from '../transfer/ImportButton.tsx';
import { ImportError, importMarkdownFile } from '../transfer/markdown-file.ts';
import { sharedContent } from '../transfer/shared-content.ts';
import type { Files } from '../transfer/taken-in.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Link, navigate } from '../ui/navigation.tsx';
import { keepFiles } from './document/keep-document.ts';
import type { WrittenContent } from './document/new-document.ts';
import { startDocument } from './document/start-document.ts';
import { Page } from './Page.tsx';
import { LIBRARY_PATH, type StartWith } from './routes.ts';

/** How browsers hand over files to an installed app: wicg.github.io/web-app-launch. */
interface LaunchQueue {
  setConsumer(take: (launch: { files?: readonly FileSystemFileHandle[] }) => void): void;
}

declare global {
  interface Window {
    launchQueue?: LaunchQueue;
  }
}

/** The file may be gone, or the browser not be let to it, by the time the app has started. */
async function fileOf(handle: FileSystemFileHandle): Promise<File> {
  try {
    return await handle.getFile();
  } catch (cause) {
    throw new ImportError(tLazy().transfer.notOpened(handle.name), { cause });
  }
}

export function StartScreen({ using }: { using: StartWith }): ReactNode {
  const { store, ready } = useLibrary();
  const [problem, setProblem] = useState<string | null>(null);
  const started = useRef(false);

  const start = async ({ files, ...content }: Omit<WrittenContent, 'kind'> & { files?: Files }) => {
    started.current = true;
    const docId = startDocument(store.doc, { kind: 'written', ...content });
    if (files) await keepFiles(docId, files);
    navigate(documentPath(docId), { replace: true });
  };
  const take = async (read: () => File | Promise<File>) => {
    setProblem(null);
    try {
      await start(await importMarkdownFile(await read()));
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      setProblem(error.message);
    }
  };
  const begin = useRef<() => void>(() => {});
  begin.current = () => {
    if (started.current) return;
    if (using === 'nothing') void start({ title: '' });
    else if (using === 'share') void start(sharedContent(new URLSearchParams(location.search)));
    else {
      window.launchQueue?.setConsumer(({ files = [] }) => {
        const [handle, another] = files;
        // The manifest asks for a window for each file.
        if (handle && !started.current) void take(() => fileOf(handle));
        if (another) setProblem(tLazy().start.oneAtATime);
      });
    }
  };
  useEffect(() => {
    if (ready) begin.current();
  }, [ready]);

  if (using !== 'file') return <Page title={tLazy().library.newDocument}>{null}</Page>;
  return (
    <Page title={tLazy().start.openFile}>
      {problem ? (
        <Notice tone="danger" title={tLazy().start.notOpened}>
          {problem}
        </Notice>
      ) : null}
      <EmptyState
        heading="h1"
        title={tLazy().start.openFile}
        actions={
          <>
            <ImportButton onFiles={([file]) => take(() => file!)} />
            <Link href={LIBRARY_PATH} className={buttonClass('plain')}>
              {t().allDocuments}
            </Link>
          </>
        }
      >
        <p>{tLazy().start.openFileHint}</p>
      </EmptyState>
    </Page>
  );
}
