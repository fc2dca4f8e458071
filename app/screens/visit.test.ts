// @vitest-environment jsdom
/** Coming by a link: its secret leaves the address bar at once, and is not lost on the way. */
import { beforeEach, describe, expect, it } from 'vitest';
import { documentPath } from '../../shared/access/addresses.ts';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { finishVisit, takeVisit } from './visit.ts';

const secret = createSecret();
const docId = docIdOf(createSecret());

beforeEach(() => history.replaceState(null, '', '/'));

describe('a visit by link', () => {
  it('leaves no secret in the address bar', () => {
    history.replaceState(null, '', `${documentPath(docId)}#${secret}`);
    expect(takeVisit()).toEqual({ docId, secret });
    expect(location.href).not.toContain(secret);
    expect(location.pathname).toBe(documentPath(docId));
  });

  it.each(['.', ')', '%20', '%E2%80%9D', '>,'])(
    'does without the %s that a message put behind the link',
    (mark) => {
      history.replaceState(null, '', `${documentPath(docId)}#${secret}${mark}`);
      expect(takeVisit()).toEqual({ docId, secret });
      expect(location.hash).toBe('');
    },
  );

  it('survives a reload until the library keeps it', () => {
    history.replaceState(null, '', `${documentPath(docId)}#${secret}`);
    takeVisit();
    expect(takeVisit()).toEqual({ docId, secret });
    finishVisit();
    expect(takeVisit()).toBeNull();
  });

  it.each(['nonsense', `${secret}x`, '%00'])('with the broken key %s is no visit', (key) => {
    history.replaceState(null, '', `${documentPath(docId)}#${key}`);
    expect(takeVisit()).toBeNull();
    expect(location.hash).toBe('');
  });

  it('needs a document: a key on another page is dropped', () => {
    history.replaceState(null, '', `/settings#${secret}`);
    expect(takeVisit()).toBeNull();
    expect(location.hash).toBe('');
  });

  it.each(['#draft=', '#draft=0123456789aB&x=1', '#6Ul5uZ1K=draft='])(
    'is none with what is neither, which does not stay: %s',
    (hash) => {
      history.replaceState(null, '', documentPath(docId) + hash);
      expect(takeVisit()).toBeNull();
      expect(location.hash).toBe('');
    },
  );

  it.each(['#block=6Ul5uZ1K', '#draft=0123456789aB'])(
    'is none with the address of a block or a draft, which stays: %s',
    (hash) => {
      history.replaceState(null, '', documentPath(docId) + hash);
      expect(takeVisit()).toBeNull();
      expect(location.hash).toBe(hash);
    },
  );
});
