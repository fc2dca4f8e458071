/** Archives as other programs write them, large ones too: what is in them is found and read. */
import { strToU8, Zip, ZipPassThrough } from 'fflate';
import { expect, test } from 'vitest';
import { MAX_ATTACHMENT_BYTES } from '../../shared/protocol/limits.ts';
import { unpack } from './read-archive.ts';

test('more than a gigabyte of pictures comes back, one at a time', async () => {
  const picture = new Uint8Array(MAX_ATTACHMENT_BYTES);
  const sharedPicture = new Blob([picture]);
  const pieces: Blob[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    pieces.push(chunk === picture ? sharedPicture : new Blob([chunk as Uint8Array<ArrayBuffer>]));
  });
  const put = (path: string, bytes: Uint8Array) => {
    const part = new ZipPassThrough(path);
    zip.add(part);
    part.push(bytes, true);
  };
  for (let index = 0; index < 41; index++) put(`img/${index}.png`, picture);
  put('a.md', strToU8('![](img/40.png)\n'));
  zip.end();
  const file = new File(pieces, 'backup.zip');
  expect(file.size).toBeGreaterThan(1024 ** 3);
  const parts = await unpack(file);
  expect(parts.size).toBe(42);
  expect((await parts.get('img/40.png')!.read()).length).toBe(picture.length);
}, 240_000);
