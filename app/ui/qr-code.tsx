/**
 * A text as a QR code, for a camera to read.
 *
 * Invariant: dark on light in both themes, with light around it, because many readers want that.
 */
import { type ReactNode, useMemo } from 'react';
import { encode } from 'uqr';
import styles from './qr-code.module.css';

/** Light modules around the code, as its standard asks for. */
const BORDER = 4;

/** `label` says to those who do not see it what the code is for. */
export function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const { size, path } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={styles.code}
    >
      <rect width={size} height={size} className={styles.light} />
      <path d={path} className={styles.dark} />
    </svg>
  );
}

/** One path for all dark modules: those beside each other in a row are one rectangle. */
function drawn(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  let path = '';
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      path += `M${start} ${y}h${x + 1 - start}v1H${start}z`;
    }
  }
  return { size, path };
}
