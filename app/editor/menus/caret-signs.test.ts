/** Behind what a sign opens its list. */
import { expect, test } from 'vitest';
import { MENTION } from './caret-signs.ts';

test('people are mentioned behind a blank, a bracket, or a letter of a script without blanks', () => {
  for (const before of ['', ' ', '(', '，', '好', 'は', 'ー', 'ด', '님'])
    expect(MENTION.mayFollow(before), before).toBe(true);
  for (const before of ['a', 'é', 'я', 'ب', '1', '_', '.', '@', '-'])
    expect(MENTION.mayFollow(before), before).toBe(false);
});
