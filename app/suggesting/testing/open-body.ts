/** The document of a page, new on a device of its own, for tests of what is beside its text. */
import { createSecret, type DocId, docIdOf, type Secret } from '../../../shared/access/ids.ts';
import { createDocument } from '../../../shared/document/create.ts';
import { ownAuthor } from '../../discussion/author.ts';
import { bindPerson } from '../../presence/change-person.ts';
import { thisProvingPerson } from '../../presence/this-person.ts';
import { openReplica, proveWith, type Replica } from '../../replica/open-replica.ts';

export interface OpenBody {
  secret: Secret;
  docId: DocId;
  body: Replica;
}

/** Needs IndexedDB, such as `fake-indexeddb/auto`; whoever opens it closes the replica. */
export async function openBody(lines: readonly string[]): Promise<OpenBody> {
  localStorage.clear();
  proveWith(thisProvingPerson, async (key, publicKey) => bindPerson(key, publicKey));
  await ownAuthor();
  const secret = createSecret();
  const docId = docIdOf(secret);
  const body = openReplica({ name: docId, secret });
  await body.whenLoaded;
  createDocument(body.doc, {
    blocks: lines.map((text) => ({ type: 'paragraph', content: [{ text }] })),
  });
  return { secret, docId, body };
}
