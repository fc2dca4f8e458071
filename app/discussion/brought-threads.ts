/**
 * Threads of words that one cut in one document and puts into another of one's own: what would be
 * said there, once one says that it should.
 *
 * Invariant: nothing is said in another document by itself, and nothing in anybody's name: a signature
 * is good for one document, so what comes along quotes those whose words it is, as far as they are
 * known by their signatures. Where the words were, all that was said stays.
 */
import { discussionOf } from '../../shared/access/document-name.ts';
import { DocId } from '../../shared/access/ids.ts';
import type { ThreadAnchor } from '../../shared/discussion/anchor.ts';
import { Discussion, type Message } from '../../shared/discussion/discussion.ts';
import { ThreadId } from '../../shared/discussion/keys.ts';
import { parseMessageText, plainMessage } from '../../shared/discussion/message-text.ts';
import { placeOf } from '../../shared/discussion/place.ts';
import { rightsBy } from '../../shared/discussion/rights.ts';
import { Body } from '../../shared/document/body.ts';
import { readPeople } from '../../shared/document/read-people.ts';
import { Restored } from '../../shared/document/restored.ts';
import type { Inline } from '../../shared/document/schema.ts';
import type { Person } from '../../shared/protocol/presence.ts';
import { array, boolean, int, object, text } from '../../shared/shape.ts';
import type { CarriedThread, Cut, CutsElsewhere } from '../editor/threads/carried-threads.ts';
import { tLazy } from '../i18n/lazy.ts';
import { ownPins } from '../replica/own-signer.ts';
import { readStoredCopy } from '../replica/stored-copy.ts';
import { draftPrefix } from '../ui/stored-drafts.ts';
import { formatMoment } from '../ui/time.ts';
import { pauses } from './kept-threads.ts';
import { nameOf } from './names.ts';

/** What a thread of another document would be here. */
export interface BroughtThread {
  anchor: ThreadAnchor;
  quote: string;
  /** At least one. */
  messages: readonly Inline[][];
}

const NAME = 'cut';
const StoredCut = object({
  text: text({}),
  html: text({}),
  threads: array(object({ thread: ThreadId, from: int(0), words: text({}), isWhole: boolean })),
});

/** What was cut last on this device, kept with the document it was cut in. */
export class StoredCuts implements CutsElsewhere {
  readonly #docId: DocId;
  readonly #ask: (brought: readonly BroughtThread[]) => void;
  #from: DocId | null = null;

  /** @param ask told what may come along, where something may */
  constructor(docId: DocId, ask: (brought: readonly BroughtThread[]) => void) {
    this.#docId = docId;
    this.#ask = ask;
  }

  keep({ text: words, html, threads }: Cut): void {
    try {
      for (const docId of cutIn()) localStorage.removeItem(draftPrefix(docId) + NAME);
      if (threads.length === 0) return;
      const stored = { text: words, html: words.trim() === '' ? html : '', threads };
      localStorage.setItem(draftPrefix(this.#docId) + NAME, JSON.stringify(stored));
    } catch {
      // No storage, or none left: then the threads stay where they were, as those of a copy.
    }
  }

  find(isSame: (cut: Cut) => boolean): { cut: Cut; isForeign: boolean } | null {
    for (const docId of cutIn()) {
      const cut = read(docId);
      if (!cut || !isSame(cut)) continue;
      this.#from = docId;
      return { cut, isForeign: docId !== this.#docId };
    }
    return null;
  }

  arrived(_cut: Cut, carried: readonly CarriedThread[]): void {
    if (this.#from === null) return;
    threadsToBring(this.#from, carried).then(
      (brought) => {
        if (brought.length > 0) this.#ask(brought);
      },
      (error: unknown) => console.error('What was said about it cannot be read here.', error),
    );
  }
}

/** The documents in which something was cut that may be put in elsewhere. */
function cutIn(): DocId[] {
  try {
    return Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
      .filter((name) => name.endsWith(` ${NAME}`))
      .map((name) => DocId.safeParse(name.split(' ')[1]))
      .flatMap((parsed) => (parsed.success ? [parsed.data] : []))
      .filter((docId) => localStorage.getItem(draftPrefix(docId) + NAME) !== null);
  } catch {
    // No storage in this browser, so nothing was kept.
    return [];
  }
}

function read(docId: DocId): Cut | null {
  try {
    return StoredCut.parse(JSON.parse(localStorage.getItem(draftPrefix(docId) + NAME) ?? ''));
  } catch {
    // Another version's: nothing is known of it.
    return null;
  }
}

/**
 * Those of these threads of a document, as this device keeps it, of whose words nothing is left there,
 * as they would be said elsewhere. Resolved ones are done with.
 */
export async function threadsToBring(
  docId: DocId,
  carried: readonly CarriedThread[],
): Promise<BroughtThread[]> {
  const [body, talk] = [await readStoredCopy(docId), await readStoredCopy(discussionOf(docId))];
  try {
    if (!body || !talk) return [];
    const discussion = new Discussion({ doc: talk.doc, docId, rights: rightsBy(body.doc) });
    await discussion.verify(await ownPins(), pauses());
    const people = new Map([...readPeople(body.doc), ...discussion.people()]);
    const shown = new Body(body.doc);
    const restored = new Restored(body.doc, shown.text);
    const brought = carried.flatMap(({ thread: id, anchor }) => {
      const thread = discussion.thread(id);
      if (!thread || thread.isResolved || !placeOf(shown, restored, thread.anchors).isGone)
        return [];
      const messages = thread.messages.flatMap((message) => quoted(message, people));
      return messages.length > 0 ? [{ anchor, quote: thread.quote, messages }] : [];
    });
    discussion.destroy();
    return brought;
  } finally {
    body?.doc.destroy();
    talk?.doc.destroy();
  }
}

/** A message as somebody else quotes it; in two where it is as long as a message may be. */
function quoted(
  { author, at, text: said, task }: Message,
  people: ReadonlyMap<string, Person>,
): Inline[][] {
  const whom = task ? ` (${tLazy().discussion.forPerson(task.for.name)})` : '';
  const who: Inline = {
    text: `${nameOf(people, author)}, ${formatMoment(at)}${whom}`,
    marks: { bold: true },
  };
  const words = said.map(asWords);
  const whole = [who, { text: '\n' }, ...words];
  try {
    return [parseMessageText(whole)];
  } catch {
    // Longer than a message may be.
    return [[who], words];
  }
}

/** Nobody is called by what is only quoted, and pictures lie with the other document. */
function asWords(run: Inline): Inline {
  if ('text' in run) return run;
  const isThere = ['mention', 'image', 'unknown'].includes(run.embed.object);
  const { marks } = run;
  return isThere ? { text: plainMessage([run]), ...(marks ? { marks } : {}) } : run;
}
