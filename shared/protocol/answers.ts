/**
 * What an answer over HTTP means that is not the one asked for.
 *
 * Invariant: only what reads as an error of the catalogue is a refusal. Anything else, such as the
 * page of a hotel network, means that the server was not reached, and nothing is concluded from it.
 */
import { CatalogueError, ErrorBody } from './errors.ts';

/** The server could not be reached, or what answered is not our server. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  constructor(cause: unknown) {
    super('The server cannot be reached.', { cause });
  }
}

/** Why there was no answer of the form asked for. `text` is the body of the answer. */
export function refusalIn(status: number, text: string): CatalogueError | Unreachable {
  const refusal = ErrorBody.safeParse(readJson(text));
  return refusal.success
    ? new CatalogueError(refusal.data.error.code)
    : new Unreachable(new Error(`answered ${status}, but not as the server does`));
}

/** What the text says as JSON, or null if it is none: then it is no answer of the server either. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
