/** Which part of the library an address shows. */
import { expect, it } from 'vitest';
import { folderPath } from './folder-path.ts';
import { SHARED_PATH, TRASH_PATH, viewOf } from './view.ts';

it.each([
  ['/', { kind: 'all' }],
  [folderPath(null), { kind: 'all' }],
  [TRASH_PATH, { kind: 'trash' }],
  [SHARED_PATH, { kind: 'shared' }],
  [folderPath('0123456789aB'), { kind: 'folder', folder: '0123456789aB' }],
  ['/?folder=nonsense', { kind: 'all' }],
  ['/?view=nothing', { kind: 'all' }],
])('the address %s shows its part of the library', (address, view) => {
  expect(viewOf(address)).toEqual(view);
});
