/**
 * Keeps the history of one document off the page, and says what happened in it: a long one takes
 * time to be made again, in which somebody may be writing.
 *
 * Invariant: every question is answered, in order; what cannot be made out is answered as such.
 */
import type { HistoryEntry } from '../../shared/protocol/history.ts';
import { HistoryLog, type Look, type Session } from './history-log.ts';

export type Question =
  | { ask: 'add'; entries: readonly HistoryEntry[] }
  | { ask: 'look'; from: number; to: number }
  | { ask: 'since'; moment: number; now: Uint8Array };

/** By what was asked. */
export interface Answers {
  add: { sessions: Session[]; beginsAt: number | null };
  look: Look;
  since: Omit<Look, 'state'> | null;
}

export type Answer = { told: Answers[keyof Answers] } | { problem: string };

const log = new HistoryLog();

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  let answer: Answer;
  try {
    answer = { told: answerTo(data) };
  } catch (error) {
    answer = { problem: String(error) };
  }
  postMessage(answer);
});

function answerTo(question: Question): Answers[keyof Answers] {
  if (question.ask === 'look') return log.look(question.from, question.to);
  if (question.ask === 'since') return log.since(question.moment, question.now);
  log.add(question.entries);
  return { sessions: log.sessions(), beginsAt: log.beginsAt };
}
