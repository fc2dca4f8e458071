/**
 * A document on the screen: its replica opened, its page shown, and everything around it.
 *
 * Invariant: the page is editable only when there is content and the role allows writing; text that
 * is on this device is always shown, whatever the server says.
 */

import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { documentPath, formatBlockAddress } from '../../../shared/access/addresses.ts';
import { may } from '../../../shared/access/roles.ts';
import { createDocument } from '../../../shared/document/create.ts';
import { readTitle } from '../../../shared/document/text.ts';
import {
  type LibraryEntry,
  moveToTrash,
  restoreFromTrash,
} from '../../../shared/library/library.ts';
import { useDocumentAttachments } from '../../attachments/use-attachments.ts';
import type { ScreenAction } from '../../editor/command-registry.ts';
import { Editor } from '../../editor/Editor.tsx';
import type { Menus } from '../../editor/menus/menus.ts';
import { Title } from '../../editor/Title.tsx';
import type { Library } from '../../library/library-store.ts';
import { useThisPerson } from '../../presence/this-person.ts';
import { openReplica, type Replica } from '../../replica/open-replica.ts';
import { useReplica } from '../../replica/use-replica.ts';
import { type Typography, useTypography } from '../../settings/writing.ts';
import { lateSharing } from '../../sharing/late-sharing.ts';
import type { Sharing } from '../../sharing/sharing.ts';
import { announce } from '../../ui/Announcer.tsx';
import { Late, Needed, Opening, pageIsUp, useLate } from '../../ui/late.tsx';
import { navigate } from '../../ui/navigation.tsx';
import { t, useLanguage } from '../../words/words.ts';
import { LIBRARY_PATH, SETTINGS_PATH } from '../routes.ts';
import styles from './document.module.css';
import { writeInitialContent } from './new-document.ts';
import { otherDocuments } from './other-documents.ts';
import { stopsWriting } from './stops-writing.ts';
import { TopBar } from './TopBar.tsx';
import {
  type PageStatus,
  useBlockInAddress,
  useHasContent,
  useIsNewer,
  useLibraryNotes,
  useNotesAboutSecret,
  usePageStatus,
  useTitle,
} from './use-document.ts';

const documentActions = new Late(() => import('./document-actions.ts'));
type DocumentActions = typeof import('./document-actions.ts');
const menuIcons = new Late(() => import('./menu-icons.ts'));
const people = new Late(async () => (await import('../../presence/People.tsx')).People);
const documentNotices = new Late(
  async () => (await import('./DocumentNotices.tsx')).DocumentNotices,
);
const pagePicture = new Late(async () => (await import('./page-picture.ts')).keepPictureOf);
const waitingScreen = new Late(async () => (await import('./WaitingScreen.tsx')).WaitingScreen);
const shareDialog = new Late(async () => {
  await lateSharing.load();
  return (await import('../../sharing/ShareDialog.tsx')).ShareDialog;
});

interface OpenDocumentProps {
  entry: LibraryEntry;
  library: Library;
  /** Null while it is on its way. */
  sharing: Sharing | null;
  onVisit: (docId: string, secret: string) => void;
}

/** What stands around the text: nobody needs it to read or to write. */
const outlinePanel = new Late(
  async () => (await import('../../editor/outline/OutlinePanel.tsx')).OutlinePanel,
);
const countsFoot = new Late(() => import('../../editor/counts/CountsFoot.tsx'));

/** Rare enough to be a fault of the app, which whoever looks for it finds in the console. */
function tellRepair(): void {
  console.error('The editor showed something else than the document; it was drawn anew.');
  announce(t().drawnAnew);
}

export function OpenDocument(props: OpenDocumentProps): ReactNode {
  const { docId, secret } = props.entry;
  const { replica, status } = useReplica(() => openReplica({ docId, secret }), [docId, secret]);
  return <DocumentPage {...props} replica={replica} status={usePageStatus(status)} />;
}

