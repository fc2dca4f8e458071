/**
 * What a replica says about itself, and the small store that holds it.
 *
 * Invariant: a snapshot is never changed in place, and a new one is made only when a value in it
 * differs, so that React can compare snapshots by identity.
 */
import type { Role } from '../../shared/access/roles.ts';
import type { ErrorCode } from '../../shared/protocol/errors.ts';

/** Whether the text is on this device. */
export type DeviceState = 'opening' | 'saved' | 'saving' | 'failed';

/** Whether the text is on the server. */
export type ServerState = 'offline' | 'connecting' | 'synced' | 'sending' | 'refused';

/** Why nothing can be kept here; the catalogue has the words. */
export interface DeviceProblem {
  reason: 'unavailable' | 'quota' | 'blocked' | 'closed' | 'unknown' | 'unreadable';
}

export interface ReplicaStatus {
  device: DeviceState;
  deviceProblem: DeviceProblem | null;
  server: ServerState;
  /** Changes made on this device that the server has not confirmed as durable. */
  unconfirmed: number;
  refusal: ErrorCode | null;
  /** What the server said one may do, or null while it has not. */
  role: Role | null;
  /** Whether the server said that something is said about the document. */
  hasDiscussion: boolean;
  /** Whether the server said that one is not told who wrote what when. */
  hidesHistory: boolean;
  /** Whether the server said that one may suggest changes; earlier servers never do. */
  maySuggest: boolean;
  /** Whether a network without WebSockets makes it ask the server every few seconds. */
  isPolling: boolean;
  /** Why nothing is confirmed for the moment, if the server said so; it goes on by itself. */
  trouble: ErrorCode | null;
  /** When the server last had everything, ms since 1970. */
  syncedAt: number | null;
  /** When what is shown here was last found to be the same as on the server, ms since 1970. */
  checkedAt: number | null;
  /**
   * Up to which row of the server's log, at least, everything is here; null where that is not known.
   */
  checkedSequence: number | null;
  /** Whether it was found to be something else, also after all was exchanged once more. */
  differs: boolean;
}

/** What is said before anything is known: it is being opened here, and elsewhere as `server` says. */
export function statusAtFirst(server: ServerState): ReplicaStatus {
  return {
    device: 'opening',
    deviceProblem: null,
    server,
    unconfirmed: 0,
    refusal: null,
    role: null,
    hasDiscussion: false,
    hidesHistory: false,
    maySuggest: false,
    trouble: null,
    isPolling: false,
    syncedAt: null,
    checkedAt: null,
    checkedSequence: null,
    differs: false,
  };
}

/** What counts of something that a replica speaks for, too. */
export type IncludedStatus = Pick<
  ReplicaStatus,
  'device' | 'deviceProblem' | 'server' | 'unconfirmed' | 'trouble'
>;

/**
 * What a document's replica says when it speaks for its discussion, too. Only what is written there
 * counts, not whether others' words have come from there: the text is what one waits for.
 */
export function withIncluded(own: ReplicaStatus, other: IncludedStatus): ReplicaStatus {
  const isWaiting = own.server === 'synced' && other.unconfirmed > 0;
  return {
    ...own,
    device:
      own.device === 'failed' || other.device === 'failed'
        ? 'failed'
        : own.device === 'saved' && other.device === 'saving'
          ? 'saving'
          : own.device,
    deviceProblem: own.deviceProblem ?? other.deviceProblem,
    server: !isWaiting ? own.server : other.server === 'synced' ? 'sending' : other.server,
    unconfirmed: own.unconfirmed + other.unconfirmed,
    trouble: own.trouble ?? other.trouble,
  };
}

/** Something that can be read at any time and tells when it changed. */
export interface Observable<T> {
  get(): T;
  /** Calls `listener` after each change; returns how to stop it. */
  subscribe(listener: () => void): () => void;
}

export interface Store<T extends object> extends Observable<T> {
  /** Takes over the given values; tells listeners only if one differs. */
  update(values: Partial<T>): void;
  /** Tells listeners that something beside the values changed. */
  touch(): void;
}

export function createStore<T extends object>(initial: T): Store<T> {
  let snapshot = initial;
  const listeners = new Set<() => void>();
  const replace = (next: T): void => {
    snapshot = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    get: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update(values) {
      const keys = Object.keys(values) as (keyof T)[];
      if (keys.some((key) => !Object.is(values[key], snapshot[key]))) {
        replace({ ...snapshot, ...values });
      }
    },
    touch: () => replace({ ...snapshot }),
  };
}
