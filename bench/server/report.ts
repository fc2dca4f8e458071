/**
 * What was measured of the servers, as a table beside the goals.
 *
 * Invariant: it only words what `measure.ts` gave; a goal is judged by the figure that is printed.
 */
import { tableOf } from '../markdown.ts';
import type { Idle, Opening, Typing } from './measure.ts';
import type { Subject } from './subjects.ts';

/** One server's figures; what was not measured is missing, null is what it has none of. */
export interface Result {
  readonly subject: Subject;
  many?: Typing;
  one?: Typing;
  rush?: number;
  alone?: readonly number[] | null;
  idle?: Idle;
  opening?: Opening | null;
}

interface Row {
  readonly name: string;
  readonly figure: (result: Result) => string | undefined;
  readonly goal?: string;
  /** `stock` is the Hocuspocus of the same run. */
  readonly isMet?: (result: Result, stock: Result) => boolean | undefined;
}

const CPU_SHARE = 1.2;
const OPENING_MS = 30;
const HEARD_MS = 1;
const UPDATES = 10_000;

const rowsOfTyping = (of: (result: Result) => Typing | undefined): Row[] => [
  {
    name: 'at another client, ms',
    figure: (result) => map(of(result), ({ latency }) => medianAndP99(latency)),
    goal: 'p99 ≤ Hocuspocus',
    isMet: (result, stock) =>
      compare(of(result), of(stock), (own, other) => p99(own.latency) <= p99(other.latency)),
  },
  {
    name: 'confirmed, ms',
    figure: (result) =>
      map(of(result), ({ confirmation }) =>
        confirmation.length === 0 ? '–' : medianAndP99(confirmation),
      ),
  },
  {
    name: `CPU of ${grouped(UPDATES)} updates, s`,
    figure: (result) => map(of(result), ({ cpuMs }) => ((cpuMs * UPDATES) / 1000).toFixed(2)),
    goal: `≤ ${CPU_SHARE} × Hocuspocus`,
    isMet: (result, stock) =>
      compare(of(result), of(stock), (own, other) => own.cpuMs <= CPU_SHARE * other.cpuMs),
  },
  {
    name: 'bytes on the wire for an update',
    figure: (result) => map(of(result), ({ bytes }) => grouped(Math.round(bytes))),
  },
];

const idleRow = (what: 'connection' | 'document'): Row => ({
  name: `memory of an idle ${what}, kB`,
  figure: ({ idle }) => map(idle, (value) => `${kB(value[what].heap)} / ${kB(value[what].rss)}`),
  goal: '< Hocuspocus',
  isMet: (result, stock) =>
    compare(result.idle, stock.idle, (own, other) => own[what].heap < other[what].heap),
});

export function table(
  results: readonly Result[],
  {
    documents,
    peoplePerDocument,
    peopleInOne,
    idleConnections,
  }: {
    documents: number;
    peoplePerDocument: number;
    peopleInOne: number;
    idleConnections: number;
  },
): string {
  const many = `${documents} documents × ${peoplePerDocument} people`;
  const one = `1 document × ${peopleInOne} people`;
  const under = (title: string, rows: readonly Row[]): Row[] =>
    rows.map((row) => ({ ...row, name: `${title}: ${row.name}` }));
  const all: Row[] = [
    {
      name: 'a confirmation means',
      figure: ({ subject }) => subject.confirms ?? 'there is none',
    },
    ...under(
      many,
      rowsOfTyping(({ many: typing }) => typing),
    ),
    ...under(
      one,
      rowsOfTyping(({ one: typing }) => typing),
    ),
    {
      name: `${many}: updates a second at most`,
      figure: ({ rush }) => map(rush, (rate) => grouped(Math.round(rate))),
    },
    {
      name: 'somebody alone: from the disk until confirmed, ms',
      figure: ({ alone }) => (alone === null ? '–' : map(alone, medianAndP99)),
      goal: `median ≤ ${HEARD_MS}`,
      isMet: ({ alone }) => map(alone ?? undefined, (times) => quantile(times, 0.5) <= HEARD_MS),
    },
    ...under(`${grouped(idleConnections)} connections`, [
      idleRow('connection'),
      idleRow('document'),
    ]),
    {
      name: `opening ${grouped(results.find(({ opening }) => opening)?.opening?.edits ?? 0)} edits, ms`,
      figure: ({ opening }) => {
        if (opening === null) return '–';
        return map(opening, ({ firstMs, laterMs }) => {
          return `${quantile(laterMs, 0.5).toFixed(0)} (first ${firstMs.toFixed(0)})`;
        });
      },
      goal: `≤ ${OPENING_MS}`,
      isMet: ({ opening }) =>
        map(opening ?? undefined, ({ laterMs }) => quantile(laterMs, 0.5) <= OPENING_MS),
    },
  ];
  const rows = all.filter(({ figure }) => results.some((result) => figure(result) !== undefined));
  const stock = results.find(({ subject }) => subject.confirms === 'in memory');
  const own = results.find(({ subject }) => subject.confirms === 'durable');
  const verdict = ({ goal, isMet }: Row): string => {
    if (goal === undefined || isMet === undefined || own === undefined) return '';
    const met = isMet(own, stock ?? { subject: own.subject });
    return met === undefined ? goal : `${goal}: ${met ? 'reached' : 'missed'}`;
  };
  return tableOf([
    ['', 'goal', ...results.map(({ subject }) => subject.title)],
    ...rows.map((row) => [
      row.name,
      verdict(row),
      ...results.map((result) => row.figure(result) ?? 'failed'),
    ]),
  ]);
}

export const LEGEND = [
  'Everybody types ten characters a second, each an update of its own.',
  'Two figures are the median and the 99th percentile: from sending until it is at each other client, and until it is confirmed.',
  'CPU: of the server alone.',
  'Bytes: on all connections of the document, in both directions, without TCP and IP.',
  'At most: everybody has eight updates on the way; counted where they are confirmed, or come back where nothing is.',
  'From the disk: from the moment at which the server, which is traced for it, knows that it is there, until the client is told.',
  'Memory: JavaScript and buffers after a garbage collection / the whole process; the document has 1,000 words.',
  'Opening: from the connection until the client has all of it, after the server was started again; the median of nine documents, and the first of all.',
].join(' ');

export function grouped(count: number): string {
  return count.toLocaleString('en');
}

function kB(bytes: number): string {
  return (bytes / 1e3).toFixed(0);
}

function map<T, U>(value: T | undefined, to: (value: T) => U): U | undefined {
  return value === undefined ? undefined : to(value);
}

function compare<T>(
  own: T | undefined,
  other: T | undefined,
  isMet: (own: T, other: T) => boolean,
): boolean | undefined {
  return own === undefined || other === undefined ? undefined : isMet(own, other);
}

function medianAndP99(times: readonly number[]): string {
  return `${quantile(times, 0.5).toFixed(1)} / ${p99(times).toFixed(1)}`;
}

function p99(times: readonly number[]): number {
  return quantile(times, 0.99);
}

function quantile(times: readonly number[], share: number): number {
  const sorted = Float64Array.from(times).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
