/**
 * The search, as the page knows it: asks the worker, and marks what changed.
 *
 * Invariant: a page that only shows a document starts no worker, unless another document has changed
 * that may say now that it links to it; it leaves a mark for the next page that does.
 */
import type { DocId } from '../../shared/access/ids.ts';
import { ownScript } from '../ui/trusted-types.ts';
import { IndexStore, MARK_EVERY_MS } from './index-store.ts';
import type { SearchAnswer } from './library-search.ts';
import type { Answer, Answered, Asked, Message, Question } from './search-worker.ts';
import workerAddress from './search-worker.ts?worker&url';

export type { SearchAnswer, SearchResult } from './library-search.ts';

/** As in `search-worker.ts`, which the page does not load. */
const CHANNEL = 'driftless-search';

let worker: Worker | null = null;
let nextId = 1;
const open = new Map<
  number,
  {
    question: Question;
    resolve: (answer: Answer) => void;
    reject: (error: Error) => void;
  }
>();

/** What was open as lately as this may have been written in by a page that ended at once, ms. */
const LATELY_MS = 3_600_000;
const MOST_LATELY = 3;
/** Those that this page had read for that. */
const readAgain = new Set<string>();

/**
 * Brings the search up to date, so that the first question is answered at once. Documents that were
 * open last are read once whatever their marks say: of a page that crashes a mark may still wait for
 * the storage when its text is stored already.
 */
export function startSearch(known: readonly { docId: string; lastOpened?: number | null }[]): void {
  const since = Date.now() - LATELY_MS;
  const again = known
    .filter(({ docId, lastOpened }) => (lastOpened ?? 0) > since && !readAgain.has(docId))
    .sort((a, b) => b.lastOpened! - a.lastOpened!)
    .slice(0, MOST_LATELY)
    .map(({ docId }) => docId);
  for (const docId of again) readAgain.add(docId);
  const docIds = known.map(({ docId }) => docId);
  ask({ kind: 'keepOnly', docIds, again }).catch((error: unknown) => {
    console.error('The search could not be started.', error);
  });
}

/** `without`: documents that are not to be among what is found. */
export async function find(query: string, without: readonly string[] = []): Promise<SearchAnswer> {
  return (await ask({ kind: 'find', query, without })) as SearchAnswer;
}

/**
 * The documents of this device that link to one, as far as they have been read; `isStale` where there
 * is something to read that may say otherwise. No worker is needed to tell.
 */
export async function linkingTo(
  docId: string,
): Promise<{ docIds: readonly string[]; isStale: boolean }> {
  await flushMarks();
  const [facts, changed] = await Promise.all([store.facts(), store.changed()]);
  const others = [...facts].filter(([other]) => other !== docId);
  return {
    docIds: others.filter(([, { links }]) => links?.includes(docId)).map(([other]) => other),
    isStale: changed.some((other) => other !== docId) || others.some(([, { links }]) => !links),
  };
}

/** The first words of a document as it was read last; no worker is needed to tell. */
export async function firstWordsOf(docId: string): Promise<string> {
  return (await store.factsOf(docId))?.start ?? '';
}

/** Drops what was read of a document that goes from this device. */
export async function forgetText(docId: string): Promise<void> {
  await ask({ kind: 'forget', docId });
}

/** What each of the documents that are known takes on this device, in bytes. */
export async function documentSizes(
  known: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  await ask({ kind: 'keepOnly', docIds: [...known] });
  return (await ask({ kind: 'sizes' })) as Map<string, number>;
}

function ask(question: Question): Promise<Answer> {
  worker ??= createWorker();
  const asked: Asked = { id: nextId++, question };
  return new Promise((resolve, reject) => {
    open.set(asked.id, { question, resolve, reject });
    worker?.postMessage(asked);
  });
}

let endsWithPage = false;

/** A page that is kept for the way back would keep its worker, asleep and with the index that all wait for. */
function endWithPage(): void {
  if (endsWithPage) return;
  endsWithPage = true;
  addEventListener('pagehide', () => {
    worker?.terminate();
    worker = null;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || open.size === 0) return;
    worker ??= createWorker();
    for (const [id, { question }] of open) worker.postMessage({ id, question } satisfies Asked);
  });
}

function createWorker(): Worker {
  const created = new Worker(ownScript(workerAddress), { type: 'module' });
  endWithPage();
  created.onmessage = ({ data }: MessageEvent<Answered>) => {
    const asker = open.get(data.id);
    open.delete(data.id);
    if (data.isFailed) asker?.reject(new Error('The search has no answer.'));
    else asker?.resolve(data.answer);
  };
  created.onerror = (event) => {
    event.preventDefault();
    created.terminate();
    worker = null;
    for (const { reject } of open.values()) reject(new Error('The search does not run.'));
    open.clear();
  };
  return created;
}

/** When each document was marked last, and whether it has changed since. */
const marked = new Map<string, { at: number; hasChanged: boolean }>();
let markTimer: ReturnType<typeof setTimeout> | undefined;
let channel: BroadcastChannel | null = null;
const readListeners = new Set<() => void>();

function openChannel(): BroadcastChannel {
  if (!channel) {
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'read') for (const listener of [...readListeners]) listener();
    };
  }
  return channel;
}

/** Calls `listener` whenever documents were read, so that other ones may be found. */
export function onRead(listener: () => void): () => void {
  openChannel();
  readListeners.add(listener);
  return () => readListeners.delete(listener);
}

/**
 * A document has changed on this device. The first change is marked at once, since a page that ends
 * cannot be counted on to write anything more; and timers of a page in the background may be late.
 */
export function noteChanged(docId: DocId): void {
  const last = marked.get(docId);
  if (!last || performance.now() - last.at >= MARK_EVERY_MS) {
    void mark([docId]);
    return;
  }
  last.hasChanged = true;
  markTimer ??= setTimeout(() => void flushMarks(), MARK_EVERY_MS);
}

/** Marks what has changed since it was marked. */
export async function flushMarks(): Promise<void> {
  clearTimeout(markTimer);
  markTimer = undefined;
  const changed = [...marked].filter(([, { hasChanged }]) => hasChanged).map(([docId]) => docId);
  if (changed.length > 0) await mark(changed);
}

const store = new IndexStore();

async function mark(docIds: string[]): Promise<void> {
  for (const docId of docIds) marked.set(docId, { at: performance.now(), hasChanged: false });
  try {
    await store.markChanged(docIds);
    openChannel().postMessage({ kind: 'changed', docIds } satisfies Message);
  } catch (error) {
    // Where nothing can be stored there is nothing to be found again either.
    console.error('A change could not be marked for the search.', error);
  }
}
