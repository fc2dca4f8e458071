/** Archives as other programs write them, large ones too: what is in them is found and read. */
import { strToU8, Zip, ZipPassThrough, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { MAX_ATTACHMENT_BYTES } from '../../shared/protocol/limits.ts';
import { unpack } from './read-archive.ts';
import { readZip } from './zip.ts';

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

/** As `zipSync` writes it, with these bytes in the place of a name that is as long, and not said to be UTF-8. */
function named(path: Uint8Array, more: Record<string, string> = {}): File {
  const name = '#'.repeat(path.length);
  const texts = { [name]: 'text', ...more };
  const packed = zipSync(
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, strToU8(text)])),
  );
  for (let at = 0; at < packed.length; at++)
    if (packed.subarray(at, at + path.length).every((byte) => byte === 0x23)) packed.set(path, at);
  return new File([packed as Uint8Array<ArrayBuffer>], 'a.zip');
}

test.each([
  ['UTF-8, as a Mac writes it without saying so', strToU8('Übung/Ñandú.md'), 'Übung/Ñandú.md'],
  [
    'the letters of old computers, as Windows does',
    Uint8Array.from([0x9a, ...strToU8('bung/'), 0xa5, ...strToU8('and'), 0xa3, ...strToU8('.md')]),
    'Übung/Ñandú.md',
  ],
  ['with the sign between folders of Windows', strToU8('Notes\\One.md'), 'Notes/One.md'],
  ['from the folder it was made in', strToU8('./Notes/One.md'), 'Notes/One.md'],
])('a path is read as it was meant: %s', async (_, written, path) => {
  expect([...(await unpack(named(written))).keys()]).toEqual([path]);
});

test('what unpacks to more than the list says, or to something else, is not given', async () => {
  const packed = zipSync({ 'img/a.png': new Uint8Array(5_000_000) });
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const list = view.getUint32(packed.length - 6, true);
  const said = { size: view.getUint32(list + 24, true), sum: view.getUint32(list + 16, true) };
  expect(said.size).toBe(5_000_000);
  for (const [at, value] of [
    [24, 10],
    [16, said.sum ^ 1],
  ] as const) {
    const bytes = packed.slice();
    new DataView(bytes.buffer).setUint32(list + at, value, true);
    const file = new File([bytes as Uint8Array<ArrayBuffer>], 'a.zip');
    const [part] = await readZip(file);
    await expect(part!.read()).rejects.toThrow();
  }
});
