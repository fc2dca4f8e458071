/**
 * Asks the server for the history of a document, a page at a time.
 *
 * Invariant: an answer is read whole before anything uses it; a refusal becomes an error of the
 * catalogue; no answer of ours is `Unreachable`, which is never mistaken for a refusal.
 */
import type { DocId, Secret } from '../../shared/access/ids.ts';
import { refusalIn, Unreachable } from '../../shared/protocol/answers.ts';
import { type HistoryPage, readHistoryPage } from '../../shared/protocol/history.ts';
import { DocumentChanges } from '../../shared/protocol/http.ts';
import type { Shape } from '../../shared/shape.ts';

/** How long a page may take before the network counts as not there, ms. */
const PATIENCE_MS = 30_000;

/**
 * Who wrote since a row, and who said something since a row of the discussion's log.
 *
 * @throws CatalogueError, Unreachable
 */
export async function fetchChanges(
  docId: DocId,
  secret: Secret,
  after: number,
  talkedAfter = 0,
): Promise<DocumentChanges> {
  const path = `/api/docs/${docId}/changes?after=${after}&talkedAfter=${talkedAfter}`;
  const body = await get(path, secret);
  const changes = readJson(body, DocumentChanges);
  if (changes === null) throw new Unreachable(new Error('The answer says nothing of changes.'));
  return changes;
}

function readJson<T>(body: Uint8Array, shape: Shape<T>): T | null {
  try {
    const read = shape.safeParse(JSON.parse(new TextDecoder().decode(body)));
    return read.success ? read.data : null;
  } catch {
    // The page of a hotel network.
    return null;
  }
}

/**
 * @param after the sequence of the last row that is known, 0 for none
 * @returns with the answer as it came, to be kept
 * @throws CatalogueError, Unreachable
 */
export async function fetchHistory(
  docId: DocId,
  secret: Secret,
  after: number,
): Promise<HistoryPage & { bytes: Uint8Array }> {
  const bytes = await get(`/api/docs/${docId}/history?after=${after}`, secret);
  const page = readHistoryPage(bytes);
  if (page === null) throw new Unreachable(new Error('The answer is no page of a history.'));
  return { ...page, bytes };
}

async function get(path: string, secret: Secret): Promise<Uint8Array> {
  let answer: Response;
  let body: Uint8Array;
  try {
    answer = await fetch(path, {
      headers: { Authorization: `Bearer ${secret}` },
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    body = new Uint8Array(await answer.arrayBuffer());
  } catch (cause) {
    throw new Unreachable(cause);
  }
  if (!answer.ok) throw refusalIn(answer.status, new TextDecoder().decode(body));
  return body;
}
