/**
 * Looks up, off the page, what suggestions change in a document.
 *
 * Invariant: every question is answered, in order; what cannot be made out is answered as such.
 */
import { type Compared, type ComparedQuestion, Mirror } from './compared.ts';

export type ComparedAnswer = Compared | { problem: string };

const mirror = new Mirror();

addEventListener('message', ({ data }: MessageEvent<ComparedQuestion>) => {
  let answer: ComparedAnswer;
  try {
    answer = mirror.answerTo(data);
  } catch (error) {
    answer = { problem: String(error) };
  }
  postMessage(answer);
});
