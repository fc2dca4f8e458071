/** The order in which this device lists documents. */
import { SORTS, type Sort } from '../../shared/library/find-entries.ts';
import { oneOf } from '../../shared/shape.ts';
import { StoredValue, useStoredValue } from '../ui/stored-value.ts';

const Chosen = oneOf(SORTS);

const kept = new StoredValue<Sort>(
  'driftless.sort',
  (text) => {
    const parsed = Chosen.safeParse(text);
    return parsed.success ? parsed.data : 'used';
  },
  (sort) => sort,
);

export function chooseSort(sort: Sort): void {
  kept.set(sort);
}

export function useSort(): Sort {
  return useStoredValue(kept);
}
