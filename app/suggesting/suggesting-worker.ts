/**
 * Looks up, off the page, what suggestions change in a document.
 *
 * Invariant: every question is answered, in order; what cannot be made out is answered as such.
 */
import { answerTo, type Compared, type ComparedQuestion } from './compared.ts';

export type ComparedAnswer = Compared | { problem: string };

addEventListener('message', ({ data }: MessageEvent<ComparedQuestion>) => {
  let answer: ComparedAnswer;
  try {
    answer = answerTo(data);
  } catch (error) {
    answer = { problem: String(error) };
  }
  postMessage(answer);
});
