/**
 * The emoji this person chose last, kept on this device.
 *
 * Invariant: what is read back is parsed; where nothing can be kept, nothing is remembered.
 */
const KEY = 'driftless.emoji';
const MOST = 24;

/** Names, the latest first. */
export function recentEmoji(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter((name) => typeof name === 'string').slice(0, MOST);
  } catch {
    // No storage in this browser, or not our JSON: there are none.
    return [];
  }
}

export function noteEmoji(name: string): void {
  const names = [name, ...recentEmoji().filter((other) => other !== name)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(names));
  } catch {
    // No storage, or none left: the order is that of the names.
  }
}
