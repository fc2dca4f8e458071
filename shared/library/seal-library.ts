/**
 * Seals a whole library, or takes the seals off.
 *
 * Invariant: every secret that can be read before can be read afterwards, and stands in one form.
 */
import type * as Y from 'yjs';
import type { Secret } from '../access/ids.ts';
import { rewriteSecrets } from './arrange.ts';
import { rewriteDeletedForAll } from './deleted-for-all.ts';
import { rewriteMadeLinks } from './made-links.ts';
import { setLibrarySecret } from './sealer.ts';

/**
 * From now on all secrets in the library stand sealed for this one, or with null as they are: to be
 * called before what is in the library leaves this device, or once it no longer does.
 */
export function sealLibrary(library: Y.Doc, secret: Secret | null): void {
  library.transact(() => {
    const writers = [
      rewriteSecrets(library),
      rewriteMadeLinks(library),
      rewriteDeletedForAll(library),
    ];
    setLibrarySecret(library, secret);
    for (const write of writers) write();
  });
}
