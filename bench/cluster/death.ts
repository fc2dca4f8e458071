/**
 * What becomes of people when one of several servers dies in the middle of what they write.
 *
 * Invariant: what somebody was told is confirmed is looked for at the servers that are left, whether
 * or not their device came back with it.
 */
import { type Filled, fill, pause, settle, type } from '../server/measure.ts';
import { Person } from '../server/person.ts';
import type { ServerProcess } from '../server/server-process.ts';
import type { Subject } from '../server/subjects.ts';

export interface Death {
  /** Milliseconds from the death until somebody at another server had all confirmed that they brought along. */
  readonly back: readonly number[];
  /** Characters of theirs that had been confirmed to those whose devices went with the server. */
  readonly confirmed: number;
  /** How many of these no server has any more. */
  readonly lost: number;
}

const BEFORE_MS = 4_000;
const AFTER_MS = 3_000;

/**
 * People of every other document are all at the server that dies, as behind a balancer that hashes;
 * of the others at one server after the other. Of those who are there every second one has their
 * device gone in the same moment, and the others come to the next server at once.
 */
export async function deathOf(
  [dying, ...left]: readonly ServerProcess[],
  subject: Subject,
  documents: number,
  peopleInEach: number,
  keysPerSecond: number,
): Promise<Death> {
  const next = left[0];
  if (dying === undefined || next === undefined) throw new Error('There is nowhere to go.');
  const rooms: Filled[] = [];
  for (let each = 0; each < documents; each++) {
    const places = each % 2 === 0 ? [dying] : [dying, ...left];
    rooms.push(await fill(places, subject.newRoom(), peopleInEach));
  }
  const gone = new Set<Person>();
  const back: number[] = [];
  const returning: Promise<void>[] = [];
  let diedAt = 0;
  rooms.forEach(({ people }, room) => {
    people.forEach((person, at) => {
      if (room % 2 === 1 && at % (left.length + 1) !== 0) return;
      if ((at + (room >> 1)) % 2 === 0) {
        gone.add(person);
        return;
      }
      returning.push(
        person.whenGone().then(async () => {
          const taken = new Promise<number>((resolve) => {
            person.listener = { answered: (_sentAt, at) => resolve(at), heard: () => undefined };
          });
          await person.rejoin(next.port);
          back.push((await taken) - diedAt);
        }),
      );
    });
  });

  const everyone = rooms.flatMap(({ people }) => people);
  const typing = type(everyone, BEFORE_MS + AFTER_MS, keysPerSecond);
  await pause(BEFORE_MS);
  diedAt = performance.now();
  await dying.kill();
  await Promise.all(returning);
  await typing;
  const living = rooms.map(({ room, people }) => ({
    room,
    people: people.filter((person) => !gone.has(person)),
  }));
  await settle(living);

  let [confirmed, lost] = [0, 0];
  for (const { room, people } of rooms) {
    const guest = await Person.join(next.port, room, true);
    for (const person of people) {
      const missing = Math.max(0, person.confirmed - guest.has(person));
      if (!gone.has(person)) {
        if (missing > 0) throw new Error('What somebody has and was confirmed is not there.');
        continue;
      }
      confirmed += person.confirmed;
      lost += missing;
    }
    await guest.leave();
  }
  return { back, confirmed, lost };
}
