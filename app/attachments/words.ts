/**
 * What is said of a picture or file, in words a person uses.
 *
 * Invariant: nothing is said of one that is on this device and on the server; one that is only here
 * never reads as if it were safe elsewhere.
 */
import { CatalogueError, type ErrorCode } from '../../shared/protocol/errors.ts';
import { MAX_ATTACHMENT_BYTES } from '../../shared/protocol/limits.ts';
import { tLazy } from '../i18n/lazy.ts';

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
  const texts = tLazy().attachments;
  const quiet = (words: string | null) => ({ words, isProblem: false });
  const problem = (words: string) => ({ words, isProblem: true });
  if (isHere) {
    if (server === 'refused') {
      return problem(`${texts.notUploaded} ${refusalWords(refusal)}`.trim());
    }
    if (!isKept) {
      return server === 'stored' ? quiet(null) : problem(texts.notKept);
    }
    if (server !== 'waiting') return quiet(null);
    if (isSending && isOnline) return quiet(texts.uploading);
    return quiet(isOnline ? texts.willUpload : texts.willUploadOnline);
  }
  if (!isWanted && trouble === null) return quiet(null);
  if (!isOnline || trouble === 'unreachable') {
    return quiet(texts.notHere);
  }
  switch (trouble) {
    case null:
      return quiet(texts.loading);
    case 'not_found':
    case 'document_unknown':
      return quiet(texts.notUploadedYet);
    default:
      return problem(texts.notLoaded(tLazy().error(trouble)));
  }
}

function refusalWords(refusal: ErrorCode | null): string {
  switch (refusal) {
    case null:
      return '';
    case 'not_found':
      return tLazy().attachments.removedByBrowser;
    case 'payload_too_large':
      return tLazy().attachments.tooLargeForServer;
    default:
      return tLazy().error(refusal);
  }
}

/** Why a file was not taken in. */
export function refusedFile(name: string, error: unknown): string {
  const texts = tLazy().attachments;
  const what = name ? texts.quoted(name) : texts.thePicture;
  if (error instanceof CatalogueError && error.code === 'payload_too_large') {
    return texts.tooLarge(what, MAX_ATTACHMENT_BYTES / 1024 ** 2);
  }
  return texts.notRead(what);
}
