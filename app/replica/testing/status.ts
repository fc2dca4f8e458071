/** What a replica says of itself where all is well, and where something is otherwise. */
import { type ReplicaStatus, statusAtFirst } from '../status.ts';

export function statusOf(change: Partial<ReplicaStatus> = {}): ReplicaStatus {
  return { ...statusAtFirst('synced'), device: 'saved', ...change };
}
