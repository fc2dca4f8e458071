/**
 * Where on a page one was, kept by this device for the next time: the latest pages only.
 *
 * Invariant: what a place says is nobody's affair here; whoever reads it checks it.
 */

const KEY = 'driftless.places';
/** A place is a few hundred characters. */
const MOST_PLACES = 200;
const MOST_CHARACTERS = 2000;

export function storedPlace(name: string): unknown {
  return readPlaces().find(([other]) => other === name)?.[1] ?? null;
}

/** Keeps a place; null forgets it. */
export function storePlace(name: string, place: unknown): void {
  const others = readPlaces().filter(([other]) => other !== name);
  const isKept = place !== null && JSON.stringify(place).length <= MOST_CHARACTERS;
  const places = isKept ? [[name, place], ...others].slice(0, MOST_PLACES) : others;
  try {
    if (places.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(places));
  } catch {
    // No room, or no storage in this browser: the next time begins at the top.
  }
}

/** The latest first. */
function readPlaces(): [string, unknown][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter(
      (entry): entry is [string, unknown] =>
        Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string',
    );
  } catch {
    // No storage in this browser, or not our JSON: nothing is kept.
    return [];
  }
}
