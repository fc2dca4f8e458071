/**
 * `npm run faults -- --attacks SECONDS`: each attack alone for so long, as a table of how long an
 * honest person waited meanwhile and what the server took, beside what is promised.
 *
 * Invariant: every attack there is has a row.
 */
import { tableOf, writeIntoPage } from '../../../bench/markdown.ts';
import { type Outcome, seeded } from './fault.ts';
import { attackEach, MOST_MEGABYTES, PROMISED_MS, UNDER } from './hostile.ts';

export async function attackAlone(seconds: number, seed: number, write: boolean): Promise<Outcome> {
  // What the devices log of an attack is the attack itself.
  console.warn = () => undefined;
  const { outcome, measured } = await attackEach(seconds, seeded(seed));
  const table = tableOf([
    ['', 'ms before', 'ms meanwhile', 'MB before', 'MB at most', ''],
    ...measured.map(({ manner, alone, attacked, before, after }) => [
      UNDER[manner],
      ...[alone, attacked, before, after].map((value) => value.toFixed(0)),
      `\`${manner}\``,
    ]),
  ]);
  const { confirmed, lost, doubled, unknown } = outcome;
  const summary =
    `${new Date().toISOString().slice(0, 10)}, seed ${seed}, ${seconds} seconds each: how long it took ` +
    `until what one person wrote was with the other (95th percentile; ${PROMISED_MS} ms are promised), ` +
    `and what the server had of memory (${MOST_MEGABYTES} MB). ${confirmed.toLocaleString('en')} words ` +
    `confirmed, ${lost} lost, ${doubled} doubled, ${unknown} unknown.`;
  console.log(`${table}\n\n${summary}`);
  if (write) writeIntoPage('faults.md', 'attacks', `${summary}\n\n${table}`);
  return outcome;
}
