/** Addresses of links and blocks: read back as written, and one never taken for the other. */
import { describe, expect, it } from 'vitest';
import { blockOfHash, formatBlockAddress } from './addresses.ts';
import { draftOfHash } from './draft-address.ts';
import { draftOfLink, formatDraftAddress, formatDraftLink } from './draft-link.ts';
import { createSecret, DraftId, docIdOf, Secret } from './ids.ts';
import { formatJoin, parseJoin } from './join-address.ts';
import { formatLink, parseLink } from './link-addresses.ts';

const secret = createSecret();
const docId = docIdOf(secret);

describe('addresses of links', () => {
  it('read back what they were written from', () => {
    const address = formatLink('https://notes.example', docId, secret);
    expect(parseLink(address)).toEqual({ origin: 'https://notes.example', docId, secret });
  });

  it('are found inside the blanks, brackets and full stops that come with pasting', () => {
    const address = formatLink('http://localhost:8080', docId, secret);
    for (const pasted of [
      `  <${address}>.\n`,
      `(${address})!`,
      `Here it is: “${address}”, see you.`,
      `${address}\u00a0`,
      address.replace('#', '?utm_source=mail#'),
    ]) {
      expect(parseLink(pasted), pasted).toEqual({
        origin: 'http://localhost:8080',
        docId,
        secret,
      });
    }
  });

  it('are read where a program has written their # as something that may stand in a path', () => {
    const address = formatLink('https://notes.example', docId, secret);
    for (const sign of ['%23', '/%23', '?utm_source=mail%23', '?a=%23b#'])
      expect(parseLink(`<${address.replace('#', sign)}>`), sign).toEqual({
        origin: 'https://notes.example',
        docId,
        secret,
      });
  });

  it('may be a path alone', () => {
    expect(parseLink(`/d/${docId}#${secret}`)).toEqual({ origin: null, docId, secret });
  });

  it.each([
    ['no key', `https://notes.example/d/${docId}`],
    ['half a key', `https://notes.example/d/${docId}#${secret.slice(0, 20)}`],
    ['a key in the query', `https://notes.example/d/${docId}?secret=${secret}`],
    ['another id alphabet', `https://notes.example/d/0OIl${docId.slice(4)}#${secret}`],
    ['another scheme', `javascript:/d/${docId}#${secret}`],
    ['text', 'hello'],
  ])('are refused with %s', (_what, address) => {
    expect(parseLink(address)).toBeNull();
  });
});

describe('addresses of blocks', () => {
  it('read back what they were written from', () => {
    const address = formatBlockAddress('https://notes.example', docId, '6Ul5uZ1K~');
    expect(blockOfHash(new URL(address).hash)).toBe('6Ul5uZ1K~');
  });

  it('are never taken for a secret, nor a secret for one', () => {
    const address = formatBlockAddress('https://notes.example', docId, secret);
    expect(parseLink(address)).toBeNull();
    expect(Secret.safeParse(new URL(address).hash.slice(1)).success).toBe(false);
    expect(blockOfHash(`#${secret}`)).toBeNull();
  });

  it.each(['', '#', '#block=', '#block=<b>', '#Block=a'])('are not %j', (hash) => {
    expect(blockOfHash(hash)).toBeNull();
  });
});

it('the address that links a device gives its secret back, and no other address does', () => {
  const secret = createSecret();
  const address = formatJoin('https://write.example', secret);
  expect(address).toBe(`https://write.example/join#${secret}`);
  expect(parseJoin(` <${address}>. `)).toBe(secret);
  expect(parseJoin(`/join#${secret}`)).toBe(secret);
  for (const other of ['', secret, address.slice(0, -1), `https://write.example/d/x#${secret}`]) {
    expect(parseJoin(other), other).toBeNull();
  }
});

describe('addresses of drafts', () => {
  const draft = DraftId.parse('0123456789aB');

  it('read back what they were written from, and are none of a block or a secret', () => {
    const { hash } = new URL(formatDraftAddress('https://notes.example', docId, draft));
    expect(draftOfHash(hash)).toBe(draft);
    expect(blockOfHash(hash)).toBeNull();
    expect(parseLink(`https://notes.example/d/${docId}${hash}`)).toBeNull();
  });

  it.each(['', '#', `#${draft}`, '#draft=', '#draft=short', `#draft=${draft}x`, '#block=abc'])(
    'are none: %j',
    (hash) => {
      expect(draftOfHash(hash)).toBeNull();
    },
  );
});

describe('links to drafts', () => {
  const draft = DraftId.parse('0123456789aB');
  const link = formatDraftLink(formatLink('https://notes.example', docId, secret), draft);

  it('say which draft, whatever a mail adds, and are links to the document', () => {
    expect(draftOfLink(new URL(link).search)).toBe(draft);
    expect(draftOfLink(new URL(link.replace('?', '?utm_source=mail&')).search)).toBe(draft);
    expect(draftOfLink(new URL(link.replace('#', '&fbclid=x#')).search)).toBe(draft);
  });

  it('are read where they are pasted with the draft that they open', () => {
    for (const pasted of [link, `See ${link}.`, link.replace('#', '%23')])
      expect(parseLink(pasted), pasted).toEqual({
        origin: 'https://notes.example',
        docId,
        secret,
        draft,
      });
  });

  it.each(['', '?', '?draft', '?draft=', '?draft=short', `?draft=${draft}x`, `?${draft}`])(
    'open no draft by %j',
    (search) => {
      expect(draftOfLink(search)).toBeNull();
    },
  );
});
