/**
 * What a case of the merge table is, and how it is played: several people start from one document,
 * each works apart, all is merged, and everyone must read one of the documents that are right.
 */
import type { Hand } from '../hand.ts';

/** What a person does. */
export type Act = (hand: Hand) => unknown;

/** A document as a sketch, one line a block. */
export type Lines = readonly string[];

export const START: Lines = [
  'Alpha one two three',
  'Bravo four five six',
  'Charlie seven eight nine',
];

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

export type Family = Readonly<Record<string, MergeCase>>;

/** Both ways to hand out client ids, which decide ties in Yjs. */
export const ID_ORDERS = [
  ['A has the lowest id', [10, 20, 30]],
  ['A has the highest id', [30, 20, 10]],
] as const;

/** Several hands at copies of one document, and a way to bring their work together. */
export interface Trial {
  hands: readonly Hand[];
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
  const { hands, merge } = open(start, clientIds.slice(0, acts.length));
  acts.forEach((act, index) => {
    act(hands[index]!);
  });
  merge();
  if (afterwards) {
    afterwards(hands[0]!);
    merge();
  }
  return hands.map((hand) => hand.read());
}

/** Whether everyone reads the same, and that is one of the outcomes that are right. */
export function isRight({ expect }: MergeCase, read: readonly Lines[]): boolean {
  const [first, ...others] = read.map((lines) => JSON.stringify(lines));
  return (
    others.every((other) => other === first) &&
    expect.some((lines) => JSON.stringify(lines) === first)
  );
}
