/** The program behind `npm run merge-table`: a row a family, and how many outcomes were right. */
import { ID_ORDERS, MERGE_TABLE, play } from './merge-table.ts';

let right = 0;
let all = 0;
for (const [family, cases] of Object.entries(MERGE_TABLE)) {
  const wrong: string[] = [];
  let played = 0;
  for (const [name, merge] of Object.entries(cases)) {
    for (const [order, idOfA, idOfB] of ID_ORDERS) {
      played++;
      const end = play(merge, idOfA, idOfB);
      const isRight = merge.expect.some((lines) => JSON.stringify(lines) === JSON.stringify(end.a));
      if (JSON.stringify(end.a) !== JSON.stringify(end.b) || !isRight)
        wrong.push(`  ${name} (${order}): ${end.a.join(' / ')}`);
    }
  }
  console.log(`${family.padEnd(12)} ${played - wrong.length} of ${played}`);
  for (const line of wrong) console.log(line);
  right += played - wrong.length;
  all += played;
}
console.log(`${right} of ${all} right`);
process.exitCode = right === all ? 0 : 1;
