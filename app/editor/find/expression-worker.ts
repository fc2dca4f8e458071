/**
 * Runs regular expressions off the page, because one can take for ever and cannot be stopped from
 * inside: whoever asks ends the worker.
 */
import { compile, type Match, matchesIn, type Wanted } from './search-text.ts';

export interface Question {
  wanted: Wanted;
  replacement?: string | undefined;
  texts: readonly string[];
}
export type Answer = Match[][];

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  const pattern = compile(data.wanted);
  const answer: Answer = data.texts.map((text) =>
    matchesIn(text, pattern, data.wanted, data.replacement),
  );
  postMessage(answer);
});
