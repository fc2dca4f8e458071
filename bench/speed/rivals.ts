/**
 * The other editors as subjects: their page, a relay, and local storage by y-indexeddb.
 *
 * Invariant: they differ in their page and in how they keep paragraphs, and in nothing else.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePageBuilt } from './build-pages.ts';
import { servePage } from './page-server.ts';
import { startRelay } from './relay.ts';
import { blocknoteShape, lexicalShape, tiptapShape, yProsemirrorShape } from './shapes.ts';
import type { Subject } from './subject.ts';
import { joinAsWriter, type Shape } from './writer.ts';

interface Rival {
  readonly title: string;
  /** Its script in `pages/`. */
  readonly script: string;
  /** The packages whose versions are told. */
  readonly packages: readonly string[];
  readonly shape: Shape;
  /** Selector of what shows another person's caret. */
  readonly caret: string;
}

/** By the name that `--only` takes. */
export const RIVALS: Readonly<Record<string, Rival>> = {
  'y-prosemirror': {
    title: 'y-prosemirror',
    script: 'y-prosemirror.ts',
    packages: ['prosemirror-view', 'y-prosemirror'],
    shape: yProsemirrorShape,
    caret: '.ProseMirror-yjs-cursor',
  },
  tiptap: {
    title: 'Tiptap',
    script: 'tiptap.ts',
    packages: ['@tiptap/core', '@tiptap/y-tiptap'],
    shape: tiptapShape,
    caret: '.collaboration-carets__caret',
  },
  blocknote: {
    title: 'BlockNote',
    script: 'blocknote.tsx',
    packages: ['@blocknote/core', 'y-prosemirror'],
    shape: blocknoteShape,
    caret: '.bn-collaboration-cursor__base',
  },
  lexical: {
    title: 'Lexical',
    script: 'lexical.tsx',
    packages: ['lexical', '@lexical/yjs'],
    shape: lexicalShape,
    caret: 'body > div > span[style*="z-index: 10"]',
  },
};

export async function startRival({
  title,
  script,
  packages,
  shape,
  caret,
}: Rival): Promise<Subject> {
  const server = await servePage(await ensurePageBuilt(script));
  const relay = await startRelay();
  let rooms = 0;
  return {
    title,
    versions: packages.map((name) => `${name} ${versionOf(name)}`),
    body: '#editor [contenteditable="true"]',
    caret,
    async share(paragraphs) {
      rooms++;
      const name = `room-${rooms}`;
      const writer = await joinAsWriter(shape, { server: relay.address, name }, paragraphs);
      const query = new URLSearchParams({ room: name, server: relay.address });
      const address = `${server.origin}/?${query}`;
      return { invitation: address, address, writer };
    },
    settle: (page) => page.evaluate(() => window.settle()),
    async dispose() {
      await relay.close();
      await server.close();
    },
  };
}

function versionOf(name: string): string {
  const path = join(import.meta.dirname, '..', 'node_modules', name, 'package.json');
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
  return version;
}
