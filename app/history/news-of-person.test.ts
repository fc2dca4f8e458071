/** All that one person did, of what others changed, and nothing of anybody else's. */
import { expect, test } from 'vitest';
import type { News } from './news.ts';
import { newsOfSamePerson } from './news-of-person.ts';

const by = (...people: (string | null)[]) => ({ people }) as News;

test('what one person did alone and nobody kept, where it is more than what is looked at', () => {
  const news = [by('ana'), by('ben'), by('ana', 'ben'), by('ana'), by(null), by('ana'), by(null)];
  const done = new Set([3]);
  expect(newsOfSamePerson({ news, done, at: 0 })).toEqual({ person: 'ana', which: [0, 5] });
  // The only one, two people's, and somebody's, who may be several.
  for (const at of [1, 2, 4]) expect(newsOfSamePerson({ news, done, at })).toBeNull();
  expect(newsOfSamePerson({ news, done: new Set([3, 5]), at: 0 })).toBeNull();
});
