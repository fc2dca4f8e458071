/** The error catalogue's own rules. */
import { expect, test } from 'vitest';
import { CatalogueError, ERRORS, ErrorBody, ErrorCode, errorOfClose } from './errors.ts';

const codes = Object.keys(ERRORS) as ErrorCode[];

test('what passes by itself never has a close code that y-websocket takes as final', () => {
  for (const code of codes) {
    const { close, next } = ERRORS[code];
    const final = close !== null && close >= 4400 && close < 4500;
    expect([code, final && next === 'retry']).toEqual([code, false]);
  }
});

test('what does not pass by itself makes a client stop', () => {
  for (const code of codes) {
    const { close, next } = ERRORS[code];
    if (close === null || next === 'retry') continue;
    expect([code, close >= 4400 && close < 4500]).toEqual([code, true]);
  }
});

test('every error has a status that says it is one, and a sentence', () => {
  for (const code of codes) {
    expect(ERRORS[code].status).toBeGreaterThanOrEqual(400);
    expect(ERRORS[code].message).toMatch(/^[A-Z].+\.$/);
  }
});

test('a close frame is understood by its reason, and by its code alone', () => {
  for (const code of codes) {
    const { close } = ERRORS[code];
    if (close === null) continue;
    expect(errorOfClose(close, code)).toBe(code);
    const byNumber = errorOfClose(close, '');
    expect(byNumber === null ? null : ERRORS[byNumber].close).toBe(close);
  }
  expect(errorOfClose(1006, '')).toBeNull();
  expect(errorOfClose(1000, 'token_invalid')).toBeNull();
});

test('an error knows its status, close code and sentence', () => {
  const error = new CatalogueError('link_revoked', { cause: 'x' });
  expect(error).toMatchObject({ status: 403, close: 4403, cause: 'x' });
  expect(error.message).toBe(ERRORS.link_revoked.message);
});

test('a body with an unknown code is no error of ours', () => {
  expect(ErrorBody.safeParse({ error: { code: 'nonsense', message: 'x' } }).success).toBe(false);
  expect(ErrorCode.safeParse('not_found').success).toBe(true);
});
