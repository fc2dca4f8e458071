/** Who is next where many wait for one document's share of the processor. */
import { afterEach, expect, test } from 'vitest';
import { Turns } from '../collaboration/turns.ts';
import { cleanUp, onCleanUp, until } from '../testing/clean-up.ts';
import { ProcessorTime, type TimeShare } from './processor-time.ts';

afterEach(cleanUp);

const LARGE = 100_000;
/** Milliseconds that each piece of work is charged. */
const WORK_MS = 10;

/** A connection that always has more to be done, and says each time that it was. */
function goOn(share: TimeShare, onDone: () => void): void {
  const turns = new Turns(share, () => work());
  const work = () => {
    while (turns.take(LARGE)) {
      share.charge(WORK_MS);
      onDone();
    }
  };
  onCleanUp(() => turns.end());
  work();
}

test('who has just come to a document is not passed again and again by those who always want more', async () => {
  const time = new ProcessorTime();
  let done = 0;
  for (let at = 0; at < 12; at++)
    goOn(time.shareOf(`198.51.100.${at}`, 'one'), () => {
      done += 1;
    });
  await until('all is spent, and they wait', () => done >= 70);
  for (let times = 0; times < 5; times++) {
    const before = done;
    let turn: number | null = null;
    const newcomer = new Turns(time.shareOf(`192.0.2.${times}`, 'one'), () => {
      if (turn === null && newcomer.take('unknown')) turn = done;
    });
    onCleanUp(() => newcomer.end());
    expect(newcomer.take('unknown')).toBe(false);
    await until('it is the turn of whoever came', () => turn !== null);
    expect(turn! - before).toBeLessThanOrEqual(2);
  }
});
