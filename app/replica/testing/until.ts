/** Waiting for states in tests, never for times. */
import type { Observable } from '../status.ts';

/** Resolves with the first value that fits; a test's own time limit ends a wait in vain. */
export function until<T>(source: Observable<T>, fits: (value: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    let stop = (): void => {};
    const look = (): void => {
      const value = source.get();
      if (!fits(value)) return;
      stop();
      resolve(value);
    };
    stop = source.subscribe(look);
    look();
  });
}

/** Whether the server has confirmed all that was written here, and both have what the other has. */
export const isAllThere = (status: { server: string; unconfirmed: number }): boolean =>
  status.server === 'synced' && status.unconfirmed === 0;

/** Resolves as soon as the condition holds, looking again after every turn of the event loop. */
export async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
