/**
 * What a refusal of the server means on the document screen: words, what can be done, and whether
 * writing goes on.
 *
 * Invariant: every error of the catalogue has an answer here, and none of them hides text that is
 * on this device.
 */
import { ERRORS, type ErrorCode } from '../../../shared/protocol/errors.ts';

export type AdviceAction = 'password' | 'copy' | 'paste-link' | 'download' | 'retry' | 'reload';

export interface Advice {
  title: string;
  words: string;
  tone: 'plain' | 'warning' | 'danger';
  actions: AdviceAction[];
  /** Writing stops: what would be written now could never reach the others. */
  readOnly: boolean;
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
        readOnly: true,
      };
    case 'ask-for-password':
      return {
        title: 'A password is needed',
        words,
        tone: 'warning',
        actions: ['password', 'copy', 'paste-link'],
        readOnly: true,
      };
    case 'read-only':
      return {
        title: 'Read-only',
        words,
        tone: 'warning',
        actions: ['copy', 'paste-link', 'download'],
        readOnly: true,
      };
    case 'tell':
      return {
        title:
          code === 'document_unknown' ? 'Not on the server' : 'The server does not answer this',
        words,
        tone: 'warning',
        actions: ['retry', 'paste-link', 'download'],
        readOnly: false,
      };
    case 'update-app':
      return {
        title: 'A newer version is needed',
        words,
        tone: 'warning',
        actions: ['reload', 'download'],
        readOnly: true,
      };
    case 'keep-local':
      return {
        title: 'Kept on this device only',
        words,
        tone: 'danger',
        actions: ['retry', 'download'],
        readOnly: false,
      };
    case 'rescue':
      return {
        title: 'A change was not accepted',
        words,
        tone: 'danger',
        actions: ['download', 'copy', 'retry'],
        readOnly: true,
      };
    case 'retry':
      return null;
  }
}
