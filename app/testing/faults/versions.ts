/**
 * Several versions of the app at once: a new build while text waits in several tabs, and an older
 * build in a document that a newer one writes in.
 */
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Y from 'yjs';
import { formatLink } from '../../../shared/access/link-addresses.ts';
import { Body } from '../../../shared/document/body.ts';
import { createDocument } from '../../../shared/document/create.ts';
import { insertBlocks } from '../../../shared/document/operations/blocks.ts';
import { ROOT, SCHEMA_VERSION } from '../../../shared/document/schema.ts';
import {
  bodyOf,
  browserFault,
  compare,
  docIdOf,
  newDocument,
  open,
  says,
  storedText,
  untilOffline,
} from './browser-stage.ts';
import type { Fault } from './fault.ts';
import { Scene, until } from './scene.ts';
import { judge } from './tokens.ts';

const BUILT = join(import.meta.dirname, '..', '..', '..', 'dist', 'app');
const NEW_BUILD = 'the next build';

/** Makes another build of the one in the folder: its page says so, and its service worker differs. */
function buildAnew(folder: string): void {
  const page = join(folder, 'index.html');
  const html = readFileSync(page, 'utf8');
  writeFileSync(page, html.replace('</head>', `<meta name="build" content="${NEW_BUILD}"></head>`));
  const worker = join(folder, 'sw.js');
  const code = readFileSync(worker, 'utf8');
  const revised = code.replace(/(url:"index\.html",revision:")\w+/, `$1${'0'.repeat(32)}`);
  if (revised === code) throw new Error('The service worker does not list the page.');
  writeFileSync(worker, revised);
  appendFileSync(worker, `\n// ${NEW_BUILD}\n`);
  for (const path of [page, worker]) rmSync(`${path}.br`);
}

/** Runs in a page: asks the server all the time, until the page goes. */
function askOften(): void {
  setInterval(() => void fetch('/healthz').catch(() => undefined), 20);
}

/** Where the server of the fault that runs now takes the app from. */
let buildFolder = '';

const appUpdated = browserFault(
  'app-updated',
  'a new build is taken in while text waits in three tabs',
  { test: 1, quick: 2, long: 15 },
  async ({ server, context, random }) => {
    const folder = buildFolder;
    // The app can be fetched throughout; what one wrote cannot be sent.
    let isCut = false;
    await context.route('**/api/docs/**', (call) => (isCut ? call.abort() : call.fallback()));
    await context.routeWebSocket(/\/sync\//, (socket) => {
      if (isCut) void socket.close();
      else socket.connectToServer();
    });
    const first = await newDocument(context);
    await says(first, 'server', 'synced');
    await untilOffline(first);
    const address = first.url();
    const pages = [first, await open(context, address), await open(context, address)];
    for (const page of pages) await says(page, 'server', 'synced');
    isCut = true;
    await server.kill();
    const written: string[] = [];
    // None is brought to the front: until a tab in front has been at rest, Chromium looks for no new
    // build in its first three minutes.
    for (const [tab, page] of pages.entries()) {
      await bodyOf(page).press('ControlOrMeta+End');
      for (let word = 0; word < 1 + random(3); word++) {
        const token = `[u${tab}.${word}]`;
        await page.keyboard.type(token);
        written.push(token);
      }
      await says(page, 'device', 'saved');
    }
    buildAnew(folder);
    await server.start();
    await first.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update();
    });
    const notice = first.getByRole('button', { name: 'Update', exact: true });
    await notice.waitFor();
    // As where only HTTP comes through: a worker that sees requests is not let end by the browser.
    for (const page of pages) await page.evaluate(askOften);
    const since = performance.now();
    await notice.click();
    for (const page of pages) {
      const newBuild = page.locator(`meta[name=build][content="${NEW_BUILD}"]`);
      // A browser may take its time: until the worker in charge has nothing more to do.
      await newBuild.waitFor({ state: 'attached', timeout: 120_000 });
      await bodyOf(page).waitFor();
    }
    if (storedText(server, docIdOf(first)).includes('[')) throw new Error('It was sent before.');
    isCut = false;
    return compare(pages, written, new Set(written), true, since);
  },
  {
    env: () => ({ PUBLIC_DIR: buildFolder }),
    prepare: () => {
      buildFolder = mkdtempSync(join(tmpdir(), 'driftless-build-'));
      cpSync(BUILT, buildFolder, { recursive: true });
      return () => rmSync(buildFolder, { recursive: true });
    },
  },
);

