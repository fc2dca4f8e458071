/**
 * What goes on behind the screens, from soon after the page is up: what was written is sent,
 * documents are brought here and marked for the search, the link with other devices is kept, and
 * with it who one is; a server on this very device is found where there is no network.
 */
import { type DocumentName, parseDocumentName } from '../shared/access/document-name.ts';
import { DocId } from '../shared/access/ids.ts';
import { may } from '../shared/access/roles.ts';
import { readEntry } from '../shared/library/library.ts';
import { startBackgroundSync } from './background-sync.ts';
import { catchUp } from './library/catch-up.ts';
import { eraseCopy } from './library/documents.ts';
import { keepWhatIsUnsent } from './library/forgotten.ts';
import type { LibraryStore } from './library/library-store.ts';
import { followLink } from './library/linking.ts';
import { keepOnePerson } from './library/one-person.ts';
import { startOutbox } from './library/outbox.ts';
import {
  becomePerson,
  heedOtherTabs,
  isUntold,
  onChangeByHand,
  thisOwnPerson,
} from './presence/change-person.ts';
import { askWithoutNetwork } from './replica/ask-without-network.ts';
import { isOffline } from './replica/offline.ts';
import { onDocumentChange } from './replica/open-replica.ts';
import { flushMarks, forgetText, noteChanged } from './search/search.ts';
import { offlineLimit } from './settings/storage.ts';
import { tellComments } from './tell-comments.ts';

/** How often a server is asked whether it still has what it once confirmed, ms. */
const DOUBT_EVERY_MS = 3_600_000;
/** After a server turned out to have lost something, ms. */
const BEHIND_REST_MS = 1000;
const DOUBTED = 'driftless.doubted';

/** Begins, for as long as the page is there. */
export function startBackgroundTasks(library: LibraryStore): void {
  askWithoutNetwork();
  const told = tellComments(library);
  onDocumentChange((name) => {
    told(name);
    const docId = DocId.safeParse(name);
    if (docId.success) noteChanged(docId.data);
  });
  addEventListener('pagehide', () => void flushMarks());
  startOutbox(library);
  startBackgroundSync(library);
  catchUp(library, offlineLimit);
  heedOtherTabs();
  void library.whenReady.then(() => {
    followLink(library);
    doubtNowAndThen(library);
    keepWhatIsUnsent(library, {
      isWaiting: async (docId) => {
        const { waitingAttachments } = await import('./attachments/attachments.ts');
        return (await waitingAttachments(docId)) > 0;
      },
      erase: async (entry) => {
        const { forgetAttachments } = await import('./attachments/attachments.ts');
        await eraseCopy(entry);
        await forgetAttachments(entry.docId);
        await forgetText(entry.docId);
      },
    });
    keepOnePerson(library, {
      get: thisOwnPerson,
      isUntold,
      become: becomePerson,
      onChange: onChangeByHand,
    });
  });
}

/**
 * Asks the server now and then whether it still has the pictures, files and links it once confirmed,
 * and at once where it turns out to have lost some text; the texts are compared with every visit.
 */
function doubtNowAndThen(library: LibraryStore): void {
  const behind = new Set<DocId>();
  const doubt = async () => {
    const isDue = Math.abs(Date.now() - doubtedAt()) >= DOUBT_EVERY_MS;
    if (isOffline() || (!isDue && behind.size === 0)) return;
    const first = new Set(behind);
    behind.clear();
    keepDoubtedAt();
    const [{ doubtUploads }, { openSharing }] = await Promise.all([
      import('./attachments/attachments.ts'),
      import('./sharing/sharing.ts'),
    ]);
    await openSharing(library.doc).queue.doubt(first);
    await doubtUploads(
      (docId) => may(readEntry(library.doc, docId)?.role ?? 'viewer', 'writeBody'),
      first,
    );
  };
  const start = () => {
    doubt().catch((error: unknown) => {
      console.error('What the server still has could not be looked at.', error);
    });
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heed = (name: DocumentName) => {
    const named = parseDocumentName(name);
    if (!named) return;
    behind.add(named.docId);
    // Several documents turn out to be behind in the same moment.
    clearTimeout(timer);
    timer = setTimeout(start, BEHIND_REST_MS);
  };
  // It is with what talks to the server: shared by two parts it would be one of its own.
  import('./replica/connection.ts').then(
    ({ onServerBehind }) => onServerBehind(heed),
    (error: unknown) => console.info('What a server has lost is asked for every hour.', error),
  );
  start();
  addEventListener('online', start);
  setInterval(start, DOUBT_EVERY_MS);
}

let doubtedInMemory = 0;

function doubtedAt(): number {
  try {
    return Number(localStorage.getItem(DOUBTED));
  } catch {
    return doubtedInMemory;
  }
}

function keepDoubtedAt(): void {
  doubtedInMemory = Date.now();
  try {
    localStorage.setItem(DOUBTED, String(doubtedInMemory));
  } catch {
    // Without storage each page asks for itself.
  }
}
