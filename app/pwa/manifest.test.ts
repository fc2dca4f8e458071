/** What the system is told about the app is true: addresses, pictures and colours. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { viewOf } from '../library/view.ts';
import { readRoute } from '../screens/routes.ts';
import { manifest, PAPER } from './manifest.ts';

const APP = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(APP, path));

test('every address it names has a screen', () => {
  const { shortcuts = [], file_handlers = [], share_target } = manifest;
  const addresses = [
    ...shortcuts.map(({ url }) => url),
    ...file_handlers.map(({ action }) => action),
    share_target!.action,
  ];
  expect(viewOf(addresses[1]!)).toEqual({ kind: 'all', search: true });
  expect(addresses.map(readRoute)).toEqual([
    { screen: 'start', with: 'nothing' },
    { screen: 'library' },
    { screen: 'start', with: 'file' },
    { screen: 'start', with: 'share' },
  ]);
});

test('every picture is there and as large as it says', () => {
  const pictures = [
    ...(manifest.icons ?? []),
    ...(manifest.shortcuts ?? []).flatMap(({ icons = [] }) => icons),
  ].filter(({ type }) => type === 'image/png');
  expect(pictures.length).toBe(6);
  for (const { src, sizes } of pictures) {
    const png = read(`public${src}`);
    expect(png.subarray(1, 4).toString(), src).toBe('PNG');
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
  }
});

test('the browser is tinted like paper before the style sheet has come', () => {
  const html = read('index.html').toString();
  for (const theme of ['light', 'dark'] as const)
    expect(html).toContain(
      `<meta name="theme-color" media="(prefers-color-scheme: ${theme})" content="${PAPER[theme]}" />`,
    );
  const token = /--paper: light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\);/.exec(
    read('ui/tokens.css').toString(),
  )!;
  expect(token.slice(1, 3).map(hex)).toEqual([PAPER.light, PAPER.dark]);
});

/** oklch as CSS writes it, in sRGB. */
function hex(oklch: string): string {
  const [light, chroma, hue] = oklch.match(/[\d.]+/g)!.map(Number) as [number, number, number];
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const part = (linear: number) =>
    Math.round(255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055))
      .toString(16)
      .padStart(2, '0');
  return `#${[
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
    .map(part)
    .join('')}`;
}
