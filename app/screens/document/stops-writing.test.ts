/** After which refusals one can still write. */
import { expect, test } from 'vitest';
import { ERRORS, ErrorCode, type NextStep } from '../../../shared/protocol/errors.ts';
import { stopsWriting } from './stops-writing.ts';

test('writing ends where the next step is anything but to wait, to be told or to keep it here', () => {
  const goingOn: readonly NextStep[] = ['retry', 'tell', 'keep-local'];
  for (const code of ErrorCode.options)
    expect(stopsWriting(code), code).toBe(!goingOn.includes(ERRORS[code].next));
});