const DocumentPage = memo(function DocumentPage({
  entry,
  library,
  sharing,
  onVisit,
  replica,
  status,
}: OpenDocumentProps & { replica: Replica; status: PageStatus }): ReactNode {
  useLanguage();
  const { docId, secret } = entry;
  // What the server said just now comes before what it said last time.
  const role = status.role ?? entry.role;
  const { doc, awareness } = replica;
  const person = useThisPerson();
  const reached = status.server === 'synced';
  const hasContent = useHasContent(replica);
  const title = useTitle(doc);
  const shownTitle = title.trim() || t().untitled;
  const [shareOpen, setShareOpen] = useState(false);
  const page = useRef<HTMLElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  const opened = useOpening(replica, docId, page, hasContent);
  usePagePicture(documentPath(docId), screen, opened && hasContent);
  const scrolled = useTitleOutOfView(page, hasContent);
  const { typing, onKey } = useTyping();
  const target = useBlockInAddress();
  const People = useLate(people);
  const [documents] = useState(() => otherDocuments(library.store, docId));

  useLibraryNotes(library.doc, docId, title, hasContent);
  useNotesAboutSecret(library.doc, entry, status);
  useLeaveWarning(status.device === 'failed' && hasContent);
  useEffect(() => {
    document.title = `${shownTitle} · Driftless`;
  }, [shownTitle]);

  // What this device knows by itself comes before what the server said.
  const said = status.server === 'refused' ? status.refusal : null;
  const refusal = useIsNewer(doc) ? 'app_outdated' : said;
  const stopped = refusal !== null && stopsWriting(refusal);
  const unsent = useMemo(
    () => (stopped && status.unsent > 0 ? replica.unconfirmedRanges() : null),
    [replica, stopped, status.unsent],
  );
  const [refusedFile, setRefusedFile] = useState<string | null>(null);
  const hasNotice =
    status.device === 'failed' ||
    refusal !== null ||
    (role !== null && !may(role, 'writeBody')) ||
    entry.trashedAt !== null ||
    refusedFile !== null;
  const mayWrite = may(role ?? 'viewer', 'writeBody') && !stopped;
  const [reading, setReading] = useState(false);
  const editable = mayWrite && !reading;
  const typography = useTypography();
  const [around, setAround] = useState<Menus | null>(null);
  const [panel, setPanel] = useState<{ byKey: boolean } | null>(null);
  const [counting, setCounting] = useState(false);
  const counts = useLate(countsFoot);

  const toggleReading = () => {
    if (!mayWrite) return;
    setReading(!reading);
    announce(reading ? t().nowWriting : t().nowReading);
  };
  const closePanel = () => {
    setPanel(null);
    around?.view.focus();
  };
  const act = (action: ScreenAction) => {
    if (action === 'outline') panel ? closePanel() : setPanel({ byKey: true });
    else if (action === 'reading') toggleReading();
    else setCounting(true);
  };
  const attachments = useDocumentAttachments({
    docId,
    secret,
    mayWrite,
    reached,
    onRefused: setRefusedFile,
  });

  const actions = useLate(documentActions);
  const withActions = (work: (actions: DocumentActions) => void) => {
    documentActions.load().then(
      () => work(documentActions.get()!),
      () => announce(t().tryOnline),
    );
  };
  const copy = () => withActions(({ openCopy }) => openCopy(library.doc, doc, attachments));
  const download = () => withActions((part) => part.download(doc));
  const trash = (said = t().trashed(shownTitle)) => {
    moveToTrash(library.doc, docId, Date.now());
    navigate(LIBRARY_PATH);
    announce(said);
  };
  const dismissFile = () => {
    setRefusedFile(null);
    // Whoever added it goes on in the text.
    page.current
      ?.querySelector<HTMLElement>('.body[role="textbox"]')
      ?.focus({ preventScroll: true });
  };
  const tryPassword = async (password: string) => {
    const { unlock } = await import('./unlock.ts').catch(() => ({ unlock: null }));
    // What cannot be loaded cannot ask the server either.
    if (!unlock || !sharing) return t().tryOnline;
    return unlock({ library: library.doc, api: sharing.api, entry }, password);
  };
  const restore = () => restoreFromTrash(library.doc, docId);

  return (
    <div ref={screen} className={styles.screen} data-panel={panel ? '' : undefined}>
      <TopBar
        title={shownTitle}
        titleShown={scrolled}
        typing={typing}
        replica={replica}
        attachments={attachments}
        people={
          People ? (
            <People
              awareness={awareness}
              person={person}
              reached={reached}
              around={around}
              mayAskName={hasContent && role !== null && !stopped}
              isOwn={role === 'owner'}
            />
          ) : null
        }
        outlineOpen={panel !== null}
        onOutline={() => setPanel(panel ? null : { byKey: false })}
        reading={mayWrite ? reading : null}
        onReading={toggleReading}
        onShare={() => setShareOpen(true)}
        menu={[
          {
            label: t().outline,
            icon: <MenuIcon of="OutlineIcon" />,
            onSelect: () => setPanel({ byKey: true }),
          },
          {
            label: reading ? t().edit : t().read,
            icon: <MenuIcon of="ReadingIcon" />,
            onSelect: toggleReading,
            disabled: !mayWrite,
          },
          {
            label: t().wordCount,
            icon: <MenuIcon of="CountsIcon" />,
            onSelect: () => setCounting(true),
            disabled: !hasContent,
          },
          {
            label: t().exportMarkdown,
            separated: true,
            icon: <MenuIcon of="ExportIcon" />,
            onSelect: download,
            disabled: !hasContent,
          },
          {
            label: t().saveCopy,
            icon: <MenuIcon of="CopyIcon" />,
            onSelect: copy,
            disabled: !hasContent,
          },
          ...(actions
            ? [
                {
                  label: actions.templateLabel(),
                  icon: <MenuIcon of="TemplateIcon" />,
                  onSelect: () => actions.keepAsTemplate(library.doc, doc),
                  disabled: !hasContent,
                },
              ]
            : []),
          entry.trashedAt === null
            ? {
                label: t().trash,
                icon: <MenuIcon of="TrashIcon" />,
                onSelect: () => trash(),
              }
            : {
                label: t().untrash,
                icon: <MenuIcon of="RestoreIcon" />,
                onSelect: restore,
              },
          {
            label: t().settings,
            icon: <MenuIcon of="SettingsIcon" />,
            separated: true,
            onSelect: () => navigate(SETTINGS_PATH),
          },
        ]}
      />
      <main ref={page} tabIndex={-1} className={styles.main} onKeyDown={onKey}>
        {hasContent ? (
          <>
            {hasNotice ? (
              <Needed part={documentNotices}>
                {(DocumentNotices) => (
                  <DocumentNotices
                    status={status}
                    refusal={refusal}
                    role={role}
                    entry={entry}
                    refusedFile={refusedFile}
                    actions={{
                      dismissFile,
                      copy,
                      download,
                      retry: replica.retry,
                      restore,
                      trash,
                      erase: replica.erase,
                      visit: onVisit,
                      unlock: tryPassword,
                    }}
                  />
                )}
              </Needed>
            ) : null}
            <article className={styles.page}>
              <div className={styles.title}>
                <Title doc={doc} editable={editable} />
              </div>
              <div className={styles.body}>
                <Editor
                  name={docId}
                  doc={doc}
                  awareness={awareness}
                  editable={editable}
                  person={person}
                  blockAddress={(id) => formatBlockAddress(location.origin, docId, id)}
                  documents={documents}
                  target={target}
                  unsent={unsent}
                  typography={typographyOf(typography)}
                  onAction={act}
                  onReady={setAround}
                  attachments={attachments}
                  onRepair={tellRepair}
                />
              </div>
            </article>
            {around && counts ? (
              <counts.CountsFoot menus={around} open={counting} onOpen={setCounting} />
            ) : null}
          </>
        ) : opened ? (
          <div className={styles.waiting}>
            <Needed part={waitingScreen}>
              {(WaitingScreen) => (
                <WaitingScreen
                  status={status}
                  isOwner={role === 'owner'}
                  onStart={() => createDocument(doc)}
                  onRetry={replica.retry}
                  onVisit={onVisit}
                  onUnlock={tryPassword}
                />
              )}
            </Needed>
          </div>
        ) : null}
      </main>
      {around ? (
        <Opening part={outlinePanel} what={t().outline} open={panel !== null} onClose={closePanel}>
          {(OutlinePanel) =>
            panel ? (
              <OutlinePanel menus={around} takesFocus={panel.byKey} onClose={closePanel} />
            ) : null
          }
        </Opening>
      ) : null}
      <Opening
        part={shareDialog}
        what={t().share}
        open={shareOpen}
        onClose={() => setShareOpen(false)}
      >
        {(ShareDialog) =>
          sharing ? (
            <ShareDialog
              open={shareOpen}
              onClose={() => setShareOpen(false)}
              docId={docId}
              secret={secret}
              role={role}
              title={shownTitle}
              library={library.doc}
              onDeleted={trash}
              {...sharing}
            />
          ) : null
        }
      </Opening>
    </div>
  );
});

