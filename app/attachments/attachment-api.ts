/**
 * The HTTP calls about pictures and files.
 *
 * Invariant: what arrives is what was asked for, by its hash; a refusal becomes an error of the
 * catalogue; no answer at all is `Unreachable`, which is never mistaken for a refusal.
 */
import type { DocId, Secret } from '../../shared/access/ids.ts';
import type { AttachmentId } from '../../shared/document/attachments.ts';
import { readJson, refusalIn, Unreachable } from '../../shared/protocol/answers.ts';
import type { CatalogueError } from '../../shared/protocol/errors.ts';
import { AttachmentList, StoredAttachment } from '../../shared/protocol/http.ts';
import type { Shape } from '../../shared/shape.ts';
import { hashOf } from '../editor/figures/hash.ts';

/** How long 25 MB may take over a bad line before the network counts as not there. */
const PATIENCE_MS = 10 * 60_000;

/** Every call throws CatalogueError when refused and Unreachable when there was no answer. */
export interface AttachmentApi {
  /** Whether the server has it for this document. */
  has(docId: DocId, secret: Secret, id: AttachmentId): Promise<boolean>;
  /** All that the server has for this document. */
  list(docId: DocId, secret: Secret): Promise<Set<AttachmentId>>;
  /** Resolves when the server has it for good. */
  send(docId: DocId, secret: Secret, id: AttachmentId, blob: Blob): Promise<void>;
  fetch(docId: DocId, secret: Secret, id: AttachmentId): Promise<Blob>;
}

/** `origin` is '' for the server this page came from. */
export function createAttachmentApi(origin = ''): AttachmentApi {
  const call = async (
    method: string,
    { docId, secret, id }: { docId: DocId; secret: Secret; id?: AttachmentId },
    body?: Blob,
  ): Promise<Response> => {
    try {
      return await fetch(
        `${origin}/api/docs/${docId}/attachments${id === undefined ? '' : `/${id}`}`,
        {
          method,
          headers: { Authorization: `Bearer ${secret}` },
          ...(body ? { body } : {}),
          // This device keeps it itself.
          cache: 'no-store',
          signal: AbortSignal.timeout(PATIENCE_MS),
        },
      );
    } catch (cause) {
      throw new Unreachable(cause);
    }
  };

  return {
    async has(docId, secret, id) {
      const answer = await call('HEAD', { docId, secret, id });
      // Whoever else answers in the server's place does not know its name.
      return answer.ok && (answer.headers.get('ETag')?.includes(id) ?? false);
    },
    async list(docId, secret) {
      const answer = await call('GET', { docId, secret });
      return new Set((await answered(answer, AttachmentList)).attachments);
    },
    async send(docId, secret, id, blob) {
      const answer = await call('POST', { docId, secret, id }, blob);
      const { sha256 } = await answered(answer, StoredAttachment);
      if (sha256 !== id) throw new Unreachable(new Error('Another one was stored.'));
    },
    async fetch(docId, secret, id) {
      const answer = await call('GET', { docId, secret, id });
      if (!answer.ok) throw await refusalOf(answer);
      let blob: Blob;
      try {
        blob = await answer.blob();
      } catch (cause) {
        throw new Unreachable(cause);
      }
      // A proxy or a captive portal may answer in the server's place.
      if ((await hashOf(blob)) !== id) throw new Unreachable(new Error('Other bytes arrived.'));
      return blob;
    },
  };
}

/** What the server said; throws what stands in the way. */
async function answered<T>(answer: Response, shape: Shape<T>): Promise<T> {
  if (!answer.ok) throw await refusalOf(answer);
  let text: string;
  try {
    text = await answer.text();
  } catch (cause) {
    throw new Unreachable(cause);
  }
  const parsed = shape.safeParse(readJson(text));
  if (parsed.success) return parsed.data;
  throw new Unreachable(new Error('answered in another form'));
}

async function refusalOf(answer: Response): Promise<CatalogueError | Unreachable> {
  try {
    return refusalIn(answer.status, await answer.text());
  } catch (cause) {
    return new Unreachable(cause);
  }
}
