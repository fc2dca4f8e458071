/** `npm run audit`, asked of a registry that this test is. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const ADVISORIES = '/-/npm/v1/security/advisories/bulk';
const { name, packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));

let end: (() => void) | null = null;
afterEach(() => end?.());

/** What a registry says of a package: there is the version of it that is locked here. */
function about(url = ''): unknown {
  const asked = decodeURIComponent(url.slice(1));
  const { version: locked = '1.0.0' } = packages[`node_modules/${asked}`] ?? {};
  const versions = { [locked]: { name: asked, version: locked } };
  return { name: asked, 'dist-tags': { latest: locked }, versions };
}

/** A registry that knows this against one package. Resolves with its address. */
async function registry(severity: string | null): Promise<string> {
  const advisory = {
    ...{
      id: severity,
      url: 'https://example.org/1',
      title: 'a hole',
      severity,
      vulnerable_versions: '*',
    },
    ...{ cwe: [], cvss: { score: 0, vectorString: null } },
  };
  const server = createServer((request, response) => {
    const isAsked = request.url === ADVISORIES;
    const known = severity === null ? {} : { yjs: [advisory] };
    response.setHeader('Content-Type', 'application/json');
    request
      .resume()
      .on('end', () => response.end(JSON.stringify(isAsked ? known : about(request.url))));
  });
  end = () => server.close();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** What npm has heard elsewhere of these packages is not asked for again. */
const cache = mkdtempSync(join(tmpdir(), 'driftless-test-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

async function audit(address: string): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/audit.mjs')], {
    env: {
      ...process.env,
      npm_config_registry: address,
      npm_config_fetch_retries: '0',
      npm_config_cache: cache,
    },
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return { code, said };
}

test.each([
  [null, 0, 'Known against them: nothing.'],
  ['moderate', 0, 'moderate'],
  ['high', 1, 'high'],
])('of what is known (%s) it ends with %i', async (severity, code, words) => {
  const found = await audit(await registry(severity));
  expect(found).toEqual({ code, said: expect.stringContaining(words) });
  const list = JSON.parse(readFileSync(join(ROOT, 'dist/sbom.cdx.json'), 'utf8'));
  expect(list.metadata.component.name).toBe(name);
  const listed: string[] = list.components.map((each: { purl: string }) => each.purl);
  const wanted = Object.keys(packages[''].dependencies).map((each) => {
    const { version } = packages[`node_modules/${each}`];
    return `pkg:npm/${each.replace('@', '%40')}@${version}`;
  });
  expect(wanted.filter((purl) => !listed.includes(purl))).toEqual([]);
  expect(listed.filter((purl) => purl.includes('/vitest@'))).toEqual([]);
});

test('where no registry answers, that is said, and nothing counts as known', async () => {
  const address = await registry(null);
  end?.();
  expect(await audit(address)).toEqual({ code: 2, said: expect.stringContaining('was not asked') });
});