/** Of a menu that is itself loaded after the page. */
function MenuIcon({ of }: { of: keyof typeof import('./menu-icons.ts') }): ReactNode {
  const Icon = useLate(menuIcons)?.[of];
  return Icon ? <Icon aria-hidden="true" /> : null;
}

/** The language whose quotes typing makes, or null for none. */
function typographyOf(chosen: Typography): string | null {
  if (chosen === 'off') return null;
  return chosen === 'auto' ? navigator.language : chosen;
}

/** Keeps a picture of the page, so that the next opening shows it at once. */
function usePagePicture(
  path: string,
  screen: React.RefObject<HTMLElement | null>,
  isOpen: boolean,
): void {
  const keep = useLate(pagePicture);
  // Its end is still with the page there to be seen.
  useLayoutEffect(
    () => (keep && isOpen && screen.current ? keep(path, screen.current) : undefined),
    [keep, path, screen, isOpen],
  );
}

/**
 * Writes what a new document starts with, at once: nothing of it is stored anywhere yet, and what one
 * types next is meant for it. Says whether the document is open: this device's copy has been read.
 */
function useOpening(
  replica: Replica,
  docId: string,
  page: React.RefObject<HTMLElement | null>,
  hasContent: boolean,
): boolean {
  const [opened, setOpened] = useState(false);
  const isNew = useRef(false);
  useLayoutEffect(() => {
    if (writeInitialContent(docId, replica.doc)) isNew.current = true;
  }, [replica, docId]);
  // In an empty new document one writes at once.
  useLayoutEffect(() => {
    if (!hasContent || !isNew.current) return;
    isNew.current = false;
    if (readTitle(replica.doc) !== '') return;
    page.current?.querySelector<HTMLElement>('.title')?.focus();
  }, [replica, page, hasContent]);
  useEffect(() => {
    let current = true;
    void replica.whenLoaded.then(() => {
      if (!current) return;
      setOpened(true);
      // Elsewhere the focus only tells of a new screen.
      requestAnimationFrame(() => {
        // Whoever was quicker keeps the caret where they put it.
        const focused = document.activeElement;
        if (focused !== page.current && page.current?.contains(focused)) return;
        page.current?.focus({ preventScroll: true });
      });
    });
    return () => {
      current = false;
    };
  }, [replica, page]);
  // By now the text is drawn, or it is clear that it is not on this device.
  useEffect(() => {
    if (opened) pageIsUp();
  }, [opened]);
  return opened;
}

