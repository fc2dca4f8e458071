/**
 * What is said of a picture or file, in words a person uses.
 *
 * Invariant: nothing is said of one that is on this device and on the server; one that is only here
 * never reads as if it were safe elsewhere.
 */
import { CatalogueError, ERRORS, type ErrorCode } from '../../shared/protocol/errors.ts';
import { MAX_ATTACHMENT_BYTES } from '../../shared/protocol/limits.ts';

export interface AttachmentFacts {
  /** Whether its bytes are on this device. */
  isHere: boolean;
  /** Whether somebody shows it or has asked for it; a file is not fetched before that. */
  isWanted: boolean;
  /** Whether they stay when this page goes. */
  isKept: boolean;
  /** What is known of it on the server; null where nothing is. */
  server: 'waiting' | 'stored' | 'refused' | null;
  refusal: ErrorCode | null;
  isSending: boolean;
  isOnline: boolean;
  /** Why it could not be fetched the last time. */
  trouble: ErrorCode | 'unreachable' | null;
}

export function attachmentWords(facts: AttachmentFacts): {
  words: string | null;
  isProblem: boolean;
} {
  const { isHere, isWanted, isKept, server, refusal, isSending, isOnline, trouble } = facts;
  const quiet = (words: string | null) => ({ words, isProblem: false });
  const problem = (words: string) => ({ words, isProblem: true });
  if (isHere) {
    if (server === 'refused') {
      return problem(`On this device only · not uploaded. ${refusalWords(refusal)}`);
    }
    if (!isKept) {
      return server === 'stored'
        ? quiet(null)
        : problem('Not kept on this device. Leave this page open until it is uploaded.');
    }
    if (server !== 'waiting') return quiet(null);
    if (isSending && isOnline) return quiet('Uploading…');
    return quiet(
      isOnline
        ? 'On this device only · will upload'
        : 'On this device only · will upload when online',
    );
  }
  if (!isWanted && trouble === null) return quiet(null);
  if (!isOnline || trouble === 'unreachable') {
    return quiet('Not on this device yet · loads when online');
  }
  switch (trouble) {
    case null:
      return quiet('Loading…');
    case 'not_found':
    case 'document_unknown':
      return quiet('Not uploaded yet by whoever added it · comes by itself');
    default:
      return problem(`Not loaded. ${ERRORS[trouble].message}`);
  }
}

function refusalWords(refusal: ErrorCode | null): string {
  switch (refusal) {
    case null:
      return '';
    case 'not_found':
      return 'The browser removed it from this device.';
    case 'payload_too_large':
      return 'It is larger than this server takes.';
    default:
      return ERRORS[refusal].message;
  }
}

/** Why a file was not taken in. */
export function refusedFile(name: string, error: unknown): string {
  const what = name ? `“${name}”` : 'The picture';
  if (error instanceof CatalogueError && error.code === 'payload_too_large') {
    return `${what} is too large: a picture or file can have up to ${MAX_ATTACHMENT_BYTES / 1024 ** 2} MB. Nothing was changed.`;
  }
  return `${what} could not be read. Nothing was changed.`;
}
