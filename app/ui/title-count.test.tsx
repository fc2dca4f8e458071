// @vitest-environment jsdom
/** How many things are new stands before the title, whoever else writes there. */
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTitleCount } from './title-count.ts';

function Counted({ count }: { count: number }): ReactNode {
  useTitleCount(count);
  return null;
}

/** One that answers for longer than this would never end. */
const MOST_ANSWERS = 100;

let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.title = 'Minutes';
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

/** It comes back after a moment. */
const reads = (title: string) =>
  vi.waitFor(() => expect(document.title).toBe(title), { timeout: 20_000 });

const count = (count: number) => act(async () => root.render(<Counted count={count} />));

test('the count comes before a title that is given later, and goes', async () => {
  await count(2);
  expect(document.title).toBe('(2) Minutes');
  document.title = 'Journey';
  await reads('(2) Journey');
  await count(0);
  expect(document.title).toBe('Journey');
});

test('a page without a title has the count, and nothing waits for it', async () => {
  document.title = '';
  await count(1);
  expect(document.title).toBe('(1)');
  document.title = '';
  await reads('(1)');
});

test('another program that puts something before the title holds nothing up', async () => {
  let answers = 0;
  const other = new MutationObserver(() => {
    if (answers === MOST_ANSWERS || document.title.startsWith('[3]')) return;
    answers += 1;
    document.title = `[3] ${document.title}`;
  });
  other.observe(document.head, { childList: true, subtree: true, characterData: true });
  await count(1);
  document.title = 'Journey';
  // All that answers at once has had its turns.
  await new Promise((resolve) => setTimeout(resolve));
  expect(answers).toBeLessThan(MOST_ANSWERS);
  other.disconnect();
});
