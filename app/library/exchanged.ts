/** Waits for a replica that nobody looks at: until it has exchanged everything, or cannot. */
import type { Observable, ReplicaStatus } from '../replica/status.ts';

/** How long one document may take, ms; over a bad line what is being sent may take longer. */
const ONE_WITHIN_MS = 30_000;
const SENT_WITHIN_MS = 600_000;

/** Whether server and device have the same, safely; or the server refuses it; or neither for now. */
export function exchanged(
  status: Observable<ReplicaStatus>,
): Promise<'here' | 'refused' | 'offline'> {
  return new Promise((resolve) => {
    const began = performance.now();
    const end = (how: 'here' | 'refused' | 'offline') => {
      clearInterval(timer);
      stop();
      resolve(how);
    };
    const check = () => {
      const { server, device, trouble } = status.get();
      const ms = performance.now() - began;
      const isSending = server === 'sending' && trouble === null;
      if (server === 'refused') end('refused');
      else if (server === 'offline' || device === 'failed') end('offline');
      else if (server === 'synced' && device === 'saved') end('here');
      else if (ms >= (isSending ? SENT_WITHIN_MS : ONE_WITHIN_MS)) end('offline');
    };
    const timer = setInterval(check, ONE_WITHIN_MS);
    const stop = status.subscribe(check);
    check();
  });
}
