/** Ways to begin a document: an empty one, from a file, from a template; and folders for them. */
import { type ReactNode, useState } from 'react';
import type { FolderId } from '../../../shared/access/ids.ts';
import { createFolder } from '../../../shared/library/folders.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { FolderDialog } from '../../library/FolderDialog.tsx';
import type { Library } from '../../library/library-store.ts';
import { TemplateDialog } from '../../library/TemplateDialog.tsx';
import { ImportButton } from '../../transfer/ImportButton.tsx';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MoreIcon, NewFolderIcon, NewIcon, TemplateIcon } from '../../ui/icons.ts';
import { Menu } from '../../ui/Menu.tsx';
import { navigate } from '../../ui/navigation.tsx';
import { readWelcome } from '../../welcome/welcome.ts';
import type { InitialContent } from '../document/new-document.ts';
import { isTrashed } from './contents.ts';
import { otherViews } from './OtherViews.tsx';

export interface Beginner {
  library: Library;
  /** Where it will lie; null at the top. */
  folder: FolderId | null;
  /** Opens a document that begins with this. */
  onBegin: (content: InitialContent) => void;
  /** Takes files in; resolves when they have been read. */
  onFiles: (files: readonly File[]) => Promise<void>;
}

export function NewOne({ onBegin }: Beginner): ReactNode {
  return (
    <Button variant="filled" onClick={() => onBegin({ kind: 'written', title: '' })}>
      <NewIcon aria-hidden="true" />
      {tLazy().library.newDocument}
    </Button>
  );
}

export function ImportSome({ onFiles }: Beginner): ReactNode {
  return <ImportButton several onFiles={onFiles} />;
}

/** What is wanted less often, in a menu, with the ways to what is not listed here. */
export function MoreBeginnings({ library, folder, onBegin }: Beginner): ReactNode {
  const { doc, entries } = library;
  const [dialog, setDialog] = useState<'folder' | 'template' | null>(null);
  return (
    <>
      <Menu
        label={tLazy().library.more}
        icon={<MoreIcon aria-hidden="true" />}
        items={[
          {
            label: tLazy().templates.newFromDots,
            icon: <TemplateIcon aria-hidden="true" />,
            onSelect: () => setDialog('template'),
          },
          {
            label: tLazy().folders.newFolderDots,
            icon: <NewFolderIcon aria-hidden="true" />,
            onSelect: () => setDialog('folder'),
          },
          // Below thousands of documents nobody finds them.
          ...otherViews(entries).map(({ href, name, icon }, at) => ({
            label: name,
            icon,
            separated: at === 0,
            onSelect: () => navigate(href),
          })),
        ]}
      />
      <FolderDialog
        open={dialog === 'folder'}
        title={tLazy().folders.newFolder}
        action={tLazy().folders.create}
        name=""
        onName={(name) => {
          createFolder(doc, { name, parent: folder, now: Date.now() });
          announce(tLazy().folders.created);
        }}
        onClose={() => setDialog(null)}
      />
      <TemplateDialog
        open={dialog === 'template'}
        own={entries.filter((entry) => entry.template && !isTrashed(entry))}
        library={doc}
        onBegin={onBegin}
        onClose={() => setDialog(null)}
      />
    </>
  );
}

/** Instead of a list, where there is nothing to list yet. */
export function FirstBeginnings(beginner: Beginner): ReactNode {
  const showAround = () =>
    readWelcome().then(
      (welcome) => beginner.onBegin({ kind: 'written', ...welcome }),
      () => announce(tLazy().library.tourFailed),
    );
  return (
    <EmptyState
      heading="h1"
      title={tLazy().library.writeFirst}
      actions={
        <>
          <NewOne {...beginner} />
          <Button onClick={() => void showAround()}>{tLazy().library.showAround}</Button>
          <ImportSome {...beginner} />
          <MoreBeginnings {...beginner} />
        </>
      }
    >
      <p>{tLazy().library.writeFirstHint}</p>
    </EmptyState>
  );
}
