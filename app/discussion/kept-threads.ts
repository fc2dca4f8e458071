/**
 * What is said about a document, as this device keeps it: for whoever counts what is new in it
 * without opening it.
 *
 * Invariant: looking opens no replica and changes nothing. Nobody's signature is looked at, so what
 * is read here is counted and never shown with a name.
 */
import { discussionOf } from '../../shared/access/document-name.ts';
import type { DocId } from '../../shared/access/ids.ts';
import { Discussion, type Thread } from '../../shared/discussion/discussion.ts';
import { type Rights, rightsBy } from '../../shared/discussion/rights.ts';
import { readStoredCopy } from '../replica/stored-copy.ts';

/** All threads that anybody would see; none where nothing is kept. */
export async function keptThreads(docId: DocId): Promise<Thread[]> {
  const talk = await readStoredCopy(discussionOf(docId));
  if (!talk) return [];
  const read = (rights: Rights) => {
    const discussion = new Discussion({ doc: talk.doc, docId, rights });
    const threads = discussion.threads();
    discussion.destroy();
    return threads;
  };
  try {
    let isAsked = false;
    const moderates = () => {
      isAsked = true;
      return false;
    };
    const threads = read({ moderates });
    if (!isAsked) return threads;
    // Who may resolve what others began is said in the text, which is large: only then it is read.
    const text = await readStoredCopy(docId);
    if (!text) return threads;
    try {
      return read(rightsBy(text.doc));
    } finally {
      text.doc.destroy();
    }
  } finally {
    talk.doc.destroy();
  }
}
