/**
 * Tells of comments for the person at this device: by notifications of the browser and, installed, by
 * a number at the app's icon. Only where somebody asked for it on this device.
 *
 * Invariant: a message is told once on a device, by the name of whoever signed it, while it is unread
 * on all devices of the person and its document is not what one looks at. What is told is read from
 * this device's own copies.
 */
import { documentPath } from '../shared/access/addresses.ts';
import {
  type DocumentName,
  discussionOf,
  parseDocumentName,
} from '../shared/access/document-name.ts';
import { DocId, type Secret } from '../shared/access/ids.ts';
import type { Message, Thread } from '../shared/discussion/discussion.ts';
import { MessageId } from '../shared/discussion/keys.ts';
import { plainMessage } from '../shared/discussion/message-text.ts';
import { clip } from '../shared/document/text.ts';
import { readEntry } from '../shared/library/library.ts';
import { READ_MARKS, readMarks } from '../shared/library/read-marks.ts';
import { array } from '../shared/shape.ts';
import { noteCome, saidSince, unreadFor } from './discussion/for-person.ts';
import { keptTalk, keptThreads } from './discussion/kept-threads.ts';
import { nameOf } from './discussion/names.ts';
import { t } from './i18n/i18n.ts';
import type { LibraryStore } from './library/library-store.ts';
import { thisPerson } from './presence/this-person.ts';
import { storedNames } from './replica/stored-copy.ts';
import { askForTalk } from './screens/library/news-of-documents.ts';
import { mayNotify, noticesSince } from './settings/notices.ts';
import { isPushKept, keepPush } from './settings/push.ts';
import { navigate } from './ui/navigation.tsx';
import { StoredValue } from './ui/stored-value.ts';

/** How often the server is asked about documents that are not open, ms. */
const ASK_EVERY_MS = 300_000;
/** A discussion that changes may change once more, ms. */
const REST_MS = 1000;
/** A library may change in many places one after the other, ms. */
const LIBRARY_REST_MS = 3000;
/** Messages of which it is remembered that they were told. */
const MOST_TOLD = 500;
/** Of the documents, those used last are told of while the app is closed. */
const MOST_PUSHED = 200;
/** Characters of a message that a notification has room for. */
const MOST_SHOWN = 200;
const LOCK = 'driftless-tell-comments';

const told = new StoredValue<string[]>(
  'driftless.told',
  (text) => array(MessageId).parse(JSON.parse(text ?? '[]')),
  (ids) => JSON.stringify(ids),
);

/**
 * Begins, for as long as the page is there and it is asked for.
 *
 * @returns to be called with whatever changes on this device
 */
