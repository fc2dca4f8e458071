/** What can be chosen of a link, where one is made and where it is changed. */
import { LinkRole } from '../../shared/access/roles.ts';
import { tLazy } from '../i18n/lazy.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long a link works; null is until it is revoked. */
export const LIFETIME_MS = {
  never: null,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
} as const;
export type Lifetime = keyof typeof LIFETIME_MS;
const LIFETIMES: readonly Lifetime[] = ['never', 'day', 'week', 'month'];

export const lifetimeOptions = () =>
  LIFETIMES.map((value) => ({ value, label: tLazy().sharing[value] }));

/** Whether whoever has a link is told who wrote what when. */
export const historyOptions = () => [
  { value: 'shown' as const, label: tLazy().sharing.historyShown },
  { value: 'hidden' as const, label: tLazy().sharing.historyHidden },
];

/** Whether those who may comment with a link may suggest, too. */
export const suggestingOptions = () => [
  { value: 'yes' as const, label: tLazy().sharing.suggests },
  { value: 'no' as const, label: tLazy().sharing.suggestsNot },
];

/** The most a link can allow comes first. */
export const roleOptions = () =>
  [...LinkRole.options].reverse().map((role) => ({ value: role, label: tLazy().roles[role] }));
