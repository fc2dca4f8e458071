/**
 * A visit by link: the secret is taken out of the address bar before anything else runs.
 *
 * Invariant: until the library of this device keeps the secret, it stays in the history entry's
 * state, which nobody sees and a reload keeps; so a crash in between does not lose the way in.
 */
import { blockOfHash } from '../../shared/access/addresses.ts';
import { draftOfHash } from '../../shared/access/draft-address.ts';
import { DocId, Secret } from '../../shared/access/ids.ts';
import { withoutMarks } from '../../shared/access/pasted-addresses.ts';
import { object } from '../../shared/shape.ts';
import { readRoute } from './routes.ts';

const StoredVisit = object({ visit: object({ docId: DocId, secret: Secret }) });

export interface Visit {
  docId: DocId;
  secret: Secret;
}

/**
 * The visit that the address bar or a reload speaks of, or null. A key that is no secret is taken
 * out of the address all the same.
 */
export function takeVisit(): Visit | null {
  const route = readRoute(location.pathname + location.search);
  const hash = location.hash.slice(1);
  // The address of a block or a draft is no secret: it stays for everyone to see and to send on.
  if (hash === '' || blockOfHash(location.hash) !== null || draftOfHash(location.hash) !== null) {
    const kept = StoredVisit.safeParse(history.state);
    return kept.success ? kept.data.visit : null;
  }
  const secret = Secret.safeParse(withoutMarks(decoded(hash)));
  const visit =
    route.screen === 'document' && secret.success
      ? { docId: route.docId, secret: secret.data }
      : null;
  const join = route.screen === 'join' ? { join: secret.data ?? null } : null;
  history.replaceState(visit ? { visit } : join, '', withoutHash());
  return visit;
}

/** The library keeps the secret now: it is dropped from the history entry. */
export function finishVisit(): void {
  if (StoredVisit.safeParse(history.state).success) {
    history.replaceState(null, '', withoutHash());
  }
}

/** Browsers write a blank or quote behind the `#` as `%20` or `%22`. */
function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    // It is no text, so it is no secret either.
    return '';
  }
}

function withoutHash(): string {
  return location.href.replace(/#.*$/s, '');
}
