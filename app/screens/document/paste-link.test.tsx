// @vitest-environment jsdom
/** A link that is pasted where another one opens nothing leads to what it says. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { documentPath } from '../../../shared/access/addresses.ts';
import { draftOfHash } from '../../../shared/access/draft-address.ts';
import { formatDraftLink } from '../../../shared/access/draft-link.ts';
import { createSecret, type DraftId, docIdOf } from '../../../shared/access/ids.ts';
import { formatLink } from '../../../shared/access/link-addresses.ts';
import { PasteLink } from './PasteLink.tsx';

const secret = createSecret();
const docId = docIdOf(createSecret());

/** What the document is visited by once this was pasted. */
async function visitBy(pasted: string): Promise<unknown[]> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const visits: unknown[] = [];
  const frame = document.body.appendChild(document.createElement('div'));
  const root = createRoot(frame);
  await act(async () => root.render(<PasteLink onVisit={(...visit) => visits.push(...visit)} />));
  const field = frame.querySelector('input')!;
  // An address reads so whatever the interface does: else its beginning stands at its end.
  expect(field.dir).toBe('ltr');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, pasted);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => frame.querySelector('form')!.requestSubmit());
  await act(async () => root.unmount());
  return visits;
}

test('to a document', async () => {
  const link = formatLink(location.origin, docId, secret);
  expect(await visitBy(link)).toEqual([docId, secret, documentPath(docId)]);
});

test('to a draft of one', async () => {
  const draft = '0123456789aB' as DraftId;
  const link = formatDraftLink(formatLink(location.origin, docId, secret), draft);
  const visit = await visitBy(link);
  const address = new URL(String(visit.pop()), location.href);
  expect(visit).toEqual([docId, secret]);
  expect(address.pathname).toBe(documentPath(docId));
  expect(draftOfHash(address.hash)).toBe(draft);
});
