/** Who has to go of those that have not shown a secret. */
import { expect, test } from 'vitest';
import { Unproven } from './limits.ts';

/** Those that go when one comes after the other. */
function gone(addresses: readonly string[], mostOfOne: number, mostOfAll: number): string[] {
  const unproven = new Unproven<{ address: string }>();
  return addresses.flatMap((address) => {
    unproven.add({ address });
    return unproven.beyond(address, mostOfOne, mostOfAll).map((one) => one.address);
  });
}

/** Addresses of one person, who was given a /48: as many networks as anybody wants. */
const networks = (count: number, site = '2001:db8:1') =>
  Array.from({ length: count }, (_, network) => `${site}:${network.toString(16)}::`);

test('a large network of IPv6 counts as eight addresses', () => {
  expect(gone(networks(24), 3, 1_000)).toEqual([]);
  expect(gone(networks(26), 3, 1_000)).toEqual(networks(2));
  expect(gone([...networks(24), ...networks(24, '2001:db8:2')], 3, 1_000)).toEqual([]);
});

test('where there are too many, those of the one who has most go, however many addresses', () => {
  const school = Array.from({ length: 10 }, () => '192.0.2.1');
  for (const rest of [networks(30), Array.from({ length: 30 }, () => '198.51.100.1')])
    expect(gone([...rest, ...school], 200, 30)).toEqual(rest.slice(0, 10));
  expect(gone([...school, ...networks(30)], 200, 30)).toEqual(networks(10));
});

test('who has shown one counts no more, for the network either', () => {
  const unproven = new Unproven<{ address: string }>();
  const all = networks(24).map((address) => ({ address }));
  for (const one of all) unproven.add(one);
  for (const one of all) unproven.delete(one);
  for (const address of networks(24)) {
    unproven.add({ address });
    expect(unproven.beyond(address, 3, 24)).toEqual([]);
  }
});
