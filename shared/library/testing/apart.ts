/** Two devices that change one library apart and meet again, whichever of them comes first. */
import { expect } from 'vitest';
import * as Y from 'yjs';

type Act = (library: Y.Doc) => void;

/**
 * What both see after each did its own, as `read` gives it: for both orders of the two and both of
 * their ids, which decide where Yjs has no other reason. All that is read is the same on both.
 */
export function apart<T>(start: Y.Doc, a: Act, b: Act, read: (library: Y.Doc) => T): T[] {
  const seen: T[] = [];
  for (const [first, second] of [
    [a, b],
    [b, a],
  ] as const) {
    const devices = [first, second].map((act, index) => {
      const device = new Y.Doc();
      device.clientID = 1_000_000 + index;
      Y.applyUpdate(device, Y.encodeStateAsUpdate(start));
      act(device);
      return device;
    });
    const [one, other] = devices.map((device) => Y.encodeStateAsUpdate(device));
    Y.applyUpdate(devices[0]!, other!);
    Y.applyUpdate(devices[1]!, one!);
    const both = devices.map(read);
    expect(both[0]).toEqual(both[1]);
    seen.push(both[0]!);
  }
  return seen;
}
