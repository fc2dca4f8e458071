/**
 * What a refusal of the server means on the document screen: words, and what can be done. Whether
 * writing goes on is in `stops-writing.ts`.
 *
 * Invariant: every error of the catalogue has an answer here, and none of them hides text that is
 * on this device.
 */
import { ERRORS, type ErrorCode } from '../../../shared/protocol/errors.ts';

export type AdviceAction =
  | 'password'
  | 'copy'
  | 'paste-link'
  | 'download'
  | 'throw-away'
  | 'retry'
  | 'reload';

export interface Advice {
  title: string;
  words: string;
  tone: 'plain' | 'warning' | 'danger';
  actions: AdviceAction[];
}

/** Null when it passes by itself: the save state says enough. */
export function adviceFor(code: ErrorCode): Advice | null {
  const { message: words, next } = ERRORS[code];
  switch (next) {
    case 'ask-for-link':
      return {
        title: 'This link does not open the document',
        words,
        tone: 'warning',
        actions: ['paste-link', 'copy', 'download'],
      };
    case 'ask-for-password':
      return {
        title: 'A password is needed',
        words,
        tone: 'warning',
        actions: ['password', 'copy', 'paste-link'],
      };
    case 'read-only':
      return {
        title: 'Read-only',
        words,
        tone: 'warning',
        actions: ['copy', 'download', 'paste-link', 'throw-away'],
      };
    case 'tell':
      return {
        title:
          code === 'document_unknown' ? 'Not on the server' : 'The server does not answer this',
        words,
        tone: 'warning',
        actions: ['retry', 'paste-link', 'download'],
      };
    case 'update-app':
      return {
        title: 'A newer version is needed',
        words,
        tone: 'warning',
        actions: ['reload', 'download'],
      };
    case 'keep-local':
      return {
        title: 'Kept on this device only',
        words,
        tone: 'danger',
        actions: ['retry', 'download'],
      };
    case 'rescue':
      return {
        title: 'A change was not accepted',
        words,
        tone: 'danger',
        actions: ['download', 'copy', 'retry'],
      };
    case 'retry':
      return null;
  }
}
