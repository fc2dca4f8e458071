/**
 * What was measured, as tables that a person can read, beside the goals.
 *
 * Invariant: it only words what `measure.ts` gave; a goal is judged by the figure that is printed.
 */
import { tableOf } from '../markdown.ts';
import { MERGED_PARAGRAPHS, type Measures } from './measure.ts';

/** One editor's figures. */
export interface Result {
  readonly title: string;
  /** Bytes of the scripts that an empty document needs, as brotli. */
  readonly scripts: number;
  /** By number of paragraphs; a size at which it failed is missing. */
  readonly sizes: ReadonlyMap<number, Measures>;
}

/** The goals are for documents of this many paragraphs. */
export const GOAL_SIZE = 10_000;

type Figures = Measures & { readonly scripts: number };

interface Row {
  readonly name: string;
  readonly figure: (figures: Figures) => string;
  readonly goal: string;
  /** `other` has the figures of y-prosemirror, where they were measured. */
  readonly isMet?: (figures: Figures, other: Figures | undefined) => boolean | undefined;
}

const ROWS: readonly Row[] = [
  {
    name: 'first screenful, ms',
    figure: ({ screenful }) => medianAndP95(screenful, 0),
    goal: '≤ 150',
    isMet: ({ screenful }) => median(screenful) <= 150,
  },
  {
    name: 'editable, ms',
    figure: ({ editable }) => medianAndP95(editable, 0),
    goal: '≤ 400',
    isMet: ({ editable }) => median(editable) <= 400,
  },
  {
    name: 'key to paint, ms',
    figure: ({ key }) => medianAndP95(key, 1),
    goal: '≤ 16 / 25',
    isMet: ({ key }) => median(key) <= 16 && p95(key) <= 25,
  },
  {
    name: 'a key, main thread, ms',
    figure: ({ ownKey }) => medianAndP95(ownKey, 1),
    goal: '',
  },
  {
    name: 'Enter to paint, ms',
    figure: ({ enter }) => medianAndP95(enter, 1),
    goal: '',
  },
  {
    name: "another's key, main thread, ms",
    figure: ({ remoteKey }) => medianAndP95(remoteKey, 1),
    goal: '≤ 8',
    isMet: ({ remoteKey }) => median(remoteKey) <= 8,
  },
  {
    name: "another's caret, main thread, ms",
    figure: ({ remoteCaret }) => medianAndP95(remoteCaret, 1),
    goal: '≤ 4',
    isMet: ({ remoteCaret }) => median(remoteCaret) <= 4,
  },
  {
    name: `merge of ${grouped(MERGED_PARAGRAPHS)} paragraphs, longest block, ms`,
    figure: ({ mergeBlocked }) => (mergeBlocked === 0 ? '< 50' : mergeBlocked.toFixed(0)),
    goal: '≤ 100',
    isMet: ({ mergeBlocked }) => mergeBlocked <= 100,
  },
  {
    name: 'the same merge, main thread in all, ms',
    figure: ({ merge }) => merge.toFixed(0),
    goal: '',
  },
  {
    name: 'memory, MB',
    figure: ({ heap }) => (heap / 1e6).toFixed(1),
    goal: '< y-prosemirror',
    isMet: ({ heap }, other) => (other ? heap < other.heap : undefined),
  },
  {
    name: 'scripts, kB brotli',
    figure: ({ scripts }) => (scripts / 1e3).toFixed(0),
    goal: '≤ 190',
    isMet: ({ scripts }) => scripts <= 190e3,
  },
];

export const LEGEND = [
  'Two figures are the median and the 95th percentile.',
  'First screenful and editable: from the navigation, with the document on this device, until text fills the window and until it may be written in.',
  'To paint: from a real keydown until the frame that shows it was handed over.',
  'Main thread: what it computed for one key of one’s own, or for one key or one move of the caret of another person who is connected over a WebSocket, with the frame that shows it and about 1 ms for the measuring.',
  'Memory: JavaScript and DOM after a garbage collection.',
  'Scripts: all that are loaded until an empty document may be written in.',
].join(' ');

/** A row a measure, a column an editor, and the goals where they apply. */
export function sizeTable(results: readonly Result[], size: number): string {
  const withGoals = size === GOAL_SIZE;
  return tableOf([
    ['', ...(withGoals ? ['goal'] : []), ...results.map(({ title }) => title)],
    ...ROWS.map(({ name, goal, figure }) => [
      name,
      ...(withGoals ? [goal] : []),
      ...results.map((result) => {
        const figures = figuresOf(result, size);
        return figures ? figure(figures) : 'failed';
      }),
    ]),
  ]);
}

/** What was measured in the page, each by its name. */
export function figureRows(measures: Measures): [name: string, figure: string][] {
  return ROWS.filter(({ name }) => !name.startsWith('scripts')).map(({ name, figure }) => [
    name,
    figure({ ...measures, scripts: 0 }),
  ]);
}

/** A row a size: the median from key to paint. */
export function keyTable(results: readonly Result[], sizes: readonly number[]): string {
  return tableOf([
    ['key to paint, ms, median', ...results.map(({ title }) => title)],
    ...sizes.map((size) => [
      `${grouped(size)} paragraphs`,
      ...results.map(({ sizes }) => {
        const measures = sizes.get(size);
        return measures ? median(measures.key).toFixed(1) : 'failed';
      }),
    ]),
  ]);
}

/** One line that says which of the goals one result reaches; null where there is nothing to judge. */
export function goalLine(result: Result, other: Result | undefined): string | null {
  const figures = figuresOf(result, GOAL_SIZE);
  if (!figures) return null;
  const judged = ROWS.flatMap(({ name, isMet }) => {
    const met = isMet?.(figures, other && figuresOf(other, GOAL_SIZE));
    return met === undefined ? [] : [{ name, met }];
  });
  const missed = judged.filter(({ met }) => !met).map(({ name }) => name);
  const reached = `${judged.length - missed.length} of ${judged.length}`;
  return `${result.title} reaches ${reached} goals at ${grouped(GOAL_SIZE)} paragraphs${
    missed.length > 0 ? `; missed: ${missed.join('; ')}` : ''
  }.`;
}

export function grouped(count: number): string {
  return count.toLocaleString('en');
}

function figuresOf({ scripts, sizes }: Result, size: number): Figures | undefined {
  const measures = sizes.get(size);
  return measures && { ...measures, scripts };
}

function medianAndP95(times: readonly number[], digits: number): string {
  return `${median(times).toFixed(digits)} / ${p95(times).toFixed(digits)}`;
}

function median(times: readonly number[]): number {
  return quantile(times, 0.5);
}

function p95(times: readonly number[]): number {
  return quantile(times, 0.95);
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
