/**
 * Asks the server for the history of a document, a page at a time.
 *
 * Invariant: an answer is read whole before anything uses it; a refusal becomes an error of the
 * catalogue; no answer of ours is `Unreachable`, which is never mistaken for a refusal.
 */
import type { DocId, Secret } from '../../shared/access/ids.ts';
import { refusalIn, Unreachable } from '../../shared/protocol/answers.ts';
import { type HistoryPage, readHistoryPage } from '../../shared/protocol/history.ts';

/** How long a page may take before the network counts as not there, ms. */
const PATIENCE_MS = 30_000;

/**
 * @param after the sequence of the last row that is known, 0 for none
 * @throws CatalogueError, Unreachable
 */
export async function fetchHistory(
  docId: DocId,
  secret: Secret,
  after: number,
): Promise<HistoryPage> {
  let answer: Response;
  let body: Uint8Array;
  try {
    answer = await fetch(`/api/docs/${docId}/history?after=${after}`, {
      headers: { Authorization: `Bearer ${secret}` },
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    body = new Uint8Array(await answer.arrayBuffer());
  } catch (cause) {
    throw new Unreachable(cause);
  }
  if (!answer.ok) throw refusalIn(answer.status, new TextDecoder().decode(body));
  const page = readHistoryPage(body);
  if (page === null) throw new Unreachable(new Error('The answer is no page of a history.'));
  return page;
}
