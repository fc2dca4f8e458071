/** Texts at which a Yjs with `planted-faults.ts` fails, for tests that must not have that one. */
export const ENDLESS = 'this never ends';
export const ALL_MEMORY = 'this takes all memory';
