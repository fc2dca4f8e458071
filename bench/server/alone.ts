/**
 * How soon somebody who types alone hears that the disk has it.
 *
 * Invariant: the moment at which the disk has it is the one in the server's own traces, and the one
 * at which it is heard is the client's, by the clock of the machine that both are on.
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
        const heard: number[] = [];
        const keys = WARM_UP_KEYS + (seconds * 1_000) / KEY_MS;
        for (let key = 0; key < keys; key++) {
          const answered = new Promise<number>((resolve) => {
            person.listener = {
              answered: (_sentAt, at) => resolve(performance.timeOrigin + at),
              heard: () => undefined,
            };
          });
          person.type();
          heard.push(await answered);
          await pause(KEY_MS);
        }
        await person.leave();
        const traces = await collector.traces(keys, ['update', 'store']);
        traces.sort(([one], [other]) => Number(one!.start - other!.start));
        if (traces.length !== keys) throw new Error(`${traces.length} traces of ${keys} keys.`);
        const waits = heard.map((at, key) => at - storedAt(traces[key]!));
        if (waits.some((ms) => ms < 0)) throw new Error('The clocks of client and server differ.');
        return waits.slice(WARM_UP_KEYS);
      },
    );
  } finally {
    await cleanUp();
  }
}

/** Milliseconds since 1970. */
function storedAt(trace: readonly SentSpan[]): number {
  return Number(trace.find(({ name }) => name === 'store')!.end) / 1e6;
}
