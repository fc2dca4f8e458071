/**
 * Sends what was written on this device and is not on the server yet, from whatever screen is shown.
 *
 * Invariant: what waits is known by its marks and its ledger, never by this loop, so a killed tab or
 * a restart forgets nothing; of several tabs one sends, and one that sleeps lets another one do it.
 * Those that have waited longest come first, and one that cannot be sent holds up no other.
 */
import { type DocumentName, parseDocumentName } from '../../shared/access/document-name.ts';
import type { Secret } from '../../shared/access/ids.ts';
import type { LibraryEntry } from '../../shared/library/library.ts';
import { unsentMarks } from '../replica/marked-unsent.ts';
import { isOffline } from '../replica/offline.ts';
import { inOneTab } from '../replica/one-tab.ts';
import { isOpenHere, openReplica, type ReplicaOptions } from '../replica/open-replica.ts';
import { hasUnsentRecord, storedNames } from '../replica/stored-copy.ts';
import { hasUnsentMark, markUnsent, onUnsentMarks } from '../replica/unsent-marks.ts';
import { exchanged } from './exchanged.ts';

const LOCK = 'driftless-outbox';
/** Whoever writes on after leaving a document, or leaves several, is sent at once, ms. */
const REST_MS = 200;
const FIRST_RETRY_MS = 3000;
const LONGEST_RETRY_MS = 60_000;
/** How many are sent at a time. */
const ABREAST = 3;
/** What the server refuses is offered again after this, ms. */
const REFUSED_FOR_MS = 3_600_000;
/** When all databases were last looked through for what has no mark, ms since 1970. */
const LOOKED = 'driftless.unsent-looked';
const LOOK_EVERY_MS = 86_400_000;

/** What the outbox needs of the library. */
export interface Entries {
  entries(): readonly LibraryEntry[];
  whenReady: Promise<void>;
  subscribe(listener: () => void): () => void;
}

export interface OutboxOptions extends ReplicaOptions {
  /** How often the databases are looked through for what has no mark, ms. */
  lookEveryMs?: number;
}

/** What waits: a document's body, what is said about it, or a draft of it. */
interface Waiting {
  name: DocumentName;
  secret: Secret;
}

/** Which key the server refused, and when, ms since 1970. */
type Refusals = Map<DocumentName, { secret: Secret; at: number }>;

/** Begins, and goes on for as long as the app is open; returns how to stop it. */
export function startOutbox(
  library: Entries,
  { lookEveryMs = LOOK_EVERY_MS, ...options }: OutboxOptions = {},
): () => void {
  const refused: Refusals = new Map();
  let isStopped = false;
  let isRunning = false;
  let isDueAgain = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let hasLooked = false;

  const due = (): Waiting[] => {
    const marks = unsentMarks();
    if (marks.size === 0) return [];
    const secrets = new Map(library.entries().map(({ docId, secret }) => [docId, secret]));
    return [...marks.keys()].flatMap((marked) => {
      const named = parseDocumentName(marked);
      const secret = named && secrets.get(named.docId);
      if (!named || !secret || isOpenHere(named.name)) return [];
      const { name } = named;
      const refusal = refused.get(name);
      // The clock of this device may have been set back since.
      const isRefused =
        refusal?.secret === secret && Math.abs(Date.now() - refusal.at) < REFUSED_FOR_MS;
      return isRefused ? [] : [{ name, secret }];
    });
  };
  const plan = (ms: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void run(), ms);
  };
  const start = () => {
    if (isRunning) isDueAgain = true;
    else if (due().length > 0) plan(REST_MS);
  };
  const online = () => {
    retryMs = FIRST_RETRY_MS;
    start();
  };
  const run = async () => {
    if (isRunning || isStopped || isOffline()) return;
    isRunning = true;
    isDueAgain = false;
    let isDone = false;
    try {
      await inOneTab(LOCK, async (isOver) => {
        const over = () => isOver() || isStopped || isOffline();
        isDone = await sendAll(due(), over, refused, options);
        if (over()) return;
        await lookThrough(library, { everyMs: lookEveryMs, isFirst: !hasLooked, isOver: over });
        hasLooked = true;
      });
    } catch (error) {
      console.error('What waits on this device could not be sent.', error);
    }
    isRunning = false;
    const isLeft = due().length > 0;
    if (isDone) retryMs = FIRST_RETRY_MS;
    if (isDueAgain && isDone && isLeft) plan(REST_MS);
    else if (isLeft) {
      plan(retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    }
  };

  const stops = [onUnsentMarks(start), library.subscribe(start)];
  globalThis.addEventListener?.('online', online);
  void library.whenReady.then(() => plan(REST_MS));
  return () => {
    isStopped = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
    globalThis.removeEventListener?.('online', online);
  };
}

/** Each once, some at a time. False where something has to be tried again later. */
async function sendAll(
  waiting: readonly Waiting[],
  isOver: () => boolean,
  refused: Refusals,
  options: ReplicaOptions,
): Promise<boolean> {
  const left = [...waiting];
  let isDone = true;
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      if (isOver()) {
        isDone = false;
        return;
      }
      const { name, secret } = next;
      // Another tab may have sent it, or this one shows it by now.
      if (!hasUnsentMark(name) || isOpenHere(name)) continue;
      const end = await sendOne(next, options);
      if (end === 'offline') isDone = false;
      else if (end === 'refused') refused.set(name, { secret, at: Date.now() });
      else refused.delete(name);
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, work));
  return isDone;
}

async function sendOne(waiting: Waiting, options: ReplicaOptions) {
  const replica = openReplica(waiting, options);
  try {
    await replica.whenLoaded;
    return await exchanged(replica.status);
  } finally {
    await replica.close();
  }
}

/**
 * Marks what has a record and no mark. Browsers keep marks in memory for a while, up to a minute, and
 * a phone ends them without asking: so what was opened of late is looked through with each start, and
 * all of it now and then, for what an older build left.
 */
async function lookThrough(
  library: Entries,
  { everyMs, isFirst, isOver }: { everyMs: number; isFirst: boolean; isOver: () => boolean },
): Promise<void> {
  const now = Date.now();
  const isDue = Math.abs(now - lookedAt()) >= everyMs;
  if (!isDue && !isFirst) return;
  const entries = library
    .entries()
    .filter(({ lastOpened, added }) => isDue || Math.abs(now - (lastOpened ?? added)) < everyMs);
  const meant = new Set(entries.map(({ docId }) => docId));
  for (const stored of await storedNames()) {
    if (isOver()) return;
    const named = parseDocumentName(stored);
    if (!named || !meant.has(named.docId)) continue;
    const { name } = named;
    if (!hasUnsentMark(name) && (await hasUnsentRecord(name))) markUnsent(name);
  }
  if (!isDue) return;
  try {
    localStorage.setItem(LOOKED, String(Date.now()));
  } catch {
    inMemory.lookedAt = Date.now();
  }
}

/** Where the browser gives no storage. */
const inMemory = { lookedAt: 0 };

function lookedAt(): number {
  try {
    return Number(localStorage.getItem(LOOKED));
  } catch {
    return inMemory.lookedAt;
  }
}
