/** Texts at which a Yjs with `planted-faults.ts` fails, or waits for another thread, for tests that must not have that one. */
export const ENDLESS = 'this never ends';
export const ALL_MEMORY = 'this takes all memory';
export const WAITS = 'this waits for another thread';
