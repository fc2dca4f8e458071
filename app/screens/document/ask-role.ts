/** Asks the server what a secret allows, and notes the answer in the library. Loaded after the page. */
import type * as Y from 'yjs';
import type { DocId, Secret } from '../../../shared/access/ids.ts';
import { recordRefusal, recordRole } from '../../../shared/library/library.ts';
import { Unreachable } from '../../../shared/protocol/answers.ts';
import { CatalogueError } from '../../../shared/protocol/errors.ts';
import type { ServerApi } from '../../sharing/server-api.ts';
import { ABOUT_THE_SECRET } from './use-document.ts';

export async function askRole(asked: {
  api: ServerApi;
  library: Y.Doc;
  docId: DocId;
  secret: Secret;
  /** Whether the answer is still of use. */
  isCurrent: () => boolean;
}): Promise<void> {
  const { api, library, docId, secret, isCurrent } = asked;
  if (!isCurrent()) return;
  try {
    const info = await api.documentInfo(docId, secret);
    if (isCurrent() && info.docId === docId) recordRole(library, docId, secret, info.role);
  } catch (error) {
    if (error instanceof CatalogueError) {
      if (isCurrent() && ABOUT_THE_SECRET.has(error.code)) recordRefusal(library, docId, secret);
    } else if (!(error instanceof Unreachable)) throw error;
    // Not reached: what the library knows stands, and the connection asks again.
  }
}
