/** Every fault there is, in the order of the table. */
// First of all: what follows keeps `Date.now` for itself.
import './clock.ts';
import { aWeek } from './a-week.ts';
import { BAD_NETWORKS } from './bad-networks.ts';
import { STORAGE_FAULTS } from './browser-storage.ts';
import { CLUSTER_FAULTS } from './cluster-faults.ts';
import { olderBackup, rowDamaged } from './data-damaged.ts';
import type { Fault } from './fault.ts';
import { frameLost } from './frame-lost.ts';
import { HOSTILE_FAULTS } from './hostile.ts';
import { ROUTER_FAULTS } from './routers.ts';
import { serverKilled } from './server-killed.ts';
import { STORE_FAULTS } from './store-fails.ts';
import { TAB_FAULTS } from './tabs.ts';
import { VERSION_FAULTS } from './versions.ts';

export const FAULTS: readonly Fault[] = [
  serverKilled,
  ...STORE_FAULTS,
  ...CLUSTER_FAULTS,
  frameLost,
  ...BAD_NETWORKS,
  ...ROUTER_FAULTS,
  rowDamaged,
  olderBackup,
  ...TAB_FAULTS,
  ...STORAGE_FAULTS,
  ...VERSION_FAULTS,
  ...HOSTILE_FAULTS,
  aWeek,
];
