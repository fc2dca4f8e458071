/**
 * What kind of picture bytes are, told from the bytes themselves.
 *
 * Invariant: bytes get a type under which a browser can show them only as a picture; whatever their
 * file or sender says, they never become a page.
 */
const HEAD_BYTES = 4096;
const NO_PICTURE = 'application/octet-stream';

/** First bytes in Latin-1 → type. */
const SIGNS: readonly [RegExp, string][] = [
  [/^\x89PNG\r\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
  [/^[\s\S]{4}ftypavi[fs]/, 'image/avif'],
  [/^BM/, 'image/bmp'],
  // Shown through <img> only, where nothing in it runs and nothing is loaded.
  [
    /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s/>]/i,
    'image/svg+xml',
  ],
];

/** The same bytes with the type they have. */
export async function withImageType(blob: Blob): Promise<Blob> {
  const head = new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer());
  const type = typeOfImage(head) ?? NO_PICTURE;
  return blob.type === type ? blob : blob.slice(0, blob.size, type);
}

/** The media type of a picture that begins so; null where it is none. */
function typeOfImage(head: Uint8Array): string | null {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  return SIGNS.find(([sign]) => sign.test(text))?.[1] ?? null;
}
