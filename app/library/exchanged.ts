/** Waits for a replica that nobody looks at: until it has exchanged everything, or cannot. */
import type { Observable, ReplicaStatus } from '../replica/status.ts';

/** How long one document may take, ms. */
const ONE_WITHIN_MS = 30_000;

/** Whether server and device have the same, safely; or the server refuses it; or neither for now. */
export function exchanged(
  status: Observable<ReplicaStatus>,
): Promise<'here' | 'refused' | 'offline'> {
  return new Promise((resolve) => {
    const end = (how: 'here' | 'refused' | 'offline') => {
      clearTimeout(timer);
      stop();
      resolve(how);
    };
    const check = () => {
      const { server, device } = status.get();
      if (server === 'refused') end('refused');
      else if (server === 'offline' || device === 'failed') end('offline');
      else if (server === 'synced' && device === 'saved') end('here');
    };
    const timer = setTimeout(() => end('offline'), ONE_WITHIN_MS);
    const stop = status.subscribe(check);
    check();
  });
}
