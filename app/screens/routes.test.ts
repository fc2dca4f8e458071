import { expect, it } from 'vitest';
import { documentPath } from '../../shared/access/addresses.ts';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { folderPath, SHARED_PATH, TRASH_PATH } from '../library/view.ts';
import { LIBRARY_PATH, readRoute, SETTINGS_PATH } from './routes.ts';

const docId = docIdOf(createSecret());

it.each([
  [LIBRARY_PATH, { screen: 'library', view: { kind: 'all' } }],
  [TRASH_PATH, { screen: 'library', view: { kind: 'trash' } }],
  [SHARED_PATH, { screen: 'library', view: { kind: 'shared' } }],
  [
    folderPath('0123456789aB'),
    { screen: 'library', view: { kind: 'folder', folder: '0123456789aB' } },
  ],
  ['/?folder=nonsense', { screen: 'library', view: { kind: 'all' } }],
  [SETTINGS_PATH, { screen: 'settings' }],
  ['/settings/', { screen: 'settings' }],
  ['/join', { screen: 'join' }],
  [documentPath(docId), { screen: 'document', docId }],
  [`${documentPath(docId)}/`, { screen: 'document', docId }],
])('the address %s shows its screen', (address, route) => {
  expect(readRoute(address)).toEqual(route);
});

it.each([
  '/d',
  '/d/',
  '/d/short',
  `/d/${docId}/x`,
  '/d/0OIl0OIl0OIl0OIl0',
  '/Settings',
  '/x',
  '//',
])('the address %s means nothing', (address) => {
  expect(readRoute(address)).toEqual({ screen: 'unknown' });
});
