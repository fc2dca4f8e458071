/**
 * Something said about a document, as an update a server takes, and what is said in one.
 *
 * Invariant: whoever says it signs it, so it is taken from whoever may write in the discussion.
 */
import * as Y from 'yjs';
import type { DocId } from '../../shared/access/ids.ts';
import { Discussion } from '../../shared/discussion/discussion.ts';
import { plainMessage } from '../../shared/discussion/message-text.ts';
import { newAuthor } from '../../shared/discussion/testing/authors.ts';

const rights = { moderates: () => false };

/** A thread about the document, by somebody new. */
export async function sayUpdate(docId: DocId, words: string): Promise<Uint8Array> {
  const doc = new Y.Doc();
  const discussion = new Discussion({ doc, docId, rights });
  await discussion.begin(await newAuthor(), { kind: 'document' }, '', [{ text: words }]);
  return Y.encodeStateAsUpdate(doc);
}

/** All that is said in it. */
export function saidIn(doc: Y.Doc, docId: DocId): string {
  const discussion = new Discussion({ doc, docId, rights });
  const said = discussion.threads().flatMap(({ messages }) => messages);
  discussion.destroy();
  return said.map(({ text }) => plainMessage(text)).join(' | ');
}
