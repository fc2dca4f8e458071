/**
 * Replicas in React.
 *
 * Invariant: a component holds a replica exactly as long as it is mounted. A rendering that React
 * throws away, or a mount that it repeats (StrictMode), neither leaks a replica nor ends one.
 */
import { type DependencyList, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Replica } from './open-replica.ts';
import type { ReplicaStatus } from './status.ts';

/** How long a rendering may take to be mounted before its replica is let go, ms. */
const MOUNT_WITHIN_MS = 60_000;

/**
 * Opens a replica with the first rendering and whenever `deps` change; closes it at the end.
 *
 * @param open makes the replica, such as `() => openReplica({ name: docId, secret })`
 * @param deps what `open` depends on
 */
export function useReplica(
  open: () => Replica,
  deps: DependencyList,
): { replica: Replica; status: ReplicaStatus } {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names them, as for an effect
  const lease = useMemo(() => new Lease(open()), deps);
  useEffect(() => {
    lease.claim();
    return () => lease.giveBack();
  }, [lease]);
  return { replica: lease.replica, status: useStatus(lease.replica) };
}

/** What a replica says about itself, kept current. */
export function useStatus(replica: Replica): ReplicaStatus {
  const { subscribe, get } = replica.status;
  return useSyncExternalStore(subscribe, get, get);
}

/** Closes its replica when nobody has claimed it for a while, or it was given back for good. */
class Lease {
  readonly replica: Replica;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(replica: Replica) {
    this.replica = replica;
    this.#closeAfter(MOUNT_WITHIN_MS);
  }

  claim(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  giveBack(): void {
    // A repeated mount follows in the same turn.
    this.#closeAfter(0);
  }

  #closeAfter(ms: number): void {
    this.claim();
    this.#timer = setTimeout(() => {
      this.replica.close().catch((error: unknown) => {
        console.error('A replica could not be closed.', error);
      });
    }, ms);
  }
}
