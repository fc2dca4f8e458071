/**
 * Stands for `lib0/logging` in the built app: what Yjs has to say goes to the console as it is.
 *
 * Invariant: exports what Yjs uses of that module. The module itself brings styles of the console,
 * elements and images along, which the first load of a document would have to wait for.
 */
export const BOLD = '';
export const UNBOLD = '';
export const ORANGE = '';
export const RED = '';

export function print(...words: unknown[]): void {
  console.log(...words.filter((word) => word !== ''));
}

export function warn(...words: unknown[]): void {
  console.warn(...words);
}
