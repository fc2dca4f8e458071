/**
 * What the system is told about the app when somebody installs it.
 *
 * Invariant: each address in it has a screen (screens/routes.ts), and each picture is made by
 * `scripts/icons.mjs` from `public/icon.svg`. The colours are those of `--paper`: a manifest knows no
 * style sheet.
 */
import type { ManifestOptions } from 'vite-plugin-pwa';

/** `--paper` in both themes, as #rrggbb; index.html has them, too. */
export const PAPER = { light: '#fcfbf8', dark: '#1b1916' };

/** A window for each file, so that each is a document that is there to be seen. */
const markdown = {
  action: '/open',
  accept: { 'text/markdown': ['.md', '.markdown', '.mdown'] },
  launch_type: 'multiple-clients',
};

export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Driftless',
  short_name: 'Driftless',
  description: 'Documents that never drift apart.',
  lang: 'en',
  categories: ['productivity'],
  display: 'standalone',
  start_url: '/',
  scope: '/',
  background_color: PAPER.light,
  theme_color: PAPER.light,
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'New document', url: '/new', icons: shortcutIcon('new') },
    { name: 'Search', url: '/?view=search', icons: shortcutIcon('search') },
  ],
  file_handlers: [markdown],
  share_target: {
    action: '/share',
    method: 'GET',
    params: { title: 'title', text: 'text', url: 'url' },
  },
};

function shortcutIcon(name: string) {
  return [{ src: `/shortcut-${name}.png`, sizes: '96x96', type: 'image/png' }];
}
