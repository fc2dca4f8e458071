/**
 * Curves over the minutes of a run, one below the other, as a picture.
 *
 * Invariant: what is promised is in it as a line, and nothing is cut off.
 */

/** Something that was seen again and again. */
interface Seen {
  readonly minute: number;
}

export interface Panel<Sample extends Seen> {
  title: string;
  /** Where a line stands; null for none. */
  promised: number | null;
  color: string;
  of: (sample: Sample) => number;
  /** Such as a logarithm, where some are far above all others. */
  scale?: (value: number) => number;
}

const WIDTH = 960;
const HEIGHT = 220;
const LEFT = 60;
const RIGHT = 20;
const GAP = 60;
/** Height of a number. */
const LETTERS = 12;

/** @param title what the picture is called for whoever does not see it */
export function graphOf<Sample extends Seen>(
  title: string,
  panels: readonly Panel<Sample>[],
  samples: readonly Sample[],
): string {
  const minutes = Math.max(1, ...samples.map(({ minute }) => minute));
  const x = (minute: number) => LEFT + (minute / minutes) * (WIDTH - LEFT - RIGHT);
  const drawn = panels.map(({ title, promised, color, of, scale = (value) => value }, index) => {
    const top = 30 + index * (HEIGHT + GAP);
    const highest = Math.max(1, ...samples.map(of));
    const most = Math.max((promised ?? 0) * 1.2, highest);
    const share = (value: number) => scale(value) / scale(most);
    const y = (value: number) => top + HEIGHT - share(value) * HEIGHT;
    const highestAt = apartFrom(y(highest), promised === null ? null : y(promised));
    const points = samples.map(
      (sample) => `${x(sample.minute).toFixed(1)},${y(of(sample)).toFixed(1)}`,
    );
    const step = minutes > 60 ? 10 : minutes > 12 ? 5 : 1;
    const ticks = Array.from({ length: Math.floor(minutes / step) + 1 }, (_, at) => at * step);
    return [
      `<text x="${LEFT}" y="${top - 10}">${title}</text>`,
      `<path d="M${LEFT} ${top}V${top + HEIGHT}H${WIDTH - RIGHT}" fill="none" stroke="#6b7280"/>`,
      ...(promised === null
        ? []
        : [
            `<path d="M${LEFT} ${y(promised)}H${WIDTH - RIGHT}" stroke="#dc2626" stroke-dasharray="6 4"/>`,
            `<text x="${LEFT - 8}" y="${y(promised) + 4}" text-anchor="end">${promised}</text>`,
          ]),
      `<text x="${LEFT - 8}" y="${top + HEIGHT + 4}" text-anchor="end">0</text>`,
      `<text x="${LEFT - 8}" y="${highestAt + 4}" text-anchor="end">${highest.toFixed(0)}</text>`,
      ...ticks.map(
        (minute) =>
          `<text x="${x(minute).toFixed(1)}" y="${top + HEIGHT + 18}" text-anchor="middle">${minute} min</text>`,
      ),
      `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="1.5"/>`,
    ].join('\n');
  });
  const height = 30 + panels.length * (HEIGHT + GAP);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" fill="#374151">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    ...drawn,
    '</svg>\n',
  ].join('\n');
}

/** Where a number may stand, as near as can be read: one over another cannot. */
function apartFrom(at: number, other: number | null): number {
  if (other === null || Math.abs(at - other) >= LETTERS) return at;
  return at < other ? other - LETTERS : other + LETTERS;
}
