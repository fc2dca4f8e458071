/**
 * A document on the screen: its replica opened, its page shown, and everything around it.
 *
 * Invariant: the page is editable only when there is content and the role allows writing; text that
 * is on this device is always shown, whatever the server says.
 */

import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { formatBlockAddress } from '../../../shared/access/addresses.ts';
import { may } from '../../../shared/access/roles.ts';
import { createDocument } from '../../../shared/document/create.ts';
import { iconIn } from '../../../shared/document/look.ts';
import type { LibraryEntry } from '../../../shared/library/library.ts';
import { useDocumentAttachments } from '../../attachments/use-attachments.ts';
import { Editor } from '../../editor/Editor.tsx';
import type { Menus } from '../../editor/menus/menus.ts';
import { Title } from '../../editor/title/Title.tsx';
import { t, useLanguage } from '../../i18n/i18n.ts';
import { folderPath } from '../../library/folder-path.ts';
import type { Library } from '../../library/library-store.ts';
import { useThisPerson } from '../../presence/this-person.ts';
import { openReplica, type Replica } from '../../replica/open-replica.ts';
import { useReplica } from '../../replica/use-replica.ts';
import { type Typography, typographyValue } from '../../settings/writing.ts';
import { lazySharing } from '../../sharing/lazy-sharing.ts';
import type { Sharing } from '../../sharing/sharing.ts';
import { announce } from '../../ui/Announcer.tsx';
import { Lazy, Needed, Opening, useLazy } from '../../ui/lazy.tsx';
import { useStoredValue } from '../../ui/stored-value.ts';
import styles from './document.module.css';
import { FEATURES, type ShownCopy } from './features/features.ts';
import { useOpenFeatures } from './features/use-open-features.ts';
import { otherDocuments } from './other-documents.ts';
import type { OnVisit } from './PasteLink.tsx';
import { isShareAsked } from './share-asked.ts';
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
  useRegister,
  useTitle,
} from './use-document.ts';
import { useDrawable, useOpening } from './use-opening.ts';
import {
  noteShared,
  useKeptPlace,
  usePageSnapshot,
  useTitleOutOfView,
  useTyping,
  useWrittenNote,
} from './use-page.ts';
import type { DocumentActions, WholeDocument } from './whole-document.ts';

const featureSlots = new Lazy(() => import('./features/FeatureSlots.tsx'));
const people = new Lazy(async () => (await import('./PeopleAround.tsx')).PeopleAround);
const actionsOf = async () => (await import('./whole-document.ts')).documentActionsOf;
const wholeDocument = new Lazy(actionsOf);
const documentNotices = new Lazy(async () => ({
  ...(await import('./DocumentNotices.tsx')),
  actionsOf: await actionsOf(),
}));
const waitingScreen = new Lazy(async () => ({
  ...(await import('./WaitingScreen.tsx')),
  actionsOf: await actionsOf(),
}));
const shareDialog = new Lazy(async () => {
  await lazySharing.load();
  return (await import('../../sharing/ShareDialog.tsx')).ShareDialog;
});

interface OpenDocumentProps {
  entry: LibraryEntry;
  library: Library;
  /** Null while it is on its way. */
  sharing: Sharing | null;
  onVisit: OnVisit;
}

/** Rare enough to be a fault of the app, which whoever looks for it finds in the console. */
function tellRepair(): void {
  console.error('The editor showed something else than the document; it was drawn anew.');
  announce(t().drawnAnew);
}

