/** From where an image may be loaded. */
import { describe, expect, test } from 'vitest';
import { isImageAddress } from './addresses.ts';

describe('Images may be loaded from', () => {
  test.each([
    'https://site.example/a b.png',
    'HTTP://site.example',
    'picture.png',
    '../up/picture.png#part',
    '/path:with-colon',
    '//other.example/',
    'data:image/png;base64,x',
  ])('%j', (address) => {
    expect(isImageAddress(address)).toBe(true);
  });
});

describe('Images may not be loaded from', () => {
  test.each([
    'javascript:x',
    ' JAVASCRIPT:x',
    '\u0001javascript:x',
    'java\nscript:x',
    'data:text/html,x',
    'data:image/svg+xml,x',
    'mailto:me@site.example',
    'file:///etc/passwd',
    'blob:x',
  ])('%j', (address) => {
    expect(isImageAddress(address)).toBe(false);
  });
});
