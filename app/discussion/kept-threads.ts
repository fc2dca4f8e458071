/**
 * What is said about a document, as this device keeps it: for whoever counts what is new in it
 * without opening it.
 *
 * Invariant: looking opens no replica and changes nothing. Where nobody's signature is looked at, what
 * is read is counted and never shown with a name.
 */
import { discussionOf } from '../../shared/access/document-name.ts';
import type { DocId } from '../../shared/access/ids.ts';
import { Discussion, type Thread } from '../../shared/discussion/discussion.ts';
import { type Rights, rightsBy } from '../../shared/discussion/rights.ts';
import type { Person } from '../../shared/protocol/presence.ts';
import { whenIdle } from '../../shared/when-idle.ts';
import { ownPins } from '../replica/own-signer.ts';
import { readStoredCopy } from '../replica/stored-copy.ts';

/** What of signatures is looked at in one go, ms. */
const AT_ONCE_MS = 8;
/** How long the next go waits for a page that is busy, ms. */
const IDLE_WITHIN_MS = 50;

export interface KeptTalk {
  /** All that anybody would see, answers to suggestions included; none where nothing is kept. */
  threads: Thread[];
  /** Names of those who said something, by their ids. */
  people: ReadonlyMap<string, Person>;
}

export async function keptThreads(docId: DocId): Promise<Thread[]> {
  return (await keptTalk(docId)).threads;
}

/** @param isVerified whether signatures are looked at, which takes longer */
export async function keptTalk(docId: DocId, { isVerified = false } = {}): Promise<KeptTalk> {
  const talk = await readStoredCopy(discussionOf(docId));
  if (!talk) return { threads: [], people: new Map() };
  const read = async (rights: Rights): Promise<KeptTalk> => {
    const discussion = new Discussion({ doc: talk.doc, docId, rights });
    if (isVerified) await discussion.verify(await ownPins(), pauses());
    const told = { threads: discussion.allThreads(), people: discussion.people() };
    discussion.destroy();
    return told;
  };
  try {
    let isAsked = false;
    const moderates = () => {
      isAsked = true;
      return false;
    };
    const told = await read({ moderates });
    if (!isAsked) return told;
    // Who may resolve what others began is said in the text, which is large: only then it is read.
    const text = await readStoredCopy(docId);
    if (!text) return told;
    try {
      return await read(rightsBy(text.doc));
    } finally {
      text.doc.destroy();
    }
  } finally {
    talk.doc.destroy();
  }
}

/** Now and then between signatures: they are no reason for a page to stand still. */
export function pauses(): () => Promise<void> | null {
  let since = performance.now();
  return () => {
    if (performance.now() - since < AT_ONCE_MS) return null;
    return new Promise((resolve) => {
      whenIdle(() => {
        since = performance.now();
        resolve();
      }, IDLE_WITHIN_MS);
    });
  };
}
