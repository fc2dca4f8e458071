/**
 * What `GET /readyz` says of a server, beside an error where people should not come to it.
 *
 * Invariant: anybody may read it, so it says nothing that is secret.
 */
import { array, type Of, object, oneOf, text } from '../shape.ts';

export const ReadyAnswer = object({
  status: oneOf(['ready', 'not ready']),
  /** What is wrong, each in a sentence that says what to do. */
  troubles: array(text()),
});
export type ReadyAnswer = Of<typeof ReadyAnswer>;
