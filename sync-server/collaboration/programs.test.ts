/** What the README has others write, run as it stands there, at a real server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HocuspocusProvider } from '@hocuspocus/provider';
import { afterEach, expect, test } from 'vitest';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import { cleanUp, onCleanUp, until } from '../testing/clean-up.ts';
import { bodyOf } from '../testing/raw-client.ts';
import { makeLink, newOwner, startServer, type TestServer } from '../testing/server.ts';

afterEach(cleanUp);

const page = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const samples = Array.from(page.matchAll(/```js\n(.*?)```/gs), ([, code = '']) => code);

/** Runs the sample with this in it; resolves with the document that it connects. */
function run(having: string, server: TestServer, docId: string, secret: string): Y.Doc {
  const code = samples.find((sample) => sample.includes(having))!;
  const [, name] = /const (\w+) = new Y\.Doc\(\)/.exec(code)!;
  const given = { Y, WebsocketProvider, HocuspocusProvider, docId, secret };
  const program = new Function(
    ...Object.keys(given),
    `${code.replace('wss://docs.example.org', server.ws)}; return [${name}, provider];`,
  );
  const [doc, provider] = program(...Object.values(given)) as [Y.Doc, { destroy(): void }];
  onCleanUp(() => provider.destroy());
  return doc;
}

test('with either provider one is in the document that the page says', async () => {
  const server = await startServer();
  const owned = newOwner();
  const link = await makeLink(server, owned, 'editor');
  const ana = run('new WebsocketProvider', server, owned.docId, owned.secret);
  const ben = run('new HocuspocusProvider', server, owned.docId, link.secret);
  ana.getText('body').insert(0, 'Ana');
  await until('Ben has it', () => bodyOf(ben) === 'Ana');
  ben.getText('body').insert(3, ', Ben');
  await until('Ana has it', () => bodyOf(ana) === 'Ana, Ben');
  expect(samples).toHaveLength(3);
});
