/** Which links that were made on this device wait to be sent. */
import type * as Y from 'yjs';
import { readMadeLinks } from '../../shared/library/made-links.ts';

/** Whether any waits, of those that are meant. */
export function hasWaitingLinks(
  library: Y.Doc,
  isMeant: (linkId: string) => boolean = () => true,
): boolean {
  return readMadeLinks(library).some(({ id, sentAt }) => sentAt === null && isMeant(id));
}
