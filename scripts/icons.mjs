/**
 * `node scripts/icons.mjs`: makes the pictures an installed app is shown by, from `icon.svg`. They are
 * kept; run it when that drawing changes.
 *
 * Invariant: what may be cut to any shape (maskable) fills its square and has the drawing in the
 * middle four fifths, which every shape shows.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from './parts/chromium.mjs';
import { ROOT } from './parts/run.mjs';
import { main, say } from './parts/say.mjs';

const FOLDER = join(ROOT, 'app/public');
const MASKABLE = 0.8;
/** Signs of the shortcuts, drawn as lucide draws them, 24 by 24. */
const SIGNS = {
  new: '<path d="M5 12h14M12 5v14"/>',
  search: '<circle cx="11" cy="11" r="7"/><path d="m20 20-4-4"/>',
};

/** @param {string} drawing @param {string} ground @param {number} part of the square it takes */
function page(drawing, ground, part) {
  const side = `${part * 100}vmin`;
  return `<!doctype html><style>
    body { margin: 0; height: 100vh; display: grid; place-items: center; background: ${ground} }
    svg { display: block; width: ${side}; height: ${side} }
  </style>${drawing}`;
}

await main(async () => {
  const icon = await readFile(join(FOLDER, 'icon.svg'), 'utf8');
  const ground = /<rect[^>]* fill="(#[\da-f]{6})"/.exec(icon)?.[1];
  const ink = /stroke="(#[\da-f]{6})"/.exec(icon)?.[1];
  if (!ground || !ink) throw new Error('icon.svg has no ground and no ink of its own any more.');
  const sign = (name) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="${ink}"
      stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${SIGNS[name]}</svg>`;
  const pictures = [192, 512].flatMap((size) => [
    { name: `icon-${size}`, size, html: page(icon, 'transparent', 1) },
    { name: `icon-maskable-${size}`, size, html: page(icon, ground, MASKABLE) },
  ]);
  for (const name of Object.keys(SIGNS))
    pictures.push({ name: `shortcut-${name}`, size: 96, html: page(sign(name), ground, 0.6) });

  const executablePath = await findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const tab = await browser.newPage();
    for (const { name, size, html } of pictures) {
      await tab.setViewportSize({ width: size, height: size });
      await tab.setContent(html);
      const png = await tab.screenshot({ omitBackground: true });
      await writeFile(join(FOLDER, `${name}.png`), png);
      say(`${name}.png, ${png.length} bytes`);
    }
  } finally {
    await browser.close();
  }
  return 0;
});
