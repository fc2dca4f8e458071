/**
 * Colours of other programs as those of the palette.
 *
 * Invariant: what is ink or paper there is ink and paper here; any other colour becomes the one of
 * the palette that is called the same by somebody who looks at it.
 */

/** Red, green and blue from 0 to 1. */
type Rgb = readonly [red: number, green: number, blue: number];

/** The colours that programs write by their names. */
const NAMED: Readonly<Record<string, string>> = {
  red: 'f00',
  lime: '0f0',
  blue: '00f',
  yellow: 'ff0',
  cyan: '0ff',
  aqua: '0ff',
  turquoise: '40e0d0',
  magenta: 'f0f',
  fuchsia: 'f0f',
  green: '008000',
  navy: '000080',
  darkblue: '00008b',
  maroon: '800000',
  darkred: '8b0000',
  purple: '800080',
  violet: 'ee82ee',
  indigo: '4b0082',
  teal: '008080',
  darkcyan: '008b8b',
  olive: '808000',
  orange: 'ffa500',
  darkorange: 'ff8c00',
  gold: 'ffd700',
  khaki: 'f0e68c',
  brown: 'a52a2a',
  saddlebrown: '8b4513',
  sienna: 'a0522d',
  chocolate: 'd2691e',
  pink: 'ffc0cb',
  hotpink: 'ff69b4',
  deeppink: 'ff1493',
  crimson: 'dc143c',
  tomato: 'ff6347',
  coral: 'ff7f50',
  salmon: 'fa8072',
  darkgreen: '006400',
  lightgreen: '90ee90',
  palegreen: '98fb98',
  lightblue: 'add8e6',
  skyblue: '87ceeb',
  royalblue: '4169e1',
  steelblue: '4682b4',
  lightyellow: 'ffffe0',
  lightpink: 'ffb6c1',
  plum: 'dda0dd',
  orchid: 'da70d6',
  gray: '808080',
  grey: '808080',
  silver: 'c0c0c0',
  lightgray: 'd3d3d3',
  lightgrey: 'd3d3d3',
  darkgray: 'a9a9a9',
  darkgrey: 'a9a9a9',
  black: '000',
  white: 'fff',
};

/** What Word and Google Docs write headings in by themselves: nobody chose it. */
const OF_HEADINGS = new Set(
  '2f5496,1f3763,1f4e79,2e74b5,1f4d78,0f4761,365f91,4f81bd,243f60,17365d,345a8a,434343,666666'.split(
    ',',
  ),
);

/** Below this difference between the strongest and the weakest of the three it is a gray. */
const LEAST_CHROMA = 0.2;

/** The colour in a text, null for none: transparent, a word for "as around it", not understood. */
function readColor(text: string): Rgb | null {
  const value = text.trim().toLowerCase();
  const hex = /^#([\da-f]{3,8})\b/.exec(value)?.[1] ?? NAMED[/^[a-z]+/.exec(value)?.[0] ?? ''];
  if (hex) {
    const full = hex.length <= 4 ? [...hex].map((digit) => digit + digit).join('') : hex;
    if (full.length !== 6 && full.length !== 8) return null;
    const parts = (full.match(/../g) ?? []).map((part) => Number.parseInt(part, 16) / 255);
    return (parts[3] ?? 1) < 0.3 ? null : [parts[0]!, parts[1]!, parts[2]!];
  }
  const [, name, inside = ''] = /^(rgb|hsl)a?\(([^)]*)\)/.exec(value) ?? [];
  if (!name) return null;
  const numbers = inside.split(/[\s,/]+/).filter(Boolean);
  if (numbers.length < 3) return null;
  const amount = (part: string, whole: number): number => {
    const number = Number.parseFloat(part) / (part.endsWith('%') ? 100 : whole);
    return Number.isFinite(number) ? Math.min(Math.max(number, 0), 1) : 0;
  };
  if (numbers[3] !== undefined && amount(numbers[3], 1) < 0.3) return null;
  if (name === 'rgb')
    return [amount(numbers[0]!, 255), amount(numbers[1]!, 255), amount(numbers[2]!, 255)];
  return fromHsl(
    Number.parseFloat(numbers[0]!) || 0,
    amount(numbers[1]!, 100),
    amount(numbers[2]!, 100),
  );
}

function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number): number => {
    const at = (((offset + hue / 30) % 12) + 12) % 12;
    return lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1));
  };
  return [part(0), part(8), part(4)];
}

function shapeOf([red, green, blue]: Rgb): { hue: number; chroma: number; lightness: number } {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const chroma = most - least;
  const sector =
    most === red
      ? (green - blue) / chroma
      : most === green
        ? 2 + (blue - red) / chroma
        : 4 + (red - green) / chroma;
  const hue = chroma === 0 ? 0 : (sector * 60 + 360) % 360;
  return { hue, chroma, lightness: (most + least) / 2 };
}

/** The colour of the palette for a text; null for ink, and for what shows on dark grounds only. */
export function textColorOf(value: string, inHeading: boolean): string | null {
  const color = readColor(value);
  if (!color) return null;
  const { hue, chroma, lightness } = shapeOf(color);
  const hex = color
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('');
  if (inHeading && OF_HEADINGS.has(hex)) return null;
  if (chroma < LEAST_CHROMA) return lightness >= 0.36 && lightness <= 0.75 ? 'gray' : null;
  if (hue >= 345 || hue < 14) return lightness > 0.72 ? 'pink' : 'red';
  if (hue < 50) return lightness < 0.36 ? 'brown' : 'orange';
  if (hue < 70) return lightness < 0.3 ? 'brown' : 'orange';
  if (hue < 172) return 'green';
  if (hue < 252) return 'blue';
  if (hue < 292) return 'violet';
  return lightness < 0.3 ? 'violet' : 'pink';
}

/** The colour of the palette for what is behind a text; null for paper, and for dark grounds. */
export function highlightOf(value: string): string | null {
  const color = readColor(value);
  if (!color) return null;
  const { hue, chroma, lightness } = shapeOf(color);
  if (lightness > 0.97 || lightness < 0.2) return null;
  if (chroma < 0.1) return lightness > 0.5 && lightness < 0.92 ? 'gray' : null;
  if (hue >= 340 || hue < 14) return lightness > 0.8 && hue >= 340 ? 'pink' : 'red';
  if (hue < 45) return 'orange';
  if (hue < 70) return 'yellow';
  if (hue < 172) return 'green';
  if (hue < 252) return 'blue';
  if (hue < 290) return 'violet';
  return 'pink';
}
