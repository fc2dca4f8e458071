/**
 * The search, away from the page.
 *
 * Invariant: of the workers of several tabs one has the index, and asks and answers for the others;
 * when its tab goes, the next one takes over, and what was not answered is asked again.
 */
import { LibrarySearch, type SearchAnswer } from './library-search.ts';

export type Question =
  | { kind: 'find'; query: string }
  | { kind: 'sizes' }
  | { kind: 'keepOnly'; docIds: string[] }
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
}

/** Between the workers, and from pages that changed a document. */
export type Message =
  | { kind: 'changed'; docIds: string[] }
  | { kind: 'here' }
  | { kind: 'read' }
  | { kind: 'ask'; from: string; asked: Asked }
  | { kind: 'answer'; to: string; answered: Answered };

export const SEARCH_CHANNEL = 'driftless-search';

const self_ = globalThis as unknown as {
  onmessage: (event: MessageEvent<Asked>) => void;
  postMessage: (answered: Answered) => void;
};
const me = crypto.getRandomValues(new Uint32Array(2)).join('-');
const channel = new BroadcastChannel(SEARCH_CHANNEL);
const unanswered = new Map<number, Asked>();
let search: LibrarySearch | null = null;

self_.onmessage = ({ data }) => {
  unanswered.set(data.id, data);
  ask(data);
};

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  if (data.kind === 'changed') search?.changed(data.docIds);
  else if (data.kind === 'here') for (const asked of unanswered.values()) ask(asked);
  else if (data.kind === 'answer') {
    if (data.to === me) give(data.answered);
  } else if (data.kind === 'ask' && search) {
    const { from, asked } = data;
    void answerTo(search, asked).then((answered) => tell({ kind: 'answer', to: from, answered }));
  }
};

function ask(asked: Asked): void {
  if (search) void answerTo(search, asked).then(give);
  else tell({ kind: 'ask', from: me, asked });
}

function give(answered: Answered): void {
  if (unanswered.delete(answered.id)) self_.postMessage(answered);
}

function tell(message: Message): void {
  channel.postMessage(message);
}

async function answerTo(of: LibrarySearch, { id, question }: Asked): Promise<Answered> {
  switch (question.kind) {
    case 'find':
      return { id, answer: await of.find(question.query) };
    case 'sizes':
      await of.whenIdle();
      return { id, answer: of.sizes() };
    case 'keepOnly':
      await of.keepOnly(new Set(question.docIds));
      return { id, answer: null };
    case 'forget':
      await of.forget([question.docId]);
      return { id, answer: null };
  }
}

async function lead(): Promise<void> {
  search = await LibrarySearch.open(() => tell({ kind: 'read' }));
  for (const asked of unanswered.values()) ask(asked);
  tell({ kind: 'here' });
}

// Without locks, as over plain HTTP, each has an index of its own.
if (navigator.locks) {
  void navigator.locks.request(SEARCH_CHANNEL, async () => {
    await lead();
    return new Promise(() => {});
  });
} else void lead();
