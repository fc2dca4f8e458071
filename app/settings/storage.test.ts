/** Numbers of bytes as people read them. */
import { expect, it } from 'vitest';
import { formatBytes } from './StorageSettings.tsx';

it.each([
  [0, '1 kB'],
  [1499, '1 kB'],
  [250_000, '250 kB'],
  [3_449_000, '3.4 MB'],
  [2_000_000_000, '2 GB'],
])('%d bytes are told as %s', (bytes, words) => {
  expect(formatBytes(bytes, 'en').replace('\u00a0', ' ')).toBe(words);
});
