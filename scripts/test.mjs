/**
 * `npm test`: everything, or one stage: `npm test -- types|lint|unit|server|browser`.
 *
 * Invariant: every stage runs even if an earlier one failed; the last line is "N passed, N failed"
 * over all of them, and the exit code is 0 only if nothing failed and something passed.
 */
import { ensureInstalled } from './parts/install.mjs';
import { stopSignal } from './parts/run.mjs';
import { duration, main, say, Trouble } from './parts/say.mjs';
import { runStage, STAGES } from './parts/stages.mjs';

await main(async () => {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !(name in STAGES));
  if (unknown) {
    throw new Trouble(
      `There is no stage "${unknown}": choose from ${Object.keys(STAGES).join(', ')}.`,
    );
  }
  const started = Date.now();
  await ensureInstalled();
  const total = { passed: 0, failed: 0 };
  const lines = [];
  for (const name of Object.keys(STAGES)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    if (stopSignal()) break;
    say(`Testing: ${name}.`);
    const began = Date.now();
    const { passed, failed } = await runStage(name);
    total.passed += passed;
    total.failed += failed;
    lines.push(`${name}: ${passed} passed and ${failed} failed in ${duration(Date.now() - began)}`);
    say(lines.at(-1));
  }
  if (stopSignal()) throw new Trouble('Stopped before the tests were through.');
  say(`All of it, in ${duration(Date.now() - started)}:`);
  for (const line of lines) say(`  ${line}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
});
