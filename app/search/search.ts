/**
 * The search, as the page knows it: asks the worker, and marks what changed.
 *
 * Invariant: a page that only shows a document starts no worker; it leaves a mark for the next one
 * that does.
 */
import { IndexStore } from './index-store.ts';
import type { SearchAnswer } from './library-search.ts';
import type { Answer, Answered, Asked, Message, Question } from './search-worker.ts';

export type { SearchAnswer, SearchResult } from './library-search.ts';

/** As in `search-worker.ts`, which the page does not load. */
const CHANNEL = 'driftless-search';
/** While a document is being written it is marked this often, ms. */
const MARK_EVERY_MS = 2000;

let worker: Worker | null = null;
let nextId = 1;
const open = new Map<
  number,
  { resolve: (answer: Answer) => void; reject: (error: Error) => void }
>();

/** Brings the search up to date, so that the first question is answered at once. */
export function startSearch(known: readonly string[]): void {
  ask({ kind: 'keepOnly', docIds: [...known] }).catch((error: unknown) => {
    console.error('The search could not be started.', error);
  });
}

export async function find(query: string): Promise<SearchAnswer> {
  return (await ask({ kind: 'find', query })) as SearchAnswer;
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
    open.set(asked.id, { resolve, reject });
    worker?.postMessage(asked);
  });
}

function createWorker(): Worker {
  const created = new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' });
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

const marked = new Set<string>();
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

/** A document has changed on this device. */
export function noteChanged(docId: string): void {
  marked.add(docId);
  markTimer ??= setTimeout(() => {
    markTimer = undefined;
    void mark([...marked]);
    marked.clear();
  }, MARK_EVERY_MS);
}

/** Writes the marks at once: the page goes. */
export function flushMarks(): void {
  clearTimeout(markTimer);
  markTimer = undefined;
  if (marked.size > 0) void mark([...marked]);
  marked.clear();
}

const store = new IndexStore();

async function mark(docIds: string[]): Promise<void> {
  try {
    await store.markChanged(docIds);
    openChannel().postMessage({ kind: 'changed', docIds } satisfies Message);
  } catch (error) {
    // Where nothing can be stored there is nothing to be found again either.
    console.error('A change could not be marked for the search.', error);
  }
}
