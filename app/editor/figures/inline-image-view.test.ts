// @vitest-environment jsdom
/** Pictures in a line: shown where their bytes are the document's own, and never from elsewhere. */
import { expect, test } from 'vitest';
import { attachmentAddress } from '../../../shared/document/attachments.ts';
import type { InlineObject } from '../../../shared/document/schema.ts';
import { schema } from '../schema.ts';
import { AttachmentSource } from './attachment-source.ts';
import type { Attachment, Attachments } from './attachments.ts';
import { InlineImageView, lineImage } from './inline-image-view.ts';

const ID = 'a'.repeat(64);
const DOT = 'data:image/png;base64,AA==';

function open(embed: InlineObject, attachmentSource = new AttachmentSource()): InlineImageView {
  return new InlineImageView(schema.node('object', { embed }), lineImage(embed)!, attachmentSource);
}

test.each([
  { object: 'image', src: 'https://example.org/a.png', alt: 'far' },
  { object: 'image', src: 'data:image/svg+xml,<svg/>' },
  { object: 'image' },
  { object: 'mention', src: DOT },
])('is none of ours to show: %j', (embed) => {
  expect(lineImage(embed)).toBeNull();
});

test('a picture that is in its address is shown at once', () => {
  const { dom } = open({ object: 'image', src: DOT, alt: 'a dot' });
  const img = dom.querySelector('img')!;
  expect([img.src, img.alt, dom.textContent]).toEqual([DOT, 'a dot', '']);
});

test('one that is a file of the document says what it is until it is here', () => {
  let told: () => void = () => {};
  let now: Attachment = { url: null, words: 'not here yet', isProblem: false };
  const attachmentSource = new AttachmentSource();
  attachmentSource.set({
    get: () => now,
    watch: (_id: string, _show: boolean, listener: () => void) => {
      told = listener;
      return () => {
        told = () => {};
      };
    },
  } as unknown as Attachments);
  const view = open({ object: 'image', src: attachmentAddress(ID), alt: 'map' }, attachmentSource);
  expect(view.dom.textContent).toBe('map: not here yet');
  now = { url: 'blob:here', words: null, isProblem: false };
  told();
  expect(view.dom.querySelector('img')!.src).toBe('blob:here');
  view.destroy();
  now = { url: null, words: null, isProblem: false };
  told();
  expect(view.dom.querySelector('img')).not.toBeNull();
});
