/** The colours of the tokens, held against what AA asks of text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HIGHLIGHTS } from '../../shared/document/highlights.ts';
import { TEXT_COLORS } from '../../shared/document/schema.ts';

const AA = 4.5;
const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

type Theme = 'light' | 'dark';
/** Linear red, green and blue, and how much of what is behind is covered. */
type Color = readonly [number, number, number, number];

/** A token's colour in a theme, as CSS has it: oklch to linear sRGB. */
function colorOf(name: string, theme: Theme): Color {
  const value = new RegExp(`--${name}: (.*);`).exec(css)?.[1];
  if (!value) throw new Error(`There is no token --${name}.`);
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (other) return colorOf(other, theme);
  const both = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+)%)?\)/g)];
  const [lightness, chroma, hue, alpha] = both[theme === 'light' ? 0 : 1]!.slice(1).map((part) =>
    Number(part ?? 100),
  ) as [number, number, number, number];
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (part: number) => Math.min(1, Math.max(0, part));
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
    alpha / 100,
  ];
}

/** One colour over another, as browsers mix them: in sRGB. */
function over(top: Color, below: Color): Color {
  const curve = (part: number) =>
    part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055;
  const back = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const mixed = [0, 1, 2].map((at) =>
    back(curve(top[at]!) * top[3] + curve(below[at]!) * (1 - top[3])),
  );
  return [mixed[0]!, mixed[1]!, mixed[2]!, 1];
}

function contrast(a: Color, b: Color): number {
  const luminance = ([red, green, blue]: Color) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const paper = colorOf('paper', theme);
  const texts = ['ink', ...TEXT_COLORS.map((color) => `text-${color}`)];
  const grounds = new Map<string, Color>([
    ['paper', paper],
    ['sunken', colorOf('sunken', theme)],
    ['raised', colorOf('raised', theme)],
    ...HIGHLIGHTS.map((color): [string, Color] => [
      `marker-${color}`,
      over(colorOf(`marker-${color}`, theme), paper),
    ]),
  ]);

  test('each colour of text can be read on paper and on each highlight', () => {
    const poor = texts.flatMap((text) =>
      [...grounds]
        .map(([ground, color]) => ({ text, ground, is: contrast(colorOf(text, theme), color) }))
        .filter(({ is }) => is < AA),
    );
    expect(poor).toEqual([]);
  });

  test('quiet ink can be read on each surface, also where something on it is chosen', () => {
    const quiet = colorOf('ink-quiet', theme);
    const poor = ['paper', 'sunken', 'raised'].flatMap((name) => {
      const surface = colorOf(name, theme);
      const chosen = ['accent-tint', 'hover'].map((tint) => over(colorOf(tint, theme), surface));
      return [surface, ...chosen]
        .map((ground) => ({ name, is: contrast(quiet, ground) }))
        .filter(({ is }) => is < AA);
    });
    expect(poor).toEqual([]);
  });
});
