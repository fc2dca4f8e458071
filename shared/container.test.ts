/** What the Dockerfile copies is enough to build the app and to run the server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** What a stage of the Dockerfile does, a line each. */
const [, building = '', running = ''] = read('Dockerfile').split(/^FROM /m);

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder with what a stage copies; packages and what is built come in their own ways. */
function copiedIn(stage: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'driftless-test-'));
  folders.push(folder);
  for (const [, words = ''] of stage.matchAll(/^COPY (?:--from=\w+ )?(.+)$/gm)) {
    const paths = words.split(' ').map((path) => path.replace('/driftless/', ''));
    const target = paths.pop() ?? '';
    for (const path of paths) {
      if (path === 'node_modules' || path === 'dist') continue;
      const to = target.endsWith('/') ? join(target, path.split('/').at(-1) ?? '') : target;
      mkdirSync(dirname(join(folder, to)), { recursive: true });
      cpSync(join(ROOT, path), join(folder, to), { recursive: true });
    }
  }
  return folder;
}

test('there is all that the build begins with', async () => {
  const folder = copiedIn(building);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const program = `
    import { loadConfigFromFile } from 'vite';
    const env = { command: 'build', mode: 'production' };
    const { config } = await loadConfigFromFile(env, 'vite.config.ts');
    console.log(config.build.outDir);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
  });
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  await once(child, 'close');
  expect(said).toBe('../dist/app\n');
});

test('there is all that the server runs on, and no tool of ours is among it', async () => {
  const folder = copiedIn(running);
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  for (const [path, { dev }] of Object.entries(packages)) {
    if (dev === true || !/^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(folder, path));
  }
  const child = spawn(process.execPath, ['sync-server/main.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'data') },
  });
  let said = '';
  let isTold = false;
  for (const output of [child.stdout, child.stderr])
    output.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (isTold || !said.includes('"listening"')) return;
      isTold = true;
      child.kill('SIGTERM');
    });
  const [code] = await once(child, 'close');
  expect([code, said]).toEqual([0, expect.stringContaining('"stopped"')]);
});
