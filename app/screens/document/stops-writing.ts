/**
 * Which refusals of the server end the writing: what would be written could never reach the others.
 */
import { ERRORS, type ErrorCode, type NextStep } from '../../../shared/protocol/errors.ts';

const STOPPING: ReadonlySet<NextStep> = new Set<NextStep>([
  'ask-for-link',
  'ask-for-password',
  'read-only',
  'update-app',
  'rescue',
]);

export function stopsWriting(code: ErrorCode): boolean {
  return STOPPING.has(ERRORS[code].next);
}
