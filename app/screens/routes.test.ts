/** Which screen an address shows, and which addresses mean nothing. */
import { expect, it } from 'vitest';
import { documentPath } from '../../shared/access/addresses.ts';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { LIBRARY_PATH, readRoute, SETTINGS_PATH } from './routes.ts';

const docId = docIdOf(createSecret());

it.each([
  [LIBRARY_PATH, { screen: 'library' }],
  ['/?view=trash', { screen: 'library' }],
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
