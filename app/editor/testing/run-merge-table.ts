/**
 * The program behind `npm run merge-table`: a row a family, how many cases it has and how many of
 * their outcomes are right, in the document model alone and through the editor's commands.
 */
import {
  ID_ORDERS,
  isRight,
  MERGE_TABLE,
  type OpenTrial,
  play,
} from '../../../shared/document/testing/merge-table/index.ts';
import { ModelDriver } from '../../../shared/document/testing/model-driver.ts';
import { trialWith } from '../../../shared/document/testing/trial.ts';
import './without-assets.ts';

const { EditorDriver } = await import('./editor-driver.ts');

const EDITORS: readonly (readonly [string, OpenTrial])[] = [
  ['model', trialWith((doc) => new ModelDriver(doc))],
  ['editor', trialWith((doc) => new EditorDriver(doc))],
];

let right = 0;
let all = 0;
console.log(
  ['family'.padEnd(14), 'cases', ...EDITORS.map(([name]) => name.padStart(12))].join(' '),
);
for (const [family, cases] of Object.entries(MERGE_TABLE)) {
  const wrong: string[] = [];
  const counts = EDITORS.map(([editor, open]) => {
    let count = 0;
    for (const [name, merge] of Object.entries(cases))
      for (const [order, clientIds] of ID_ORDERS) {
        try {
          const read = play(merge, clientIds, open);
          if (isRight(merge, read)) count++;
          else wrong.push(`  ${name} (${editor}, ${order}): ${read.map(inLine).join(' and ')}`);
        } catch (error) {
          wrong.push(`  ${name} (${editor}, ${order}): ${String(error)}`);
        }
      }
    return count;
  });
  const size = Object.keys(cases).length;
  const outcomes = size * ID_ORDERS.length;
  const cells = counts.map((count) => `${count} of ${outcomes}`.padStart(12));
  console.log([family.padEnd(14), String(size).padStart(5), ...cells].join(' '));
  for (const line of wrong) console.log(line);
  right += counts.reduce((sum, count) => sum + count, 0);
  all += outcomes * EDITORS.length;
}
console.log(`${right} of ${all} right`);
process.exitCode = right === all ? 0 : 1;

function inLine(lines: readonly string[]): string {
  return lines.join(' / ');
}
