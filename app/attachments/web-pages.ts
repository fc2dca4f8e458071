/**
 * Pages of the web, which the server opens for the bookmarks of a document.
 *
 * Invariant: this device asks nobody but its own server; a refusal becomes an error of the
 * catalogue, and no answer at all is `Unreachable`.
 */
import type { DocId, Secret } from '../../shared/access/ids.ts';
import { readJson, refusalIn, Unreachable } from '../../shared/protocol/answers.ts';
import { PagePreview, ServerInfo } from '../../shared/protocol/http.ts';

/** How long the server may take to open a page, and to hand on its picture. */
const PATIENCE_MS = 30_000;

/** Whether the host lets the server do so; false where it does not say. */
export async function offersPages(): Promise<boolean> {
  try {
    const answer = await fetch('/api/server', { signal: AbortSignal.timeout(PATIENCE_MS) });
    const said = ServerInfo.safeParse(readJson(await answer.text()));
    return said.success && said.data.linkPreviews === true;
  } catch {
    return false;
  }
}

/** What a page says of itself. Throws CatalogueError when refused and Unreachable without an answer. */
export async function openPage(
  docId: DocId,
  secret: Secret,
  address: string,
): Promise<PagePreview> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(`/api/docs/${docId}/preview`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ address }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    text = await answer.text();
  } catch (cause) {
    throw new Unreachable(cause);
  }
  if (!answer.ok) throw refusalIn(answer.status, text);
  const preview = PagePreview.safeParse(readJson(text));
  if (preview.success) return preview.data;
  throw new Unreachable(new Error('answered in another form'));
}
