/**
 * `npm run faults -- --attacks SECONDS`: each attack alone for so long, as a table of how long an
 * honest person waited meanwhile and what the server took, beside what is promised.
 *
 * Invariant: every attack that was asked for has a row.
 */
import { tableOf, writeIntoPage } from '../../../bench/markdown.ts';
import { add, isClean, NOTHING, type Outcome, seeded } from './fault.ts';
import { attackEach, faultOf, MOST_MEGABYTES, PROMISED_MS, UNDER } from './hostile.ts';

/**
 * Whether all that is promised was kept.
 *
 * @param names of their faults
 */
export async function attackAlone(
  names: readonly string[],
  seconds: number,
  seed: number,
  write: boolean,
): Promise<boolean> {
  // What the devices log of an attack is the attack itself.
  console.warn = () => undefined;
  let outcome: Outcome = NOTHING;
  let isKept = true;
  const rows = [['', 'ms before', 'ms meanwhile', 'MB before', 'MB at most', '']];
  for await (const [became, seen] of attackEach(names, seconds, seeded(seed))) {
    outcome = add(outcome, became);
    isKept &&= seen.attacked <= PROMISED_MS && seen.after <= MOST_MEGABYTES;
    const { manner, alone, attacked, before, after } = seen;
    const numbers = [alone, attacked, before, after].map((value) => value.toFixed(0));
    rows.push([UNDER[manner], ...numbers, `\`--only ${faultOf(manner)}\``]);
    console.log(rows.at(-1)!.join(' · '));
  }
  const table = tableOf(rows);
  const { confirmed, lost, doubled, unknown } = outcome;
  const summary =
    `${new Date().toISOString().slice(0, 10)}, seed ${seed}, ${seconds} seconds each: how long it took ` +
    `until what one person wrote was with the other (95th percentile; ${PROMISED_MS} ms are promised), ` +
    `and what the server had of memory (${MOST_MEGABYTES} MB). ${confirmed.toLocaleString('en')} words ` +
    `confirmed, ${lost} lost, ${doubled} doubled, ${unknown} unknown.`;
  console.log(`${table}\n\n${summary}`);
  if (write) writeIntoPage('faults.md', 'attacks', `${summary}\n\n${table}`);
  // Where none of them is an attack nothing was kept.
  return isKept && outcome.faults > 0 && isClean(outcome);
}
