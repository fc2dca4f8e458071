/**
 * What a refusal of the server means on the document screen: words, and what can be done. Whether
 * writing goes on is in `stops-writing.ts`.
 *
 * Invariant: every error of the catalogue has an answer here, and none of them hides text that is
 * on this device.
 */
import { ERRORS, type ErrorCode } from '../../../shared/protocol/errors.ts';
import { tLazy } from '../../i18n/lazy.ts';

export type AdviceAction =
  | 'password'
  | 'copy'
  | 'paste-link'
  | 'download'
  | 'throw-away'
  | 'retry'
  | 'reload';

interface Advice {
  title: string;
  words: string;
  tone: 'plain' | 'warning' | 'danger';
  actions: AdviceAction[];
}

/** Null when it passes by itself: the save state says enough. */
export function adviceFor(code: ErrorCode): Advice | null {
  const { next } = ERRORS[code];
  const words = tLazy().error(code);
  const texts = tLazy().refusals;
  switch (next) {
    case 'ask-for-link':
      return {
        title: texts.wrongLink,
        words,
        tone: 'warning',
        actions: ['paste-link', 'copy', 'download'],
      };
    case 'ask-for-password':
      return {
        title: texts.passwordNeeded,
        words,
        tone: 'warning',
        actions: ['password', 'copy', 'paste-link'],
      };
    case 'read-only':
      return {
        title: texts.readOnly,
        words,
        tone: 'warning',
        actions: ['copy', 'download', 'paste-link', 'throw-away'],
      };
    case 'tell':
      return {
        title: code === 'document_unknown' ? texts.notOnServer : texts.noAnswer,
        words,
        tone: 'warning',
        actions: ['retry', 'paste-link', 'download'],
      };
    case 'update-app':
      return {
        title: texts.newerNeeded,
        words,
        tone: 'warning',
        actions: ['reload', 'download'],
      };
    case 'keep-local':
      return {
        title: texts.keptHere,
        words,
        tone: 'danger',
        actions: ['retry', 'download'],
      };
    case 'rescue':
      return {
        title: texts.changeRefused,
        words,
        tone: 'danger',
        actions: ['download', 'copy', 'retry'],
      };
    case 'retry':
      return null;
  }
}
