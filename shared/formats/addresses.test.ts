import { describe, expect, test } from 'vitest';
import { isImageAddress, isLinkAddress } from './addresses.ts';

describe('Addresses in documents', () => {
  test.each([
    'https://site.example/a b',
    'HTTP://site.example',
    'mailto:me@site.example',
    'tel:+123',
    '/path:with-colon',
    'path/to:this',
    '../up.md#part',
    '?q=a:b',
    '#part:two',
    '//other.example/',
    '',
    '(https://odd.example)',
  ])('may link to %j', (address) => {
    expect(isLinkAddress(address)).toBe(true);
  });

  test.each([
    'javascript:x',
    'JAVASCRIPT:x',
    ' javascript:x',
    '\u0001javascript:x',
    'java\nscript:x',
    'java\tscript\r:x',
    '\ufeffjavascript:x',
    'vbscript:x',
    'data:text/html,x',
    'data:image/png;base64,x',
    'file:///etc/passwd',
    'blob:x',
    'ftp://site.example',
  ])('may not link to %j', (address) => {
    expect(isLinkAddress(address)).toBe(false);
  });

  test('of images may be pictures as data, but nothing with scripts in it', () => {
    expect(isImageAddress('data:image/png;base64,x')).toBe(true);
    expect(isImageAddress('picture.png')).toBe(true);
    expect(isImageAddress('data:image/svg+xml,x')).toBe(false);
    expect(isImageAddress('data:text/html,x')).toBe(false);
    expect(isImageAddress('mailto:me@site.example')).toBe(false);
  });
});