/** Everything of a document, in a form in which two can be compared. */
function contentOf(doc: Y.Doc): string {
  return JSON.stringify({
    body: doc.getText(ROOT.body).toDelta(),
    fields: Object.entries(doc.getMap(ROOT.fields).toJSON()).sort(),
    meta: doc.getMap(ROOT.meta).toJSON(),
    title: doc.getText(ROOT.title).toString(),
  });
}

/** What only the next version knows: a kind of block, an attribute, an object, a register, a mark. */
function writeAsNewer(doc: Y.Doc, tokens: readonly string[]): void {
  doc.transact(() => {
    doc.getMap(ROOT.meta).set('schema', SCHEMA_VERSION + 1);
    const body = new Body(doc);
    const blocks = tokens.map((text, index) => ({
      type: index % 2 === 0 ? 'hologram' : 'paragraph',
      shimmer: 3,
      content: [{ text }, { embed: { object: 'hologram', seen: true } }],
    }));
    insertBlocks(body, null, blocks);
    doc.getMap(ROOT.fields).set('of-the-next-version:value', { a: [1, 2] });
  });
}

const olderApp = browserFault(
  'newer-schema',
  'a newer version writes in a document that this one has open, and wrote in without a network',
  { test: 1, quick: 2, long: 10 },
  async ({ context, random, onEnd }) => {
    const scene = await Scene.start(random);
    const played = Promise.withResolvers<void>();
    const isOver = scene.play(async () => {
      await played.promise;
      throw new Error('over');
    });
    onEnd(async () => {
      played.resolve();
      await isOver.catch(() => undefined);
    });
    const newer = await scene.device();
    createDocument(newer.replica.doc);
    await scene.untilSynced();
    const page = await open(
      context,
      formatLink(scene.server.origin, scene.docId, await scene.link()),
    );
    await says(page, 'server', 'synced');
    // What the link allows comes from the server, too.
    await page.locator('[aria-label="Document body"][contenteditable=true]').waitFor();
    const written: string[] = [];
    const write = async (token: string) => {
      await bodyOf(page).press('ControlOrMeta+End');
      await page.keyboard.type(token);
      written.push(token);
    };
    await write('[o.0]');
    await says(page, 'server', 'synced');
    await until('the newer one has it', () => newer.text.includes('[o.0]'));
    // Apart: the older one goes on writing, not knowing that the document is of another version now.
    await context.setOffline(true);
    await says(page, 'server', 'offline');
    for (let word = 0; word < 1 + random(4); word++) await write(`[o.${word + 1}]`);
    await says(page, 'device', 'saved');
    const tokens = Array.from({ length: 2 + random(3) }, (_, index) => `[n.${index}]`);
    writeAsNewer(newer.replica.doc, tokens);
    written.push(...tokens);
    await scene.untilSynced();
    const since = performance.now();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Update now' }).waitFor();
    await page.getByRole('button', { name: 'Download as Markdown' }).waitFor();
    await until('the newer one has what was written apart', () =>
      written.every((token) => newer.text.includes(token)),
    );
    const healed = performance.now() - since;
    const before = contentOf(newer.replica.doc);
    // It may show the document and nothing else: not by keys, not by being opened again.
    if ((await bodyOf(page).getAttribute('contenteditable')) === 'true') {
      throw new Error('The older version lets one write.');
    }
    await bodyOf(page).click();
    await page.keyboard.type('[x.0]');
    await page.reload();
    await page.getByRole('button', { name: 'Update now' }).waitFor();
    await says(page, 'server', 'synced');
    await page.getByText('[n.1]').first().waitFor();
    await scene.untilSynced();
    if (contentOf(newer.replica.doc) !== before) {
      throw new Error(
        `The older version changed the document:\n${before}\n${contentOf(newer.replica.doc)}`,
      );
    }
    const confirmed = new Set(written);
    const verdict = judge(newer.text, { written: confirmed, confirmed, expected: new Set() });
    return { ...verdict, faults: 1, healed: [healed] };
  },
);

export const VERSION_FAULTS: readonly Fault[] = [appUpdated, olderApp];