export function tellComments(library: LibraryStore): (name: DocumentName) => void {
  const { doc } = library;
  const talks = new Map<DocId, Thread[]>();
  const due = new Set<DocId>();
  /** Messages that came since this page looked at their discussions first. */
  const came = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    for (const docId of [...due]) {
      due.delete(docId);
      const threads = await keptThreads(docId);
      const before = talks.get(docId);
      if (before) noteCome(came, before, threads);
      talks.set(docId, threads);
      if (freshIn(library, docId, threads, came).length > 0) await tellOf(library, docId, came);
    }
    badge();
  };
  const lookNow = () =>
    look().catch((error: unknown) => console.error('What is new cannot be told.', error));
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(lookNow, REST_MS);
  };
  const badge = () => {
    let count = 0;
    for (const [docId, threads] of talks)
      if (readEntry(doc, docId)?.trashedAt === null)
        count += unreadFor(threads, readMarks(doc, docId), thisPerson().id).length;
    setBadge(mayNotify() ? count : 0);
  };
  const ask = async () => {
    if (!mayNotify()) return;
    // One tab asks; what it brings, all others are not told of.
    const askAlone = () => askForTalk(library);
    if (!navigator.locks) return askAlone();
    await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) =>
      lock ? askAlone() : undefined,
    );
  };
  const askNow = () => {
    pushNow();
    ask().catch((error: unknown) => console.info('What is new is not known now.', error));
  };
  const pushNow = () => {
    keepPush(() => pushed(library)).catch((error: unknown) => {
      // Tried again when there is a network, and every few minutes.
      console.info('What is new is told only while the app is open.', error);
    });
  };
  const begin = async () => {
    badge();
    pushNow();
    if (!mayNotify()) return;
    const stored = new Set<string>(await storedNames());
    for (const { docId, trashedAt } of library.entries())
      if (trashedAt === null && stored.has(discussionOf(docId))) due.add(docId);
    // What is brought now is told from what was here.
    await lookNow();
    await ask();
  };
  const beginNow = () => {
    begin().catch((error: unknown) => console.info('What is new is not known now.', error));
  };
  let isLinked = library.link() !== null;
  let pushTimer: ReturnType<typeof setTimeout> | undefined;
  library.subscribe(() => {
    const wasLinked = isLinked;
    isLinked = library.link() !== null;
    // Whoever ends the link with a device wants nothing told there before it is asked for again.
    if (wasLinked && !isLinked) noticesSince.set(null);
    clearTimeout(pushTimer);
    pushTimer = setTimeout(() => {
      // Most changes are about nothing that is told there, such as a document that is opened.
      if (!isPushKept(pushed(library))) pushNow();
    }, LIBRARY_REST_MS);
  });
  doc.getMap(READ_MARKS).observe(badge);
  noticesSince.subscribe(beginNow);
  addEventListener('online', askNow);
  // The worker was told that there is something: see `public/direct-to-server.js`.
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    const docId = DocId.safeParse(data?.type === 'push' ? data.docId : null);
    if (!docId.success || !mayNotify()) return;
    askForTalk(library, docId.data).then(
      () => {
        due.add(docId.data);
        soon();
      },
      (error: unknown) => console.info('What is new is not known now.', error),
    );
  });
  setInterval(askNow, ASK_EVERY_MS);
  void library.whenReady.then(beginNow);
  return (name) => {
    const named = parseDocumentName(name);
    if (!named?.isDiscussion || !mayNotify()) return;
    due.add(named.docId);
    soon();
  };
}

/** Documents that are told of while the app is closed. */
function pushed(library: LibraryStore): { docId: DocId; secret: Secret }[] {
  return library
    .entries()
    .filter(({ trashedAt, refused }) => trashedAt === null && !refused)
    .sort((a, b) => (b.lastOpened ?? b.added) - (a.lastOpened ?? a.added))
    .slice(0, MOST_PUSHED);
}

/** What is for the person, was said since they asked for it, and was not told here. */
function freshIn(
  { doc }: LibraryStore,
  docId: DocId,
  threads: readonly Thread[],
  came: ReadonlySet<string>,
): Message[] {
  const since = noticesSince.get();
  if (!mayNotify() || since === null || readEntry(doc, docId)?.trashedAt !== null) return [];
  const known = new Set(told.get());
  const unread = unreadFor(threads, readMarks(doc, docId), thisPerson().id);
  return saidSince(unread, since, came).filter(({ id }) => !known.has(id));
}

async function tellOf(
  library: LibraryStore,
  docId: DocId,
  came: ReadonlySet<string>,
): Promise<void> {
  const { threads, people } = await keptTalk(docId, { isVerified: true });
  const fresh = freshIn(library, docId, threads, came);
  told.set([...told.get(), ...fresh.map(({ id }) => id)].slice(-MOST_TOLD));
  const path = documentPath(docId);
  if (document.visibilityState === 'visible' && location.pathname === path) return;
  const title = readEntry(library.doc, docId)?.title.trim() || t().untitled;
  for (const message of fresh)
    await show(`${nameOf(people, message.author)} · ${title}`, message, path);
}

async function show(title: string, { id, text }: Message, path: string): Promise<void> {
  const options = { body: clip(plainMessage(text), MOST_SHOWN), tag: id, data: { path } };
  const registration = await navigator.serviceWorker?.getRegistration();
  // Its worker leads there when it is pressed: see `direct-to-server.js`.
  if (registration?.active) {
    await registration.showNotification(title, options);
    // What was said while the app was closed is now said in words.
    const { path } = options.data;
    for (const old of await registration.getNotifications())
      if (old.tag.startsWith('push ') && old.data?.path === path) old.close();
    return;
  }
  const notification = new Notification(title, options);
  notification.onclick = () => {
    notification.close();
    window.focus();
    navigate(path);
  };
}

/** Where the app is not installed, a browser may refuse it, and nobody misses anything. */
function setBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  done.catch((error: unknown) => console.info('The icon shows no number.', error));
}
