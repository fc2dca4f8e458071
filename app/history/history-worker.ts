/**
 * Keeps the history of one document off the page, and says what happened in it: a long one takes
 * time to be made again, in which somebody may be writing.
 *
 * Invariant: every question is answered, in order; what cannot be made out is answered as such. What
 * makes later answers come sooner is done while nobody asks.
 */
import type { Change } from '../../shared/document/review/changes.ts';
import type { HistoryEntry } from '../../shared/protocol/history.ts';
import {
  HistoryLog,
  type Look,
  type OwnState,
  type PastMoment,
  type PastStep,
  type Session,
  type WrittenUntil,
} from './history-log.ts';

export type Question =
  | { ask: 'anew' }
  | { ask: 'add'; entries: readonly HistoryEntry[] }
  | { ask: 'own'; states: readonly OwnState[] }
  | { ask: 'who'; writers: ReadonlyMap<number, string> }
  | { ask: 'look'; from: PastMoment; to: PastMoment }
  | { ask: 'since'; moment: PastMoment; now: Uint8Array }
  | { ask: 'moment' | 'state'; rows: number }
  | { ask: 'steps'; from: number; to: number }
  | { ask: 'by'; person: string; from: number; to: number }
  | { ask: 'times' | 'sessions' | 'written' }
  | { ask: 'places'; of: readonly { moment: Uint8Array; at: number }[] };

/** By what was asked. */
export interface Answers {
  anew: null;
  add: null;
  own: null;
  /** With how many rows the server told. */
  sessions: { sessions: Session[]; beginsAt: number | null; rows: number };
  who: null;
  look: Look;
  since: Omit<Look, 'state'> | null;
  moment: Uint8Array;
  state: Uint8Array;
  steps: PastStep[];
  by: Change[];
  times: Float64Array;
  written: Map<number, WrittenUntil[]>;
  places: (number | null)[];
}

export type Answer = { told: Answers[keyof Answers] } | { problem: string };

let log = new HistoryLog();
let isPreparing = false;

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  let answer: Answer;
  try {
    answer = { told: answerTo(data) };
  } catch (error) {
    answer = { problem: String(error) };
  }
  postMessage(answer);
  if (!isPreparing) setTimeout(prepare);
});

function answerTo(question: Question): Answers[keyof Answers] {
  switch (question.ask) {
    case 'add':
      log.add(question.entries);
      return null;
    case 'anew':
      log = new HistoryLog();
      return null;
    case 'own':
      log.addOwn(question.states);
      return null;
    case 'sessions':
      return { sessions: log.sessions(), beginsAt: log.beginsAt, rows: log.told };
    case 'who':
      log.claim(question.writers);
      return null;
    case 'look':
      return log.look(question.from, question.to);
    case 'since':
      return log.since(question.moment, question.now);
    case 'moment':
      return log.momentAt(question.rows);
    case 'state':
      return log.stateAt(question.rows);
    case 'steps':
      return log.steps(question.from, question.to);
    case 'by':
      return log.changesBy(question.person, question.from, question.to);
    case 'written':
      return log.written();
    case 'times':
      return log.times();
    case 'places':
      return question.of.map(({ moment, at }) => log.placeOf(moment, at));
  }
}

function prepare(steps = log.makeKeyframes()): void {
  isPreparing = !steps.next().done;
  if (isPreparing) setTimeout(prepare, 0, steps);
}
