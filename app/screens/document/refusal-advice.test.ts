/** What is said where the server refuses: what happened, and what can be done. */
import { describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '../../../shared/protocol/errors.ts';
import { adviceFor } from './refusal-advice.ts';
import { stopsWriting } from './stops-writing.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];

describe('a refusal', () => {
  it.each(CODES)('%s says what happened and what can be done, or passes by itself', (code) => {
    const advice = adviceFor(code);
    if (ERRORS[code].next === 'retry') {
      expect(advice).toBeNull();
      return;
    }
    expect(advice!.words).toContain(ERRORS[code].message);
    expect(advice!.actions.length).toBeGreaterThan(0);
  });

  it.each<ErrorCode>(['link_revoked', 'link_expired', 'role_too_low', 'token_invalid'])(
    '%s stops writing and offers a copy of what is here',
    (code) => {
      expect(stopsWriting(code)).toBe(true);
      expect(adviceFor(code)!.actions).toContain('copy');
    },
  );

  it.each<ErrorCode>(['document_full', 'payload_too_large'])(
    '%s lets people go on, so that they can make room',
    (code) => {
      expect(stopsWriting(code)).toBe(false);
    },
  );
});
