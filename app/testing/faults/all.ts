/** Every fault there is, in the order of the table. */
// First of all: what follows keeps `Date.now` for itself.
import './clock.ts';
import { BAD_NETWORKS } from './bad-networks.ts';
import { STORAGE_FAULTS } from './browser-storage.ts';
import { olderBackup, rowDamaged } from './data-damaged.ts';
import type { Fault } from './fault.ts';
import { frameLost } from './frame-lost.ts';
import { hostile } from './hostile.ts';
import { serverKilled } from './server-killed.ts';
import { STORE_FAULTS } from './store-fails.ts';
import { TAB_FAULTS } from './tabs.ts';
import { VERSION_FAULTS } from './versions.ts';

export const FAULTS: readonly Fault[] = [
  serverKilled,
  ...STORE_FAULTS,
  frameLost,
  ...BAD_NETWORKS,
  rowDamaged,
  olderBackup,
  ...TAB_FAULTS,
  ...STORAGE_FAULTS,
  ...VERSION_FAULTS,
  hostile,
];
