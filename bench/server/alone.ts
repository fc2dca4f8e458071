/**
 * How soon somebody who types alone hears that the disk has it.
 *
 * Invariant: no figure is less than it took. The server's traces say how long it was from the coming
 * of an update until the disk had it; all the rest of the time until its author heard is counted, so
 * both ways over the network are.
 */
import { cleanUp } from '../../sync-server/testing/clean-up.ts';
import { Collector, type SentSpan } from '../../sync-server/testing/collector.ts';
import { pause, withServer } from './measure.ts';
import { Person } from './person.ts';
import type { Subject } from './subjects.ts';

const KEY_MS = 100;
const WARM_UP_KEYS = 50;

/** Milliseconds for each key; null for a server that tells nothing of the disk. */
export async function alone(subject: Subject, seconds: number): Promise<readonly number[] | null> {
  if (subject.confirms !== 'durable') return null;
  const collector = await Collector.start();
  const env = {
    ...subject.program.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: '1',
  };
  try {
    return await withServer(
      { ...subject, program: { ...subject.program, env } },
      async (server) => {
        const person = await Person.join(server.port, subject.newRoom());
        const confirmed: number[] = [];
        const keys = WARM_UP_KEYS + (seconds * 1_000) / KEY_MS;
        for (let key = 0; key < keys; key++) {
          const answered = new Promise<number>((resolve) => {
            person.listener = {
              answered: (sentAt, at) => resolve(at - sentAt),
              heard: () => undefined,
            };
          });
          person.type();
          confirmed.push(await answered);
          await pause(KEY_MS);
        }
        await person.leave();
        const traces = await collector.traces(keys, ['update', 'store']);
        traces.sort(([one], [other]) => Number(one!.start - other!.start));
        if (traces.length !== keys) throw new Error(`${traces.length} traces of ${keys} keys.`);
        return confirmed.map((ms, key) => ms - untilOnDisk(traces[key]!)).slice(WARM_UP_KEYS);
      },
    );
  } finally {
    await cleanUp();
  }
}

function untilOnDisk(trace: readonly SentSpan[]): number {
  const came = trace.find(({ name }) => name === 'update')!.start;
  const stored = trace.find(({ name }) => name === 'store')!.end;
  return Number(stored - came) / 1e6;
}
