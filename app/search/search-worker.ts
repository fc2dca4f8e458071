/**
 * The search, away from the page.
 *
 * Invariant: of the workers of several tabs one has the index, and asks and answers for the others;
 * when its tab goes, the next one takes over, and what was not answered is asked again. Every question
 * is answered, if only with the word that there is no answer; and whoever hears nothing of a question,
 * since the tab with the index is frozen, gets an index of its own.
 */
import { LibrarySearch, type SearchAnswer } from './library-search.ts';

export type Question =
  | { kind: 'find'; query: string; without?: readonly string[] }
  | { kind: 'sizes' }
  | { kind: 'keepOnly'; docIds: string[]; again?: string[] }
  | { kind: 'forget'; docId: string };
export type Answer = SearchAnswer | Map<string, number> | null;

/** Between a page and its worker. */
export interface Asked {
  id: number;
  question: Question;
}
export interface Answered {
  id: number;
  answer: Answer;
  isFailed?: true;
}

/** Between the workers, and from pages that changed a document. */
export type Message =
  | { kind: 'changed'; docIds: string[] }
  | { kind: 'here' }
  | { kind: 'read' }
  | { kind: 'ask'; from: string; asked: Asked }
  | { kind: 'heard'; from: string }
  | { kind: 'answer'; to: string; answered: Answered };

const SEARCH_CHANNEL = 'driftless-search';

const self_ = globalThis as unknown as {
  onmessage: (event: MessageEvent<Asked>) => void;
  postMessage: (answered: Answered) => void;
};
/** Who has the index says at once that it has heard, ms. */
const HEARD_WITHIN_MS = 4000;

const me = crypto.getRandomValues(new Uint32Array(2)).join('-');
const channel = new BroadcastChannel(SEARCH_CHANNEL);
const unanswered = new Map<number, Asked>();
let search: LibrarySearch | null = null;
/** Whether this worker has the index, or waits for its turn to have it. */
let isInLine = false;
/** Ends the wait for whoever has the index. */
let deaf: ReturnType<typeof setTimeout> | undefined;

self_.onmessage = ({ data }) => {
  unanswered.set(data.id, data);
  if (isInLine) ask(data);
  else standInLine();
};

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  if (data.kind === 'changed') search?.changed(data.docIds);
  else if (data.kind === 'here') for (const asked of unanswered.values()) ask(asked);
  else if (data.kind === 'heard') {
    if (data.from === me) stopWaiting();
  } else if (data.kind === 'answer') {
    if (data.to === me) give(data.answered);
  } else if (data.kind === 'ask' && search) {
    const { from, asked } = data;
    tell({ kind: 'heard', from });
    void answerTo(search, asked).then((answered) => tell({ kind: 'answer', to: from, answered }));
  }
};

function ask(asked: Asked): void {
  if (search) void answerTo(search, asked).then(give);
  else {
    tell({ kind: 'ask', from: me, asked });
    deaf ??= setTimeout(() => {
      stopWaiting();
      if (!search) begin(lead());
    }, HEARD_WITHIN_MS);
  }
}

function stopWaiting(): void {
  clearTimeout(deaf);
  deaf = undefined;
}

function give(answered: Answered): void {
  if (unanswered.delete(answered.id)) self_.postMessage(answered);
}

function tell(message: Message): void {
  channel.postMessage(message);
}

async function answerTo(of: LibrarySearch, { id, question }: Asked): Promise<Answered> {
  try {
    return { id, answer: await answer(of, question) };
  } catch (error) {
    console.error('The search could not answer.', error);
    return { id, answer: null, isFailed: true };
  }
}

async function answer(of: LibrarySearch, question: Question): Promise<Answer> {
  switch (question.kind) {
    case 'find':
      return of.find(question.query, question.without);
    case 'sizes':
      await of.whenIdle();
      return of.sizes();
    case 'keepOnly':
      await of.keepOnly(new Set(question.docIds), question.again);
      return null;
    case 'forget':
      await of.forget([question.docId]);
      return null;
  }
}

/** Has the index, and answers for others, as long as this tab is there. */
async function lead(): Promise<void> {
  search ??= await LibrarySearch.open(() => tell({ kind: 'read' }));
  stopWaiting();
  for (const asked of unanswered.values()) ask(asked);
  tell({ kind: 'here' });
  return new Promise(() => {});
}

function standInLine(): void {
  isInLine = true;
  // Without locks, as over plain HTTP, each has an index of its own.
  begin(navigator.locks ? navigator.locks.request(SEARCH_CHANNEL, lead) : lead());
}

function begin(led: Promise<unknown>): void {
  led.catch((error: unknown) => {
    // Where this device keeps nothing. The next question tries again.
    console.error('The search could not be started.', error);
    isInLine = false;
    for (const id of unanswered.keys()) give({ id, answer: null, isFailed: true });
  });
}

standInLine();
