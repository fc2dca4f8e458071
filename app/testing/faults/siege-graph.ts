/**
 * A siege as a picture: above how long an honest person waited, below what the server took.
 *
 * Invariant: the lines that are promised are in it, and nothing is cut off.
 */
import { MOST_MEGABYTES, PROMISED_MS } from './hostile.ts';

/** What was seen in ten seconds. */
export interface Sample {
  /** When they ended. */
  minute: number;
  /** The 95th percentile of how long what one wrote took to the other. */
  ms: number;
  megabytes: number;
  attacks: readonly string[];
}

const WIDTH = 960;
const HEIGHT = 220;
const LEFT = 60;
const RIGHT = 20;
const GAP = 60;

interface Panel {
  title: string;
  promised: number;
  color: string;
  of: (sample: Sample) => number;
  scale: (value: number) => number;
}
const PANELS: readonly Panel[] = [
  {
    title:
      'ms until what one person wrote was with the other (95th percentile of ten seconds, logarithmic)',
    promised: PROMISED_MS,
    color: '#2563eb',
    of: ({ ms }) => ms,
    // A second among milliseconds leaves them to be seen.
    scale: (value) => Math.log10(1 + value),
  },
  {
    title: 'MB of memory the server took',
    promised: MOST_MEGABYTES,
    color: '#b45309',
    of: ({ megabytes }) => megabytes,
    scale: (value) => value,
  },
];

export function graphOf(samples: readonly Sample[]): string {
  const minutes = Math.max(1, ...samples.map(({ minute }) => minute));
  const x = (minute: number) => LEFT + (minute / minutes) * (WIDTH - LEFT - RIGHT);
  const panels = PANELS.map(({ title, promised, color, of, scale }, index) => {
    const top = 30 + index * (HEIGHT + GAP);
    const most = Math.max(promised * 1.2, ...samples.map(of));
    const share = (value: number) => scale(value) / scale(most);
    const y = (value: number) => top + HEIGHT - share(value) * HEIGHT;
    const points = samples.map(
      (sample) => `${x(sample.minute).toFixed(1)},${y(of(sample)).toFixed(1)}`,
    );
    const step = minutes > 60 ? 10 : minutes > 12 ? 5 : 1;
    const ticks = Array.from({ length: Math.floor(minutes / step) + 1 }, (_, at) => at * step);
    return [
      `<text x="${LEFT}" y="${top - 10}">${title}</text>`,
      `<path d="M${LEFT} ${top}V${top + HEIGHT}H${WIDTH - RIGHT}" fill="none" stroke="#6b7280"/>`,
      `<path d="M${LEFT} ${y(promised)}H${WIDTH - RIGHT}" stroke="#dc2626" stroke-dasharray="6 4"/>`,
      `<text x="${LEFT - 8}" y="${y(promised) + 4}" text-anchor="end">${promised}</text>`,
      `<text x="${LEFT - 8}" y="${top + HEIGHT + 4}" text-anchor="end">0</text>`,
      `<text x="${LEFT - 8}" y="${y(Math.max(...samples.map(of))) + 4}" text-anchor="end">${Math.max(...samples.map(of)).toFixed(0)}</text>`,
      ...ticks.map(
        (minute) =>
          `<text x="${x(minute).toFixed(1)}" y="${top + HEIGHT + 18}" text-anchor="middle">${minute} min</text>`,
      ),
      `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="1.5"/>`,
    ].join('\n');
  });
  const height = 30 + PANELS.length * (HEIGHT + GAP);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" fill="#374151">`,
    '<title>A siege: how long an honest person waited, and what the server took</title>',
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    ...panels,
    '</svg>\n',
  ].join('\n');
}
