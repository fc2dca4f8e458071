/** What bytes are, whatever they are called. */
import { expect, test } from 'vitest';
import { withImageType } from './image-type.ts';

const typeOf = async (text: string, type = '') => {
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  return (await withImageType(new Blob([bytes], { type }))).type;
};

test.each([
  ['\x89PNG\r\n\x1a\n…', 'image/png'],
  ['\xff\xd8\xff\xe0\x00\x10JFIF', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF\x00\x01\x02\x03WEBPVP8 ', 'image/webp'],
  ['\x00\x00\x00\x20ftypavif', 'image/avif'],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ['<?xml version="1.0"?>\n<!-- made by hand --><svg/>', 'image/svg+xml'],
])('%j is %s', async (text, type) => {
  expect(await typeOf(text)).toBe(type);
});

test.each([
  ['<!doctype html><script>alert(1)</script>', 'text/html'],
  ['<html><svg></svg></html>', 'image/svg+xml'],
  ['<script>/*<svg>*/</script>', 'image/png'],
  ['%PDF-1.7', 'application/pdf'],
  ['', 'text/html'],
])('%j is no picture, though it says %s', async (text, claimed) => {
  expect(await typeOf(text, claimed)).toBe('application/octet-stream');
});
