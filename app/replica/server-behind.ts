/**
 * Tells when a server turns out to have less of a document than it once confirmed: it was restored
 * from a backup, has lost its disk, or is another one at the same address. What else it confirmed is
 * to be doubted, too.
 */
import type { DocumentName } from '../../shared/access/document-name.ts';

let tell: (name: DocumentName) => void = () => {};

/** Has `listener` told, in this tab, of each document that a server is behind with. */
export function onServerBehind(listener: (name: DocumentName) => void): void {
  tell = listener;
}

/** Compares what is known to be on the server with what it says, both by client. */
export function heedServerState(
  name: DocumentName,
  known: ReadonlyMap<number, number>,
  claimed: ReadonlyMap<number, number>,
): void {
  for (const [client, clock] of known) {
    if ((claimed.get(client) ?? 0) >= clock) continue;
    tell(name);
    return;
  }
}
