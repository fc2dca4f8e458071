/**
 * A document as a page of HTML, in which words say who wrote them where one points at them.
 *
 * Invariant: a name stands only on what the document can prove to be that person's.
 */
import type * as Y from 'yjs';
import type { DocId } from '../../shared/access/ids.ts';
import { readWriters, writerOf } from '../../shared/document/claims.ts';
import { readPeople } from '../../shared/document/read-people.ts';
import { readTitle } from '../../shared/document/text.ts';
import { authoredBlocks } from '../../shared/formats/authored.ts';
import { ownPins } from '../replica/own-signer.ts';
import { downloadHtml } from './markdown-file.ts';

/** Gives it to the browser as a download. */
export async function downloadWithAuthors(doc: Y.Doc, docId: DocId): Promise<void> {
  const writers = await readWriters(doc, docId, await ownPins());
  const people = readPeople(doc);
  const blocks = authoredBlocks(
    doc,
    (client) => people.get(writerOf(writers, client) ?? '')?.name ?? null,
  );
  await downloadHtml(readTitle(doc), blocks);
}
