/**
 * How a document is to look, for everybody: its icon, how wide its lines are and in which letters it
 * is set. Registers in the map `meta`, one for each, of which the last one written counts.
 *
 * Invariant: what stands there may have been written by anybody: what this build does not know is the
 * usual look, and stays.
 */

export type Look = 'icon' | 'width' | 'face';

/** The icon of a document, one emoji, from what stands in the register; '' for none. */
export function iconIn(value: unknown): string {
  // Signs of which emoji are made, not digits alone, and no more than the longest one has.
  const isEmoji =
    typeof value === 'string' && /^(?!\d+$)[\p{Emoji}\p{Emoji_Component}]{1,10}$/u.test(value);
  return isEmoji ? value : '';
}
