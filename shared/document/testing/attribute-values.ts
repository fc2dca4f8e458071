/**
 * Values that attributes of blocks can have, for whatever draws documents by chance: a new attribute
 * is drawn without being named here.
 *
 * Invariant: an attribute says each of its values as it stands here.
 */
import { ATTRIBUTES } from '../block-types/index.ts';
import type { AttributeName } from '../schema.ts';

/** Of everything that could be said, what some attribute takes. */
const ANYTHING: readonly unknown[] = [
  ...[true, 0, 1, 2, 3, 7, 40, 100, 400, 1_024, 'js', '★'],
  ...['note', 'tip', 'warning', 'center', 'end', 'https://example.org/a', '2026-03-04'],
];

/** What one of these attributes can say, and undefined where it may say nothing. */
export function valuesOf(name: AttributeName): readonly unknown[] {
  const { read, isAlways } = ATTRIBUTES[name];
  const said = ANYTHING.filter((value) => read(value) === value);
  return isAlways ? said : [undefined, ...said];
}
