/**
 * A picture made by code: hills behind a bay at dusk, as a PNG.
 *
 * Invariant: the same size gives the same bytes.
 */
import { crc32, deflateSync } from 'node:zlib';

type Color = readonly [number, number, number];

const SKY: readonly [Color, Color] = [
  [68, 92, 128],
  [244, 206, 168],
];
const WATER: Color = [120, 140, 158];
/** From the farthest to the nearest: how high, how long its waves, how dark. */
const HILLS: readonly { height: number; wave: number; color: Color }[] = [
  { height: 0.42, wave: 2.1, color: [142, 138, 158] },
  { height: 0.31, wave: 3.4, color: [98, 106, 128] },
  { height: 0.2, wave: 5.2, color: [56, 72, 88] },
];
/** Where the water begins, from the top. */
const SHORE = 0.78;

export function landscape(width: number, height: number): Uint8Array {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rows.set(colorAt(x / width, y / height), y * (width * 3 + 1) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits each of red, green and blue.
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function colorAt(x: number, y: number): Color {
  if (y > SHORE) return mix(WATER, SKY[1], 0.5 - (y - SHORE) * 1.6);
  let color = mix(SKY[0], SKY[1], y / SHORE);
  for (const hill of HILLS) {
    const wave = Math.sin(x * hill.wave * Math.PI + hill.wave) * 0.35;
    const top = SHORE - hill.height * (0.75 + wave);
    if (y > top) color = hill.color;
  }
  return color;
}

function mix(from: Color, to: Color, share: number): Color {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [at(0), at(1), at(2)];
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
