/**
 * Opening a document with a link and its password, and with the link again where the password has
 * become another one.
 *
 * Invariant: a password that was right becomes a secret in the library, so it is asked for once; a
 * wrong one leaves everything as it was. No secret is asked about again and again: one that never
 * opened the document is tried once for each that opened it and does so no more.
 */

import type * as Y from 'yjs';
import { lockSecret, lockSecretAsBefore, PASSWORD_KDF } from '../../../shared/access/passwords.ts';
import { askOthersAgain, recordLocked } from '../../../shared/library/arrange.ts';
import {
  addEntry,
  type LibraryEntry,
  readEntry,
  recordRole,
} from '../../../shared/library/library.ts';
import { Unreachable } from '../../../shared/protocol/answers.ts';
import { CatalogueError, type ErrorCode } from '../../../shared/protocol/errors.ts';
import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import type { ServerApi } from '../../sharing/server-api.ts';
import { announce } from '../../ui/announce.ts';

/** Null when it opened the document, or else why not, in a sentence. */
export async function unlock(
  { library, api, entry }: { library: Y.Doc; api: ServerApi; entry: LibraryEntry },
  password: string,
): Promise<string | null> {
  const { docId, secret } = entry;
  try {
    // Two guesses at one password would count as two.
    const kdf = await kdfOf(api, entry);
    const whole = await lockSecret(secret, password);
    const { whole: opening, role } = await api.documentInfo(docId, whole).then(
      (info) => ({ whole, role: info.role }),
      async (error: unknown) => {
        if (kdf === PASSWORD_KDF) throw error;
        if (!(error instanceof CatalogueError) || error.code !== 'token_invalid') throw error;
        // The link may have been made by an earlier version.
        const former = await lockSecretAsBefore(secret, password);
        return { whole: former, role: (await api.documentInfo(docId, former)).role };
      },
    );
    library.transact(() => {
      recordLocked(library, docId, secret);
      addEntry(library, { docId, secret: opening, now: Date.now() });
      recordRole(library, docId, opening, role);
    });
    return null;
  } catch (error) {
    if (error instanceof Unreachable) return t().tryOnline;
    if (!(error instanceof CatalogueError)) throw error;
    return tLazy().error(error.code === 'token_invalid' ? 'password_wrong' : error.code);
  }
}

/**
 * The server does not accept a secret (any more), which is noted in the library: another one of the
 * document is tried, if there is one.
 */
export function lookForAnother(
  library: Y.Doc,
  { docId, secret }: Pick<LibraryEntry, 'docId' | 'secret'>,
  refusal: ErrorCode,
): void {
  // Another link opens the document, so nothing on the page says it.
  if (readEntry(library, docId)?.secret !== secret) announce(tLazy().error(refusal));
  // The link may have another password by now, or none: then the link itself says so.
  else if (refusal === 'token_invalid') askOthersAgain(library, docId, secret);
}

/** Null where nobody has said, or the server is of an earlier version. */
async function kdfOf(
  api: ServerApi,
  { docId, secret }: Pick<LibraryEntry, 'docId' | 'secret'>,
): Promise<string | null> {
  try {
    return await api.passwordKdf(docId, secret);
  } catch (error) {
    if (error instanceof CatalogueError && error.code === 'not_found') return null;
    throw error;
  }
}
