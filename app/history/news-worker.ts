/**
 * Compares, off the page, a document with what somebody saw of it last.
 *
 * Invariant: every question is answered, in order; what cannot be made out is answered as such.
 */
import { type News, type NewsQuestion, newsOf } from './news.ts';

export type NewsAnswer = { news: News[] | null } | { problem: string };

addEventListener('message', ({ data }: MessageEvent<NewsQuestion>) => {
  let answer: NewsAnswer;
  try {
    answer = { news: newsOf(data) };
  } catch (error) {
    answer = { problem: String(error) };
  }
  postMessage(answer);
});
