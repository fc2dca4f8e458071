/**
 * The program behind `npm run fuzz -- --browser`: round after round of people who do anything at
 * all to one document, in real browsers with a real server, for as long as asked.
 *
 * Invariant: exit code 0 says that at least one round was played and none broke a promise; of each
 * that did, the seed and all that was done are told.
 */
import { chromium } from '@playwright/test';
import { chromiumArguments } from '../../../scripts/parts/chromium.mjs';
import { Company, playRound } from './round.ts';

const USAGE = 'Usage: npm run fuzz -- --browser [minutes] [seed]; both are whole numbers.';

async function main(): Promise<number> {
  const [minutes = '5', seed] = process.argv.slice(2);
  const first = seed === undefined ? Math.floor(Math.random() * 2 ** 20) : Number(seed);
  const length = Number(minutes);
  if (!(length >= 0) || !Number.isSafeInteger(first)) {
    console.error(USAGE);
    return 1;
  }
  const executablePath = process.env.CHROMIUM_PATH;
  const firefox = process.env.FIREFOX_PATH || null;
  console.log(firefox ? 'In Chromium and Firefox.' : 'There is no Firefox here: all in Chromium.');
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : { channel: 'chromium' }),
    args: chromiumArguments(),
  });
  const until = performance.now() + length * 60_000;
  let company = await Company.gather(browser, firefox);
  let [rounds, acts, tokens, failed] = [0, 0, 0, 0];
  do {
    const started = performance.now();
    const course = await playRound(company, first + rounds);
    rounds++;
    acts += course.acts;
    tokens += course.tokens;
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(
      `Seed ${course.seed}: ${course.kind}; ${course.acts} acts, ${course.tokens} tokens, ${seconds} s${course.faults.length > 0 ? ', NOT AS IT MUST BE' : ''}`,
    );
    // Of one round that is asked for by its seed all is told.
    if (course.faults.length > 0 || length === 0) console.log(`  ${course.log.join('\n  ')}\n`);
    if (course.faults.length === 0) continue;
    failed++;
    await company.leave();
    company = await Company.gather(browser, firefox);
    console.log(`  ${course.faults.join('\n  ')}`);
    console.log(`Again: npm run fuzz -- --browser 0 ${course.seed}\n`);
  } while (performance.now() < until);
  await company.leave();
  await browser.close();
  console.log(`${rounds} rounds, ${acts} acts, ${tokens} tokens, ${failed} rounds with faults.`);
  return failed === 0 ? 0 : 1;
}

const code = await main();
// Connections that are still being given up must not keep the program from ending.
process.exit(code);