function useTitleOutOfView(
  page: React.RefObject<HTMLElement | null>,
  hasContent: boolean,
): boolean {
  const [out, setOut] = useState(false);
  useEffect(() => {
    const title = hasContent ? page.current?.querySelector(`.${styles.title}`) : null;
    if (!title) return;
    const observer = new IntersectionObserver(([seen]) => setOut(seen?.isIntersecting === false), {
      rootMargin: '-48px 0px 0px 0px',
    });
    observer.observe(title);
    return () => observer.disconnect();
  }, [page, hasContent]);
  return out;
}

/** Keys beside characters that change a text. The last two are those of input methods. */
const WRITING_KEYS = new Set(['Enter', 'Backspace', 'Delete', 'Dead', 'Process', 'Unidentified']);

/** True from a key in the text until the pointer moves or the keys rest. */
function useTyping(): { typing: boolean; onKey: (event: KeyboardEvent) => void } {
  const [typing, setTyping] = useState(false);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!typing) return;
    const stop = () => setTyping(false);
    addEventListener('pointermove', stop);
    return () => removeEventListener('pointermove', stop);
  }, [typing]);
  useEffect(() => () => clearTimeout(rest.current), []);
  const onKey = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
    const isText =
      target instanceof HTMLElement && (target.isContentEditable || target.matches('.title'));
    const writes = (key.length === 1 && !ctrlKey && !metaKey && !altKey) || WRITING_KEYS.has(key);
    if (!isText || !writes) return;
    setTyping(true);
    clearTimeout(rest.current);
    rest.current = setTimeout(() => setTyping(false), 2000);
  };
  return { typing, onKey };
}

/** Leaving would lose text that this device could not keep: the browser asks first. */
function useLeaveWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [unsaved]);
}
