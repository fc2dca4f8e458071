/**
 * Which refusals of the server end the writing: what would be written could never reach the others.
 *
 * Invariant: the same as the catalogue's next steps say (stops-writing.test.ts). The catalogue itself
 * is loaded after the page, with what shows its sentences.
 */
import type { ErrorCode } from '../../../shared/protocol/errors.ts';

const STOPPING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'token_missing',
  'token_invalid',
  'link_revoked',
  'link_expired',
  'role_too_low',
  'password_required',
  'password_wrong',
  'document_deleted',
  'app_outdated',
  'update_invalid',
]);

export function stopsWriting(code: ErrorCode): boolean {
  return STOPPING.has(code);
}
