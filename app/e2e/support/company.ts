/** People who come to one document. */
import type { LinkRole } from '../../../shared/access/roles.ts';
import type { Person } from './person.ts';

const OTHERS = ['Ben', 'Cleo', 'Dora'];

/**
 * Ana has a document of these lines, typed as they are, and the others have come to it, each by a link
 * with one of these roles.
 */
export async function company<const Roles extends readonly LinkRole[]>(
  arrive: (name: string) => Promise<Person>,
  lines: readonly string[],
  roles: Roles,
): Promise<[ana: Person, ...others: { [Index in keyof Roles]: Person }]> {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument();
  await ana.body.click();
  await ana.type(lines.join('\n'));
  await ana.isSynced();
  const others: Person[] = [];
  for (const [index, role] of roles.entries()) {
    const person = await arrive(OTHERS[index]!);
    await person.open(await ana.share(role));
    await person.sees(lines[0]!);
    others.push(person);
  }
  return [ana, ...(others as { [Index in keyof Roles]: Person })];
}
