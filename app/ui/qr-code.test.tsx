/** A code that is drawn is the code, with a name and its margin. */
import { renderToStaticMarkup } from 'react-dom/server';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { QrCode } from './qr-code.tsx';

test('a code has a name, light around it, and a dark square for every dark module', () => {
  const text =
    'https://docs.example/d/4rVnKp2QbWcXyZ7tMgHs#0123456789-abcdefghijklmnopqrstuvwxyz_ABCDEF';
  const drawn = renderToStaticMarkup(<QrCode text={text} label="Link as a QR code" />);
  expect(drawn).toContain('role="img" aria-label="Link as a QR code"');
  expect(drawn).not.toContain('style=');
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  expect(drawn).toContain(`viewBox="0 0 ${size} ${size}"`);
  const dark = data.map((row) => row.map(() => false));
  for (const [, x, y, width, back] of drawn.matchAll(/M(\d+) (\d+)h(\d+)v1H(\d+)z/g)) {
    expect(back).toBe(x);
    for (let at = 0; at < Number(width); at++) dark[Number(y)]![Number(x) + at] = true;
  }
  expect(dark).toEqual(data);
  expect(data.slice(0, 4).flat()).not.toContain(true);
});
