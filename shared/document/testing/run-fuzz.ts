/** The program behind `npm run fuzz`: one history after another, each from a seed of its own. */
import { fuzz } from './fuzz.ts';

const OPERATIONS_PER_HISTORY = 100;
const operations = Number(process.argv[2] ?? 100_000);
const firstSeed = Number(process.argv[3] ?? Math.floor(Math.random() * 2 ** 31));
if (!(operations > 0) || !Number.isInteger(firstSeed)) {
  console.error('Usage: npm run fuzz -- [operations] [seed], both whole numbers.');
  process.exit(1);
}

const histories = Math.ceil(operations / OPERATIONS_PER_HISTORY);
const started = Date.now();
let failed = 0;
console.log(
  `${histories} histories of ${OPERATIONS_PER_HISTORY} operations, from seed ${firstSeed}.`,
);
for (let index = 0; index < histories; index++) {
  try {
    fuzz({ seed: firstSeed + index, operations: OPERATIONS_PER_HISTORY, replicas: 5 });
  } catch (error) {
    failed++;
    console.log(error instanceof Error ? error.message : String(error));
  }
  if ((index + 1) % 100 === 0) console.log(`${(index + 1) * OPERATIONS_PER_HISTORY} operations`);
}
const seconds = ((Date.now() - started) / 1000).toFixed(0);
console.log(
  `${histories * OPERATIONS_PER_HISTORY} operations in ${seconds} s, ${failed} failures.`,
);
process.exitCode = failed === 0 ? 0 : 1;
