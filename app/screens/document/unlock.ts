/**
 * Opening a document with a link and its password.
 *
 * Invariant: a password that was right becomes a secret in the library, so it is asked for once; a
 * wrong one leaves everything as it was.
 */
import type * as Y from 'yjs';
import { lockSecret } from '../../../shared/access/ids.ts';
import {
  addEntry,
  type LibraryEntry,
  recordRefusal,
  recordRole,
} from '../../../shared/library/library.ts';
import { Unreachable } from '../../../shared/protocol/answers.ts';
import { CatalogueError, ERRORS } from '../../../shared/protocol/errors.ts';
import type { ServerApi } from '../../sharing/server-api.ts';

/** Null when it opened the document, or else why not, in a sentence. */
export async function unlock(
  { library, api, entry }: { library: Y.Doc; api: ServerApi; entry: LibraryEntry },
  password: string,
): Promise<string | null> {
  const { docId, secret } = entry;
  const whole = await lockSecret(secret, password);
  try {
    const { role } = await api.documentInfo(docId, whole);
    library.transact(() => {
      recordRefusal(library, docId, secret);
      addEntry(library, { docId, secret: whole, now: Date.now() });
      recordRole(library, docId, whole, role);
    });
    return null;
  } catch (error) {
    if (error instanceof Unreachable) return 'The server cannot be reached now. Try again online.';
    if (!(error instanceof CatalogueError)) throw error;
    return error.code === 'token_invalid' ? ERRORS.password_wrong.message : error.message;
  }
}