export function OpenDocument(props: OpenDocumentProps): ReactNode {
  const { docId, secret } = props.entry;
  const { replica, status } = useReplica(
    () => openReplica({ name: docId, secret }),
    [docId, secret],
  );
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
  const isHere = useHasContent(replica);
  const hasContent = useDrawable(doc, docId, isHere);
  /** The copy in which one suggests, while one does, or a draft. */
  const [copy, setCopy] = useState<ShownCopy | null>(null);
  const written = copy?.doc ?? doc;
  const title = useTitle(doc);
  const icon = iconIn(useRegister(doc, 'icon'));
  const shownTitle = title.trim() || t().untitled;
  const [shareOpen, setShareOpen] = useState(() => isShareAsked(docId));
  const [shared, setShared] = useState(false);
  const page = useRef<HTMLElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  const opened = useOpening(replica, docId, page, { isHere, hasContent });
  // What is suggested is not in the document.
  usePageSnapshot(docId, screen, opened && hasContent && copy === null);
  const scrolled = useTitleOutOfView(page, hasContent);
  const typing = useTyping(page);
  const target = useBlockInAddress();
  const People = useLazy(people);
  const [documents] = useState(() => otherDocuments(library.store, docId));

  useLibraryNotes(library.doc, docId, title, icon, hasContent);
  useNotesAboutSecret(library.doc, entry, status);
  useEffect(() => {
    document.title = `${icon} ${shownTitle} · Driftless`.trim();
  }, [icon, shownTitle]);

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
  // Until the server has said, whoever might before still may.
  const maySuggest =
    !stopped && (status.maySuggest || (status.role === null && may(role ?? 'viewer', 'suggest')));
  const editable =
    (copy === null ? mayWrite : (copy.mayWrite ?? maySuggest) && !stopped) && !reading;
  const typography = useStoredValue(typographyValue);
  const [around, setAround] = useState<Menus | null>(null);
  useKeptPlace(opened ? around : null, docId, target === null);
  useWrittenNote(library.doc, entry, doc);
  const open = useOpenFeatures();
  const { hidesHistory } = status;
  const isSuggesting = copy !== null;
  const features = useMemo(
    () =>
      FEATURES.filter(
        ({ looksBack, suggests }) =>
          !(looksBack && hidesHistory) && !(suggests && !maySuggest && !isSuggesting),
      ),
    [hidesHistory, maySuggest, isSuggesting],
  );
  const slots = useLazy(featureSlots);
  const attachments = useDocumentAttachments({
    docId,
    secret,
    mayWrite,
    maySay: may(role ?? 'viewer', 'writeDiscussion'),
    reached,
    onRefused: setRefusedFile,
  });
  const onScreen = useMemo(
    () =>
      around && {
        docId,
        doc,
        written,
        onWriteIn: setCopy,
        maySuggest,
        library: library.doc,
        replica,
        attachments,
        role,
        menus: around,
      },
    [docId, doc, written, maySuggest, library, replica, attachments, role, around],
  );

  const toggleReading = () => {
    if (!mayWrite) return;
    setReading(!reading);
    withActions(({ tellReading }) => tellReading(!reading));
  };
  const act = (action: string) => {
    const feature = features.find(({ id }) => id === action);
    if (action === 'saved') withActions(({ tellSaved }) => tellSaved(replica));
    else if (action === 'reading') toggleReading();
    else if (!feature) return;
    else if (feature.isPanel && open.isOpen(feature)) {
      open.set(feature, false);
      around?.view.focus();
    } else open.set(feature, true, true);
  };
  const whole: WholeDocument = {
    entry,
    library,
    sharing,
    // What was suggested and may not be any more is in a copy, too.
    doc: maySuggest || copy?.mayWrite === false ? doc : written,
    attachments,
    shownTitle,
  };
  const withActions = (work: (actions: DocumentActions) => void) => {
    wholeDocument.load().then(
      () => work(wholeDocument.get()!(whole)),
      () => announce(t().tryOnline),
    );
  };

  return (
    <div
      ref={screen}
      className={styles.screen}
      data-reading={reading || undefined}
      data-wide={useRegister(written, 'width') === 'wide' || undefined}
      data-serif={useRegister(written, 'face') === 'serif' || undefined}
      data-panel={features.some((each) => each.isPanel && open.isOpen(each)) ? '' : undefined}
    >
      <TopBar
        isOpen={hasContent || !opened}
        back={folderPath(entry.folder)}
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
              unseen={status.isPolling}
              around={around}
              mayAskName={hasContent && role !== null && !stopped}
              expectsNobody={role === 'owner' && (shareOpen || !shared)}
              doc={doc}
              docId={docId}
            />
          ) : null
        }
        open={open}
        reading={mayWrite ? reading : null}
        onReading={toggleReading}
        onShare={() => {
          noteShared(library.doc, docId);
          setShareOpen(true);
        }}
        menu={{
          library: library.doc,
          doc,
          docId,
          hasContent,
          reading,
          mayWrite,
          isInTrash: entry.trashedAt !== null,
          features,
          onFeature: (feature) => open.set(feature, true, true),
          onReading: toggleReading,
          whole,
        }}
      />
      <main ref={page} tabIndex={-1} className={styles.main}>
        {hasContent ? (
          <>
            {hasNotice ? (
              <Needed part={documentNotices}>
                {({ DocumentNotices, actionsOf }) => (
                  <DocumentNotices
                    status={status}
                    refusal={refusal}
                    role={role}
                    entry={entry}
                    refusedFile={refusedFile}
                    actions={{
                      ...actionsOf(whole),
                      dismissFile: () => setRefusedFile(null),
                      retry: replica.retry,
                      erase: replica.erase,
                      visit: onVisit,
                    }}
                  />
                )}
              </Needed>
            ) : null}
            {onScreen && slots ? (
              <slots.Notices features={features} page={onScreen} open={open} />
            ) : null}
            <article className={styles.page}>
              <div className={styles.title} data-icon={icon || undefined}>
                <Title doc={written} editable={editable} around={around} />
              </div>
              <div className={styles.body}>
                <Editor
                  name={docId}
                  doc={written}
                  isFork={copy !== null}
                  awareness={copy?.awareness ?? awareness}
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
            {onScreen && slots ? (
              <slots.Feet features={features} page={onScreen} open={open} />
            ) : null}
          </>
        ) : opened ? (
          <div className={styles.waiting}>
            <Needed part={waitingScreen}>
              {({ WaitingScreen, actionsOf }) => (
                <WaitingScreen
                  status={status}
                  isOwner={role === 'owner'}
                  onStart={() => createDocument(doc)}
                  onRetry={replica.retry}
                  onVisit={onVisit}
                  onUnlock={actionsOf(whole).unlock}
                />
              )}
            </Needed>
          </div>
        ) : null}
      </main>
      {onScreen && slots ? <slots.Panels features={features} page={onScreen} open={open} /> : null}
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
              doc={doc}
              library={library.doc}
              onShared={() => setShared(true)}
              onDeleted={(said) => withActions(({ trash }) => trash(said))}
              {...sharing}
            />
          ) : null
        }
      </Opening>
    </div>
  );
});

/** The language whose quotes typing makes, or null for none. */
function typographyOf(chosen: Typography): string | null {
  if (chosen === 'off') return null;
  return chosen === 'auto' ? navigator.language : chosen;
}
