/** What a replica says of itself where all is well, and where something is otherwise. */
import type { ReplicaStatus } from '../status.ts';

export function statusOf(change: Partial<ReplicaStatus> = {}): ReplicaStatus {
  return {
    device: 'saved',
    deviceProblem: null,
    server: 'synced',
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
    ...change,
  };
}
