/** Whose limits a request counts for. */
import { expect, test } from 'vitest';
import { addressOfRequest, hostsOf, originAllowed } from './origin.ts';
import { AddressLimit, neighbourhoodOf } from './rates.ts';

const from = (remoteAddress: string, forwarded?: string, trustProxy = 0) =>
  addressOfRequest(
    { trustProxy },
    {
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      socket: { remoteAddress },
    },
  );

test('everybody with IPv4 has limits of their own, also where it comes as IPv6', () => {
  expect(from('192.0.2.7')).toBe('192.0.2.7');
  // As programs, proxies and translators between the two write it.
  for (const written of ['::ffff:192.0.2.7', '::FFFF:c000:207', '0:0:0:0:0:ffff:192.0.2.7'])
    expect([written, from(written)]).toEqual([written, '192.0.2.7']);
  for (const written of ['64:ff9b::192.0.2.7', '64:ff9b::c000:207', '0064:ff9b:0:0:0:0:c000:0207'])
    expect([written, from(written)]).toEqual([written, '192.0.2.7']);
  expect(from('64:ff9b::a')).not.toBe(from('64:ff9b::c000:207'));
});

test('all the addresses of one IPv6 network share theirs', () => {
  expect(from('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::');
  expect(from('2001:0db8:0001:0002::9')).toBe('2001:db8:1:2::');
  expect(from('2001:db8::1')).toBe('2001:db8:0:0::');
  expect(from('fe80::1%eth0')).toBe('fe80:0:0:0::');
  expect(from('::1')).toBe('0:0:0:0::');
  expect(from('2001:db8:1:3::1')).not.toBe(from('2001:db8:1:2::1'));
});

test('what a proxy says counts only as far as proxies are trusted', () => {
  const claimed = '198.51.100.1, 203.0.113.5';
  expect(from('192.0.2.7', claimed)).toBe('192.0.2.7');
  expect(from('192.0.2.7', claimed, 1)).toBe('203.0.113.5');
  expect(from('192.0.2.7', claimed, 2)).toBe('198.51.100.1');
  expect(from('192.0.2.7', undefined, 1)).toBe('192.0.2.7');
  expect(from('192.0.2.7', '2001:db8::5', 1)).toBe('2001:db8:0:0::');
});

test('a port that a proxy writes makes no other address of it', () => {
  expect(from('192.0.2.7', '203.0.113.5:4711', 1)).toBe('203.0.113.5');
  expect(from('192.0.2.7', '[2001:db8::5]:4711', 1)).toBe('2001:db8:0:0::');
  expect(from('192.0.2.7', '[2001:db8::5]', 1)).toBe('2001:db8:0:0::');
  expect(from('192.0.2.7', '::ffff:203.0.113.5', 1)).toBe('203.0.113.5');
});

test('a page of this server is known by its address, however a proxy writes that', () => {
  const page = { origin: 'https://docs.example.org', host: 'docs.example.org' };
  const proxied = (forwarded: string, trustProxy = 1) => ({
    isAllowed: originAllowed(
      { allowedOrigins: [], trustProxy },
      { ...page, host: '10.0.0.7:8080', 'x-forwarded-host': forwarded },
    ),
    hosts: hostsOf(
      { allowedOrigins: [], trustProxy },
      { ...page, host: '10.0.0.7:8080', 'x-forwarded-host': forwarded },
    ),
  });
  const known = { isAllowed: true, hosts: expect.arrayContaining(['docs.example.org']) };
  expect(proxied('docs.example.org')).toEqual(known);
  // The usual port, capital letters, and one address for each proxy.
  expect(proxied('docs.example.org:443')).toEqual(known);
  expect(proxied('Docs.Example.ORG')).toEqual(known);
  expect(proxied('docs.example.org, inner.example.org', 2)).toEqual(known);
  expect(proxied('evil.example.com, docs.example.org')).toEqual(known);
  for (const other of [
    'docs.example.org:8443',
    'evil.example.com',
    'docs.example.org@evil.example',
  ])
    expect(proxied(other).isAllowed).toBe(false);
  const direct = (host: string, origin: string) =>
    originAllowed({ allowedOrigins: [], trustProxy: 0 }, { origin, host });
  expect(direct('docs.example.org:443', 'https://docs.example.org')).toBe(true);
  expect(direct('docs.example.org:80', 'http://docs.example.org')).toBe(true);
  expect(direct('DOCS.example.org:8080', 'http://docs.example.org:8080')).toBe(true);
  expect(direct('docs.example.org:443', 'http://docs.example.org')).toBe(false);
});

test('a larger IPv6 network has the limits of eight small ones', () => {
  const limit = new AddressLimit(5);
  const takenBy = (networks: number) =>
    Array.from({ length: networks }, (_, index) => from(`2001:db8:1:${index.toString(16)}::1`))
      .flatMap((address) => Array.from({ length: 9 }, () => limit.take(address, 1)))
      .filter(Boolean).length;
  expect(takenBy(1)).toBe(5);
  expect(takenBy(1000)).toBe(35);
  expect(limit.take(from('2001:db8:2::1'), 1)).toBe(true);
  expect(neighbourhoodOf('192.0.2.7')).toBe('192.0.2.0/24');
});
