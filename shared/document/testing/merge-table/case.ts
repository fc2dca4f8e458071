/**
 * What a case of the merge table is, and how it is played: several people start from one document,
 * each works apart, all is merged, and everyone must read one of the documents that are right.
 */
import type { Driver } from '../driver.ts';
import { act } from './acts.ts';
import { PARAGRAPHS } from './starts.ts';

/** What a person does; where that is writing, it writes the word. */
export type Act = (driver: Driver, word: string) => unknown;

/** A document as a sketch, one line a block. */
export type Lines = readonly string[];

export interface MergeCase {
  /** START where it is left out. */
  start?: Lines;
  a: Act;
  b: Act;
  c?: Act;
  /** Every outcome that is right. */
  expect: readonly Lines[];
  /** Done by A after all have merged, e.g. an undo; then all merge again. */
  afterwards?: Act;
}

/** What a case starts from that does not say. */
export const START: Lines = PARAGRAPHS;

export type Family = Readonly<Record<string, MergeCase>>;

/** Several outcomes that are equally right. */
export function either(...outcomes: Lines[]): readonly Lines[] {
  return outcomes;
}

/**
 * Cases by what two people do, or three, as `acts.ts` names it: `'split | join': outcome`. The
 * suffix tells equally named cases of a family apart.
 */
export function pairs(
  suffix: string,
  start: Lines,
  outcomes: Readonly<Record<string, Lines | readonly Lines[]>>,
): Family {
  return Object.fromEntries(
    Object.entries(outcomes).map(([pair, expect]) => {
      const [a, b, c] = pair.split(' | ').map(act) as [Act, Act, Act?];
      return [pair + suffix, { start, a, b, ...(c ? { c } : {}), expect: severalOf(expect) }];
    }),
  );
}

export function severalOf(expect: Lines | readonly Lines[]): readonly Lines[] {
  return expect.every((line) => typeof line === 'string') ? [expect] : (expect as readonly Lines[]);
}

/** Both ways to hand out client ids, which decide ties in Yjs. */
export const ID_ORDERS = [
  ['A has the lowest id', [10, 20, 30]],
  ['A has the highest id', [30, 20, 10]],
] as const;

/** What each of them writes. */
export const WORDS = ['XXX', 'YYY', 'ZZZ'] as const;

/** Several drivers at copies of one document, and a way to bring their work together. */
interface Trial {
  drivers: readonly Driver[];
  /** Brings every copy to the state that has everything. */
  merge: () => void;
}

/** Opens copies of a document, one for each client id. */
export type OpenTrial = (start: Lines, clientIds: readonly number[]) => Trial;

/** What each person reads in the end. */
export function play(
  { start = START, a, b, c, afterwards }: MergeCase,
  clientIds: readonly number[],
  open: OpenTrial,
): Lines[] {
  const acts = c ? [a, b, c] : [a, b];
  const { drivers, merge } = open(start, clientIds.slice(0, acts.length));
  acts.forEach((act, index) => {
    act(drivers[index]!, WORDS[index]!);
  });
  merge();
  if (afterwards) {
    afterwards(drivers[0]!, WORDS[0]);
    merge();
  }
  return drivers.map((driver) => driver.read());
}

/** Whether everyone reads the same, and that is one of the outcomes that are right. */
export function isRight({ expect }: MergeCase, read: readonly Lines[]): boolean {
  const [first, ...others] = read.map((lines) => JSON.stringify(lines));
  return (
    others.every((other) => other === first) &&
    expect.some((lines) => JSON.stringify(lines) === first)
  );
}
