/** Every fault there is, in the order of the table. */
import { BAD_NETWORKS } from './bad-networks.ts';
import { BROWSER_FAULTS } from './browser.ts';
import { olderBackup, rowDamaged } from './data-damaged.ts';
import { diskFull } from './disk-full.ts';
import type { Fault } from './fault.ts';
import { frameLost } from './frame-lost.ts';
import { serverKilled } from './server-killed.ts';

export const FAULTS: readonly Fault[] = [
  serverKilled,
  // It needs prlimit, which only Linux has.
  ...(process.platform === 'linux' ? [diskFull] : []),
  frameLost,
  ...BAD_NETWORKS,
  rowDamaged,
  olderBackup,
  ...BROWSER_FAULTS,
];
